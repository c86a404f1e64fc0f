// SQL of projects.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { Query, Transaction } from '../../common/database/transaction.js';
import { listRows, type ListSource } from '../../common/database/list-rows.js';
import { mapListed, type Listed, type ListQuery } from '../../common/primitives/list-query.js';
import { nameKey } from '../../common/identifiers/fold.js';
import { listedByName, LIVE, REMOVING, type ClientState } from './name-and-id.js';

/** A project's settings about roles (docs/adr/0026-roles-of-projects.md). */
export interface ProjectSettings {
  /** Tokens of its applications include the roles of their user even if not requested. */
  projectRoleAssertion: boolean;
  /** Only people with a role of the project may sign in to its applications. */
  projectRoleCheck: boolean;
  /** Only people of the project's own organization, and of organizations it is granted to, may sign in to its applications. */
  hasProjectCheck: boolean;
  /**
   * Access tokens of its applications name the other applications in `aud`, as far as they fit
   * (docs/adr/0055-the-audience-of-a-project.md).
   */
  applicationsInAudience: boolean;
  /** The address by which clients request tokens for it (RFC 8707 section 2), unique in the service; empty: none. */
  resourceUri: string;
}

/** The settings that are on or off. */
export const PROJECT_FLAGS = [
  'projectRoleAssertion',
  'projectRoleCheck',
  'hasProjectCheck',
  'applicationsInAudience',
] as const satisfies ReadonlyArray<keyof ProjectSettings>;

/** A group of applications that share an audience. */
export interface Project extends ProjectSettings {
  no: number;
  id: string;
  orgNo: number;
  name: string;
  state: ClientState;
  createdUs: number;
}

/** A row of {@link PROJECT_COLUMNS}. */
export interface ProjectColumns {
  no: number;
  id: string;
  org_no: number;
  name: string;
  state: ClientState;
  created_us: number;
  role_assertion: number | null;
  role_check: number | null;
  grant_check: number | null;
  applications_in_audience: number | null;
  resource_uri: string | null;
}

export const PROJECT_COLUMNS =
  'no, id, org_no, name, state, created_us, role_assertion, role_check, grant_check, applications_in_audience, resource_uri';
const SELECT_PROJECT = `SELECT ${PROJECT_COLUMNS} FROM projects`;

/** The list of an organization's projects. */
export const PROJECT_LIST = {
  ...listedByName('projects', ''),
  table: 'projects',
  columns: PROJECT_COLUMNS,
  no: 'no',
} as const satisfies ListSource;

@Injectable()
export class ProjectsRepository {
  constructor(private readonly database: Database) {}

  async findProject(orgNo: number, id: string, query: Query = this.database.query): Promise<Project | undefined> {
    const row = await query.row<ProjectColumns>(`${SELECT_PROJECT} WHERE id = ? AND org_no = ? AND ${LIVE}`, [id, orgNo]);
    return row && toProject(row);
  }

  /** Projects of all organizations share one space of ids, because ids are audiences. */
  async findProjectAnywhere(id: string): Promise<Project | undefined> {
    const row = await this.database.query.row<ProjectColumns>(`${SELECT_PROJECT} WHERE id = ? AND ${LIVE}`, [id]);
    return row && toProject(row);
  }

  /** Does the same by its address, in canonical form. */
  async findProjectByResource(resourceUri: string): Promise<Project | undefined> {
    const row = await this.database.query.row<ProjectColumns>(`${SELECT_PROJECT} WHERE resource_uri = ? AND ${LIVE}`, [resourceUri]);
    return row && toProject(row);
  }

  /** Whether any project has this id, including projects that are being removed. */
  async isProjectId(id: string, tx: Transaction): Promise<boolean> {
    return (await tx.row<{ no: number }>(`SELECT no FROM projects WHERE id = ?${tx.forUpdate}`, [id])) !== undefined;
  }

  async findProjectByNo(no: number): Promise<Project | undefined> {
    const row = await this.database.query.row<ProjectColumns>(`${SELECT_PROJECT} WHERE no = ? AND ${LIVE}`, [no]);
    return row && toProject(row);
  }

  async anyNumberOf(tx: Transaction, orgNo: number): Promise<number | undefined> {
    return (await tx.row<{ no: number }>('SELECT no FROM projects WHERE org_no = ? LIMIT 1', [orgNo]))?.no;
  }

  async listProjects(orgNo: number, query: ListQuery): Promise<Listed<Project>> {
    const ofOrganization = { sql: `org_no = ? AND ${LIVE}`, values: [orgNo] };
    return mapListed(await listRows<ProjectColumns>(this.database.search, PROJECT_LIST, query, ofOrganization), toProject);
  }

  async insertProject(tx: Transaction, project: Project): Promise<void> {
    const { no, id, orgNo, name, state, createdUs } = project;
    await tx.run(
      `INSERT INTO projects (no, id, org_no, name, name_key, state, created_us, role_assertion, role_check, grant_check, applications_in_audience,
        resource_uri) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [no, id, orgNo, name, nameKey(name), state, createdUs, ...settingColumns(project)],
    );
  }

  /** Writes the name and the settings. */
  async updateProject(tx: Transaction, project: Project): Promise<void> {
    const { no, name } = project;
    await tx.run(
      `UPDATE projects SET name = ?, name_key = ?, role_assertion = ?, role_check = ?, grant_check = ?, applications_in_audience = ?,
        resource_uri = ? WHERE no = ?`,
      [name, nameKey(name), ...settingColumns(project), no],
    );
  }

  /** From now on the project is not found, and another may have its address; its row stays until all related rows are deleted. */
  async markRemoving(tx: Transaction, no: number): Promise<void> {
    await tx.run(`UPDATE projects SET state = '${REMOVING}', resource_uri = NULL WHERE no = ?`, [no]);
  }

  /** A deactivation ends the tokens of its applications permanently. */
  async setProjectState(tx: Transaction, no: number, state: ClientState): Promise<void> {
    await tx.run('UPDATE projects SET state = ? WHERE no = ?', [state, no]);
    if (state === 'inactive') await tx.run('UPDATE applications SET token_gen = token_gen + 1 WHERE project_no = ?', [no]);
  }
}

function settingColumns({ projectRoleAssertion, projectRoleCheck, hasProjectCheck, applicationsInAudience, resourceUri }: ProjectSettings) {
  return [projectRoleAssertion, projectRoleCheck, hasProjectCheck, applicationsInAudience, resourceUri === '' ? null : resourceUri];
}

export function toProject(row: ProjectColumns): Project {
  return {
    no: row.no,
    id: row.id,
    orgNo: row.org_no,
    name: row.name,
    state: row.state,
    createdUs: row.created_us,
    projectRoleAssertion: Boolean(row.role_assertion),
    projectRoleCheck: Boolean(row.role_check),
    hasProjectCheck: Boolean(row.grant_check),
    applicationsInAudience: Boolean(row.applications_in_audience),
    resourceUri: row.resource_uri ?? '',
  };
}
