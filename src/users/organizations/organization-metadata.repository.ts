// The rows of organization metadata, which other systems store.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { Query, Transaction } from '../../common/database/transaction.js';
import type { MetadataEntry } from './metadata-entry.js';

@Injectable()
export class OrganizationMetadataRepository {
  constructor(private readonly database: Database) {}

  /** Ordered by key. */
  async listByOrganization(orgNo: number, query: Query = this.database.query): Promise<MetadataEntry[]> {
    const rows = await query.rows<{ meta_key: string; value: string }>(
      'SELECT meta_key, value FROM organization_metadata WHERE org_no = ? ORDER BY meta_key',
      [orgNo],
    );
    return rows.map(({ meta_key, value }) => ({ key: meta_key, value }));
  }

  async listKeys(tx: Transaction, orgNo: number): Promise<string[]> {
    return (await tx.rows<{ meta_key: string }>('SELECT meta_key FROM organization_metadata WHERE org_no = ?', [orgNo])).map(
      ({ meta_key }) => meta_key,
    );
  }

  /** Serializes changes of an organization's metadata. */
  async lockOrganization(tx: Transaction, orgNo: number): Promise<void> {
    await tx.row(`SELECT no FROM organizations WHERE no = ?${tx.forUpdate}`, [orgNo]);
  }

  async replaceMetadata(tx: Transaction, orgNo: number, { key, value }: MetadataEntry): Promise<void> {
    await this.deleteMetadata(tx, orgNo, key);
    await tx.run('INSERT INTO organization_metadata (org_no, meta_key, value) VALUES (?, ?, ?)', [orgNo, key, value]);
  }

  /** @returns whether the entry existed */
  async deleteMetadata(tx: Transaction, orgNo: number, key: string): Promise<boolean> {
    return (await tx.run('DELETE FROM organization_metadata WHERE org_no = ? AND meta_key = ?', [orgNo, key])) > 0;
  }
}
