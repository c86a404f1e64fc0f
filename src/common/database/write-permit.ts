// Whether this process may write: asked before each attempt of a unit of work. docs/adr/0043-upgrades-and-read-only-mode.md has the rules.
import { DomainError } from '../primitives/domain-error.js';
import type { Query } from './database.js';
import { DATABASE_LIMITS } from './limits.js';
import { HANDOVER_MS } from './server-agreement.js';

const { silenceMs, unitMs, waitMs } = DATABASE_LIMITS;

/** How old the last look may be when a unit of work begins. */
const LOOK_AGAIN_MS = 1_000;

/** For so long a look may have taken, or what it permits may wait for its turn in a busy process, before it begins. */
const LATE_MS = 1_000;

/** For so long a look permits anything: a COMMIT, or a statement that commits by itself, is sent by then, or never. */
const PERMITTED_MS = LOOK_AGAIN_MS + LATE_MS + Math.max(unitMs, waitMs + HANDOVER_MS);

/** Until nobody writes any more: the unit of work that says so with its COMMIT, then what the last look before had permitted, with its own. */
export const SETTLED_MS = unitMs + silenceMs + PERMITTED_MS + silenceMs;

/** Why nothing is written. `readOnly`: an administrator or the setting wants it so; `outdated`: a newer build has changed the tables. */
export type WriteBan = 'readOnly' | 'outdated';

/** What was found, as of `startedMs`, before the query: its answer may be as old as that. */
interface Look {
  startedMs: number;
  ban: WriteBan | undefined;
}

export class WritePermit {
  private last: Look = { startedMs: -Infinity, ban: undefined };
  private looking: Promise<Look> | undefined;

  /**
   * @param query reads beside units of work
   * @param isForced by the setting `READ_ONLY`: then nobody is asked
   * @param migrations those that this build knows
   */
  constructor(
    private readonly query: Query,
    private readonly isForced: boolean,
    private readonly migrations: ReadonlySet<string>,
  ) {}

  /**
   * @param isOfMode for the units of work of `Database.writeMode`
   * @returns until when what is permitted may be sent, on the clock of `performance.now()`
   * @throws DomainError `unavailable` when nothing may be written
   */
  async assertMayWrite(isOfMode = false): Promise<number> {
    const { ban, startedMs } = await this.lastLook();
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
    return startedMs + PERMITTED_MS;
  }

  /** What keeps this process from writing, as of at most a second ago. */
  async currentBan(): Promise<WriteBan | undefined> {
    return (await this.lastLook()).ban;
  }

  /** This process need not wait for its next look: it has changed the mode itself. */
  lookAgain(): void {
    this.last = { ...this.last, startedMs: -Infinity };
  }

  private async lastLook(): Promise<Look> {
    if (this.isForced) return { startedMs: performance.now(), ban: 'readOnly' };
    if (performance.now() - this.last.startedMs < LOOK_AGAIN_MS) return this.last;
    this.looking ??= this.look().finally(() => (this.looking = undefined));
    return this.looking;
  }

  private async look(): Promise<Look> {
    const startedMs = performance.now();
    const rows = await this.query.rows<{ migration: string }>(
      "SELECT migration FROM schema_floors UNION ALL SELECT '' AS migration FROM read_only_mode",
    );
    const isOutdated = rows.some(({ migration }) => migration !== '' && !this.migrations.has(migration));
    this.last = { startedMs, ban: isOutdated ? 'outdated' : rows.some(({ migration }) => migration === '') ? 'readOnly' : undefined };
    return this.last;
  }
}
