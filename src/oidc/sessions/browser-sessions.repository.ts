// SQL of the sessions of a browser. A row is only a pointer: the session's own row says whether it is alive.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { sessionName } from './browser-cookie.js';
import { Database, DuplicateKeyError } from '../../common/database/database.js';
import type { Query, Transaction } from '../../common/database/transaction.js';
import { deleteRows } from '../../common/database/multi-row.js';

/** A stored session of a browser. `payload` is the provider's data. */
export interface StoredBrowserSession {
  uid: string;
  usedUs: number;
  payload: string;
}

/** A session as its user sees it; `browserName` is the browser it was last used in. */
export interface StoredUserSession extends StoredBrowserSession {
  browserName: string | null;
}

/** A use of a session: its user, and the kind of browser. */
export interface SessionUse {
  uid: string;
  userNo: number;
  orgNo: number;
  browserName: string | undefined;
}

/** Surplus sessions are ended when a session is added, so this many rows are never reached. */
const MAX_ROWS = 50;
/** People have few sessions. For a program that signs in repeatedly, only the last ones are listed. */
const MAX_OF_USER = 200;
/** Sessions read at once where all of a user count. */
const PAGE = 200;

@Injectable()
export class BrowserSessionsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Sessions that have not ended, the last used first. */
  async listOfBrowser(browser: string): Promise<StoredBrowserSession[]> {
    const now = this.clock.nowUs();
    const rows = await this.database.query.rows<{ session_uid: string; used_us: number; payload: string }>(
      `SELECT b.session_uid, b.used_us, a.payload FROM browser_sessions b JOIN oidc_artifacts a ON a.kind = 'Session' AND a.uid = b.session_uid
       WHERE b.browser = ? AND b.expires_us > ? AND a.expires_us > ? ORDER BY b.used_us DESC LIMIT ${MAX_ROWS}`,
      [browser, now, now],
    );
    return rows.map(({ session_uid, used_us, payload }) => ({ uid: session_uid, usedUs: used_us, payload }));
  }

  /** Users of an organization with rows here, `limit` at most. */
  async someUsersOfOrganization(tx: Transaction, orgNo: number, limit: number): Promise<number[]> {
    const sql = `SELECT user_no FROM browser_sessions WHERE org_no = ? LIMIT ${limit}`;
    return [...new Set((await tx.rows<{ user_no: number }>(sql, [orgNo])).map(({ user_no }) => user_no))];
  }

  /** Deletes the remaining rows of a user's sessions, ended ones included. */
  async removeOfUser(tx: Transaction, userNo: number): Promise<void> {
    await tx.run('DELETE FROM browser_sessions WHERE user_no = ?', [userNo]);
  }

  /** The live sessions of a user in all browsers, the last used first. A session may appear more than once. */
  async listOfUser(query: Query, userNo: number): Promise<StoredUserSession[]> {
    const now = this.clock.nowUs();
    const rows = await query.rows<{ session_uid: string; used_us: number; browser_name: string | null; payload: string }>(
      `SELECT b.session_uid, b.used_us, b.browser_name, a.payload FROM browser_sessions b
       JOIN oidc_artifacts a ON a.kind = 'Session' AND a.uid = b.session_uid
       WHERE b.user_no = ? AND b.expires_us > ? AND a.expires_us > ? ORDER BY b.used_us DESC LIMIT ${MAX_OF_USER}`,
      [userNo, now, now],
    );
    return rows.map(({ session_uid, used_us, browser_name, payload }) => ({
      uid: session_uid,
      usedUs: used_us,
      browserName: browser_name,
      payload,
    }));
  }

  /**
   * Every live session of a user in all browsers, a few at a time. A session may appear more than once. Pages follow the order of `uid`, which
   * never changes: neither a use nor the end of a session meanwhile hides another one.
   */
  async *allOfUser(userNo: number): AsyncGenerator<Array<Pick<StoredBrowserSession, 'uid' | 'payload'>>> {
    for (let after: string | undefined = ''; after !== undefined;) {
      const now = this.clock.nowUs();
      const page: Array<{ uid: string; payload: string }> = await this.database.query.rows(
        `SELECT b.session_uid AS uid, a.payload FROM browser_sessions b JOIN oidc_artifacts a ON a.kind = 'Session' AND a.uid = b.session_uid
         WHERE b.user_no = ? AND b.session_uid > ? AND b.expires_us > ? AND a.expires_us > ? ORDER BY b.session_uid LIMIT ${PAGE}`,
        [userNo, after, now, now],
      );
      yield page;
      after = page.length < PAGE ? undefined : page.at(-1)?.uid;
    }
  }

  /** When a session was last used in this browser; undefined if it is not one of the browser's sessions. */
  async findLastUse(browser: string, sessionUid: string): Promise<number | undefined> {
    const sql = 'SELECT used_us FROM browser_sessions WHERE browser = ? AND session_uid = ?';
    return (await this.database.query.row<{ used_us: number }>(sql, [browser, sessionUid]))?.used_us;
  }

  /** Moves all sessions of a browser to its new name. */
  async renameBrowser(tx: Transaction, before: string, browser: string): Promise<void> {
    await tx.run('UPDATE browser_sessions SET browser = ? WHERE browser = ?', [browser, before]);
  }

  /** Records that a session is used in a browser now; the row lives until `expiresUs` at most. */
  async saveUse(tx: Transaction, browser: string, { uid, userNo, orgNo, browserName }: SessionUse, expiresUs: number): Promise<void> {
    const values = [userNo, orgNo, this.clock.nowUs(), expiresUs, browserName ?? null, sessionName(uid), browser, uid];
    const update = () =>
      tx.run(
        'UPDATE browser_sessions SET user_no = ?, org_no = ?, used_us = ?, expires_us = ?, browser_name = ?, name = ? WHERE browser = ? AND session_uid = ?',
        values,
      );
    if ((await update()) > 0) return;
    try {
      await tx.run(
        'INSERT INTO browser_sessions (user_no, org_no, used_us, expires_us, browser_name, name, browser, session_uid) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        values,
      );
    } catch (error) {
      if (!(error instanceof DuplicateKeyError)) throw error;
      await update();
    }
  }

  async removeSessions(tx: Transaction, sessionUids: readonly string[]): Promise<void> {
    const keys = sessionUids.map((uid) => [uid]);
    await deleteRows(tx, 'browser_sessions', ['session_uid'], keys);
  }
}
