// SQL of authorizations: one row carries the code, the session and the life of everything issued from it (docs/adr/0005-tokens.md).
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { Database, type Query, type Transaction } from '../../common/database/database.js';
import type { Actor } from './actors.js';
import type { Generations } from './token-content.js';

/** An authorization as it is stored. Times are microseconds since 1970 UTC. */
export interface Grant {
  no: number;
  id: string;
  userNo: number;
  clientNo: number;
  sessionUid: string | null;
  scope: string;
  /** What the provider keeps with the code, and the generations at the time of consent. */
  payload: {
    generations: Generations;
    code: Record<string, unknown>;
    /** For whom an exchanged token is good, and who acts. */
    exchange?: { audience: readonly string[]; actors: readonly Actor[] };
  };
  codeUntilUs: number | null;
  codeUsedUs: number | null;
  /** Number of the newest refresh token, 0 while there is none. */
  refreshN: number;
  rotatedUs: number | null;
  refreshIdleUs: number | null;
  refreshUntilUs: number | null;
  revokedUs: number | null;
  expiresUs: number;
}

/** A new authorization; without a code when its tokens are given at once. */
export type NewGrant = Pick<Grant, 'id' | 'userNo' | 'clientNo' | 'sessionUid' | 'scope' | 'payload' | 'expiresUs'> & {
  code?: { digest: string; untilUs: number };
};

interface GrantColumns {
  no: number;
  id: string;
  user_no: number;
  client_no: number;
  session_uid: string | null;
  scope: string;
  payload: string;
  code_until_us: number | null;
  code_used_us: number | null;
  refresh_n: number;
  rotated_us: number | null;
  refresh_idle_us: number | null;
  refresh_until_us: number | null;
  revoked_us: number | null;
  expires_us: number;
}

const SELECT = `SELECT no, id, user_no, client_no, session_uid, scope, payload, code_until_us, code_used_us, refresh_n, rotated_us, refresh_idle_us,
  refresh_until_us, revoked_us, expires_us FROM grants`;

@Injectable()
export class GrantsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  insert(grant: NewGrant): Promise<number> {
    return this.database.write('authorize', (tx) => this.insertIn(tx, grant));
  }

  /** The same as part of a larger unit of work. */
  async insertIn(tx: Transaction, grant: NewGrant): Promise<number> {
    const no = tx.nextNumber();
    const { id, userNo, clientNo, sessionUid, scope, payload, code, expiresUs } = grant;
    await tx.run(
      `INSERT INTO grants (no, id, user_no, client_no, session_uid, scope, payload, code_digest, code_until_us, refresh_n, min_n, expires_us)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?)`,
      [no, id, userNo, clientNo, sessionUid, scope, JSON.stringify(payload), code?.digest ?? null, code?.untilUs ?? null, expiresUs],
    );
    return no;
  }

  async findByCode(digest: string): Promise<Grant | undefined> {
    return this.findBy(this.database.query, 'code_digest', digest);
  }

  async findById(id: string): Promise<Grant | undefined> {
    return this.findBy(this.database.query, 'id', id);
  }

  async findByNo(no: number): Promise<Grant | undefined> {
    return this.findBy(this.database.query, 'no', no);
  }

  /** Uses a code up. One conditional update, so that of any number of callers one wins, and a revocation wins over all. */
  redeem(no: number): Promise<boolean> {
    return this.database.write('redeem code', async (tx) => {
      const now = this.clock.nowUs();
      const matched = await tx.run(
        'UPDATE grants SET code_used_us = ? WHERE no = ? AND code_used_us IS NULL AND revoked_us IS NULL AND code_until_us > ?',
        [now, no, now],
      );
      return matched === 1;
    });
  }

  /** Gives an authorization its first refresh token. @returns false when it was revoked meanwhile */
  startRefresh(no: number, { idleUs, untilUs, expiresUs }: { idleUs: number; untilUs: number; expiresUs: number }): Promise<boolean> {
    return this.database.write('start refresh', async (tx) => {
      const matched = await tx.run(
        'UPDATE grants SET refresh_n = 1, rotated_us = ?, refresh_idle_us = ?, refresh_until_us = ?, expires_us = ? WHERE no = ? AND refresh_n = 0 AND revoked_us IS NULL',
        [this.clock.nowUs(), idleUs, untilUs, expiresUs, no],
      );
      return matched === 1;
    });
  }

  /** Replaces the `n`-th refresh token by the next. @returns false when it is not the newest any more, or everything was revoked */
  rotate(no: number, n: number, idleUs: number): Promise<boolean> {
    return this.database.write('rotate refresh token', async (tx) => {
      const matched = await tx.run(
        'UPDATE grants SET refresh_n = refresh_n + 1, rotated_us = ?, refresh_idle_us = ? WHERE no = ? AND refresh_n = ? AND revoked_us IS NULL',
        [this.clock.nowUs(), idleUs, no, n],
      );
      return matched === 1;
    });
  }

  /** Ends an authorization and everything issued from it. */
  async revoke(id: string): Promise<void> {
    await this.database.write('revoke grant', (tx) =>
      tx.run('UPDATE grants SET revoked_us = ? WHERE id = ? AND revoked_us IS NULL', [this.clock.nowUs(), id]),
    );
  }

  /**
   * Ends what a browser session holds: access tokens die at once. What has a refresh token lives on, unbound from the session;
   * only what its next refresh yields is good again.
   */
  async endSession(sessionUid: string): Promise<void> {
    await this.database.write('end session', (tx) =>
      tx.run(
        `UPDATE grants SET revoked_us = CASE WHEN refresh_n = 0 THEN ? ELSE revoked_us END, min_n = CASE WHEN refresh_n = 0 THEN min_n ELSE refresh_n + 1 END, session_uid = NULL
         WHERE session_uid = ? AND revoked_us IS NULL`,
        [this.clock.nowUs(), sessionUid],
      ),
    );
  }

  private async findBy(query: Query, column: 'no' | 'id' | 'code_digest', value: string | number): Promise<Grant | undefined> {
    const row = await query.row<GrantColumns>(`${SELECT} WHERE ${column} = ?`, [value]);
    return row && toGrant(row);
  }
}

function toGrant(row: GrantColumns): Grant {
  return {
    no: row.no,
    id: row.id,
    userNo: row.user_no,
    clientNo: row.client_no,
    sessionUid: row.session_uid,
    scope: row.scope,
    payload: JSON.parse(row.payload) as Grant['payload'],
    codeUntilUs: row.code_until_us,
    codeUsedUs: row.code_used_us,
    refreshN: row.refresh_n,
    rotatedUs: row.rotated_us,
    refreshIdleUs: row.refresh_idle_us,
    refreshUntilUs: row.refresh_until_us,
    revokedUs: row.revoked_us,
    expiresUs: row.expires_us,
  };
}
