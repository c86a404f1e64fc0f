// The SQL of identity providers.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import type { CheckedImage } from '../../organizations/brandings/uploaded-picture.js';
import type { IdentityProvider, ProviderConnection, ProviderKind, ProviderRules } from './identity-provider.js';

/** How a provider has worked lately. Times are microseconds since 1970 UTC and up to a minute out of date. */
export interface ProviderHealthFacts {
  lastUsedUs?: number;
  lastFailureUs?: number;
  /** What went wrong, for administrators. */
  lastFailure?: string;
}

interface Row {
  no: number;
  id: string;
  org_no: number;
  kind: ProviderKind;
  template: string;
  name: string;
  enabled: number | boolean;
  rules: string;
  connection: string;
  sealed_secret: string | null;
  logo: string | null;
  created_us: number;
  modified_us: number;
}

const SELECT = `SELECT p.no, p.id, p.org_no, p.kind, p.template, p.name, p.enabled, p.rules, p.connection, p.sealed_secret, p.logo, p.created_us, p.modified_us
  FROM identity_providers p`;

@Injectable()
export class IdentityProvidersRepository {
  constructor(private readonly database: Database) {}

  /** Oldest first; their number is limited. */
  async listProviders(orgNo: number, query: Query = this.database.query): Promise<IdentityProvider[]> {
    return (await query.rows<Row>(`${SELECT} WHERE p.org_no = ? ORDER BY p.no`, [orgNo])).map(toProvider);
  }

  async findProvider(orgNo: number, id: string, query: Query = this.database.query): Promise<IdentityProvider | undefined> {
    const row = await query.row<Row>(`${SELECT} WHERE p.id = ? AND p.org_no = ?`, [id, orgNo]);
    return row && toProvider(row);
  }

  /** Providers of all owners after the one with the number `after`, by number. */
  async listOfKind(kind: ProviderKind, after: number, limit: number): Promise<IdentityProvider[]> {
    const sql = `${SELECT} WHERE p.kind = ? AND p.no > ? ORDER BY p.no LIMIT ${limit}`;
    return (await this.database.query.rows<Row>(sql, [kind, after])).map(toProvider);
  }

  /** Finds a provider by the id in its callback URL, unless its organization is being removed. */
  async findById(id: string): Promise<IdentityProvider | undefined> {
    const row = await this.database.query.row<Row>(
      `${SELECT} LEFT JOIN organizations o ON o.no = p.org_no WHERE p.id = ? AND (p.org_no = 0 OR o.state <> 'removing')`,
      [id],
    );
    return row && toProvider(row);
  }

  /** Whether any enabled provider answers for a domain. */
  async haveDomains(): Promise<boolean> {
    const sql = `SELECT no FROM identity_providers WHERE enabled = ? AND rules LIKE '%"domains":["%' LIMIT 1`;
    return (await this.database.query.row<{ no: number }>(sql, [true])) !== undefined;
  }

  async insertProvider(tx: Transaction, provider: IdentityProvider): Promise<void> {
    const { no, id, orgNo, kind, template, name, enabled, rules, connection, sealedSecret, createdUs, modifiedUs } = provider;
    await tx.run(
      `INSERT INTO identity_providers (no, id, org_no, kind, template, name, enabled, rules, connection, sealed_secret, created_us, modified_us)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        no,
        id,
        orgNo,
        kind,
        template,
        name,
        enabled,
        JSON.stringify(rules),
        JSON.stringify(connection),
        sealedSecret ?? null,
        createdUs,
        modifiedUs,
      ],
    );
  }

  async updateProvider(tx: Transaction, provider: IdentityProvider): Promise<void> {
    const { no, orgNo, name, enabled, rules, connection, sealedSecret, modifiedUs } = provider;
    await tx.run(
      'UPDATE identity_providers SET name = ?, enabled = ?, rules = ?, connection = ?, sealed_secret = ?, modified_us = ? WHERE no = ? AND org_no = ?',
      [name, enabled, JSON.stringify(rules), JSON.stringify(connection), sealedSecret ?? null, modifiedUs, no, orgNo],
    );
  }

  /** Deletes a provider with its logo. */
  async deleteProvider(tx: Transaction, orgNo: number, no: number): Promise<void> {
    await tx.run('DELETE FROM identity_provider_logos WHERE provider_no = ? AND org_no = ?', [no, orgNo]);
    await tx.run('DELETE FROM identity_providers WHERE no = ? AND org_no = ?', [no, orgNo]);
  }

  /** Replaces or removes the logo of a provider, which was modified at `modifiedUs`. */
  async replaceLogo(
    tx: Transaction,
    { no, orgNo, modifiedUs }: Pick<IdentityProvider, 'no' | 'orgNo' | 'modifiedUs'>,
    logo: CheckedImage | undefined,
  ): Promise<void> {
    await tx.run('DELETE FROM identity_provider_logos WHERE provider_no = ? AND org_no = ?', [no, orgNo]);
    if (logo)
      await tx.run('INSERT INTO identity_provider_logos (provider_no, org_no, digest, content) VALUES (?, ?, ?, ?)', [
        no,
        orgNo,
        logo.digest,
        logo.content.toString('base64'),
      ]);
    await tx.run('UPDATE identity_providers SET logo = ?, modified_us = ? WHERE no = ? AND org_no = ?', [
      logo?.digest ?? null,
      modifiedUs,
      no,
      orgNo,
    ]);
  }

  /** The digest alone gives access to the logo: sign-in pages show it before anyone has signed in. */
  async findLogo(digest: string): Promise<Buffer | undefined> {
    const row = await this.database.query.row<{ content: string }>('SELECT content FROM identity_provider_logos WHERE digest = ? LIMIT 1', [
      digest,
    ]);
    return row && Buffer.from(row.content, 'base64');
  }

  async findHealth({ no, orgNo }: Pick<IdentityProvider, 'no' | 'orgNo'>): Promise<ProviderHealthFacts> {
    const row = await this.database.query.row<{ used: number | null; failed: number | null; failure: string | null }>(
      `SELECT last_used_us AS used, last_failure_us AS failed, last_failure AS failure FROM identity_providers WHERE no = ? AND org_no = ?`,
      [no, orgNo],
    );
    return {
      ...(row && row.used !== null && { lastUsedUs: Number(row.used) }),
      ...(row && row.failed !== null && { lastFailureUs: Number(row.failed) }),
      ...(row && row.failure !== null && { lastFailure: row.failure }),
    };
  }

  /** Records a use, unless one after `usedUs - coarseUs` is recorded already. */
  async noteUse(tx: Transaction, no: number, usedUs: number, coarseUs: number): Promise<void> {
    await tx.run('UPDATE identity_providers SET last_used_us = ? WHERE no = ? AND (last_used_us IS NULL OR last_used_us <= ?)', [
      usedUs,
      no,
      usedUs - coarseUs,
    ]);
  }

  /** Records a failure, unless one after `failedUs - coarseUs` is recorded already. */
  async noteFailure(tx: Transaction, no: number, failure: string, failedUs: number, coarseUs: number): Promise<void> {
    await tx.run(
      'UPDATE identity_providers SET last_failure_us = ?, last_failure = ? WHERE no = ? AND (last_failure_us IS NULL OR last_failure_us <= ?)',
      [failedUs, failure, no, failedUs - coarseUs],
    );
  }
}

function toProvider(row: Row): IdentityProvider {
  const reached = { kind: row.kind, connection: JSON.parse(row.connection) as unknown } as ProviderConnection;
  return {
    ...reached,
    no: Number(row.no),
    id: row.id,
    orgNo: Number(row.org_no),
    template: row.template,
    name: row.name,
    enabled: Boolean(row.enabled),
    // Rows of older builds have no groups.
    rules: { groups: [], ...(JSON.parse(row.rules) as Omit<ProviderRules, 'groups'>) },
    ...(row.sealed_secret !== null && { sealedSecret: row.sealed_secret }),
    ...(row.logo !== null && { logo: row.logo }),
    createdUs: Number(row.created_us),
    modifiedUs: Number(row.modified_us),
  };
}
