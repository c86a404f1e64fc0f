// SQL of the authorizations of one user: lists them by application, and ends them. grants.repository.ts has the SQL of single
// authorizations.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/primitives/clock.js';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { scopeValues } from '../../protocol/scopes.js';
import { GAVE_TOKENS, type Grant } from './grants.repository.js';

/** The authorizations of one application for a user. Times are microseconds since 1970 UTC. */
export interface HeldByClient {
  clientNo: number;
  clientId: string;
  /** Name of the application. */
  application: string;
  scope: readonly string[];
  /** Begin of the oldest authorization; undefined if unknown. */
  sinceUs: number | undefined;
  /** When tokens were last issued. */
  lastUsedUs: number | undefined;
}

interface HeldByClientColumns {
  client_no: number;
  client_id: string;
  name: string;
  scope: string;
  payload: string;
  rotated_us: number | null;
  code_used_us: number | null;
}

const HOLDING = `revoked_us IS NULL AND expires_us > ? AND ${GAVE_TOKENS}`;

/** Maximum number of entries shown. */
const MAX_LISTED = 200;

@Injectable()
export class GrantsOfUsersRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The current authorizations of a user, ordered by application name. */
  async listByClient(userNo: number, query: Query = this.database.query): Promise<HeldByClient[]> {
    const now = this.clock.nowUs();
    const rows = await query.rows<HeldByClientColumns>(
      `SELECT s.client_no, a.client_id, a.name, s.scope, f.payload, s.rotated_us, s.code_used_us FROM (
          SELECT g.client_no, g.scope, MIN(g.no) AS first_no, MAX(g.rotated_us) AS rotated_us, MAX(g.code_used_us) AS code_used_us
            FROM grants g WHERE g.user_no = ? AND ${HOLDING} GROUP BY g.client_no, g.scope ORDER BY g.client_no LIMIT ${MAX_LISTED}) s
        JOIN grants f ON f.no = s.first_no JOIN applications a ON a.no = s.client_no ORDER BY a.name, s.client_no, s.first_no`,
      [userNo, now],
    );
    return byClient(rows);
  }

  /** Ends every authorization that a user gave a client. @returns the number ended */
  async revokeOf(tx: Transaction, userNo: number, clientNo: number): Promise<number> {
    return tx.run('UPDATE grants SET revoked_us = ? WHERE user_no = ? AND client_no = ? AND revoked_us IS NULL', [
      this.clock.nowUs(),
      userNo,
      clientNo,
    ]);
  }

  /** Ends every authorization of a user. @returns the number ended */
  async revokeAll(tx: Transaction, userNo: number): Promise<number> {
    return tx.run('UPDATE grants SET revoked_us = ? WHERE user_no = ? AND revoked_us IS NULL', [this.clock.nowUs(), userNo]);
  }
}

/** Merges the rows of each client, which are adjacent. */
function byClient(rows: readonly HeldByClientColumns[]): HeldByClient[] {
  const clients = new Map<number, HeldByClient>();
  for (const { client_no: clientNo, client_id: clientId, name: application, scope, ...row } of rows) {
    const known = clients.get(clientNo);
    clients.set(clientNo, {
      clientNo,
      clientId,
      application,
      scope: scopeValues([...(known?.scope ?? []), scope].join(' ')),
      sinceUs: earliest(known?.sinceUs, beginOf(JSON.parse(row.payload) as Grant['payload'])),
      lastUsedUs: Math.max(known?.lastUsedUs ?? 0, row.rotated_us ?? 0, row.code_used_us ?? 0) || undefined,
    });
  }
  return [...clients.values()];
}

/** When an authorization began: as the exchange recorded it, else when its code was issued, else when the person signed in. */
function beginOf({ code, exchange }: Grant['payload']): number | undefined {
  const seconds = code['iat'] ?? code['authTime'];
  return exchange?.sinceUs ?? (typeof seconds === 'number' ? seconds * 1_000_000 : undefined);
}

function earliest(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}
