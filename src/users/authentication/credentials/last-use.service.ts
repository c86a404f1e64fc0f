// The approximate last use of personal access tokens: collected in memory and written from time to time, so that no request waits for it.
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../../common/primitives/clock.js';
import { Database } from '../../../common/database/database.js';
import { isWriteBan } from '../../../common/primitives/domain-error.js';
import { PersonalAccessTokensRepository } from './personal-access-tokens.repository.js';

/** At most one write per token in this time, over all processes. */
const COARSE_US = 3_600_000_000;
const FLUSH_MS = 10_000;
/** Bounds memory and the work of one unit; uses beyond it are recorded at a later use. */
const MAX_NOTED = 10_000;
const BATCH = 100;

@Injectable()
export class LastUse implements BeforeApplicationShutdown {
  private readonly log = new Logger(LastUse.name);
  /** Token id to the last recorded use, written or not. */
  private readonly noted = new Map<string, number>();
  private readonly unwritten = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly tokens: PersonalAccessTokensRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Records that a token was used just now. Never waits. */
  noteUse(tokenId: string): void {
    const now = this.clock.nowUs();
    if (now - (this.noted.get(tokenId) ?? 0) < COARSE_US) return;
    if (this.noted.size >= MAX_NOTED && !this.noted.has(tokenId)) this.forgetWritten();
    if (this.unwritten.size >= MAX_NOTED) return;
    this.noted.set(tokenId, now);
    this.unwritten.add(tokenId);
    this.timer ??= setTimeout(() => void this.flushUses(), FLUSH_MS).unref();
  }

  /** Writes the recorded uses. A failure is logged, unless writes are forbidden: a later use is recorded again. */
  async flushUses(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const ids = [...this.unwritten];
    this.unwritten.clear();
    try {
      for (let at = 0; at < ids.length; at += BATCH) await this.write(ids.slice(at, at + BATCH));
    } catch (error) {
      for (const id of ids) this.noted.delete(id);
      if (isWriteBan(error)) return;
      this.log.warn({ message: 'last use of personal access tokens not written', err: error });
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flushUses();
  }

  /** Ordered by id, so that two processes can't deadlock. */
  private async write(ids: readonly string[]): Promise<void> {
    await this.database.write('note last use', async (tx) => {
      for (const id of ids.toSorted()) await this.tokens.noteUse(tx, id, this.noted.get(id) ?? 0, COARSE_US);
    });
  }

  private forgetWritten(): void {
    for (const id of this.noted.keys()) if (!this.unwritten.has(id)) this.noted.delete(id);
  }
}
