// The SQL of provisioning connections.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { Query, Transaction } from '../../common/database/transaction.js';
import { SHARED_DOMAIN } from '../../common/identifiers/external-id.js';
import type { ServiceUser } from '../../users/directory/service-users/service-users.repository.js';
import type { Dialect, Preset } from '../protocol/schema/dialect.js';

/** The provisioned e-mail addresses that count as verified: those in domains of the organization, or all. Ordered from narrow to wide. */
export const EMAIL_TRUSTS = ['ownedDomains', 'all'] as const;
export type EmailTrust = (typeof EMAIL_TRUSTS)[number];

/** A connection as it is stored. `userNo` and `userId` identify its service user. */
export interface StoredConnection {
  userNo: number;
  userId: string;
  orgNo: number;
  domainNo: number;
  provisioningDomain?: string;
  preset: Preset;
  switches: Partial<Dialect>;
  emailTrust: EmailTrust;
  createdUs: number;
}

/** A connection with the properties of its service user that a list shows. */
export interface ListedConnection extends StoredConnection {
  user: Pick<ServiceUser, 'id' | 'userName' | 'name' | 'description' | 'active'>;
}

interface Row {
  user_no: number;
  user_id: string;
  org_no: number;
  domain_no: number;
  domain: string | null;
  preset: Preset;
  switches: string;
  email_trust: EmailTrust;
  created_us: number;
}

type UserColumns = Record<'user_name' | 'name', string> & { description: string | null; active: number };

const COLUMNS = 'c.user_no, u.id AS user_id, c.org_no, c.domain_no, d.name AS domain, c.preset, c.switches, c.email_trust, c.created_us';
const FROM = 'FROM provisioning_connections c JOIN users u ON u.no = c.user_no LEFT JOIN provisioning_domains d ON d.no = c.domain_no';
const SELECT = `SELECT ${COLUMNS} ${FROM}`;

@Injectable()
export class ConnectionsRepository {
  constructor(private readonly database: Database) {}

  async findConnection(orgNo: number, userId: string, query: Query = this.database.query): Promise<StoredConnection | undefined> {
    const row = await query.row<Row>(`${SELECT} WHERE c.org_no = ? AND u.id = ?`, [orgNo, userId]);
    return row && toConnection(row);
  }

  /** Finds a caller's connection, in any organization. */
  async findByUser(userNo: number, query: Query = this.database.query): Promise<StoredConnection | undefined> {
    const row = await query.row<Row>(`${SELECT} WHERE c.user_no = ?`, [userNo]);
    return row && toConnection(row);
  }

  /** All connections of an organization; their number is limited. */
  async listConnections(orgNo: number): Promise<ListedConnection[]> {
    const rows = await this.database.query.rows<Row & UserColumns>(
      `SELECT ${COLUMNS}, u.user_name, u.active, s.name, s.description ${FROM} JOIN service_users s ON s.user_no = c.user_no WHERE c.org_no = ?`,
      [orgNo],
    );
    return rows.map((row) => {
      const { user_id: id, user_name: userName, name, description, active } = row;
      const user = { id, userName, name, ...(description !== null && { description }), active: Boolean(active) };
      return { ...toConnection(row), user };
    });
  }

  async countConnections(tx: Transaction, orgNo: number): Promise<number> {
    const sql = 'SELECT COUNT(*) AS n FROM provisioning_connections WHERE org_no = ?';
    return Number((await tx.row<{ n: number }>(sql, [orgNo]))?.n ?? 0);
  }

  async insertConnection(tx: Transaction, connection: StoredConnection): Promise<void> {
    const { userNo, orgNo, domainNo, preset, switches, emailTrust, createdUs } = connection;
    await tx.run(
      'INSERT INTO provisioning_connections (user_no, org_no, domain_no, preset, switches, email_trust, created_us) VALUES (?, ?, ?, ?, ?, ?, ?)',
      [userNo, orgNo, domainNo, preset, JSON.stringify(switches), emailTrust, createdUs],
    );
  }

  async updateConnection(tx: Transaction, { userNo, orgNo, domainNo, preset, switches, emailTrust }: StoredConnection): Promise<void> {
    await tx.run(
      'UPDATE provisioning_connections SET domain_no = ?, preset = ?, switches = ?, email_trust = ? WHERE user_no = ? AND org_no = ?',
      [domainNo, preset, JSON.stringify(switches), emailTrust, userNo, orgNo],
    );
  }

  async removeConnection(tx: Transaction, orgNo: number, userNo: number): Promise<void> {
    await tx.run('DELETE FROM provisioning_connections WHERE user_no = ? AND org_no = ?', [userNo, orgNo]);
  }

  /** The number of an organization's provisioning domain, which is created if new. The unit must hold the lock of the config version. */
  async domainNumber(tx: Transaction, orgNo: number, name: string | undefined): Promise<number> {
    if (name === undefined) return SHARED_DOMAIN;
    const known = await tx.row<{ no: number }>('SELECT no FROM provisioning_domains WHERE org_no = ? AND name = ?', [orgNo, name]);
    if (known) return known.no;
    const no = tx.nextNumber();
    await tx.run('INSERT INTO provisioning_domains (no, org_no, name) VALUES (?, ?, ?)', [no, orgNo, name]);
    return no;
  }
}

function toConnection(row: Row): StoredConnection {
  return {
    userNo: row.user_no,
    userId: row.user_id,
    orgNo: row.org_no,
    domainNo: row.domain_no,
    ...(row.domain === null ? {} : { provisioningDomain: row.domain }),
    preset: row.preset,
    switches: JSON.parse(row.switches) as Partial<Dialect>,
    emailTrust: row.email_trust,
    createdUs: row.created_us,
  };
}
