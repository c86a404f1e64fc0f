// The rows of authorizations: which roles of which project a user or group has, and the organization that assigned them.
import { Injectable } from '@nestjs/common';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { listRows, type ListSource } from '../../../common/database/list-rows.js';
import { insertRows } from '../../../common/database/multi-row.js';
import type { Listed, ListQuery } from '../../../common/primitives/list-query.js';

export type HolderKind = 'person' | 'service' | 'group';

/** The owner of roles of a project. */
export interface Holder {
  no: number;
  id: string;
  kind: HolderKind;
}

/** Roles of a project that a user or group has. */
export interface Authorization {
  no: number;
  id: string;
  /** The organization that assigned them. */
  orgNo: number;
  projectNo: number;
  projectId: string;
  /** 0: assigned by the project's own organization. */
  grantNo: number;
  grantId?: string;
  holder: Holder;
  roleKeys: string[];
  version: number;
  createdUs: number;
  modifiedUs: number;
}

/** An organization, and the project of the roles it assigned; absent: any project. `grantNo` 0 means the project's own organization. */
export interface GivenBy {
  orgNo: number;
  target?: { projectNo: number; grantNo: number };
}

interface Row {
  no: number;
  id: string;
  org_no: number;
  project_no: number;
  project_id: string;
  grant_no: number;
  grant_id: string | null;
  holder_no: number;
  holder_kind: HolderKind;
  holder_id: string;
  version: number;
  created_us: number;
  modified_us: number;
}

const COLUMNS = `a.no, a.id, a.org_no, a.project_no, p.id AS project_id, a.grant_no, g.id AS grant_id, a.holder_no, a.holder_kind,
    COALESCE(u.id, h.id) AS holder_id, a.version, a.created_us, a.modified_us`;
const JOINS = `JOIN projects p ON p.no = a.project_no LEFT JOIN project_grants g ON g.no = a.grant_no
    LEFT JOIN users u ON u.no = a.holder_no LEFT JOIN user_groups h ON h.no = a.holder_no`;
const SELECT = `SELECT ${COLUMNS} FROM authorizations a ${JOINS}`;

/** Rows related to a deleted project, grant, user or group have no effect and are not shown. */
const LIVE = "p.state <> 'removing' AND (a.grant_no = 0 OR g.no IS NOT NULL) AND (u.no IS NOT NULL OR h.no IS NOT NULL)";

/** A list of authorizations: its sort and filter fields, and their indexes. An owner has only a few, so these are sorted without an index. */
const listBy = <Index extends Record<'number' | 'creation' | 'holder', string>>(index: Index) =>
  ({
    table: 'authorizations a',
    joins: JOINS,
    columns: COLUMNS,
    no: 'a.no',
    index: index.number,
    sorts: { createdAt: { column: 'a.created_us', index: index.creation } },
    filters: {
      holderId: {
        kind: 'is',
        column: 'a.holder_no',
        index: index.holder,
        few: true,
        description: 'only those of this person, service user or group',
      },
      createdAfter: { kind: 'after', column: 'a.created_us', sort: 'createdAt' },
      createdBefore: { kind: 'before', column: 'a.created_us', sort: 'createdAt' },
    },
  }) as const satisfies ListSource;

/** The authorizations that an organization assigned. */
export const GIVEN_LIST = listBy({
  number: 'authorizations_by_org',
  creation: 'authorizations_by_creation',
  holder: 'authorizations_by_holder',
});
/** The authorizations that it assigned in one project. */
export const TARGET_LIST = listBy({
  number: 'authorizations_by_project',
  creation: 'authorizations_of_project_by_creation',
  holder: 'u_authorizations_holder',
});

/** The key of an authorization's role, as `k`, if the role or the granted role still exists. */
export const ROLE_OF_SOURCE = `LEFT JOIN project_roles pr ON pr.no = r.source_no LEFT JOIN project_grant_roles gr ON gr.no = r.source_no`;
export const ROLE_KEY = 'COALESCE(pr.role_key, gr.role_key)';

@Injectable()
export class AuthorizationsRepository {
  constructor(private readonly database: Database) {}

  /** The authorizations that an organization assigned, in all projects or in one. In the filters, `holderId` is the owner's number. */
  async listAuthorizations({ orgNo, target }: GivenBy, query: ListQuery): Promise<Listed<Authorization>> {
    const of = target
      ? { sql: 'a.project_no = ? AND a.grant_no = ? AND a.org_no = ?', values: [target.projectNo, target.grantNo, orgNo] }
      : { sql: 'a.org_no = ?', values: [orgNo] };
    const where = { ...of, sql: `${of.sql} AND ${LIVE}` };
    const found = await listRows<Row>(this.database.search, target ? TARGET_LIST : GIVEN_LIST, query, where);
    return { ...found, entries: await this.withKeys(found.entries, this.database.query) };
  }

  /** Every authorization of some owners, from every organization. */
  listByHolders(holderNos: readonly number[], limit: number): Promise<Authorization[]> {
    const marks = holderNos.map(() => '?').join(', ');
    return this.select(`a.holder_no IN (${marks}) AND ${LIVE} ORDER BY a.no LIMIT ${limit}`, [...holderNos], this.database.query);
  }

  /** An authorization of a project's own organization (`grantNo` 0) or of a grant. */
  async findAuthorization(
    { orgNo, projectNo, grantNo }: { orgNo: number; projectNo: number; grantNo: number },
    id: string,
    query: Query = this.database.query,
  ): Promise<Authorization | undefined> {
    const where = `a.id = ? AND a.org_no = ? AND a.project_no = ? AND a.grant_no = ? AND ${LIVE}`;
    return (await this.select(where, [id, orgNo, projectNo, grantNo], query))[0];
  }

  async findByNos(tx: Transaction, nos: readonly number[]): Promise<Authorization[]> {
    return nos.length === 0 ? [] : this.select(`a.no IN (${nos.map(() => '?').join(', ')}) ORDER BY a.no`, [...nos], tx);
  }

  /** The numbers of authorizations of a project, or that an organization assigned, at most `limit`. */
  async nosOf(tx: Transaction, owner: 'project_no' | 'org_no', no: number, limit: number): Promise<number[]> {
    const rows = await tx.rows<{ no: number }>(`SELECT no FROM authorizations WHERE ${owner} = ? LIMIT ${limit}`, [no]);
    return rows.map((row) => row.no);
  }

  async findByHolder(tx: Transaction, holderNo: number): Promise<Authorization[]> {
    return this.select('a.holder_no = ? ORDER BY a.no', [holderNo], tx);
  }

  /** The authorizations with a role of this source, at most `limit`. */
  async nosOfSource(tx: Transaction, sourceNo: number, limit: number): Promise<number[]> {
    const rows = await tx.rows<{ authorization_no: number }>(
      `SELECT authorization_no FROM authorization_roles WHERE source_no = ? ORDER BY authorization_no LIMIT ${limit}`,
      [sourceNo],
    );
    return rows.map(({ authorization_no }) => authorization_no);
  }

  /**
   * Reads the possible sources of an authorization's roles, by key, and locks their rows. A role that is being removed concurrently either exists
   * until this unit has ended, or is not found.
   */
  async lockSources(
    tx: Transaction,
    { projectNo, grantNo }: { projectNo: number; grantNo: number },
    keys: readonly string[],
  ): Promise<Map<string, number>> {
    if (keys.length === 0) return new Map();
    const [table, column, owner] =
      grantNo === 0 ? ['project_roles', 'project_no', projectNo] : ['project_grant_roles', 'grant_no', grantNo];
    const rows = await tx.rows<{ role_key: string; no: number }>(
      `SELECT role_key, no FROM ${table} WHERE ${column} = ? AND role_key IN (${keys.map(() => '?').join(', ')}) ORDER BY no${tx.forUpdate}`,
      [owner, ...keys],
    );
    return new Map(rows.map(({ role_key, no }) => [role_key, no]));
  }

  /** @throws DuplicateKeyError when the owner has roles of this project from there */
  async insertAuthorization(tx: Transaction, authorization: Authorization): Promise<void> {
    const { no, id, orgNo, projectNo, grantNo, holder, version, createdUs, modifiedUs } = authorization;
    await tx.run(
      `INSERT INTO authorizations (no, id, org_no, project_no, grant_no, holder_no, holder_kind, created_us, modified_us, version)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [no, id, orgNo, projectNo, grantNo, holder.no, holder.kind, createdUs, modifiedUs, version],
    );
  }

  /** Raises the versions, which locks the rows. */
  async raiseVersions(tx: Transaction, nos: readonly number[], modifiedUs: number): Promise<void> {
    const marks = nos.map(() => '?').join(', ');
    await tx.run(`UPDATE authorizations SET version = version + 1, modified_us = ? WHERE no IN (${marks})`, [modifiedUs, ...nos]);
  }

  async insertRoles(tx: Transaction, no: number, sourceNos: readonly number[]): Promise<void> {
    await insertRows(
      tx,
      'authorization_roles',
      ['authorization_no', 'source_no'],
      sourceNos.map((sourceNo) => [no, sourceNo]),
    );
  }

  async deleteRolesOfSource(tx: Transaction, sourceNo: number, nos: readonly number[]): Promise<void> {
    const marks = nos.map(() => '?').join(', ');
    await tx.run(`DELETE FROM authorization_roles WHERE source_no = ? AND authorization_no IN (${marks})`, [sourceNo, ...nos]);
  }

  async deleteRoles(tx: Transaction, nos: readonly number[]): Promise<void> {
    if (nos.length > 0)
      await tx.run(`DELETE FROM authorization_roles WHERE authorization_no IN (${nos.map(() => '?').join(', ')})`, [...nos]);
  }

  async deleteAuthorizations(tx: Transaction, nos: readonly number[]): Promise<void> {
    if (nos.length === 0) return;
    await this.deleteRoles(tx, nos);
    await tx.run(`DELETE FROM authorizations WHERE no IN (${nos.map(() => '?').join(', ')})`, [...nos]);
  }

  /** @returns whether no role of the project was ever assigned before; this call records that one is now */
  async markAuthorized(tx: Transaction, projectNo: number): Promise<boolean> {
    if (await tx.row('SELECT project_no FROM authorized_projects WHERE project_no = ?', [projectNo])) return false;
    try {
      await tx.run('INSERT INTO authorized_projects (project_no) VALUES (?)', [projectNo]);
      return true;
    } catch (error) {
      // Another unit of work was first, and has ended.
      if (error instanceof DuplicateKeyError) return false;
      throw error;
    }
  }

  private async select(where: string, values: Array<string | number>, query: Query): Promise<Authorization[]> {
    return this.withKeys(await query.rows<Row>(`${SELECT} WHERE ${where}`, values), query);
  }

  private async withKeys(rows: readonly Row[], query: Query): Promise<Authorization[]> {
    const keys = await this.keysOf(
      query,
      rows.map(({ no }) => no),
    );
    return rows.map((row) => ({
      no: row.no,
      id: row.id,
      orgNo: row.org_no,
      projectNo: row.project_no,
      projectId: row.project_id,
      grantNo: row.grant_no,
      ...(row.grant_id !== null && { grantId: row.grant_id }),
      holder: { no: row.holder_no, id: row.holder_id, kind: row.holder_kind },
      roleKeys: keys.get(row.no) ?? [],
      version: row.version,
      createdUs: row.created_us,
      modifiedUs: row.modified_us,
    }));
  }

  /** The keys of roles that have an effect, by authorization, in order. */
  private async keysOf(query: Query, nos: readonly number[]): Promise<Map<number, string[]>> {
    const keys = new Map<number, string[]>();
    if (nos.length === 0) return keys;
    const rows = await query.rows<{ authorization_no: number; role_key: string }>(
      `SELECT r.authorization_no, ${ROLE_KEY} AS role_key FROM authorization_roles r ${ROLE_OF_SOURCE}
        WHERE r.authorization_no IN (${nos.map(() => '?').join(', ')}) AND ${ROLE_KEY} IS NOT NULL ORDER BY role_key`,
      [...nos],
    );
    for (const { authorization_no, role_key } of rows) keys.set(authorization_no, [...(keys.get(authorization_no) ?? []), role_key]);
    return keys;
  }
}
