// SQL of ended browser sessions. The provider's adapter stores the content of live sessions (`oidc_artifacts`).
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/primitives/clock.js';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { deleteRows, selectIn } from '../../../common/database/multi-row.js';
import type { Check } from '../../../users/authentication/assurance/checks.js';

/** A client that knows a session by a `sid` of its own, and the user it knows (`sub`). */
export interface RememberedClient {
  clientId: string;
  sub: string;
  sid: string;
}

/** The part of the provider's session that is needed here. */
interface KeptSession {
  accountId?: string;
  holder?: { userNo: number };
  checks?: readonly Check[];
  authorizations?: Record<string, { sid?: string; persistsLogout?: boolean }>;
}

/** The user who was signed in with a session, the checks it rested on, and the clients that were given a code or tokens in it. */
export interface RemovedSession {
  userNo: number | undefined;
  checks: readonly Check[];
  clients: RememberedClient[];
}

/** Longer than any request that could have seen the session alive. */
const REMEMBERED_US = 3_600_000_000;

/** A request wrote to a session that has since ended; its unit of work is rolled back. */
export class SessionEndedError extends Error {
  constructor() {
    super('The browser session has ended.');
    this.name = 'SessionEndedError';
  }
}

@Injectable()
export class EndedSessionsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Records that a session has ended. @returns false if it had already ended: of several callers only one continues */
  async markEnded(tx: Transaction, uid: string): Promise<boolean> {
    try {
      await tx.run('INSERT INTO ended_sessions (uid, until_us) VALUES (?, ?)', [uid, this.clock.nowUs() + REMEMBERED_US]);
      return true;
    } catch (error) {
      if (error instanceof DuplicateKeyError) return false;
      throw error;
    }
  }

  /**
   * Call before writing anything for a session, in the same unit. It locks the session's row, which {@link remove} deletes. Of a sign-out
   * and a concurrent request, one waits for the other: either the sign-out finds what was written, or this refuses the request.
   * @throws SessionEndedError
   */
  async lockLive(tx: Transaction, uid: string): Promise<void> {
    const row = await tx.row(`SELECT id FROM oidc_artifacts WHERE kind = 'Session' AND uid = ?${tx.forUpdate}`, [uid]);
    if (!row) await this.claimLive(tx, uid);
  }

  /**
   * Call before a session gets a row, or another one because its id changes, in the same unit: {@link remove} would miss a row that is not
   * there yet. Of this unit and one with {@link markEnded}, the second waits at the key until the first has ended.
   * @throws SessionEndedError
   */
  async claimLive(tx: Transaction, uid: string): Promise<void> {
    if (!this.database.isShared) {
      // With a single writing process, units run one after the other.
      if (await tx.row('SELECT uid FROM ended_sessions WHERE uid = ?', [uid])) throw new SessionEndedError();
    } else if (await this.markEnded(tx, uid)) {
      // Deleted at once; the key stays locked until the unit has ended.
      await tx.run('DELETE FROM ended_sessions WHERE uid = ?', [uid]);
    } else throw new SessionEndedError();
  }

  /**
   * Removes the rows of browser sessions.
   * @returns for each `uid` the internal number of the signed-in user, if any, the checks, and the clients that were ever given a code or a token
   */
  async remove(tx: Transaction, uids: readonly string[]): Promise<Map<string, RemovedSession>> {
    const write = (marks: string) => `SELECT uid, payload FROM oidc_artifacts WHERE kind = 'Session' AND uid IN (${marks})`;
    const rows = await selectIn<{ uid: string; payload: string }>(tx, 'sessions by uid', write, [], uids);
    const keys = uids.map((uid) => [uid]);
    await deleteRows(tx, 'oidc_artifacts', ['uid'], keys, "kind = 'Session'");
    const removed = new Map<string, RemovedSession>();
    for (const { uid, payload } of rows) {
      const kept = JSON.parse(payload) as KeptSession;
      const { userNo, checks, clients } = removed.get(uid) ?? { userNo: undefined, checks: [], clients: [] };
      removed.set(uid, {
        userNo: userNo ?? kept.holder?.userNo,
        checks: [...checks, ...(kept.checks ?? [])],
        clients: [...clients, ...givenClients(kept)],
      });
    }
    return removed;
  }
}

/** The library sets `persistsLogout` for clients that it gave a code or token; a refused client has a `sid` as well. */
function givenClients({ accountId: sub, authorizations = {} }: KeptSession): RememberedClient[] {
  return Object.entries(authorizations).flatMap(([clientId, { sid, persistsLogout }]) =>
    sub !== undefined && sid !== undefined && persistsLogout ? [{ clientId, sub, sid }] : [],
  );
}
