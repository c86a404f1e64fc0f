// The current names of what lists and events name by its id. All names of a page are read together, one statement for each kind.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { selectIn, selectInEach } from '../../common/database/multi-row.js';
import { shownName } from '../../users/directory/people/person/person.js';

/** A resource with its name, and the number of the organization it belongs to. */
export interface Named {
  id: string;
  name: string;
  orgNo: number;
}

export interface NamedUser extends Named {
  kind: 'person' | 'service';
  userName: string;
  /** The folded userName of a person whose login name it is alone. */
  loginKey: string | undefined;
}

/** Where each kind of resource has its unique id, its name and its organization. */
const KINDS = {
  organization: { from: 'organizations t', id: 't.id', columns: 't.name, t.no AS org_no' },
  project: { from: 'projects t', id: 't.id', columns: 't.name, t.org_no' },
  application: { from: 'applications t', id: 't.id', columns: 't.name, t.org_no' },
  client: { from: 'applications t', id: 't.client_id', columns: 't.name, t.org_no' },
  group: { from: 'user_groups t', id: 't.id', columns: 't.display_name AS name, t.org_no' },
  identityProvider: { from: 'identity_providers t', id: 't.id', columns: 't.name, t.org_no' },
} as const;

export type NamedKind = keyof typeof KINDS;

/** A project found by the id of a grant of it. */
export interface GrantedProject extends Named {
  projectId: string;
}

interface UserColumns {
  id: string;
  kind: 'person' | 'service';
  org_no: number;
  user_name: string;
  login_key: string | null;
  display_name: string | null;
  formatted_name: string | null;
  given_name: string | null;
  family_name: string | null;
  name: string | null;
}

@Injectable()
export class NamesRepository {
  constructor(private readonly database: Database) {}

  /** Resources of one kind, of any organization, by id; unknown ones are absent. */
  async find(kind: NamedKind, ids: readonly string[]): Promise<Map<string, Named>> {
    const { from, id, columns } = KINDS[kind];
    const rows = await this.read<{ id: string; name: string; org_no: number }>(
      kind,
      `SELECT ${id} AS id, ${columns} FROM ${from}`,
      id,
      ids,
    );
    return byId(rows.map((row) => ({ id: row.id, name: row.name, orgNo: row.org_no })));
  }

  /** The projects of grants, by the id of the grant. */
  async findGranted(grantIds: readonly string[]): Promise<Map<string, GrantedProject>> {
    const rows = await this.read<{ id: string; project_id: string; name: string; org_no: number }>(
      'grant',
      'SELECT g.id, p.id AS project_id, p.name, p.org_no FROM project_grants g JOIN projects p ON p.no = g.project_no',
      'g.id',
      grantIds,
    );
    return byId(rows.map((row) => ({ id: row.id, projectId: row.project_id, name: row.name, orgNo: row.org_no })));
  }

  /** The display names of the roles of authorizations, by the number of the authorization and then by key. */
  async findRoles(authorizationNos: readonly number[]): Promise<Map<number, Map<string, string>>> {
    const columns = 'SELECT a.authorization_no, r.role_key, r.name AS display_name FROM authorization_roles a';
    const rows = await selectInEach<{ authorization_no: number; role_key: string; display_name: string }>(
      this.database.query,
      'names: role',
      (marks) => `${columns} JOIN project_roles r ON r.no = a.source_no WHERE a.authorization_no IN (${marks})
        UNION ALL ${columns} JOIN project_grant_roles g ON g.no = a.source_no
          JOIN project_roles r ON r.project_no = g.project_no AND r.role_key = g.role_key WHERE a.authorization_no IN (${marks})`,
      [[], []],
      [...new Set(authorizationNos)],
    );
    const found = new Map<number, Map<string, string>>();
    for (const { authorization_no, role_key, display_name } of rows)
      found.set(authorization_no, (found.get(authorization_no) ?? new Map<string, string>()).set(role_key, display_name));
    return found;
  }

  /** People and service users of any organization, by id. */
  async findUsers(ids: readonly string[]): Promise<Map<string, NamedUser>> {
    const rows = await this.read<UserColumns>(
      'user',
      `SELECT u.id, u.kind, u.org_no, u.user_name, u.login_key, u.display_name, u.formatted_name, u.given_name, u.family_name, s.name
        FROM users u LEFT JOIN service_users s ON s.user_no = u.no`,
      'u.id',
      ids,
    );
    return byId(rows.map(toNamedUser));
  }

  private read<Row>(kind: string, select: string, id: string, ids: readonly string[]): Promise<Row[]> {
    return selectIn<Row>(this.database.query, `names: ${kind}`, (marks) => `${select} WHERE ${id} IN (${marks})`, [], [...new Set(ids)]);
  }
}

function toNamedUser(row: UserColumns): NamedUser {
  const names = {
    userName: row.user_name,
    displayName: row.name ?? row.display_name ?? undefined,
    formattedName: row.formatted_name ?? undefined,
    givenName: row.given_name ?? undefined,
    familyName: row.family_name ?? undefined,
  };
  const loginKey = row.login_key ?? undefined;
  return { id: row.id, kind: row.kind, orgNo: row.org_no, userName: row.user_name, loginKey, name: shownName(names) };
}

function byId<Entry extends { id: string }>(entries: readonly Entry[]): Map<string, Entry> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}
