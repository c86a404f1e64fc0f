// The one way a browser session ends (docs/adr/0013-logout.md).
import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../common/database/database.js';
import { SessionLog } from '../../users/people/session-log.js';
import { GrantsRepository } from '../tokens/grants.repository.js';
import type { LiveSession } from './browser-sessions.js';
import { BrowserSessionsRepository } from './browser-sessions.repository.js';
import { LogoutNotices } from './logout-notices.js';
import { SessionsRepository } from './sessions.repository.js';

/** Why: the person signed out, took the account off this browser, or somebody else signed in with it. */
export type SessionEndReason = 'signedOut' | 'removed' | 'otherAccount';

@Injectable()
export class SessionEnd {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly browserSessions: BrowserSessionsRepository,
    private readonly grants: GrantsRepository,
    private readonly notices: LogoutNotices,
    private readonly log: SessionLog,
    private readonly database: Database,
  ) {}

  /**
   * Ends a session and what hangs on it, all in one unit of work: the browser is signed out, access tokens are dead at once, what has
   * a refresh token lives on unbound from the session, and every application that got tokens will be told.
   * @param uid the session's `uid`, which stays the same for its whole life
   * @returns false when it had ended before, which changes nothing
   */
  end(uid: string, reason: SessionEndReason): Promise<boolean> {
    return this.database.write('end session', (tx) => this.endIn(tx, uid, reason));
  }

  /** Ends a session of a browser, and those that the same user has beside it. */
  async endAll({ uid, doubles = [] }: Pick<LiveSession, 'uid' | 'doubles'>, reason: SessionEndReason): Promise<void> {
    for (const each of [uid, ...doubles]) await this.end(each, reason);
  }

  /** The same as part of a larger unit of work. */
  async endIn(tx: Transaction, uid: string, reason: SessionEndReason): Promise<boolean> {
    if (!(await this.sessions.markEnded(tx, uid))) return false;
    const userNo = await this.sessions.remove(tx, uid);
    await this.browserSessions.forget(tx, uid);
    await this.notices.enqueue(tx, await this.grants.endSession(tx, uid));
    if (userNo !== undefined) await this.log.append(tx, 'user.session.ended', userNo, uid, { reason });
    return true;
  }
}
