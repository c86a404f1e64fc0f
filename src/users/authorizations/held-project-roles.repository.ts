// The queries behind roles in tokens: what users have of projects themselves, which groups they are in, and what those have.
import { Injectable } from '@nestjs/common';
import { Coalescer, MAX_BATCH, padded } from '../../common/database/coalescer.js';
import { Database } from '../../common/database/database.js';
import { belongsClause, ofMembersClause } from '../group-graph/group-graph.repository.js';
import { ROLE_KEY, ROLE_OF_SOURCE } from './authorizations.repository.js';

interface RoleAsk {
  userNo: number;
  projectNo: number;
}

interface GroupAsk {
  orgNo: number;
  groupNo: number;
  projectNo: number;
}

/** A role of a project, and the organization that gave it. */
export interface HeldRole {
  projectNo: number;
  orgNo: number;
  key: string;
}

/** What decides about a user's roles of a project, at one moment. */
export interface RoleBasis {
  /** Given to the user itself. */
  own: readonly HeldRole[];
  /** The groups that the user is a direct member of. */
  groupNos: readonly number[];
  /** Changes with what groups of the user's organization have and which groups they are in, and never comes back. */
  groupsVersion: number;
}

/** A role (`no`: the project), a group or the version of the groups, of a user. */
interface BasisRow {
  kind: 'r' | 'g' | 'v';
  user_no: number;
  no: number;
  org_no: number;
  role_key: string;
}

interface HeldRow {
  holder_no: number;
  project_no: number;
  org_no: number;
  role_key: string;
}

const MAX_FLIGHTS = 2;
/** The number of no user, no group and no project. */
const NOBODY = 0;

@Injectable()
export class HeldProjectRolesRepository {
  private readonly ofUsers = new Coalescer<RoleAsk, RoleBasis>((asks) => this.readBases(asks), MAX_FLIGHTS, MAX_BATCH);
  private readonly ofGroups = new Coalescer<GroupAsk, readonly HeldRole[]>((asks) => this.readGroups(asks), MAX_FLIGHTS, MAX_BATCH);

  constructor(private readonly database: Database) {}

  /** Whether the project is active and somebody has ever been given a role of it. */
  async isInUse(projectNo: number): Promise<boolean> {
    const row = await this.database.query.row(
      "SELECT p.no FROM projects p JOIN authorized_projects a ON a.project_no = p.no WHERE p.no = ? AND p.state = 'active'",
      [projectNo],
    );
    return row !== undefined;
  }

  /** Users who are asked about at once share a statement, which finds everything by index and walks no group. */
  basisOf(userNo: number, projectNo: number): Promise<RoleBasis> {
    return this.ofUsers.load({ userNo, projectNo });
  }

  /** What a group has of a project, itself and through the groups that it is in. Groups that are asked about at once share a statement. */
  rolesOfGroup(ask: GroupAsk): Promise<readonly HeldRole[]> {
    return this.ofGroups.load(ask);
  }

  /** Also what nobody asked for, where several users were asked about for several projects. */
  private async readBases(asks: readonly RoleAsk[]): Promise<RoleBasis[]> {
    const users = padded([...new Set(asks.map(({ userNo }) => userNo))], NOBODY);
    const projects = padded([...new Set(asks.map(({ projectNo }) => projectNo))], NOBODY);
    const { words } = this.database.search;
    const rows = await this.database.query.rows<BasisRow>(
      `SELECT 'v' AS kind, u.no AS user_no, n.version AS no, 0 AS org_no, '' AS role_key
         FROM users u ${words.thenJoin} group_nesting n ON n.org_no = u.org_no WHERE u.no IN (${marksFor(users)})
       UNION ALL SELECT 'g', m.member_no, m.group_no, 0, ''
         FROM users u ${words.thenJoin} ${ofMembersClause(words)} ON m.member_no = u.no AND m.org_no = u.org_no WHERE u.no IN (${marksFor(users)})
       UNION ALL SELECT 'r', a.holder_no, a.project_no, a.org_no, ${ROLE_KEY}
         FROM authorizations a JOIN authorization_roles r ON r.authorization_no = a.no ${ROLE_OF_SOURCE}
        WHERE a.holder_no IN (${marksFor(users)}) AND a.project_no IN (${marksFor(projects)}) AND ${ROLE_KEY} IS NOT NULL`,
      [...users, ...users, ...users, ...projects],
    );
    const byUser = grouped(rows, ({ user_no }) => user_no);
    return asks.map(({ userNo, projectNo }) => basisOf(byUser.get(userNo) ?? [], projectNo));
  }

  private async readGroups(asks: readonly GroupAsk[]): Promise<Array<readonly HeldRole[]>> {
    const byOrganization = [...grouped(asks, ({ orgNo }) => orgNo)];
    const rows = (await Promise.all(byOrganization.map(([orgNo, some]) => this.readGroupsWithin(orgNo, some)))).flat();
    const held = grouped(rows, ({ holder_no, project_no }) => `${holder_no}:${project_no}`);
    return asks.map(({ groupNo, projectNo }) => (held.get(`${groupNo}:${projectNo}`) ?? []).map(toRole));
  }

  private readGroupsWithin(orgNo: number, asks: readonly GroupAsk[]): Promise<HeldRow[]> {
    const groups = padded([...new Set(asks.map(({ groupNo }) => groupNo))], NOBODY);
    const projects = padded([...new Set(asks.map(({ projectNo }) => projectNo))], NOBODY);
    const { sql, values } = belongsClause(this.database.search.words, orgNo, groups);
    return this.database.query.rows<HeldRow>(
      `${sql}, holders (asked_no, holder_no) AS (
         SELECT no, no FROM user_groups WHERE no IN (${marksFor(groups)}) AND org_no = ? UNION ALL SELECT member_no, group_no FROM belongs)
       SELECT DISTINCT h.asked_no AS holder_no, a.project_no, a.org_no, ${ROLE_KEY} AS role_key FROM holders h
         JOIN authorizations a ON a.holder_no = h.holder_no JOIN authorization_roles r ON r.authorization_no = a.no ${ROLE_OF_SOURCE}
        WHERE a.project_no IN (${marksFor(projects)}) AND ${ROLE_KEY} IS NOT NULL`,
      [...values, ...groups, orgNo, ...projects],
    );
  }
}

function basisOf(rows: readonly BasisRow[], projectNo: number): RoleBasis {
  const [own, groupNos]: [HeldRole[], number[]] = [[], []];
  let groupsVersion = 0;
  for (const { kind, no, org_no: orgNo, role_key: key } of rows) {
    if (kind === 'v') groupsVersion = no;
    else if (kind === 'g') groupNos.push(no);
    else if (no === projectNo) own.push({ projectNo, orgNo, key });
  }
  return { own, groupNos, groupsVersion };
}

function toRole({ project_no: projectNo, org_no: orgNo, role_key: key }: HeldRow): HeldRole {
  return { projectNo, orgNo, key };
}

function grouped<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

function marksFor(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}
