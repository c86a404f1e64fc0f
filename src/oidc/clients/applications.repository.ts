// SQL of applications.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import type { Query, Transaction } from '../../common/database/transaction.js';
import { listRows, type ListSource } from '../../common/database/list-rows.js';
import { mapListed, type Listed, type ListQuery } from '../../common/primitives/list-query.js';
import { nameKey } from '../../common/identifiers/fold.js';
import { APPLICATION_TYPES, storedConfig, type ApplicationConfig } from './application.js';
import { listedByName, LIVE, type ClientState } from './name-and-id.js';

/** An OAuth client (RFC 6749 section 2) of a project. */
export interface Application {
  no: number;
  id: string;
  orgNo: number;
  projectNo: number;
  projectId: string;
  name: string;
  clientId: string;
  state: ClientState;
  tokenGeneration: number;
  config: ApplicationConfig;
  createdUs: number;
  /** The digest of its logo. */
  logo: string | undefined;
  /** The id of the registration token that its client registered it with (src/oidc/registration). */
  registeredBy: string | undefined;
}

/** The data about an application that its removal needs. */
export type ApplicationName = Pick<Application, 'no' | 'id' | 'orgNo' | 'name' | 'clientId'>;

interface ApplicationColumns {
  no: number;
  id: string;
  org_no: number;
  name: string;
  state: ClientState;
  created_us: number;
  project_no: number;
  project_id: string;
  client_id: string;
  token_gen: number;
  config: string;
  logo: string | null;
  registered_by: string | null;
}

const COLUMNS =
  'a.no, a.id, a.org_no, a.project_no, p.id AS project_id, a.name, a.client_id, a.state, a.token_gen, a.config, a.created_us, a.logo, a.registered_by';
const OF_PROJECT = 'JOIN projects p ON p.no = a.project_no';
const SELECT_APPLICATION = `SELECT ${COLUMNS} FROM applications a ${OF_PROJECT}`;

const NAMED = listedByName('applications', 'a.');

/** The list of a project's applications. */
export const APPLICATION_LIST = {
  ...NAMED,
  table: 'applications a',
  joins: OF_PROJECT,
  columns: COLUMNS,
  no: 'a.no',
  filters: {
    ...NAMED.filters,
    clientId: { kind: 'is', column: 'a.client_id' },
    type: { kind: 'is', words: APPLICATION_TYPES, column: 'a.type' },
    registeredBy: { kind: 'is', column: 'a.registered_by' },
  },
} as const satisfies ListSource;

/** The list of an organization's applications, in all its projects. */
export const ORGANIZATION_APPLICATION_LIST = {
  table: 'applications a',
  joins: OF_PROJECT,
  columns: COLUMNS,
  no: 'a.no',
  fold: NAMED.fold,
  sorts: {
    name: { column: 'a.name_key', index: 'applications_of_org_by_name' },
    createdAt: { column: 'a.created_us', index: 'applications_of_org_by_creation' },
  },
  defaultSort: 'name',
  filters: APPLICATION_LIST.filters,
} as const satisfies ListSource;

/** Tables with a few rows per application, and the column that refers to it. */
const OWNED_ROWS = [
  ['application_origins', 'application_no'],
  ['application_logos', 'application_no'],
  ['client_registrations', 'application_no'],
  ['client_secrets', 'owner_no'],
  ['client_keys', 'owner_no'],
] as const;

@Injectable()
export class ApplicationsRepository {
  constructor(private readonly database: Database) {}

  async findApplication(
    orgNo: number,
    projectId: string,
    id: string,
    query: Query = this.database.query,
  ): Promise<Application | undefined> {
    const row = await query.row<ApplicationColumns>(`${SELECT_APPLICATION} WHERE a.id = ? AND a.org_no = ? AND p.id = ? AND p.${LIVE}`, [
      id,
      orgNo,
      projectId,
    ]);
    return row && toApplication(row);
  }

  async findApplicationByClientId(clientId: string, query: Query = this.database.query): Promise<Application | undefined> {
    const row = await query.row<ApplicationColumns>(`${SELECT_APPLICATION} WHERE a.client_id = ?`, [clientId]);
    return row && toApplication(row);
  }

  /** Ids are unique over the service. */
  async findApplicationById(id: string, query: Query = this.database.query): Promise<Application | undefined> {
    const row = await query.row<ApplicationColumns>(`${SELECT_APPLICATION} WHERE a.id = ? AND p.${LIVE}`, [id]);
    return row && toApplication(row);
  }

  /** Finds the application in any state. */
  async findApplicationByNo(no: number, query: Query = this.database.query): Promise<Application | undefined> {
    const row = await query.row<ApplicationColumns>(`${SELECT_APPLICATION} WHERE a.no = ?`, [no]);
    return row && toApplication(row);
  }

  async listApplications(orgNo: number, projectNo: number, query: ListQuery): Promise<Listed<Application>> {
    const ofProject = { sql: 'a.project_no = ? AND a.org_no = ?', values: [projectNo, orgNo] };
    return mapListed(await listRows<ApplicationColumns>(this.database.search, APPLICATION_LIST, query, ofProject), toApplication);
  }

  async listOfOrganization(orgNo: number, query: ListQuery): Promise<Listed<Application>> {
    const inOrganization = { sql: `a.org_no = ? AND p.${LIVE}`, values: [orgNo] };
    return mapListed(
      await listRows<ApplicationColumns>(this.database.search, ORGANIZATION_APPLICATION_LIST, query, inOrganization),
      toApplication,
    );
  }

  /** Applications of a project or an organization, even of a removed one, at most `limit`. */
  async listSomeOf(tx: Transaction, owner: 'project_no' | 'org_no', no: number, limit: number): Promise<ApplicationName[]> {
    const rows = await tx.rows<Pick<ApplicationColumns, 'no' | 'id' | 'org_no' | 'name' | 'client_id'>>(
      `SELECT no, id, org_no, name, client_id FROM applications WHERE ${owner} = ? LIMIT ${limit}`,
      [no],
    );
    return rows.map(({ no: own, id, org_no: orgNo, name, client_id: clientId }) => ({ no: own, id, orgNo, name, clientId }));
  }

  /** Client ids of a project's applications, oldest first, without those that clients registered: these are unreviewed. */
  async clientIdsOf(projectNo: number, query: Query = this.database.query): Promise<string[]> {
    const rows = await query.rows<{ client_id: string }>(
      'SELECT client_id FROM applications WHERE project_no = ? AND registered_by IS NULL ORDER BY no',
      [projectNo],
    );
    return rows.map(({ client_id }) => client_id);
  }

  async insertApplication(tx: Transaction, application: Application): Promise<void> {
    const { no, id, orgNo, projectNo, name, clientId, state, tokenGeneration, config, createdUs, registeredBy = null } = application;
    await tx.run(
      'INSERT INTO applications (no, id, org_no, project_no, name, name_key, client_id, state, token_gen, type, config, created_us, registered_by) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      [
        no,
        id,
        orgNo,
        projectNo,
        name,
        nameKey(name),
        clientId,
        state,
        tokenGeneration,
        config.type,
        JSON.stringify(config),
        createdUs,
        registeredBy,
      ],
    );
    await this.insertOrigins(tx, application);
  }

  /** Writes the changeable members of an application. */
  async updateApplication(tx: Transaction, application: Application): Promise<void> {
    const { no, name, state, tokenGeneration, config } = application;
    await tx.run('UPDATE applications SET name = ?, name_key = ?, state = ?, token_gen = ?, type = ?, config = ? WHERE no = ?', [
      name,
      nameKey(name),
      state,
      tokenGeneration,
      config.type,
      JSON.stringify(config),
      no,
    ]);
    await tx.run('DELETE FROM application_origins WHERE application_no = ?', [no]);
    await this.insertOrigins(tx, application);
  }

  /** Takes the settings of a registered application out of the hands of its client. */
  async freezeRegistration(tx: Transaction, no: number): Promise<void> {
    await tx.run('UPDATE client_registrations SET frozen = 1 WHERE application_no = ?', [no]);
  }

  /** Deletes an application and its credentials. */
  async removeApplication(tx: Transaction, no: number): Promise<void> {
    for (const [table, owner] of OWNED_ROWS) await tx.run(`DELETE FROM ${table} WHERE ${owner} = ?`, [no]);
    await tx.run('DELETE FROM applications WHERE no = ?', [no]);
  }

  /**
   * Whether a project or an organization has an application with `apiAccess`, in any state. The engine searches for the member in the
   * stored text; inside a value its quotes would be escaped.
   */
  async hasApiAccess(owner: 'project_no' | 'org_no', no: number, query: Query = this.database.query): Promise<boolean> {
    const row = await query.row(`SELECT no FROM applications WHERE ${owner} = ? AND config LIKE '%"apiAccess":true%' LIMIT 1`, [no]);
    return row !== undefined;
  }

  /** Whether an active application with `apiAccess` lists the origin. */
  async isApiOrigin(origin: string): Promise<boolean> {
    const row = await this.database.query.row(
      `SELECT a.no FROM application_origins o JOIN applications a ON a.no = o.application_no JOIN projects p ON p.no = a.project_no
        JOIN organizations g ON g.no = a.org_no
        WHERE o.origin = ? AND a.state = 'active' AND p.state = 'active' AND g.state = 'active' LIMIT 1`,
      [origin],
    );
    return row !== undefined;
  }

  private async insertOrigins(tx: Transaction, { no, config }: Application): Promise<void> {
    if (!config.apiAccess) return;
    for (const origin of config.allowedOrigins)
      await tx.run('INSERT INTO application_origins (origin, application_no) VALUES (?, ?)', [origin, no]);
  }
}

function toApplication(row: ApplicationColumns): Application {
  return {
    no: row.no,
    id: row.id,
    orgNo: row.org_no,
    name: row.name,
    state: row.state,
    createdUs: row.created_us,
    projectNo: row.project_no,
    projectId: row.project_id,
    clientId: row.client_id,
    tokenGeneration: row.token_gen,
    config: storedConfig(row.config),
    logo: row.logo ?? undefined,
    registeredBy: row.registered_by ?? undefined,
  };
}
