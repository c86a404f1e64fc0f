// The SQL of domains.
import { Injectable } from '@nestjs/common';
import { Database, type Query, type Transaction } from '../../common/database/database.js';

/** A domain that an organization says is its own. `verified`: somebody who manages the whole service says so too. */
export interface OrganizationDomain {
  domain: string;
  verified: boolean;
  primary: boolean;
}

interface Row {
  domain: string;
  is_primary: number;
  verified_us: number | null;
}

@Injectable()
export class DomainsRepository {
  constructor(private readonly database: Database) {}

  /** In the order of their names. */
  async list(orgNo: number, query: Query = this.database.query): Promise<OrganizationDomain[]> {
    const rows = await query.rows<Row>(
      'SELECT domain, is_primary, verified_us FROM organization_domains WHERE org_no = ? ORDER BY domain',
      [orgNo],
    );
    return rows.map((row) => ({ domain: row.domain, verified: row.verified_us !== null, primary: Boolean(row.is_primary) }));
  }

  async insert(tx: Transaction, orgNo: number, domain: string, verifiedUs: number | null): Promise<void> {
    await tx.run('INSERT INTO organization_domains (domain, org_no, is_primary, verified_us) VALUES (?, ?, ?, ?)', [
      domain,
      orgNo,
      false,
      verifiedUs,
    ]);
  }

  async verify(tx: Transaction, orgNo: number, domain: string, verifiedUs: number): Promise<void> {
    await tx.run('UPDATE organization_domains SET verified_us = ? WHERE org_no = ? AND domain = ?', [verifiedUs, orgNo, domain]);
  }

  async remove(tx: Transaction, orgNo: number, domain: string): Promise<void> {
    await tx.run('DELETE FROM organization_domains WHERE org_no = ? AND domain = ?', [orgNo, domain]);
  }
}
