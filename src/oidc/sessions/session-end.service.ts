// Ends browser sessions: the only way to do so (docs/adr/0013-logout.md).
import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../common/database/database.js';
import { SessionEvents } from '../../users/people/session-events.service.js';
import type { SessionsEndReason } from '../../users/people/user-sessions.js';
import { GrantsRepository } from '../tokens/grants.repository.js';
import type { LiveSession } from './browser-sessions.service.js';
import { BrowserSessionsRepository } from './browser-sessions.repository.js';
import { LogoutNotices } from './logout-notices.service.js';
import { EndedSessionsRepository } from '../tokens/ended-sessions.repository.js';

/**
 * Why: the person signed out, took the account off this browser, ended it from another browser, an administrator ended it,
 * somebody else signed in with it, or something happened to the person.
 */
export type SessionEndReason = 'signedOut' | 'removed' | 'endedElsewhere' | 'endedByAdministrator' | 'otherAccount' | SessionsEndReason;

/** Each of their sessions takes several statements, and one unit of work must not take long. */
const USERS_AT_ONCE = 5;

@Injectable()
export class SessionEnd {
  constructor(
    private readonly endedSessions: EndedSessionsRepository,
    private readonly browserSessions: BrowserSessionsRepository,
    private readonly grants: GrantsRepository,
    private readonly logoutNotices: LogoutNotices,
    private readonly sessionEvents: SessionEvents,
    private readonly database: Database,
  ) {}

  /**
   * Ends a session and what hangs on it, all in one unit of work: the browser is signed out, access tokens are dead at once, what has
   * a refresh token lives on unbound from the session, and every application that got tokens will be told.
   * @param uid the session's `uid`, which stays the same for its whole life
   * @param editor the id of who caused it, unless the person did
   * @returns false when it had ended before, which changes nothing
   */
  endSession(uid: string, reason: SessionEndReason, editor?: string): Promise<boolean> {
    return this.database.write('end session', (tx) => this.endSessionIn(tx, uid, reason, editor));
  }

  /** Ends a session of a browser, and those that the same user has beside it. */
  async endWithDoubles({ uid, doubles = [] }: Pick<LiveSession, 'uid' | 'doubles'>, reason: SessionEndReason): Promise<void> {
    for (const each of [uid, ...doubles]) await this.endSession(each, reason);
  }

  /** Ends every session of a user, in all browsers. */
  async endSessions(userNo: number, reason: SessionEndReason, editor: string): Promise<void> {
    await this.database.write('end sessions', (tx) => this.endOfUser(tx, userNo, reason, editor));
  }

  /** The same for several users, a few in each unit of work. */
  async endSessionsOf(userNos: readonly number[], reason: SessionEndReason, editor: string): Promise<void> {
    for (let from = 0; from < userNos.length; from += USERS_AT_ONCE)
      await this.database.write('end sessions', async (tx) => {
        for (const userNo of userNos.slice(from, from + USERS_AT_ONCE)) await this.endOfUser(tx, userNo, reason, editor);
      });
  }

  /** The same as part of a larger unit of work. @param editor the id of who caused it */
  async endOfUser(tx: Transaction, userNo: number, reason: SessionEndReason, editor: string): Promise<void> {
    // A list has so many at most, and what has ended makes room for the next.
    for (let hasEnded = true; hasEnded;) {
      hasEnded = false;
      const sessions = await this.browserSessions.listOfUser(tx, userNo);
      for (const uid of new Set(sessions.map((session) => session.uid)))
        hasEnded = (await this.endSessionIn(tx, uid, reason, editor)) || hasEnded;
    }
  }

  /** Ends the sessions of some users of an organization, as part of a larger unit of work. @returns whether there may be more */
  async endSomeOfOrganization(tx: Transaction, orgNo: number, editor: string): Promise<boolean> {
    const userNos = await this.browserSessions.someUsersOfOrganization(tx, orgNo, USERS_AT_ONCE);
    for (const userNo of userNos) {
      await this.endOfUser(tx, userNo, 'personRemoved', editor);
      await this.browserSessions.removeOfUser(tx, userNo);
    }
    return userNos.length > 0;
  }

  private async endSessionIn(tx: Transaction, uid: string, reason: SessionEndReason, editor?: string): Promise<boolean> {
    if (!(await this.endedSessions.markEnded(tx, uid))) return false;
    const { userNo, clients } = await this.endedSessions.remove(tx, uid);
    await this.browserSessions.removeSession(tx, uid);
    await this.logoutNotices.enqueueNotices(tx, await this.grants.endSession(tx, uid), clients);
    if (userNo !== undefined) await this.sessionEvents.append(tx, 'user.session.ended', userNo, uid, { reason }, editor);
    return true;
  }
}
