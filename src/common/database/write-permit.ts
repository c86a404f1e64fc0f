// Whether this process may write: asked before each attempt of a unit of work. docs/adr/0043-upgrades-and-read-only-mode.md has the rules.
import { DomainError } from '../primitives/domain-error.js';
import type { Query } from './database.js';

/** How old the last look may be when a unit of work begins. */
const LOOK_AGAIN_MS = 1_000;

/** Longer than the last look may be old, a unit of work may take, and its COMMIT. */
export const SETTLED_MS = 7_000;

/** Why nothing is written. `readOnly`: an administrator or the setting wants it so; `outdated`: a newer build has changed the tables. */
export type WriteBan = 'readOnly' | 'outdated';

export class WritePermit {
  private lookedMs = -Infinity;
  private looking: Promise<void> | undefined;
  private ban: WriteBan | undefined;

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
   * @param isOfMode for the units of work that begin and end the read-only mode
   * @throws DomainError `unavailable` when nothing may be written
   */
  async assertMayWrite(isOfMode = false): Promise<void> {
    const ban = await this.currentBan();
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
  }

  /** What keeps this process from writing, as of at most a second ago. */
  async currentBan(): Promise<WriteBan | undefined> {
    if (this.isForced) return 'readOnly';
    if (performance.now() - this.lookedMs >= LOOK_AGAIN_MS) {
      this.looking ??= this.look().finally(() => (this.looking = undefined));
      await this.looking;
    }
    return this.ban;
  }

  /** This process need not wait for its next look: it has changed the mode itself. */
  lookAgain(): void {
    this.lookedMs = -Infinity;
  }

  private async look(): Promise<void> {
    // Before the query: what it answers may be as old as that.
    const startedMs = performance.now();
    const rows = await this.query.rows<{ migration: string }>(
      "SELECT migration FROM schema_floors UNION ALL SELECT '' AS migration FROM read_only_mode",
    );
    const isOutdated = rows.some(({ migration }) => migration !== '' && !this.migrations.has(migration));
    this.ban = isOutdated ? 'outdated' : rows.some(({ migration }) => migration === '') ? 'readOnly' : undefined;
    this.lookedMs = startedMs;
  }
}
