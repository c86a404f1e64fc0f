// The SQL of what needs attention. Every statement reads a bounded number of rows, however large an organization is.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { SqlValue } from '../../common/database/engines/sql-value.js';
import { EVENT_TYPES } from '../../users/events/event-types.js';

/** A credential that ends, of a service user or an application. */
export interface EndingCredential {
  type: 'serviceUser' | 'application';
  id: string;
  name: string;
  projectId: string | undefined;
}

/** Locks that are read: of all organizations, the newest. */
const LOCKS = 1_000;
/** Requests of connections that are read: of one organization, the newest. */
const REQUESTS = 2_000;
/** Credentials that are counted. */
const CREDENTIALS = 100;

/** Reading is no fault of provisioning: clients look for people who are not there. */
const CHANGES = "('create', 'replace', 'patch', 'delete', 'bulk')";

const SERVICE_USERS = "users o JOIN service_users s ON s.user_no = o.no WHERE o.org_no = ? AND o.kind = 'service'";
const APPLICATIONS = 'applications o JOIN projects p ON p.no = o.project_no WHERE o.org_no = ?';

/** The owners of credentials, and the credentials of each. A secret or key with a later one beside it is already replaced; each token has a user of its own. */
const ENDING = [
  { type: 'serviceUser', of: SERVICE_USERS, columns: 's.name, NULL AS project_id', table: 'client_secrets', replaced: true },
  { type: 'serviceUser', of: SERVICE_USERS, columns: 's.name, NULL AS project_id', table: 'client_keys', replaced: true },
  { type: 'serviceUser', of: SERVICE_USERS, columns: 's.name, NULL AS project_id', table: 'personal_access_tokens', replaced: false },
  { type: 'application', of: APPLICATIONS, columns: 'o.name, p.id AS project_id', table: 'client_secrets', replaced: true },
  { type: 'application', of: APPLICATIONS, columns: 'o.name, p.id AS project_id', table: 'client_keys', replaced: true },
] as const;

@Injectable()
export class AttentionRepository {
  constructor(private readonly database: Database) {}

  /** The credentials in an organization that end between two times, and have not been replaced; at most {@link CREDENTIALS} of each kind. */
  async listEndingCredentials(orgNo: number, fromUs: number, untilUs: number): Promise<{ found: EndingCredential[]; isCut: boolean }> {
    const { thenJoin } = this.database.search.words;
    const rows = await Promise.all(
      ENDING.map(({ type, of, columns, table, replaced }) => {
        const owner = table === 'personal_access_tokens' ? 'user_no' : 'owner_no';
        const [tables, where] = of.split(' WHERE ');
        const later = `SELECT 1 FROM ${table} l WHERE l.${owner} = c.${owner} AND (l.expires_us IS NULL OR l.expires_us >= ?)`;
        return this.database.query.rows<{ id: string; name: string; project_id: string | null; type: typeof type }>(
          `SELECT '${type}' AS type, o.id, ${columns} FROM ${tables} ${thenJoin} ${table} c ON c.${owner} = o.no
            WHERE ${where} AND c.expires_us >= ? AND c.expires_us < ?${replaced ? ` AND NOT EXISTS (${later})` : ''}
            ORDER BY o.no LIMIT ${CREDENTIALS}`,
          [orgNo, fromUs, untilUs, ...(replaced ? [untilUs] : [])],
        );
      }),
    );
    const found = rows.flat().map(({ type, id, name, project_id }) => ({ type, id, name, projectId: project_id ?? undefined }));
    return { found, isCut: rows.some(({ length }) => length === CREDENTIALS) };
  }

  /** The clients whose changes were refused since a time, among the newest requests. */
  async listRefusedCallers(orgNo: number, sinceUs: number): Promise<string[]> {
    const rows = await this.database.query.rows<{ caller_id: string }>(
      `SELECT DISTINCT l.caller_id FROM (SELECT caller_id, status, operation FROM provisioning_log WHERE org_no = ? AND created_us >= ?
          ORDER BY created_us DESC, no DESC LIMIT ${REQUESTS}) l WHERE l.status >= 400 AND l.operation IN ${CHANGES}`,
      [orgNo, sinceUs],
    );
    return rows.map(({ caller_id }) => caller_id);
  }

  /** The people of an organization that an administrator has locked since a time, and those locked out since a later time. */
  async listLocked(orgNo: number, lockedSinceUs: number, lockedOutSinceUs: number): Promise<{ ids: string[]; isCut: boolean }> {
    const { 'user.locked': locked, 'user.unlocked': unlocked } = EVENT_TYPES;
    const rows = await this.database.query.rows<{ id: string | null }>(
      `SELECT u.id FROM (SELECT org_no, aggregate_id, created_us, payload FROM events WHERE type_no = ? AND created_us >= ?
          ORDER BY created_us DESC LIMIT ${LOCKS + 1}) e
        LEFT JOIN users u ON u.id = e.aggregate_id AND u.org_no = ? AND e.org_no = ? AND (u.locked_us IS NOT NULL
          OR (e.created_us >= ? AND e.payload NOT LIKE '%"administrator"%'
              AND NOT EXISTS (SELECT 1 FROM events n WHERE n.aggregate_id = e.aggregate_id AND n.created_us > e.created_us AND n.type_no = ?)))`,
      [locked.no, lockedSinceUs, orgNo, orgNo, lockedOutSinceUs, unlocked.no],
    );
    return { ids: [...new Set(rows.flatMap(({ id }) => id ?? []))], isCut: rows.length > LOCKS };
  }

  /** Messages of an outbox that were tried in vain, among those whose next attempt is last; at most `bound`. */
  async countUndelivered(outbox: 'mail_outbox' | 'sms_outbox', bound: number): Promise<number> {
    return this.count(`SELECT 1 FROM (SELECT tries FROM ${outbox} ORDER BY due_us DESC LIMIT ${bound}) m WHERE m.tries > 0`, []);
  }

  /** Deactivated people of an organization, at most `bound`. */
  async countDeactivated(orgNo: number, bound: number): Promise<number> {
    return this.count(`SELECT 1 FROM users u WHERE u.org_no = ? AND u.kind = 'person' AND u.active = FALSE LIMIT ${bound}`, [orgNo]);
  }

  /** The contents of the whole service that no table has a row for each person of. */
  async countOfService(): Promise<Record<'organizations' | 'serviceUsers' | 'projects' | 'applications', number>> {
    const [organizations, serviceUsers, projects, applications] = await Promise.all([
      this.count("SELECT 1 FROM organizations o WHERE o.state <> 'removing'", []),
      this.count('SELECT 1 FROM service_users s', []),
      this.count("SELECT 1 FROM projects p WHERE p.state <> 'removing'", []),
      this.count('SELECT 1 FROM applications a', []),
    ]);
    return { organizations, serviceUsers, projects, applications };
  }

  private async count(rows: string, values: SqlValue[]): Promise<number> {
    return Number((await this.database.query.row<{ n: number }>(`SELECT COUNT(*) AS n FROM (${rows}) c`, values))?.n ?? 0);
  }
}
