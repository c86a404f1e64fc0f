import { DomainError } from './domain-error.js';
import type { ErrorCode } from './error-codes.js';

/** Somebody in the line; `timer` ends the wait. */
interface Waiting {
  enter: () => void;
  timer?: NodeJS.Timeout;
}

/** Lets a fixed number of tasks run at once and a bounded number wait, in order of arrival; refuses the rest as `busy`. */
export class Semaphore {
  private running = 0;
  private waiting: Waiting[] = [];

  constructor(
    private readonly name: string,
    private readonly concurrency: number,
    private readonly maxWaiting: number,
    private readonly code: ErrorCode = 'work.busy',
    private readonly maxWaitMs?: number,
  ) {}

  /** How many run and how many wait, now. */
  get load(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.waiting.length };
  }

  /** @throws DomainError `busy` when the waiting line is full, or does not move on in time. */
  async runWithPermit<T>(task: () => Promise<T>): Promise<T> {
    if (this.running < this.concurrency) this.running++;
    else await this.turn();
    try {
      return await task();
    } finally {
      // The place is handed over directly, so that no newcomer can overtake the queue. In the next turn of the event loop: a task on the
      // embedded database takes none, and a long line of them would keep every connection waiting until its end.
      const next = this.waiting.shift();
      if (next) {
        // Now, not once it enters: a place that was handed to somebody who is refused meanwhile would be lost for good.
        clearTimeout(next.timer);
        setImmediate(next.enter);
      } else this.running--;
    }
  }

  private turn(): Promise<void> {
    if (this.waiting.length >= this.maxWaiting) throw this.refusal();
    const { maxWaitMs } = this;
    return new Promise((resolve, reject) => {
      const place: Waiting = { enter: resolve };
      this.waiting.push(place);
      if (maxWaitMs === undefined) return;
      place.timer = setTimeout(() => {
        this.waiting = this.waiting.filter((other) => other !== place);
        reject(this.refusal());
      }, maxWaitMs);
    });
  }

  private refusal(): DomainError {
    return new DomainError('busy', this.code, `Too many requests are waiting for the ${this.name}. Try again in a moment.`);
  }
}
