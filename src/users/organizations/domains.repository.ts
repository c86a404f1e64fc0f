// The SQL of domains: a verified domain belongs to one organization, while any number of them may claim it.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { Query, Transaction } from '../../common/database/transaction.js';

/** A domain that an organization claims. `verified`: an administrator of the whole service has confirmed it, or the organization has proved it. */
export interface OrganizationDomain {
  domain: string;
  verified: boolean;
  primary: boolean;
}

/**
 * The domains on which verified marks of an organization's people rest, in lower case, and whether the organization claims more that may be verified
 * soon.
 */
export interface DomainHoldings {
  owned: ReadonlySet<string>;
  lost: ReadonlySet<string>;
  hasClaims: boolean;
}

interface Row {
  domain: string;
  is_primary: number;
  verified: number;
}

@Injectable()
export class DomainsRepository {
  constructor(private readonly database: Database) {}

  /** Ordered by name. */
  async listDomains(orgNo: number, query: Query = this.database.query): Promise<OrganizationDomain[]> {
    const rows = await query.rows<Row>(
      `SELECT domain, is_primary, 1 AS verified FROM organization_domains WHERE org_no = ?
        UNION ALL SELECT domain, 0, 0 FROM domain_claims WHERE org_no = ? ORDER BY domain`,
      [orgNo, orgNo],
    );
    return rows.map((row) => ({ domain: row.domain, verified: Boolean(row.verified), primary: Boolean(row.is_primary) }));
  }

  /** The verified domains of an organization, the ones it gave up whose marks are still being lowered, and whether it claims others. */
  async readHoldings(orgNo: number): Promise<DomainHoldings> {
    const rows = await this.database.query.rows<{ domain: string; state: 'owned' | 'lost' | 'claimed' }>(
      `SELECT domain, 'owned' AS state FROM organization_domains WHERE org_no = ?
        UNION ALL SELECT domain, 'lost' FROM domain_losses WHERE org_no = ?
        UNION ALL SELECT domain, 'claimed' FROM domain_claims WHERE org_no = ?`,
      [orgNo, orgNo, orgNo],
    );
    const named = (state: string) => new Set(rows.filter((row) => row.state === state).map(({ domain }) => domain));
    return { owned: named('owned'), lost: named('lost'), hasClaims: named('claimed').size > 0 };
  }

  async insertClaim(tx: Transaction, orgNo: number, domain: string): Promise<void> {
    await tx.run('INSERT INTO domain_claims (org_no, domain) VALUES (?, ?)', [orgNo, domain]);
  }

  /** @throws DuplicateKeyError when an organization has already verified the domain */
  async insertVerified(tx: Transaction, orgNo: number, domain: string, verifiedUs: number): Promise<void> {
    for (const table of ['domain_claims', 'domain_losses'])
      await tx.run(`DELETE FROM ${table} WHERE org_no = ? AND domain = ?`, [orgNo, domain]);
    await tx.run('INSERT INTO organization_domains (domain, org_no, is_primary, verified_us) VALUES (?, ?, ?, ?)', [
      domain,
      orgNo,
      false,
      verifiedUs,
    ]);
  }

  async removeDomain(tx: Transaction, orgNo: number, domain: string): Promise<void> {
    await tx.run('DELETE FROM organization_domains WHERE org_no = ? AND domain = ?', [orgNo, domain]);
    for (const table of ['domain_claims', 'domain_challenges'])
      await tx.run(`DELETE FROM ${table} WHERE org_no = ? AND domain = ?`, [orgNo, domain]);
  }

  /** Records that an organization has given up a verified domain. */
  async insertLoss(tx: Transaction, no: number, orgNo: number, domain: string): Promise<void> {
    await tx.run("INSERT INTO domain_losses (no, org_no, domain, after_rev, after_user) VALUES (?, ?, ?, '', 0)", [no, orgNo, domain]);
  }
}
