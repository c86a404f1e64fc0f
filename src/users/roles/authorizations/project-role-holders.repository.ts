// Users with roles of one project, their own or through groups, assigned by the project's organization or by organizations with a grant.
import { Injectable } from '@nestjs/common';
import { padded } from '../../../common/database/coalescer.js';
import { Database } from '../../../common/database/database.js';
import type { SqlValue } from '../../../common/database/engines/sql-value.js';
import type { Clause, SqlWords } from '../../../common/database/engines/sql-words.js';
import { belongsClause } from '../group-graph/group-graph.repository.js';
import { inReach, type HolderSearch } from '../memberships/role-holders.repository.js';
import { ROLE_KEY, ROLE_OF_SOURCE } from './authorizations.repository.js';

/** A role of the project that a user has, and why. */
export interface HeldProjectRoleRow {
  userNo: number;
  key: string;
  authorizationId: string;
  /** The organization that assigned it. */
  orgNo: number;
  /** The grant through which it was assigned; absent: assigned by the project's own organization. */
  grantId?: string;
  /** The group that has it; absent: the user's own role. */
  group?: { id: string; displayName: string; direct: boolean };
}

interface Row {
  user_no: number;
  role_key: string;
  id: string;
  org_no: number;
  grant_id: string | null;
  group_id: string | null;
  display_name: string | null;
  direct: number;
}

const NO_USER = 0;
/** An authorization through a grant counts only while the grant exists. */
const BY_GRANT = 'LEFT JOIN project_grants g ON g.no = a.grant_no';
const LIVE = '(a.grant_no = 0 OR g.no IS NOT NULL)';

@Injectable()
export class ProjectRoleHoldersRepository {
  private readonly words: SqlWords;

  constructor(private readonly database: Database) {
    this.words = database.search.words;
  }

  /**
   * Common table expressions, of which the last is `further (user_no)`: users with a role of the project. Each kind of owner is read in index order,
   * and no more than the page needs. For groups, all members after the start of the page are read.
   */
  holders(projectNo: number, search: HolderSearch): Clause {
    const { filters, after, limit } = search;
    const { role, userId } = filters;
    const index = this.words.useIndex('authorizations_by_kind');
    const hasRole = `EXISTS (SELECT 1 FROM authorization_roles r ${ROLE_OF_SOURCE} WHERE r.authorization_no = a.no AND ${ROLE_KEY} ${role === undefined ? 'IS NOT NULL' : '= ?'})`;
    const roleValues: SqlValue[] = role === undefined ? [] : [role];
    const page = limit === undefined ? '' : ` ORDER BY a.holder_no LIMIT ${limit}`;
    const own = (kind: 'person' | 'service') =>
      `SELECT holder_no FROM (SELECT a.holder_no FROM authorizations a${index} JOIN users x ON x.no = a.holder_no ${BY_GRANT}
        WHERE a.project_no = ? AND a.holder_kind = '${kind}' AND a.holder_no > ? AND ${LIVE} AND ${hasRole}${inReach(filters, 'direct')}${userId === undefined ? '' : ' AND x.id = ?'}${page}) ${kind}_holders`;
    const ownValues: SqlValue[] = [projectNo, after, ...roleValues, ...(userId === undefined ? [] : [userId])];
    const inside = `${this.words.thenJoin} group_members m${this.words.byPrimaryKey} ON m.group_no = i.group_no AND m.org_no = i.org_no`;
    return {
      sql: `given (group_no, org_no) AS (
          SELECT a.holder_no, h.org_no FROM authorizations a${index} JOIN user_groups h ON h.no = a.holder_no ${BY_GRANT}
            WHERE a.project_no = ? AND a.holder_kind = 'group' AND ${LIVE} AND ${hasRole}${inReach(filters, 'group')}
          UNION
          SELECT m.member_no, i.org_no FROM given i ${inside} AND m.kind = 'group'),
        further (user_no) AS (
          ${own('person')}
          UNION
          ${own('service')}
          UNION
          SELECT m.member_no FROM given i ${inside} AND m.kind = 'user' AND m.member_no > ?)`,
      values: [projectNo, ...roleValues, ...ownValues, ...ownValues, after],
    };
  }

  /** The roles of the project that some users of one organization have: own roles first, then by the name of the group. */
  async rolesOf(projectNo: number, orgNo: number, userNos: readonly number[]): Promise<HeldProjectRoleRow[]> {
    if (userNos.length === 0) return [];
    const users = padded(userNos, NO_USER);
    const { sql, values } = belongsClause(this.words, orgNo, users);
    const rows = await this.database.query.rows<Row>(
      `${sql}, held (user_no, group_no, holder_no) AS (
         SELECT u.no, 0, u.no FROM users u WHERE u.no IN (${users.map(() => '?').join(', ')}) AND u.org_no = ?
         UNION ALL SELECT b.member_no, b.group_no, b.group_no FROM belongs b)
       SELECT t.user_no, ${ROLE_KEY} AS role_key, a.id, a.org_no, g.id AS grant_id, h.id AS group_id, h.display_name,
           CASE WHEN EXISTS (SELECT 1 FROM group_members o WHERE o.member_no = t.user_no AND o.group_no = t.group_no) THEN 1 ELSE 0 END AS direct
         FROM held t ${this.words.thenJoin} authorizations a${this.words.useIndex('authorizations_by_holder')}
           ON a.holder_no = t.holder_no AND a.project_no = ?
         JOIN authorization_roles r ON r.authorization_no = a.no ${ROLE_OF_SOURCE} ${BY_GRANT} LEFT JOIN user_groups h ON h.no = t.group_no
        WHERE ${ROLE_KEY} IS NOT NULL AND ${LIVE}
        ORDER BY t.user_no, h.display_name_key, h.no, a.no, role_key`,
      [...values, ...users, orgNo, projectNo],
    );
    return rows.map(({ user_no, role_key, id, org_no, grant_id, group_id, display_name, direct }) => ({
      userNo: user_no,
      key: role_key,
      authorizationId: id,
      orgNo: org_no,
      ...(grant_id !== null && { grantId: grant_id }),
      ...(group_id !== null && { group: { id: group_id, displayName: display_name ?? '', direct: Boolean(direct) } }),
    }));
  }
}
