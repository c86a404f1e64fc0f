// The SQL of exports: pages in the order of an index, each behind the last entry of the one before. The number of the organization is in every query.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { selectIn } from '../../common/database/multi-row.js';
import { grouped } from '../../common/primitives/grouped.js';
import { storedConfig, type ApplicationConfig } from '../../oidc/clients/application.js';
import { PROJECT_COLUMNS, toProject, type Project, type ProjectColumns } from '../../oidc/clients/projects.repository.js';
import type { ProviderConnection } from '../../users/authentication/identity-providers/identity-provider.js';
import type { PublicJwk } from '../../users/authentication/credentials/public-key.js';
import { SHARED_DOMAIN } from '../../common/identifiers/external-id.js';
import type { Person } from '../../users/directory/people/person/person.js';
import { PERSON_COLUMNS, toPerson, type Row } from '../../users/directory/people/person/person.rows.js';
import type { ExportedIdentity } from './provider-entry.js';

export interface ExportedPerson extends Person {
  hash: string | null;
  changeRequired: boolean;
}

export interface ExportedServiceUser {
  no: number;
  id: string;
  userName: string;
  active: boolean;
  name: string;
  description: string | null;
  accessTokenType: string;
  profile: string | null;
}

export interface ExportedKey {
  id: string;
  ownerId: string;
  projectId: string | null;
  jwk: PublicJwk;
  expiresUs: number | null;
}

interface IdentityRow {
  no: number;
  user_no: number;
  subject: string;
  login_name: string | null;
  id: string;
  org_no: number;
  kind: string;
  connection: string;
}

interface ApplicationRow {
  no: number;
  id: string;
  projectId: string;
  name: string;
  /** The digest of its logo. */
  logo: string | null;
}

interface KeyRow {
  id: string;
  key_id: string | null;
  owner_no: number;
  public_jwk: string;
  expires_us: number | null;
}

const PERSON = `${PERSON_COLUMNS.map((column) => `u.${column}`).join(', ')}, x.value AS external_id, p.hash, p.change_required`;

@Injectable()
export class ExportsRepository {
  constructor(private readonly database: Database) {}

  /** By id: the index of the list has people in this order, and ids never change. */
  async listPeople(orgNo: number, after: string, limit: number): Promise<ExportedPerson[]> {
    const { useIndex, byPrimaryKey } = this.database.search.words;
    const rows = await this.database.query.rows<Row>(
      `SELECT ${PERSON} FROM users u${useIndex('users_by_id')}
         LEFT JOIN external_ids x ON x.user_no = u.no AND x.domain_no = ${SHARED_DOMAIN} LEFT JOIN passwords p${byPrimaryKey} ON p.user_no = u.no
        WHERE u.org_no = ? AND u.kind = 'person' AND u.id > ? ORDER BY u.id LIMIT ${limit}`,
      [orgNo, after],
    );
    return rows.map((row) => ({
      ...toPerson(row),
      hash: row['hash'] === null ? null : String(row['hash']),
      changeRequired: Boolean(row['change_required']),
    }));
  }

  async listServiceUsers(orgNo: number, after: string, limit: number): Promise<ExportedServiceUser[]> {
    const rows = await this.database.query.rows<Omit<ExportedServiceUser, 'active'> & { active: number }>(
      `SELECT u.no, u.id, u.user_name AS userName, u.active, s.name, s.description, s.access_token_type AS accessTokenType, s.profile
         FROM users u ${this.database.search.words.thenJoin} service_users s ON s.user_no = u.no
        WHERE u.org_no = ? AND u.kind = 'service' AND u.id > ? ORDER BY u.id LIMIT ${limit}`,
      [orgNo, after],
    );
    return rows.map((row) => ({ ...row, active: Boolean(row.active) }));
  }

  /** The links of some people of the organization to identity providers, oldest first, by the number of the person. */
  async listIdentities(orgNo: number, userNos: readonly number[]): Promise<Map<number, ExportedIdentity[]>> {
    const rows = await selectIn<IdentityRow>(
      this.database.query,
      'identities of people',
      (marks) =>
        `SELECT l.no, l.user_no, l.subject, l.login_name, p.id, p.org_no, p.kind, p.connection FROM identity_links l
           JOIN identity_providers p ON p.no = l.provider_no WHERE l.org_no = ? AND l.user_no IN (${marks})`,
      [orgNo],
      userNos,
    );
    const links = rows.toSorted((a, b) => Number(a.no) - Number(b.no));
    const byUser = grouped(links, ({ user_no }) => Number(user_no));
    return new Map([...byUser].map(([userNo, own]) => [userNo, own.map(toIdentity)]));
  }

  /** Which of some users of the organization have metadata. */
  async haveMetadata(userNos: readonly number[]): Promise<Set<number>> {
    const rows = await selectIn<{ user_no: number }>(
      this.database.query,
      'users with metadata',
      (marks) => `SELECT DISTINCT user_no FROM user_metadata WHERE user_no IN (${marks})`,
      [],
      userNos,
    );
    return new Set(rows.map(({ user_no }) => user_no));
  }

  async listProjects(orgNo: number, after: number, limit: number): Promise<Project[]> {
    const rows = await this.database.query.rows<ProjectColumns>(
      `SELECT ${PROJECT_COLUMNS} FROM projects${this.database.search.words.useIndex('projects_by_number')}
        WHERE org_no = ? AND state = 'active' AND no > ? ORDER BY no LIMIT ${limit}`,
      [orgNo, after],
    );
    return rows.map(toProject);
  }

  /** Active ones of active projects. Those that clients registered are unreviewed, and an import would make them applications like any other. */
  async listApplications(orgNo: number, after: number, limit: number): Promise<Array<ApplicationRow & { config: ApplicationConfig }>> {
    const rows = await this.database.query.rows<ApplicationRow & { config: string }>(
      `SELECT a.no, a.id, p.id AS projectId, a.name, a.logo, a.config FROM applications a JOIN projects p ON p.no = a.project_no
        WHERE a.org_no = ? AND a.state = 'active' AND p.state = 'active' AND a.registered_by IS NULL AND a.no > ? ORDER BY a.no LIMIT ${limit}`,
      [orgNo, after],
    );
    return rows.map(({ config, ...row }) => ({ ...row, config: storedConfig(config) }));
  }

  /** The logo of an application: PNG in base64. */
  async findLogo(applicationNo: number): Promise<string | undefined> {
    const sql = 'SELECT content FROM application_logos WHERE application_no = ?';
    return (await this.database.query.row<{ content: string }>(sql, [applicationNo]))?.content;
  }

  /** @param owners by their numbers */
  async listKeys(owners: ReadonlyMap<number, { id: string; projectId?: string }>): Promise<ExportedKey[]> {
    const rows = await selectIn<KeyRow>(
      this.database.query,
      'keys of owners',
      (marks) => `SELECT id, key_id, owner_no, public_jwk, expires_us FROM client_keys WHERE owner_no IN (${marks})`,
      [],
      [...owners.keys()],
    );
    return rows.map(({ id, key_id, owner_no, public_jwk, expires_us }) => ({
      id: key_id ?? id,
      ownerId: owners.get(owner_no)?.id ?? '',
      projectId: owners.get(owner_no)?.projectId ?? null,
      jwk: JSON.parse(public_jwk) as PublicJwk,
      expiresUs: expires_us,
    }));
  }

  async listGroups(
    orgNo: number,
    after: number,
    limit: number,
  ): Promise<Array<{ no: number; id: string; displayName: string; externalId: string | null }>> {
    return this.database.query.rows(
      `SELECT g.no, g.id, g.display_name AS displayName, x.value AS externalId
         FROM user_groups g${this.database.search.words.useIndex('user_groups_by_number')}
              LEFT JOIN group_external_ids x ON x.group_no = g.no AND x.domain_no = ${SHARED_DOMAIN}
        WHERE g.org_no = ? AND g.no > ? ORDER BY g.no LIMIT ${limit}`,
      [orgNo, after],
    );
  }

  async findGroup(orgNo: number, no: number): Promise<{ no: number; id: string } | undefined> {
    return this.database.query.row('SELECT no, id FROM user_groups WHERE no = ? AND org_no = ?', [no, orgNo]);
  }

  /** People and service users of the organization itself who hold a role in it. */
  async listRoleHolders(orgNo: number, role: string, after: number, limit: number): Promise<Array<{ no: number; id: string }>> {
    return this.database.query.rows(
      `SELECT u.no, u.id FROM memberships m JOIN users u ON u.no = m.user_no AND u.org_no = ?
        WHERE m.scope_no = ? AND m.role = ? AND m.user_no > ? ORDER BY m.user_no LIMIT ${limit}`,
      [orgNo, orgNo, role, after],
    );
  }
}

function toIdentity({ subject, login_name, id, org_no, kind, connection }: IdentityRow): ExportedIdentity {
  const reached = { kind, connection: JSON.parse(connection) as unknown } as ProviderConnection;
  return { provider: { ...reached, id, orgNo: Number(org_no) }, subject, ...(login_name !== null && { loginName: login_name }) };
}
