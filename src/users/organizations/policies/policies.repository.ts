// The rows of policies set by organizations and the service. Organization 0 stands for the whole service.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';

/** The policy of one kind that an organization (0: the whole service) has set. */
export interface Decision {
  orgNo: number;
  kind: string;
  body: Readonly<Record<string, unknown>>;
}

@Injectable()
export class PoliciesRepository {
  constructor(private readonly database: Database) {}

  /** The rows of the service first, then those of the organization; empty if neither has set a policy. @param kind absent: of every kind */
  async listDecided(orgNo: number, kind?: string, query: Query = this.database.query): Promise<Decision[]> {
    const ofKind = kind === undefined ? { sql: '', values: [] } : { sql: ' AND kind = ?', values: [kind] };
    const rows = await query.rows<{ org_no: number; kind: string; body: string }>(
      `SELECT org_no, kind, body FROM policies WHERE org_no IN (0, ?)${ofKind.sql} ORDER BY org_no, kind`,
      [orgNo, ...ofKind.values],
    );
    return rows.map((row) => ({ orgNo: row.org_no, kind: row.kind, body: JSON.parse(row.body) as Record<string, unknown> }));
  }

  async insertPolicy(tx: Transaction, orgNo: number, kind: string, body: object): Promise<void> {
    await tx.run('INSERT INTO policies (org_no, kind, body) VALUES (?, ?, ?)', [orgNo, kind, JSON.stringify(body)]);
  }

  async deletePolicy(tx: Transaction, orgNo: number, kind: string): Promise<void> {
    await tx.run('DELETE FROM policies WHERE org_no = ? AND kind = ?', [orgNo, kind]);
  }

  /** The names of the enabled features. */
  async enabledFeatures(query: Query = this.database.query): Promise<Set<string>> {
    const rows = await query.rows<{ name: string; enabled: number }>('SELECT name, enabled FROM features');
    return new Set(rows.filter(({ enabled }) => enabled).map(({ name }) => name));
  }

  async setFeature(tx: Transaction, name: string, enabled: boolean): Promise<void> {
    const changed = await tx.run('UPDATE features SET enabled = ? WHERE name = ?', [enabled, name]);
    if (changed === 0) await tx.run('INSERT INTO features (name, enabled) VALUES (?, ?)', [name, enabled]);
  }
}
