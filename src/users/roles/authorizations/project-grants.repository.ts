// The rows of grants of projects to other organizations.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { listRows, type ListSource } from '../../../common/database/list-rows.js';
import { insertRows } from '../../../common/database/multi-row.js';
import type { Clause } from '../../../common/database/engines/sql-words.js';
import type { Listed, ListQuery } from '../../../common/primitives/list-query.js';
import { foldKey } from '../../../common/identifiers/fold.js';
import type { ProjectRef } from './project-roles.repository.js';

/** A project that another organization may use, and the keys of the roles that it may assign. */
export interface ProjectGrant {
  no: number;
  id: string;
  project: ProjectRef & { name: string };
  /** Id of the organization that the project belongs to. */
  orgId: string;
  grantedOrgNo: number;
  grantedOrgId: string;
  roleKeys: string[];
  /** The organization accepted it, so its people are not asked for consent. */
  accepted: boolean;
  createdUs: number;
}

/** The columns of a new grant; its other values are derived from the numbers. */
export interface NewProjectGrant {
  no: number;
  id: string;
  project: ProjectRef;
  grantedOrgNo: number;
  accepted: boolean;
  createdUs: number;
}

/** Whether a project is granted to an organization, and whether that organization accepted. */
export type GrantState = 'none' | 'offered' | 'accepted';

interface Row {
  no: number;
  id: string;
  project_no: number;
  project_id: string;
  project_name: string;
  org_no: number;
  org_id: string;
  granted_org_no: number;
  granted_org_id: string;
  created_us: number;
  accepted_us: number | null;
}

const COLUMNS = `g.no, g.id, g.project_no, p.id AS project_id, p.name AS project_name, g.org_no, o.id AS org_id,
    g.granted_org_no, t.id AS granted_org_id, g.created_us, g.accepted_us`;
const JOINS = `JOIN projects p ON p.no = g.project_no JOIN organizations o ON o.no = g.org_no
    JOIN organizations t ON t.no = g.granted_org_no`;
const SELECT = `SELECT ${COLUMNS} FROM project_grants g ${JOINS}`;

/** Neither the project nor its organization is being removed. */
const LIVE = "p.state <> 'removing' AND o.state <> 'removing'";

/** Sort and filter fields of both lists of grants. */
const listBy = <Index extends Record<'number' | 'creation', string>>(index: Index) =>
  ({
    table: 'project_grants g',
    joins: JOINS,
    columns: COLUMNS,
    no: 'g.no',
    fold: foldKey,
    index: index.number,
    sorts: { createdAt: { column: 'g.created_us', index: index.creation } },
    filters: {
      accepted: {
        kind: 'is',
        words: ['true', 'false'],
        column: "CASE WHEN g.accepted_us IS NULL THEN 'false' ELSE 'true' END",
        description: 'only those that the organization agreed to, or only the others',
      },
      createdAfter: { kind: 'after', column: 'g.created_us', sort: 'createdAt' },
      createdBefore: { kind: 'before', column: 'g.created_us', sort: 'createdAt' },
    },
  }) as const satisfies ListSource;

const OF_PROJECT = listBy({ number: 'project_grants_by_number', creation: 'project_grants_by_creation' });
const TO_ORGANIZATION = listBy({ number: 'project_grants_by_granted', creation: 'project_grants_by_granted_creation' });

export const PROJECT_GRANT_LIST = {
  ...OF_PROJECT,
  filters: {
    ...OF_PROJECT.filters,
    grantedOrgId: {
      kind: 'is',
      column: 'g.granted_org_no',
      value: '(SELECT no FROM organizations WHERE id = ?)',
      index: 'u_project_grants_org',
      few: true,
      description: 'only the one to this organization',
    },
  },
} as const satisfies ListSource;

/** The projects that are granted to an organization. */
export const GRANTED_PROJECT_LIST = {
  ...TO_ORGANIZATION,
  filters: {
    ...TO_ORGANIZATION.filters,
    name: { kind: 'startsWith', column: 'p.name_key', description: 'only projects whose name starts with this' },
    q: { kind: 'contains', column: 'p.name_key', description: 'only projects whose name contains this' },
  },
} as const satisfies ListSource;

@Injectable()
export class ProjectGrantsRepository {
  constructor(private readonly database: Database) {}

  listByProject(projectNo: number, query: ListQuery): Promise<Listed<ProjectGrant>> {
    return this.page(PROJECT_GRANT_LIST, query, { sql: 'g.project_no = ?', values: [projectNo] });
  }

  listByGrantedOrganization(orgNo: number, query: ListQuery): Promise<Listed<ProjectGrant>> {
    return this.page(GRANTED_PROJECT_LIST, query, { sql: `g.granted_org_no = ? AND ${LIVE}`, values: [orgNo] });
  }

  /** Grants of a project, or to an organization, that is being removed; at most `limit`. */
  listSome(tx: Transaction, column: 'project_no' | 'granted_org_no', no: number, limit: number): Promise<ProjectGrant[]> {
    return this.list(`g.${column} = ?`, [no], limit, tx);
  }

  async findOfProject(projectNo: number, id: string, query: Query = this.database.query): Promise<ProjectGrant | undefined> {
    return (await this.list('g.id = ? AND g.project_no = ?', [id, projectNo], 1, query))[0];
  }

  async findOfGrantedOrganization(orgNo: number, id: string, query: Query = this.database.query): Promise<ProjectGrant | undefined> {
    return (await this.list(`g.id = ? AND g.granted_org_no = ? AND ${LIVE}`, [id, orgNo], 1, query))[0];
  }

  async grantState(projectNo: number, orgNo: number): Promise<GrantState> {
    const row = await this.database.query.row<{ accepted_us: number | null }>(
      'SELECT accepted_us FROM project_grants WHERE project_no = ? AND granted_org_no = ?',
      [projectNo, orgNo],
    );
    if (!row) return 'none';
    return row.accepted_us === null ? 'offered' : 'accepted';
  }

  /** @returns whether it was not accepted before */
  async acceptGrant(tx: Transaction, grantNo: number, acceptedUs: number): Promise<boolean> {
    const open = await tx.row('SELECT no FROM project_grants WHERE no = ? AND accepted_us IS NULL', [grantNo]);
    if (!open) return false;
    await tx.run('UPDATE project_grants SET accepted_us = ? WHERE no = ? AND accepted_us IS NULL', [acceptedUs, grantNo]);
    return true;
  }

  /** @throws DuplicateKeyError when the project is already granted to the organization */
  async insertGrant(tx: Transaction, { no, id, project, grantedOrgNo, accepted, createdUs }: NewProjectGrant): Promise<void> {
    await tx.run(
      'INSERT INTO project_grants (no, id, project_no, org_no, granted_org_no, created_us, accepted_us) VALUES (?, ?, ?, ?, ?, ?, ?)',
      [no, id, project.no, project.orgNo, grantedOrgNo, createdUs, accepted ? createdUs : null],
    );
  }

  async insertGrantRoles(tx: Transaction, { no, project }: NewProjectGrant, roleKeys: readonly string[]): Promise<void> {
    const rows = roleKeys.map((key) => [tx.nextNumber(), no, project.no, key]);
    await insertRows(tx, 'project_grant_roles', ['no', 'grant_no', 'project_no', 'role_key'], rows);
  }

  /** @returns the numbers of the rows, which authorizations may name as their source */
  async deleteGrantRoles(tx: Transaction, grantNo: number, roleKeys: readonly string[]): Promise<number[]> {
    if (roleKeys.length === 0) return [];
    const where = `grant_no = ? AND role_key IN (${roleKeys.map(() => '?').join(', ')})`;
    const rows = await tx.rows<{ no: number }>(`SELECT no FROM project_grant_roles WHERE ${where}`, [grantNo, ...roleKeys]);
    await tx.run(`DELETE FROM project_grant_roles WHERE ${where}`, [grantNo, ...roleKeys]);
    return rows.map(({ no }) => no);
  }

  async deleteGrant(tx: Transaction, grantNo: number): Promise<void> {
    await tx.run('DELETE FROM project_grants WHERE no = ?', [grantNo]);
  }

  private async list(
    where: string,
    values: Array<string | number>,
    limit: number,
    query: Query = this.database.query,
  ): Promise<ProjectGrant[]> {
    return this.withKeys(await query.rows<Row>(`${SELECT} WHERE ${where} ORDER BY g.no LIMIT ${limit}`, values), query);
  }

  private async page(source: ListSource, query: ListQuery, where: Clause): Promise<Listed<ProjectGrant>> {
    const found = await listRows<Row>(this.database.search, source, query, where);
    return { ...found, entries: await this.withKeys(found.entries, this.database.query) };
  }

  private async withKeys(rows: readonly Row[], query: Query): Promise<ProjectGrant[]> {
    if (rows.length === 0) return [];
    const keys = await query.rows<{ grant_no: number; role_key: string }>(
      `SELECT grant_no, role_key FROM project_grant_roles WHERE grant_no IN (${rows.map(() => '?').join(', ')}) ORDER BY role_key`,
      rows.map(({ no }) => no),
    );
    return rows.map((row) => ({
      no: row.no,
      id: row.id,
      project: { no: row.project_no, id: row.project_id, orgNo: row.org_no, name: row.project_name },
      orgId: row.org_id,
      grantedOrgNo: row.granted_org_no,
      grantedOrgId: row.granted_org_id,
      roleKeys: keys.filter(({ grant_no }) => grant_no === row.no).map(({ role_key }) => role_key),
      accepted: row.accepted_us !== null,
      createdUs: row.created_us,
    }));
  }
}
