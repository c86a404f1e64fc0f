// The rows of what organizations and the service decided. Organization 0 stands for the whole service.
import { Injectable } from '@nestjs/common';
import { Database, type Query, type Transaction } from '../../common/database/database.js';

@Injectable()
export class PoliciesRepository {
  constructor(private readonly database: Database) {}

  /** What the service decided, then what the organization did; nothing where nobody decided. */
  async listDecided(orgNo: number, kind: string, query: Query = this.database.query): Promise<object[]> {
    const rows = await query.rows<{ body: string }>('SELECT body FROM policies WHERE org_no IN (0, ?) AND kind = ? ORDER BY org_no', [
      orgNo,
      kind,
    ]);
    return rows.map(({ body }) => JSON.parse(body) as object);
  }

  async findDecided(query: Query, orgNo: number, kind: string): Promise<object | undefined> {
    const row = await query.row<{ body: string }>('SELECT body FROM policies WHERE org_no = ? AND kind = ?', [orgNo, kind]);
    return row && (JSON.parse(row.body) as object);
  }

  async insertPolicy(tx: Transaction, orgNo: number, kind: string, body: object): Promise<void> {
    await tx.run('INSERT INTO policies (org_no, kind, body) VALUES (?, ?, ?)', [orgNo, kind, JSON.stringify(body)]);
  }

  async updatePolicy(tx: Transaction, orgNo: number, kind: string, body: object): Promise<void> {
    await tx.run('UPDATE policies SET body = ? WHERE org_no = ? AND kind = ?', [JSON.stringify(body), orgNo, kind]);
  }

  /** @returns whether there was a decision */
  async deletePolicy(tx: Transaction, orgNo: number, kind: string): Promise<boolean> {
    return (await tx.run('DELETE FROM policies WHERE org_no = ? AND kind = ?', [orgNo, kind])) > 0;
  }

  /** The names of the features that are on. */
  async enabledFeatures(query: Query = this.database.query): Promise<Set<string>> {
    const rows = await query.rows<{ name: string; enabled: number }>('SELECT name, enabled FROM features');
    return new Set(rows.filter(({ enabled }) => enabled).map(({ name }) => name));
  }

  async setFeature(tx: Transaction, name: string, enabled: boolean): Promise<void> {
    const changed = await tx.run('UPDATE features SET enabled = ? WHERE name = ?', [enabled, name]);
    if (changed === 0) await tx.run('INSERT INTO features (name, enabled) VALUES (?, ?)', [name, enabled]);
  }
}
