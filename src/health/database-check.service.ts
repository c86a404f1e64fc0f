// Whether the database takes writes: looked at once a second at most, however many ask, and never waited for longer than a balancer would.
import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../common/database/database.js';
import { signOf } from '../common/database/faults.js';
import { Clock } from '../common/primitives/clock.js';
import { inTime } from '../common/primitives/in-time.js';

/** Whoever asks gets an answer within a second. */
export const LIMIT_MS = 900;
const FRESH_MS = 1_000;

@Injectable()
export class DatabaseCheck {
  private readonly log = new Logger('health');
  private looking: Promise<string | undefined> | undefined;
  private lookedMs = -Infinity;
  /** Why the database does not do its work; undefined if it does. */
  private fault: string | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Whether a write would succeed, as of at most a second ago. The reason goes to the log, once: it is not for strangers. */
  async isWritable(): Promise<boolean> {
    if (performance.now() - this.lookedMs >= FRESH_MS) {
      this.looking ??= this.look().finally(() => (this.looking = undefined));
      this.note(await inTime(this.looking, LIMIT_MS, () => `no answer within ${LIMIT_MS} ms`));
    }
    return this.fault === undefined;
  }

  private async look(): Promise<string | undefined> {
    try {
      await this.database.proveWrites(this.clock.nowUs());
      return undefined;
    } catch (error) {
      return signOf(error);
    }
  }

  private note(fault: string | undefined): void {
    if (fault !== undefined && this.fault === undefined)
      this.log.warn({ message: 'not ready: the database takes no writes', reason: fault });
    if (fault === undefined && this.fault !== undefined) this.log.log({ message: 'ready again: the database takes writes' });
    this.fault = fault;
    this.lookedMs = performance.now();
  }
}
