// Ends browser sessions. There is no other way to end one (docs/adr/0013-logout.md).
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { Transaction } from '../../common/database/transaction.js';
import { grouped } from '../../common/primitives/grouped.js';
import { isDryRun } from '../../common/primitives/dry-run.js';
import { EventLog, type UserEvent } from '../../users/events/events.service.js';
import { sessionName } from './browser-cookie.js';
import type { SessionsEndReason } from '../../users/directory/people/person/user-sessions.js';
import { GrantsRepository } from '../tokens/stored/grants.repository.js';
import type { LiveSession } from './browser-sessions.service.js';
import { BrowserSessionsRepository } from './browser-sessions.repository.js';
import { givenClients, LogoutNotices } from './logout-notices.service.js';
import { SignOutHintsRepository } from './sign-out-hints.repository.js';
import { EndedSessionsRepository, type RememberedClient } from '../tokens/stored/ended-sessions.repository.js';

/**
 * Why a session ends. `signedOut`: the person signed out. `removed`: the account was removed from this browser. `endedElsewhere`: the
 * person ended it from another browser. `endedByAdministrator`: an administrator ended it. `otherAccount`: another person signed in with
 * it. `endedByDirectory`: the identity provider on which it rests has ended its own. The remaining reasons are changes to the person.
 */
export type SessionEndReason =
  | 'signedOut'
  | 'removed'
  | 'endedElsewhere'
  | 'endedByAdministrator'
  | 'otherAccount'
  | 'endedByDirectory'
  | SessionsEndReason;

/** Each user's sessions take several statements, and one unit of work must be short. */
const USERS_AT_ONCE = 5;

@Injectable()
export class SessionEnd {
  constructor(
    private readonly endedSessions: EndedSessionsRepository,
    private readonly browserSessions: BrowserSessionsRepository,
    private readonly grants: GrantsRepository,
    private readonly logoutNotices: LogoutNotices,
    private readonly events: EventLog,
    private readonly signOutHints: SignOutHintsRepository,
    private readonly database: Database,
  ) {}

  /**
   * Ends a session and everything that depends on it, in one unit of work. The browser is signed out, and access tokens become invalid at
   * once. Authorizations with a refresh token live on, unbound from the session. Every application that got tokens is notified.
   * @param uid the session's `uid`, which stays the same for its whole life
   * @param editor the id of the user who caused it, unless the person did
   * @returns false if it had ended before, which changes nothing
   */
  endSession(uid: string, reason: SessionEndReason, editor?: string): Promise<boolean> {
    return this.database.write('end session', async (tx) => (await this.endAll(tx, [uid], reason, editor)) !== undefined);
  }

  /** Ends a session of a browser, and its doubles of the same user. @returns the clients that were given tokens in them */
  async endWithDoubles({ uid, doubles = [] }: Pick<LiveSession, 'uid' | 'doubles'>, reason: SessionEndReason): Promise<RememberedClient[]> {
    const given: RememberedClient[] = [];
    for (const each of [uid, ...doubles])
      given.push(...((await this.database.write('end session', (tx) => this.endAll(tx, [each], reason))) ?? []));
    return given;
  }

  /** Ends every session of a user, in all browsers, in as many units of work as needed. */
  async endSessions(userNo: number, reason: SessionEndReason, editor: string): Promise<void> {
    await this.endSessionsOf([userNo], reason, editor);
  }

  /** Does the same for several users, a few in each unit of work. */
  async endSessionsOf(userNos: readonly number[], reason: SessionEndReason, editor: string): Promise<void> {
    for (let from = 0; from < userNos.length; from += USERS_AT_ONCE)
      for (let left = userNos.slice(from, from + USERS_AT_ONCE); left.length > 0;)
        left = await this.database.write('end sessions', (tx) => this.endOfUsers(tx, left, reason, editor));
  }

  /**
   * Ends the last used sessions of a user, as part of a larger unit of work. Because a unit must be short, it ends at most as many as one
   * list has.
   * @param editor the id of the user who caused it
   * @returns whether there may be more. If the unit raises the user's generation, those are invalid already.
   */
  async endOfUser(tx: Transaction, userNo: number, reason: SessionEndReason, editor: string): Promise<boolean> {
    const sessions = await this.browserSessions.listOfUser(tx, userNo);
    return (await this.endAll(tx, [...new Set(sessions.map(({ uid }) => uid))], reason, editor)) !== undefined;
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

  /** @returns the users who may have more sessions; none in a dry run, which would find the same sessions again and again */
  private async endOfUsers(tx: Transaction, userNos: readonly number[], reason: SessionEndReason, editor: string): Promise<number[]> {
    const left: number[] = [];
    for (const userNo of userNos) if (await this.endOfUser(tx, userNo, reason, editor)) left.push(userNo);
    return isDryRun() ? [] : left;
  }

  /** @returns the clients that were given tokens in them; undefined if none of them was live */
  private async endAll(
    tx: Transaction,
    uids: readonly string[],
    reason: SessionEndReason,
    editor?: string,
  ): Promise<RememberedClient[] | undefined> {
    const ended: string[] = [];
    for (const uid of uids) if (await this.endedSessions.markEnded(tx, uid)) ended.push(uid);
    if (ended.length === 0) return undefined;
    const removed = await this.endedSessions.remove(tx, ended);
    await this.browserSessions.removeSessions(tx, ended);
    await this.signOutHints.remove(
      tx,
      [...removed.values()].flatMap(({ checks }) => checks),
    );
    const clients = await this.grants.endSessions(tx, ended);
    const given = ended.flatMap((uid) => givenClients({ clients: clients.get(uid) ?? [], remembered: removed.get(uid)?.clients ?? [] }));
    await this.logoutNotices.enqueueNotices(tx, given);
    for (const [userNo, ofUser] of grouped(ended, (uid) => removed.get(uid)?.userNo))
      if (userNo !== undefined) await this.events.appendAboutUser(tx, userNo, ...ofUser.map((uid) => endOf(uid, reason, editor)));
    return given;
  }
}

function endOf(uid: string, reason: SessionEndReason, editor: string | undefined): UserEvent {
  return { type: 'user.session.ended', editor, payload: { session: sessionName(uid), reason } };
}
