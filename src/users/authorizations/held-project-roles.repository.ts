// The one query behind roles in tokens: what a user has of some projects, itself and through groups.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { belongsClause } from '../group-graph/group-graph.repository.js';
import { ROLE_KEY, ROLE_OF_SOURCE } from './authorizations.repository.js';

@Injectable()
export class HeldProjectRolesRepository {
  constructor(private readonly database: Database) {}

  /** Whether the project is active and somebody has ever been given a role of it. */
  async isInUse(projectNo: number): Promise<boolean> {
    const row = await this.database.query.row("SELECT no FROM projects WHERE no = ? AND has_authorizations = TRUE AND state = 'active'", [
      projectNo,
    ]);
    return row !== undefined;
  }

  /** Each role once for each organization that gave it. */
  async rolesInProjects(
    { userNo, orgNo }: { userNo: number; orgNo: number },
    projectNos: readonly number[],
  ): Promise<Array<{ projectNo: number; orgNo: number; key: string }>> {
    const { sql, values } = belongsClause(this.database.search.words, orgNo, [userNo]);
    const rows = await this.database.query.rows<{ project_no: number; org_no: number; role_key: string }>(
      `${sql}, holders (no) AS (SELECT no FROM users WHERE no = ? UNION ALL SELECT group_no FROM belongs)
       SELECT DISTINCT a.project_no, a.org_no, ${ROLE_KEY} AS role_key FROM holders h
         JOIN authorizations a ON a.holder_no = h.no JOIN authorization_roles r ON r.authorization_no = a.no ${ROLE_OF_SOURCE}
        WHERE a.project_no IN (${projectNos.map(() => '?').join(', ')}) AND ${ROLE_KEY} IS NOT NULL
        ORDER BY a.project_no, role_key, a.org_no`,
      [...values, userNo, ...projectNos],
    );
    return rows.map(({ project_no, org_no, role_key }) => ({ projectNo: project_no, orgNo: org_no, key: role_key }));
  }
}
