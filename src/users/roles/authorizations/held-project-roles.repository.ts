// The queries behind roles in tokens: the basis of users' roles, and the roles of authorizations and groups.
import { Injectable } from '@nestjs/common';
import { Coalescer, MAX_BATCH, padded, statements } from '../../../common/database/coalescer.js';
import { Database } from '../../../common/database/database.js';
import { belongsClause } from '../group-graph/group-graph.repository.js';
import { ROLE_KEY, ROLE_OF_SOURCE } from './authorizations.repository.js';
import { roleBases, roleBasisSelects, type RoleBasis, type RoleBasisRow } from './role-basis.repository.js';
import { grouped } from '../../../common/primitives/grouped.js';

interface GroupAsk {
  orgNo: number;
  groupNo: number;
  projectNo: number;
}

/** A role of a project, and the organization that assigned it. */
export interface HeldRole {
  projectNo: number;
  orgNo: number;
  key: string;
}

interface HeldRow {
  holder_no: number;
  project_no: number;
  org_no: number;
  role_key: string;
}

const MAX_FLIGHTS = 2;
/** A number that no user, group, authorization or project has. */
const NO_USER = 0;

@Injectable()
export class HeldProjectRolesRepository {
  private readonly ofUsers = new Coalescer<number, RoleBasis>((userNos) => this.readBases(userNos), MAX_FLIGHTS, MAX_BATCH);
  private readonly ofAuthorizations = new Coalescer<number, string[]>((nos) => this.readKeys(nos), MAX_FLIGHTS, MAX_BATCH);
  private readonly ofGroups = new Coalescer<GroupAsk, readonly HeldRole[]>((asks) => this.readGroups(asks), MAX_FLIGHTS, MAX_BATCH);
  private readonly basisStatement: (size: number) => string;

  constructor(private readonly database: Database) {
    const { words } = database.search;
    this.basisStatement = statements((marks) =>
      roleBasisSelects(
        words,
        marks,
        (kind, no, [a, b, c, d]) => `'${kind}' AS kind, ${no} AS no, ${a} AS a, ${b} AS b, ${c} AS c, ${d} AS d`,
      ).join(' UNION ALL '),
    );
  }

  /** Whether the project is active and one of its roles was ever assigned. */
  async isInUse(projectNo: number): Promise<boolean> {
    const row = await this.database.query.row(
      "SELECT p.no FROM projects p JOIN authorized_projects a ON a.project_no = p.no WHERE p.no = ? AND p.state = 'active'",
      [projectNo],
    );
    return row !== undefined;
  }

  /** Concurrent calls share a statement. */
  basisOf(userNo: number): Promise<RoleBasis> {
    return this.ofUsers.load(userNo);
  }

  /** The keys of an authorization's roles that have an effect. */
  keysOf(authorizationNo: number): Promise<readonly string[]> {
    return this.ofAuthorizations.load(authorizationNo);
  }

  /** The roles of a project that a group has, itself and through its parent groups. Concurrent calls share a statement. */
  rolesOfGroup(ask: GroupAsk): Promise<readonly HeldRole[]> {
    return this.ofGroups.load(ask);
  }

  private async readBases(userNos: readonly number[]): Promise<RoleBasis[]> {
    const users = padded(userNos, NO_USER);
    const rows = await this.database.query.rows<RoleBasisRow>(this.basisStatement(users.length), [...users, ...users, ...users]);
    return userNos.map(roleBases(rows));
  }

  private async readKeys(nos: readonly number[]): Promise<string[][]> {
    const authorizations = padded(nos, NO_USER);
    const rows = await this.database.query.rows<{ no: number; role_key: string }>(
      `SELECT r.authorization_no AS no, ${ROLE_KEY} AS role_key FROM authorization_roles r ${ROLE_OF_SOURCE}
        WHERE r.authorization_no IN (${marksFor(authorizations)}) AND ${ROLE_KEY} IS NOT NULL`,
      [...authorizations],
    );
    const keys = grouped(rows, ({ no }) => no);
    return nos.map((no) => (keys.get(no) ?? []).map(({ role_key }) => role_key));
  }

  private async readGroups(asks: readonly GroupAsk[]): Promise<Array<readonly HeldRole[]>> {
    const byOrganization = [...grouped(asks, ({ orgNo }) => orgNo)];
    const rows = (await Promise.all(byOrganization.map(([orgNo, some]) => this.readGroupsWithin(orgNo, some)))).flat();
    const held = grouped(rows, ({ holder_no, project_no }) => `${holder_no}:${project_no}`);
    return asks.map(({ groupNo, projectNo }) => (held.get(`${groupNo}:${projectNo}`) ?? []).map(toRole));
  }

  /** If several groups and several projects are requested, the result has all their combinations. */
  private readGroupsWithin(orgNo: number, asks: readonly GroupAsk[]): Promise<HeldRow[]> {
    const groups = padded([...new Set(asks.map(({ groupNo }) => groupNo))], NO_USER);
    const projects = padded([...new Set(asks.map(({ projectNo }) => projectNo))], NO_USER);
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

function toRole({ project_no: projectNo, org_no: orgNo, role_key: key }: HeldRow): HeldRole {
  return { projectNo, orgNo, key };
}

function marksFor(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}
