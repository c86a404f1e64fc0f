import { DomainError } from './domain-error.js';

/** Lets a fixed number of tasks run at once and a bounded number wait, in order of arrival; refuses the rest as `busy`. */
export class Semaphore {
  private running = 0;
  private readonly waiting: Array<() => void> = [];

  constructor(
    private readonly name: string,
    private readonly concurrency: number,
    private readonly maxWaiting: number,
  ) {}

  /** @throws DomainError `busy` when the waiting line is full. */
  async runWithPermit<T>(task: () => Promise<T>): Promise<T> {
    if (this.running < this.concurrency) this.running++;
    else await this.turn();
    try {
      return await task();
    } finally {
      // The place is handed over directly, so that no newcomer can overtake the queue. In the next turn of the event loop: a task on the
      // embedded database takes none, and a long line of them would keep every connection waiting until its end.
      const next = this.waiting.shift();
      if (next) setImmediate(next);
      else this.running--;
    }
  }

  private turn(): Promise<void> {
    if (this.waiting.length >= this.maxWaiting) {
      throw new DomainError('busy', `${this.name}.busy`, `Too many requests are waiting for the ${this.name}. Try again in a moment.`);
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
