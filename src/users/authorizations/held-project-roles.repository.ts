// The one query behind roles in tokens: what a user has of some projects, itself and through groups.
import { Injectable } from '@nestjs/common';
import { Coalescer, MAX_BATCH, padded } from '../../common/database/coalescer.js';
import { Database } from '../../common/database/database.js';
import { belongsClause } from '../group-graph/group-graph.repository.js';
import { ROLE_KEY, ROLE_OF_SOURCE } from './authorizations.repository.js';

interface AskedUser {
  userNo: number;
  orgNo: number;
}

type RoleAsk = AskedUser & { projectNo: number };

/** A role of a project, and the organization that gave it. */
export interface HeldRole {
  projectNo: number;
  orgNo: number;
  key: string;
}

interface HeldRow {
  user_no: number;
  project_no: number;
  org_no: number;
  role_key: string;
}

const MAX_FLIGHTS = 2;
/** The number of no user and no project. */
const NOBODY = 0;

@Injectable()
export class HeldProjectRolesRepository {
  private readonly asked = new Coalescer<RoleAsk, HeldRole[]>((asks) => this.rolesOfAll(asks), MAX_FLIGHTS, MAX_BATCH);

  constructor(private readonly database: Database) {}

  /** Whether the project is active and somebody has ever been given a role of it. */
  async isInUse(projectNo: number): Promise<boolean> {
    const row = await this.database.query.row(
      "SELECT p.no FROM projects p JOIN authorized_projects a ON a.project_no = p.no WHERE p.no = ? AND p.state = 'active'",
      [projectNo],
    );
    return row !== undefined;
  }

  /** Each role once for each organization that gave it, ordered by project and key. Users who are asked about at once share a query. */
  async rolesInProjects(user: AskedUser, projectNos: readonly number[]): Promise<HeldRole[]> {
    return (
      await Promise.all(projectNos.toSorted((one, other) => one - other).map((projectNo) => this.asked.load({ ...user, projectNo })))
    ).flat();
  }

  private async rolesOfAll(asks: readonly RoleAsk[]): Promise<HeldRole[][]> {
    const organizations = [...new Set(asks.map(({ orgNo }) => orgNo))];
    const found = await Promise.all(
      organizations.map((orgNo) =>
        this.rolesWithin(
          orgNo,
          asks.filter((ask) => ask.orgNo === orgNo),
        ),
      ),
    );
    const held = new Map<string, HeldRole[]>(asks.map(({ userNo, projectNo }) => [keyOf(userNo, projectNo), []]));
    for (const { user_no, project_no, org_no, role_key } of found.flat())
      held.get(keyOf(user_no, project_no))?.push({ projectNo: project_no, orgNo: org_no, key: role_key });
    return asks.map(({ userNo, projectNo }) => held.get(keyOf(userNo, projectNo)) ?? []);
  }

  /** Of users of one organization; also what nobody asked for, where several were asked about for several projects. */
  private rolesWithin(orgNo: number, asks: readonly RoleAsk[]): Promise<HeldRow[]> {
    const users = padded([...new Set(asks.map(({ userNo }) => userNo))], NOBODY);
    const projects = padded([...new Set(asks.map(({ projectNo }) => projectNo))], NOBODY);
    const { sql, values } = belongsClause(this.database.search.words, orgNo, users);
    return this.database.query.rows<HeldRow>(
      `${sql}, holders (user_no, holder_no) AS (
         SELECT no, no FROM users WHERE no IN (${marksFor(users)}) UNION ALL SELECT member_no, group_no FROM belongs)
       SELECT DISTINCT h.user_no, a.project_no, a.org_no, ${ROLE_KEY} AS role_key FROM holders h
         JOIN authorizations a ON a.holder_no = h.holder_no JOIN authorization_roles r ON r.authorization_no = a.no ${ROLE_OF_SOURCE}
        WHERE a.project_no IN (${marksFor(projects)}) AND ${ROLE_KEY} IS NOT NULL
        ORDER BY a.project_no, role_key, a.org_no`,
      [...values, ...users, ...projects],
    );
  }
}

function keyOf(userNo: number, projectNo: number): string {
  return `${userNo}:${projectNo}`;
}

function marksFor(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}
