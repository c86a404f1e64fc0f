// SQL of the live sessions of an organization: each once, in the order of their use.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { Database } from '../../common/database/database.js';
import { listRows, type ListSource } from '../../common/database/list-rows.js';
import type { Clause } from '../../common/database/engines/sql-words.js';
import { mapListed, type Listed, type ListQuery } from '../../common/primitives/list-query.js';

/** A session and its user. `name` identifies it in events and forms. */
export interface OrganizationSession {
  name: string;
  uid: string;
  userNo: number;
  userId: string;
  /** In seconds since 1970 UTC. */
  signedIn: number;
  lastUsedUs: number;
  browserName: string | undefined;
}

interface Row {
  name: string;
  session_uid: string;
  user_no: number;
  user_id: string;
  used_us: number;
  browser_name: string | null;
  payload: string;
}

export const ORGANIZATION_SESSION_LIST = {
  table: 'browser_sessions b',
  joins: "JOIN oidc_artifacts a ON a.kind = 'Session' AND a.uid = b.session_uid JOIN users u ON u.no = b.user_no",
  columns: 'b.name, b.session_uid, b.user_no, u.id AS user_id, b.used_us, b.browser_name, a.payload',
  no: 'b.name',
  defaultSort: 'lastUsedAt',
  sorts: { lastUsedAt: { column: 'b.used_us', index: 'browser_sessions_by_use' } },
  filters: {
    userId: { kind: 'is', column: 'u.id', description: 'only sessions of this person' },
    usedAfter: { kind: 'after', column: 'b.used_us' },
    usedBefore: { kind: 'before', column: 'b.used_us' },
  },
} as const satisfies ListSource;

@Injectable()
export class OrganizationSessionsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @param generation of the organization: sessions begun in an earlier one are not live */
  async listSessions(organization: { no: number; generation: number }, query: ListQuery): Promise<Listed<OrganizationSession>> {
    return mapListed(await listRows<Row>(this.database.search, ORGANIZATION_SESSION_LIST, query, this.alive(organization)), toSession);
  }

  /** The session as the list shows it. */
  async findLiveSession(organization: { no: number; generation: number }, name: string): Promise<OrganizationSession | undefined> {
    const { columns, table, joins } = ORGANIZATION_SESSION_LIST;
    const { sql, values } = this.alive(organization);
    const select = `SELECT ${columns} FROM ${table} ${joins} WHERE b.name = ? AND ${sql}`;
    const row = await this.database.query.row<Row>(select, [name, ...values]);
    return row && toSession(row);
  }

  async findSession(orgNo: number, name: string): Promise<{ uid: string; userId: string } | undefined> {
    const row = await this.database.query.row<{ session_uid: string; id: string }>(
      'SELECT b.session_uid, u.id FROM browser_sessions b JOIN users u ON u.no = b.user_no WHERE b.org_no = ? AND b.name = ?',
      [orgNo, name],
    );
    return row && { uid: row.session_uid, userId: row.id };
  }

  /** The numbers of at most `limit` signed-in people, after the number `after`. */
  async listPeople(orgNo: number, after: number, limit: number): Promise<number[]> {
    const rows = await this.database.query.rows<{ no: number }>(
      `SELECT DISTINCT u.no FROM browser_sessions b JOIN users u ON u.no = b.user_no WHERE b.org_no = ? AND u.no > ? ORDER BY u.no LIMIT ${limit}`,
      [orgNo, after],
    );
    return rows.map(({ no }) => no);
  }

  /** If two rows point to one session, in browsers that share a cookie, the last used row counts. */
  private alive({ no, generation }: { no: number; generation: number }): Clause {
    const now = this.clock.nowUs();
    return {
      sql: `b.org_no = ? AND b.name IS NOT NULL AND b.expires_us > ? AND a.expires_us > ? AND u.active = TRUE AND u.locked_us IS NULL
        AND JSON_EXTRACT(a.payload, '$.holder.generation') = u.token_gen AND JSON_EXTRACT(a.payload, '$.holder.organizationGeneration') = ?
        AND NOT EXISTS (SELECT 1 FROM browser_sessions d WHERE d.session_uid = b.session_uid
          AND (d.used_us > b.used_us OR (d.used_us = b.used_us AND d.browser > b.browser)))`,
      values: [no, now, now, generation],
    };
  }
}

function toSession({ name, session_uid, user_no, user_id, used_us, browser_name, payload }: Row): OrganizationSession {
  const { loginTs = 0 } = JSON.parse(payload) as { loginTs?: number };
  return {
    name,
    uid: session_uid,
    userNo: user_no,
    userId: user_id,
    signedIn: loginTs,
    lastUsedUs: used_us,
    browserName: browser_name ?? undefined,
  };
}
