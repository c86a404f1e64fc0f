import { DomainError } from '../primitives/domain-error.js';
import type { ErrorCode } from '../primitives/error-codes.js';

/** A task in the queue; `timer` ends its wait. */
interface Waiting {
  enter: () => void;
  timer?: NodeJS.Timeout;
}

/** Runs a fixed number of tasks at once and lets a bounded number wait, in order of arrival; refuses the rest as `busy`. */
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

  /** The number of running and of waiting tasks, now. */
  get load(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.waiting.length };
  }

  /** @throws DomainError `busy` when the queue is full, or doesn't move on in time. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.running < this.concurrency) this.running++;
    else await this.turn();
    try {
      return await task();
    } finally {
      // The slot is handed over directly, so that no new task can overtake the queue. This happens in the next turn of the event loop: a
      // task on the embedded database takes no turn, so a long queue of them would block every connection until its end.
      const next = this.waiting.shift();
      if (next) {
        // Cleared now and not when the task enters: if the task were refused in between, its slot would be lost for good.
        clearTimeout(next.timer);
        setImmediate(next.enter);
      } else this.running--;
    }
  }

  private turn(): Promise<void> {
    if (this.waiting.length >= this.maxWaiting) throw this.refusal();
    const { maxWaitMs } = this;
    return new Promise((resolve, reject) => {
      const slot: Waiting = { enter: resolve };
      this.waiting.push(slot);
      if (maxWaitMs === undefined) return;
      slot.timer = setTimeout(() => {
        this.waiting = this.waiting.filter((other) => other !== slot);
        reject(this.refusal());
      }, maxWaitMs);
    });
  }

  private refusal(): DomainError {
    return new DomainError('busy', this.code, `Too many requests are waiting for the ${this.name}. Try again in a moment.`);
  }
}
