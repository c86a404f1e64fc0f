// Work done after the response, so that response times reveal nothing. It is limited in number, and finishes before the process ends.
import { Logger } from '@nestjs/common';
import { isDryRun } from '../primitives/dry-run.js';
import { Semaphore } from '../concurrency/semaphore.js';

const AT_ONCE = 2;
const MAX_WAITING = 200;

export class AfterAnswer {
  private readonly log: Logger;
  private readonly gate: Semaphore;
  private readonly pending = new Set<Promise<void>>();

  /** @param name of the work, for the log */
  constructor(private readonly name: string) {
    this.log = new Logger(name);
    this.gate = new Semaphore(name, AT_ONCE, MAX_WAITING);
  }

  /** Schedules `work`, except in a dry run. Failures, including too much waiting work, are logged. */
  runAfterAnswer(work: () => Promise<void>): void {
    if (isDryRun()) return;
    const task = this.gate
      .run(work)
      .catch((error: unknown) => this.log.warn({ message: `left undone: ${this.name}`, err: error }))
      .finally(() => this.pending.delete(task));
    this.pending.add(task);
  }

  /** Waits for pending work. */
  async settled(): Promise<void> {
    await Promise.all(this.pending);
  }
}
