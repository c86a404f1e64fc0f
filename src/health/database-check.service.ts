// Checks whether the database accepts writes: at most once a second, however many probes arrive, and never longer than a balancer would
// wait.
import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../common/database/database.js';
import { signOf } from '../common/database/errors/faults.js';
import { Clock } from '../common/primitives/clock.js';
import { inTime } from '../common/concurrency/in-time.js';

/** Every probe is answered within a second. */
export const LIMIT_MS = 900;
const FRESH_MS = 1_000;

@Injectable()
export class DatabaseCheck {
  private readonly log = new Logger('health');
  private looking: Promise<string | undefined> | undefined;
  private lookedMs = -Infinity;
  /** The reason why the database doesn't work; undefined if it does. */
  private fault: string | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Whether a write would succeed, at most a second old. The reason is logged once and not returned, because the endpoint is public. */
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
