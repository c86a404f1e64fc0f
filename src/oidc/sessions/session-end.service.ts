// Ends browser sessions: the only way to do so (docs/adr/0013-logout.md).
import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../common/database/database.js';
import { grouped } from '../../common/primitives/grouped.js';
import { isRehearsal } from '../../common/primitives/rehearsal.js';
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
    return this.database.write('end session', (tx) => this.endAll(tx, [uid], reason, editor));
  }

  /** Ends a session of a browser, and those that the same user has beside it. */
  async endWithDoubles({ uid, doubles = [] }: Pick<LiveSession, 'uid' | 'doubles'>, reason: SessionEndReason): Promise<void> {
    for (const each of [uid, ...doubles]) await this.endSession(each, reason);
  }

  /** Ends every session of a user, in all browsers, however many units of work that takes. */
  async endSessions(userNo: number, reason: SessionEndReason, editor: string): Promise<void> {
    await this.endSessionsOf([userNo], reason, editor);
  }

  /** The same for several users, a few in each unit of work. */
  async endSessionsOf(userNos: readonly number[], reason: SessionEndReason, editor: string): Promise<void> {
    for (let from = 0; from < userNos.length; from += USERS_AT_ONCE)
      for (let left = userNos.slice(from, from + USERS_AT_ONCE); left.length > 0;)
        left = await this.database.write('end sessions', (tx) => this.endOfUsers(tx, left, reason, editor));
  }

  /**
   * Ends the sessions of a user that were used last, as part of a larger unit of work, which must not take long: as many as a list has at most.
   * @param editor the id of who caused it
   * @returns whether there may be more; they are dead already where the unit raises the generation of the user
   */
  async endOfUser(tx: Transaction, userNo: number, reason: SessionEndReason, editor: string): Promise<boolean> {
    const sessions = await this.browserSessions.listOfUser(tx, userNo);
    return this.endAll(tx, [...new Set(sessions.map(({ uid }) => uid))], reason, editor);
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

  /** @returns those of the users who may have more sessions; nobody in a rehearsal, which would find the same ones for ever */
  private async endOfUsers(tx: Transaction, userNos: readonly number[], reason: SessionEndReason, editor: string): Promise<number[]> {
    const left: number[] = [];
    for (const userNo of userNos) if (await this.endOfUser(tx, userNo, reason, editor)) left.push(userNo);
    return isRehearsal() ? [] : left;
  }

  /** @returns whether any of them was alive */
  private async endAll(tx: Transaction, uids: readonly string[], reason: SessionEndReason, editor?: string): Promise<boolean> {
    const ended: string[] = [];
    for (const uid of uids) if (await this.endedSessions.markEnded(tx, uid)) ended.push(uid);
    if (ended.length === 0) return false;
    const removed = await this.endedSessions.remove(tx, ended);
    await this.browserSessions.removeSessions(tx, ended);
    const clients = await this.grants.endSessions(tx, ended);
    const told = ended.map((uid) => ({ clients: clients.get(uid) ?? [], remembered: removed.get(uid)?.clients ?? [] }));
    await this.logoutNotices.enqueueNotices(tx, told);
    for (const [userNo, ofUser] of grouped(ended, (uid) => removed.get(uid)?.userNo))
      if (userNo !== undefined) await this.sessionEvents.append(tx, 'user.session.ended', userNo, ofUser, { reason }, editor);
    return true;
  }
}
