// Decides whether this process may write, before each attempt of a unit of work. Rules: docs/adr/0043-upgrades-and-read-only-mode.md.
import { DomainError } from '../primitives/domain-error.js';
import type { Query } from './transaction.js';
import { DATABASE_LIMITS } from './errors/limits.js';
import { HANDOVER_MS } from './servers/agreement.js';

const { silenceMs, unitMs, waitMs } = DATABASE_LIMITS;

/** The maximum age of the last check when a unit of work begins. */
const CHECK_AGE_MS = 1_000;

/** How long a check may have taken, or how long an allowed unit may wait for its turn in a busy process before it begins. */
const LATE_MS = 1_000;

/** How long a check allows writes. A COMMIT, or a statement that commits by itself, is sent within this time or never. */
const ALLOWED_MS = CHECK_AGE_MS + LATE_MS + Math.max(unitMs, waitMs + HANDOVER_MS);

/**
 * Time until the last write has ended: one unit of work, which announces the ban with its COMMIT, plus the longest write that an earlier
 * check still allows.
 */
export const WRITES_DRAINED_MS = unitMs + silenceMs + ALLOWED_MS + silenceMs;

/** Why writes are forbidden. `readOnly`: an administrator or the setting requires it. `outdated`: a newer build has changed the tables. */
export type WriteBan = 'readOnly' | 'outdated';

/** The result as of `startedMs`, the time before the query: the answer may be that old. */
interface GateCheck {
  startedMs: number;
  ban: WriteBan | undefined;
}

export class WriteGate {
  private last: GateCheck = { startedMs: -Infinity, ban: undefined };
  private checking: Promise<GateCheck> | undefined;

  /**
   * @param query reads outside units of work
   * @param isForced by the setting `READ_ONLY`; the database isn't queried then
   * @param migrations those that this build knows
   */
  constructor(
    private readonly query: Query,
    private readonly isForced: boolean,
    private readonly migrations: ReadonlySet<string>,
  ) {}

  /**
   * @param isOfMode for the units of work of `Database.writeMode`
   * @returns the time by which an allowed write must be sent, on the clock of `performance.now()`
   * @throws DomainError `unavailable` when writes are forbidden
   */
  async assertMayWrite(isOfMode = false): Promise<number> {
    const { ban, startedMs } = await this.lastCheck();
    if (ban === 'readOnly' && (this.isForced || !isOfMode))
      throw new DomainError(
        'unavailable',
        'service.readOnly',
        'The service is being maintained: it answers, and changes nothing. Try again later.',
      );
    if (ban === 'outdated')
      throw new DomainError(
        'unavailable',
        'service.outdated',
        'A newer version has changed the database, and this process must not write to it any more. Try again: another process may answer.',
      );
    return startedMs + ALLOWED_MS;
  }

  /** The reason why this process may not write, at most a second old. */
  async currentBan(): Promise<WriteBan | undefined> {
    return (await this.lastCheck()).ban;
  }

  /** Makes the next check read the database at once, after this process has changed the mode itself. */
  invalidate(): void {
    this.last = { ...this.last, startedMs: -Infinity };
  }

  private async lastCheck(): Promise<GateCheck> {
    if (this.isForced) return { startedMs: performance.now(), ban: 'readOnly' };
    if (performance.now() - this.last.startedMs < CHECK_AGE_MS) return this.last;
    this.checking ??= this.check().finally(() => (this.checking = undefined));
    return this.checking;
  }

  private async check(): Promise<GateCheck> {
    const startedMs = performance.now();
    const rows = await this.query.rows<{ migration: string }>(
      "SELECT migration FROM schema_floors UNION ALL SELECT '' AS migration FROM read_only_mode",
    );
    const isOutdated = rows.some(({ migration }) => migration !== '' && !this.migrations.has(migration));
    this.last = { startedMs, ban: isOutdated ? 'outdated' : rows.some(({ migration }) => migration === '') ? 'readOnly' : undefined };
    return this.last;
  }
}
