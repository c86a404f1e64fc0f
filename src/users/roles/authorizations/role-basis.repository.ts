// The basis of users' roles at one moment, as rows that any statement about users can select along with its own.
import type { SqlWords } from '../../../common/database/engines/sql-words.js';
import { ofMembersClause } from '../group-graph/group-graph.repository.js';

/** An authorization of a user. Its roles stay the same while its version and the config version do. */
export interface GivenRoles {
  authorizationNo: number;
  version: number;
  projectNo: number;
  /** The organization that assigned them. */
  orgNo: number;
}

export interface RoleBasis {
  /** Assigned to the user itself. */
  own: readonly GivenRoles[];
  /** The groups that the user is a direct member of. */
  groupNos: readonly number[];
  /** Changes with the roles and the nesting of the groups in the user's organization, and never repeats. */
  groupsVersion: number;
}

/**
 * `no` is the user's number. The other columns depend on the kind: the user's organization and the version of its groups; a group and its
 * organization; an authorization, its version, project and organization.
 */
export interface RoleBasisRow {
  kind: 'roles.organization' | 'roles.group' | 'roles.own';
  no: number;
  a: number;
  b: number;
  c: number;
  d: number;
}

/** How a statement selects such a row: its columns, in the statement's order. */
export type RowOf = (kind: RoleBasisRow['kind'], no: string, values: readonly [a: string, b: string, c: string, d: string]) => string;

/** Parts of a UNION, each with one IN list of user numbers. All rows are found by index, without traversing groups. */
export function roleBasisSelects(words: SqlWords, marks: string, row: RowOf): string[] {
  return [
    `SELECT ${row('roles.organization', 'u.no', ['u.org_no', 'n.version', '0', '0'])}
       FROM users u ${words.thenJoin} group_nesting n ON n.org_no = u.org_no WHERE u.no IN (${marks})`,
    ...givenSelects(words, marks, row),
  ];
}

/** The same for a statement that selects the organizations of the users, and the versions of their groups, in another part. */
export function givenSelects(words: SqlWords, marks: string, row: RowOf): string[] {
  return [
    `SELECT ${row('roles.group', 'm.member_no', ['m.group_no', 'm.org_no', '0', '0'])}
       FROM ${ofMembersClause(words)} WHERE m.member_no IN (${marks})`,
    `SELECT ${row('roles.own', 'a.holder_no', ['a.no', 'a.version', 'a.project_no', 'a.org_no'])}
       FROM authorizations a${words.useIndex('authorizations_by_holder')} WHERE a.holder_no IN (${marks})`,
  ];
}

/** Groups the rows of several users into a lookup by user number. */
export function roleBases(rows: readonly RoleBasisRow[]): (userNo: number) => RoleBasis {
  const byUser = new Map<number, RoleBasisRow[]>();
  for (const row of rows) {
    const own = byUser.get(row.no);
    if (own) own.push(row);
    else byUser.set(row.no, [row]);
  }
  return (userNo) => basisOf(byUser.get(userNo) ?? []);
}

function basisOf(rows: readonly RoleBasisRow[]): RoleBasis {
  const [own, groupNos]: [GivenRoles[], number[]] = [[], []];
  const organization = rows.find(({ kind }) => kind === 'roles.organization');
  for (const { kind, a, b, c, d } of rows) {
    if (kind === 'roles.own') own.push({ authorizationNo: a, version: b, projectNo: c, orgNo: d });
    // Only groups of the user's own organization.
    else if (kind === 'roles.group' && b === organization?.a) groupNos.push(a);
  }
  return { own, groupNos, groupsVersion: organization?.b ?? 0 };
}
