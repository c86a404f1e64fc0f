// SQL of authorizations: one row carries the code, the session and the life of everything issued from it (docs/adr/0005-tokens.md).
import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/primitives/clock.js';
import { grouped } from '../../../common/primitives/grouped.js';
import { Coalescer, MAX_BATCH, padded, statements } from '../../../common/database/coalescer.js';
import { Database } from '../../../common/database/database.js';
import type { Statement, Transaction } from '../../../common/database/transaction.js';
import { changeIn, selectIn } from '../../../common/database/multi-row.js';
import type { Resource } from '../../clients/resource-uri.js';
import { EndedSessionsRepository, type RememberedClient } from './ended-sessions.repository.js';
import type { Actor } from '../content/actors.js';
import type { Generations, TokenCredential, TokenOrigin } from '../content/token-content.js';

/** The library's names of codes. */
export type CodeKind = 'AuthorizationCode' | 'DeviceCode';

/** An authorization as it is stored. Times are microseconds since 1970 UTC. */
export interface Grant {
  no: number;
  id: string;
  userNo: number;
  clientNo: number;
  sessionUid: string | null;
  scope: string;
  /** The data that the provider stores with the code, and the generations at the time of consent. */
  payload: {
    generations: Generations;
    code: Record<string, unknown>;
    /** The resources that its request named (RFC 8707). */
    resources?: readonly Resource[];
    /** Set if the session had given the client a code or tokens before. */
    givenBefore?: true;
    /**
     * For an exchanged authorization: the audience of its tokens, the actors, and the origins and credentials it rests on. Also when its
     * tokens begin and end.
     */
    exchange?: {
      audience: readonly string[];
      actors: readonly Actor[];
      origins?: readonly TokenOrigin[];
      credentials?: readonly TokenCredential[];
      endsUs?: number;
      sinceUs?: number;
    };
  };
  codeUntilUs: number | null;
  codeUsedUs: number | null;
  /** Number of the newest refresh token, 0 while there is none. */
  refreshN: number;
  /** Tokens with a lower number are invalid. */
  minN: number;
  /** When a refresh token was last issued, or tokens together with the code. */
  rotatedUs: number | null;
  refreshIdleUs: number | null;
  refreshUntilUs: number | null;
  revokedUs: number | null;
  expiresUs: number;
}

/** When the first refresh token expires if unused, when it expires in any case, and when the authorization's row may be deleted. */
export interface FirstRefresh {
  idleUs: number;
  untilUs: number;
  expiresUs: number;
}

/** A new authorization. It has no code if its tokens are issued at once, and has `refresh` if they include a refresh token. */
export type NewGrant = Pick<Grant, 'id' | 'userNo' | 'clientNo' | 'sessionUid' | 'scope' | 'payload' | 'expiresUs'> & {
  code?: { digest: string; untilUs: number };
  /** Set if tokens are issued together with the code (OpenID Connect Core section 3.3). */
  withTokens?: boolean;
  refresh?: FirstRefresh;
  /** Ids of the tokens it was exchanged from: revoking any of them ends it. */
  originIds?: readonly string[];
  /** Set if it depends on the user's consent, so that a withdrawal ends it. */
  restsOnConsent?: boolean;
};

/** The consent was withdrawn while an authorization that rests on it was written. The unit of work is rolled back. */
export class BasisEndedError extends Error {
  constructor() {
    super('What the authorization rests on has ended.');
    this.name = 'BasisEndedError';
  }
}

/** The moment at which the refresh token expires; 0 without a refresh token. */
export function refreshEndUs({ refreshIdleUs, refreshUntilUs }: Grant): number {
  return Math.min(refreshIdleUs ?? 0, refreshUntilUs ?? 0);
}

/**
 * A client with authorizations of a session. `isGiven`: it got tokens by one of them. An unredeemed code gave no tokens; but if the row of
 * the first authorization was deleted, its tokens may have existed and expired.
 */
export interface SessionClient extends RememberedClient {
  clientNo: number;
  isGiven: boolean;
}

/** A grant and the state of its owner, read in one snapshot. */
export interface HeldGrant extends Grant {
  configVersion: number;
  /** `live`: the user is active and not locked, and the organization is active. */
  holder: { live: boolean; generation: number; organizationGeneration: number; version: number };
}

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
  min_n: number;
  rotated_us: number | null;
  refresh_idle_us: number | null;
  refresh_until_us: number | null;
  revoked_us: number | null;
  expires_us: number;
}

const SELECT = `SELECT no, id, user_no, client_no, session_uid, scope, payload, code_until_us, code_used_us, refresh_n, min_n, rotated_us, refresh_idle_us,
  refresh_until_us, revoked_us, expires_us FROM grants`;

type SessionClientColumns = Pick<GrantColumns, 'client_no' | 'payload'> & { session_uid: string; given: number };

interface HeldColumns extends GrantColumns {
  config_version: number;
  live: number;
  user_generation: number;
  organization_generation: number;
  user_version: number;
}

/** Whether a row of `grants` gave its client a token: a code alone gave none until it is redeemed. */
export const GAVE_TOKENS = '(code_digest IS NULL OR code_used_us IS NOT NULL OR rotated_us IS NOT NULL)';

/** Maximum number of entries shown. */
const MAX_LISTED = 200;
const NOTHING = 0;
const MAX_FLIGHTS = 2;
const SELECT_HELD = `SELECT g.*, c.version AS config_version, CASE WHEN u.active = TRUE AND u.locked_us IS NULL AND o.state = 'active' THEN 1 ELSE 0 END AS live,
    u.token_gen AS user_generation, o.token_gen AS organization_generation, u.version AS user_version
    FROM config_version c JOIN grants g JOIN users u ON u.no = g.user_no JOIN organizations o ON o.no = u.org_no WHERE c.id = 1`;
const HELD = statements((marks) => `${SELECT_HELD} AND g.no IN (${marks})`);

@Injectable()
export class GrantsRepository {
  private readonly held = new Coalescer<number, HeldGrant | undefined>((numbers) => this.readHeld(numbers), MAX_FLIGHTS, MAX_BATCH);

  constructor(
    private readonly sessions: EndedSessionsRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws SessionEndedError when its browser session ended meanwhile, BasisEndedError */
  insert(grant: NewGrant): Promise<number> {
    return this.database.write('authorize', (tx) => this.insertIn(tx, grant));
  }

  /** Does the same within a larger unit of work, which the error rolls back. */
  async insertIn(tx: Transaction, grant: NewGrant): Promise<number> {
    const no = tx.nextNumber();
    const { id, userNo, clientNo, sessionUid, scope, payload, code, refresh, expiresUs } = grant;
    if (sessionUid !== null) await this.sessions.lockLive(tx, sessionUid);
    if (grant.restsOnConsent) await this.lockConsent(tx, userNo, clientNo);
    const given = refresh || grant.withTokens ? this.clock.nowUs() : null;
    const first = refresh ? [1, given, refresh.idleUs, refresh.untilUs, refresh.expiresUs] : [0, given, null, null, expiresUs];
    await tx.run(
      `INSERT INTO grants (no, id, user_no, client_no, session_uid, scope, payload, code_digest, code_until_us,
         refresh_n, rotated_us, refresh_idle_us, refresh_until_us, expires_us, min_n)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
      [no, id, userNo, clientNo, sessionUid, scope, JSON.stringify(payload), code?.digest ?? null, code?.untilUs ?? null, ...first],
    );
    const [actor] = payload.exchange?.actors ?? [];
    if (actor) await tx.run('UPDATE grants SET actor_no = ? WHERE no = ?', [actor.userNo, no]);
    for (const jti of new Set(grant.originIds))
      await tx.run('INSERT INTO grant_origins (jti, grant_no, until_us) VALUES (?, ?, ?)', [jti, no, refresh?.expiresUs ?? expiresUs]);
    return no;
  }

  /** A withdrawal deletes the row: either it finds the authorization, or this finds no consent. */
  private async lockConsent(tx: Transaction, userNo: number, clientNo: number): Promise<void> {
    const sql = `SELECT client_no FROM consents WHERE user_no = ? AND client_no = ?${tx.forUpdate}`;
    if (!(await tx.row(sql, [userNo, clientNo]))) throw new BasisEndedError();
  }

  /**
   * Ends a committed authorization if a token that it rests on has been revoked. Neither waits for the other: the revocation commits its row and
   * then looks for authorizations once more, so either it finds this one, or this finds the row.
   * @returns whether it ended
   */
  async revokeIfOriginRevoked(id: string, originIds: readonly string[]): Promise<boolean> {
    const revoked = await selectIn(
      this.database.query,
      'revoked origins',
      (marks) => `SELECT jti FROM revoked_tokens WHERE jti IN (${marks})`,
      [],
      originIds,
    );
    if (revoked.length > 0) await this.revoke(id);
    return revoked.length > 0;
  }

  /**
   * The authorization of a code, with the state of its user. A code of the other kind is unknown: as a device code, an authorization code would
   * be redeemed without its redirect URI and its verifier (RFC 6749 section 4.1.3, RFC 7636 section 4.6).
   */
  async findHeldByCode(kind: CodeKind, digest: string): Promise<HeldGrant | undefined> {
    const row = await this.database.query.row<HeldColumns>(`${SELECT_HELD} AND g.code_digest = ?`, [digest]);
    const found = row && toHeldGrant(row);
    return found?.payload.code['kind'] === kind ? found : undefined;
  }

  async findByNo(no: number): Promise<Grant | undefined> {
    const row = await this.database.query.row<GrantColumns>(`${SELECT} WHERE no = ?`, [no]);
    return row && toGrant(row);
  }

  /** The authorization with the state of its user. Concurrent calls share a query. */
  findHeld(no: number): Promise<HeldGrant | undefined> {
    return this.held.load(no);
  }

  /**
   * Redeems a code and, given `refresh`, creates the authorization's first refresh token. One conditional update: of several callers only
   * one wins, and a revocation wins over all.
   */
  async redeem(no: number, refresh?: FirstRefresh): Promise<boolean> {
    const now = unmistakable(this.clock.nowUs());
    const idleUs = refresh ? unmistakable(refresh.idleUs) : null;
    const first = refresh ? [now, idleUs, refresh.untilUs, refresh.expiresUs] : [];
    const matched = await this.database.change(
      'redeem code',
      {
        sql: `UPDATE grants SET code_used_us = ?${refresh ? ', refresh_n = 1, rotated_us = ?, refresh_idle_us = ?, refresh_until_us = ?, expires_us = ?' : ''}
       WHERE no = ? AND code_used_us IS NULL AND revoked_us IS NULL AND code_until_us > ?`,
        values: [now, ...first, no, now],
      },
      {
        sql: `SELECT no FROM grants WHERE no = ? AND code_used_us = ? AND refresh_n = ?${refresh ? ' AND refresh_idle_us = ?' : ''} AND revoked_us IS NULL`,
        values: [no, now, refresh ? 1 : 0, ...(refresh ? [idleUs] : [])],
      },
    );
    return matched === 1;
  }

  /**
   * Replaces the newest refresh token of an authorization that was just read, only if it is still the newest and belongs to the same
   * session. One statement: it runs before or after a sign-out and a revocation, never in between.
   */
  async rotate(grant: Grant, until: number): Promise<boolean> {
    const [rotatedUs, idleUs] = [unmistakable(this.clock.nowUs()), unmistakable(until)];
    const { sql, values } = rotation(grant, rotatedUs, idleUs);
    const proof = {
      sql: `SELECT no FROM grants WHERE no = ? AND refresh_n = ? AND rotated_us = ? AND refresh_idle_us = ? AND revoked_us IS NULL`,
      values: [grant.no, grant.refreshN + 1, rotatedUs, idleUs],
    };
    return (await this.database.change('rotate refresh token', { sql, values }, proof)) === 1;
  }

  /** Does the same within a larger unit of work. */
  async rotateIn(tx: Transaction, grant: Grant, idleUs: number): Promise<boolean> {
    const { sql, values } = rotation(grant, this.clock.nowUs(), idleUs);
    return (await tx.run(sql, values)) === 1;
  }

  /** Ends an authorization and everything issued from it. */
  async revoke(id: string): Promise<void> {
    await this.database.write('revoke grant', (tx) =>
      tx.run('UPDATE grants SET revoked_us = ? WHERE id = ? AND revoked_us IS NULL', [this.clock.nowUs(), id]),
    );
  }

  /** Ends every authorization that was exchanged from a token. */
  async revokeOfOrigin(tx: Transaction, jti: string): Promise<void> {
    await tx.run('UPDATE grants SET revoked_us = ? WHERE revoked_us IS NULL AND no IN (SELECT grant_no FROM grant_origins WHERE jti = ?)', [
      this.clock.nowUs(),
      jti,
    ]);
  }

  /** The current authorizations by which an actor acts for a user, the newest first. */
  async listDelegated(userNo: number): Promise<Grant[]> {
    const rows = await this.database.query.rows<GrantColumns>(
      `${SELECT} WHERE user_no = ? AND actor_no IS NOT NULL AND revoked_us IS NULL AND expires_us > ? ORDER BY no DESC LIMIT ${MAX_LISTED}`,
      [userNo, this.clock.nowUs()],
    );
    return rows.map(toGrant);
  }

  /** @returns false if it had ended, or is no delegation for this user */
  async revokeDelegated(tx: Transaction, userNo: number, id: string): Promise<boolean> {
    const sql = 'UPDATE grants SET revoked_us = ? WHERE id = ? AND user_no = ? AND actor_no IS NOT NULL AND revoked_us IS NULL';
    return (await tx.run(sql, [this.clock.nowUs(), id, userNo])) === 1;
  }

  /**
   * Ends the authorizations of browser sessions: access tokens become invalid at once. An authorization with a refresh token is unbound
   * from the session; only tokens of its next refresh are valid again.
   * @returns for each session with authorizations its clients, each once
   */
  async endSessions(tx: Transaction, sessionUids: readonly string[]): Promise<Map<string, SessionClient[]>> {
    const rows = await selectIn<SessionClientColumns>(
      tx,
      `grants of sessions${tx.forUpdate}`,
      (marks) =>
        `SELECT session_uid, client_no, payload, CASE WHEN ${GAVE_TOKENS} THEN 1 ELSE 0 END AS given
         FROM grants WHERE session_uid IN (${marks})${tx.forUpdate}`,
      [],
      sessionUids,
    );
    await changeIn(
      tx,
      'end grants of sessions',
      (marks) =>
        `UPDATE grants SET revoked_us = CASE WHEN refresh_n = 0 AND revoked_us IS NULL THEN ? ELSE revoked_us END,
           min_n = CASE WHEN refresh_n = 0 THEN min_n ELSE refresh_n + 1 END, session_uid = NULL
         WHERE session_uid IN (${marks})`,
      [this.clock.nowUs()],
      sessionUids,
    );
    return new Map([...grouped(rows, ({ session_uid: uid }) => uid)].map(([uid, held]) => [uid, sessionClients(held)]));
  }

  private async readHeld(numbers: readonly number[]): Promise<Array<HeldGrant | undefined>> {
    const all = padded(numbers, NOTHING);
    const rows = await this.database.query.rows<HeldColumns>(HELD(all.length), [...all]);
    const grants = new Map(rows.map((row) => [row.no, row]));
    return numbers.map((no) => {
      const row = grants.get(no);
      return row && toHeldGrant(row);
    });
  }
}

/**
 * A time with random digits below the millisecond. Processes that write it in the same millisecond write different values, so that after a lost
 * answer each finds only what it has written itself.
 */
function unmistakable(us: number): number {
  return us - (us % 1_000) + randomInt(1_000);
}

function rotation({ no, refreshN, sessionUid }: Grant, rotatedUs: number, idleUs: number): Statement {
  const session = sessionUid === null ? 'session_uid IS NULL' : 'session_uid = ?';
  return {
    sql: `UPDATE grants SET refresh_n = refresh_n + 1, rotated_us = ?, refresh_idle_us = ? WHERE no = ? AND refresh_n = ? AND revoked_us IS NULL AND ${session}`,
    values: [rotatedUs, idleUs, no, refreshN, ...(sessionUid === null ? [] : [sessionUid])],
  };
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
    minN: row.min_n,
    rotatedUs: row.rotated_us,
    refreshIdleUs: row.refresh_idle_us,
    refreshUntilUs: row.refresh_until_us,
    revokedUs: row.revoked_us,
    expiresUs: row.expires_us,
  };
}

function toHeldGrant(row: HeldColumns): HeldGrant {
  const { live, user_generation: generation, organization_generation: organizationGeneration, user_version: version } = row;
  return { ...toGrant(row), configVersion: row.config_version, holder: { live: live === 1, generation, organizationGeneration, version } };
}

/** An exchanged token carries no `sid`: its client does not know the session. */
function sessionClients(rows: readonly SessionClientColumns[]): SessionClient[] {
  const clients = new Map<string, SessionClient>();
  const withFirst = new Set<string>();
  for (const { client_no: clientNo, payload, given } of rows) {
    const { code, givenBefore } = JSON.parse(payload) as Grant['payload'];
    const { accountId: sub, clientId, sid } = code;
    if (typeof sub !== 'string' || typeof clientId !== 'string' || typeof sid !== 'string') continue;
    const key = `${clientNo} ${sid}`;
    if (!givenBefore) withFirst.add(key);
    clients.set(key, { clientNo, clientId, sub, sid, isGiven: given === 1 || clients.get(key)?.isGiven === true });
  }
  return [...clients].map(([key, client]) => ({ ...client, isGiven: client.isGiven || !withFirst.has(key) }));
}
