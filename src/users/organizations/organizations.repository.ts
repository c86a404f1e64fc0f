import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { Query, Transaction } from '../../common/database/transaction.js';
import { listRows, type ListSource } from '../../common/database/list-rows.js';
import { mapListed, type Listed, type ListQuery } from '../../common/primitives/list-query.js';
import { foldKey, nameKey } from '../../common/identifiers/fold.js';
import { insertCounts } from './organization-counts.repository.js';

export type OrganizationState = 'active' | 'inactive';
const STATES: readonly OrganizationState[] = ['active', 'inactive'];

/** An organization. `no` is internal and never reused; `id` is public. */
export interface Organization {
  no: number;
  id: string;
  name: string;
  primaryDomain: string;
  state: OrganizationState;
  tokenGeneration: number;
  createdUs: number;
  modifiedUs: number;
}

interface Row {
  no: number;
  id: string;
  name: string;
  primary_domain: string;
  state: OrganizationState;
  token_gen: number;
  created_us: number;
  modified_us: number;
}

const COLUMNS = 'o.no, o.id, o.name, o.primary_domain, o.state, o.token_gen, o.created_us, o.modified_us';
const SELECT = `SELECT ${COLUMNS} FROM organizations o`;

/** An organization that is being removed keeps its row until all its contents are deleted. */
const LIVE = "o.state <> 'removing'";

/** The list of all organizations: its sort and filter fields, and their indexes. */
export const ORGANIZATION_LIST = {
  table: 'organizations o',
  columns: COLUMNS,
  no: 'o.no',
  fold: foldKey,
  sorts: {
    name: { column: 'o.name_key', index: 'organizations_by_name' },
    createdAt: { column: 'o.created_us', index: 'organizations_by_creation' },
    changedAt: { column: 'o.modified_us', index: 'organizations_by_change' },
  },
  filters: {
    state: { kind: 'is', words: STATES, column: 'o.state', index: 'organizations_by_state' },
    name: { kind: 'startsWith', column: 'o.name_key', sort: 'name' },
    q: {
      kind: 'contains',
      column: 'o.name_key',
      further: ['o.primary_domain'],
      description: 'only those whose name or domain contains this',
    },
    createdAfter: { kind: 'after', column: 'o.created_us', sort: 'createdAt' },
    createdBefore: { kind: 'before', column: 'o.created_us', sort: 'createdAt' },
    changedAfter: { kind: 'after', column: 'o.modified_us', sort: 'changedAt' },
  },
} as const satisfies ListSource;

@Injectable()
export class OrganizationsRepository {
  constructor(private readonly database: Database) {}

  async findBy(column: 'id' | 'no', value: string | number, query: Query = this.database.query): Promise<Organization | undefined> {
    const row = await query.row<Row>(`${SELECT} WHERE o.${column} = ? AND ${LIVE}`, [value]);
    return row && toOrganization(row);
  }

  async findByDomain(domain: string): Promise<Organization | undefined> {
    const row = await this.database.query.row<Row>(
      `${SELECT} JOIN organization_domains d ON d.org_no = o.no WHERE d.domain = ? AND d.verified_us IS NOT NULL AND ${LIVE}`,
      [domain],
    );
    return row && toOrganization(row);
  }

  async any(query: Query): Promise<boolean> {
    return (await query.row('SELECT no FROM organizations LIMIT 1')) !== undefined;
  }

  async findOldest(): Promise<number | undefined> {
    return (await this.database.query.row<{ no: number }>('SELECT no FROM organizations ORDER BY created_us, no LIMIT 1'))?.no;
  }

  async listOrganizations(query: ListQuery): Promise<Listed<Organization>> {
    return mapListed(await listRows<Row>(this.database.search, ORGANIZATION_LIST, query, { sql: LIVE, values: [] }), toOrganization);
  }

  /** A deactivation ends the tokens of the organization's users for good. */
  async setOrganizationState(tx: Transaction, no: number, state: OrganizationState, modifiedUs: number): Promise<void> {
    await tx.run('UPDATE organizations SET state = ?, token_gen = token_gen + ?, version = version + 1, modified_us = ? WHERE no = ?', [
      state,
      state === 'active' ? 0 : 1,
      modifiedUs,
      no,
    ]);
  }

  /** Locks the unverified domains of an organization, which a verification and {@link markRemoving} delete. */
  async lockClaims(tx: Transaction, no: number): Promise<void> {
    await tx.rows(`SELECT domain FROM domain_claims WHERE org_no = ?${tx.forUpdate}`, [no]);
  }

  /** From now on the organization is not found, its users and applications can't be used, and its domains are free. */
  async markRemoving(tx: Transaction, no: number, modifiedUs: number): Promise<void> {
    await tx.run("UPDATE organizations SET state = 'removing', token_gen = token_gen + 1, modified_us = ? WHERE no = ?", [modifiedUs, no]);
    for (const table of ['organization_domains', 'domain_claims']) await tx.run(`DELETE FROM ${table} WHERE org_no = ?`, [no]);
  }

  async renameOrganization(tx: Transaction, no: number, name: string, modifiedUs: number): Promise<void> {
    await tx.run('UPDATE organizations SET name = ?, name_key = ?, version = version + 1, modified_us = ? WHERE no = ?', [
      name,
      nameKey(name),
      modifiedUs,
      no,
    ]);
  }

  /** Sets the suffix of login names. */
  async setPrimaryDomain(tx: Transaction, no: number, domain: string, modifiedUs: number): Promise<void> {
    await tx.run('UPDATE organization_domains SET is_primary = (domain = ?) WHERE org_no = ?', [domain, no]);
    await tx.run('UPDATE organizations SET primary_domain = ?, version = version + 1, modified_us = ? WHERE no = ?', [
      domain,
      modifiedUs,
      no,
    ]);
  }

  async insertOrganization(tx: Transaction, organization: Organization): Promise<void> {
    const { no, id, name, primaryDomain, state, tokenGeneration, createdUs, modifiedUs } = organization;
    await tx.run(
      'INSERT INTO organizations (no, id, name, name_key, primary_domain, state, token_gen, version, created_us, modified_us) VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?)',
      [no, id, name, nameKey(name), primaryDomain, state, tokenGeneration, createdUs, modifiedUs],
    );
    await tx.run('INSERT INTO organization_domains (domain, org_no, is_primary, verified_us) VALUES (?, ?, ?, ?)', [
      primaryDomain,
      no,
      true,
      createdUs,
    ]);
    await insertCounts(tx, no);
    await tx.run('INSERT INTO group_nesting (org_no, version) VALUES (?, 0)', [no]);
  }
}

function toOrganization(row: Row): Organization {
  return {
    no: row.no,
    id: row.id,
    name: row.name,
    primaryDomain: row.primary_domain,
    state: row.state,
    tokenGeneration: row.token_gen,
    createdUs: row.created_us,
    modifiedUs: row.modified_us,
  };
}
