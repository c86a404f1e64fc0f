// The groups of a person as the claim `groups` shows them.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import { belongsClause, type GroupName } from '../../../users/roles/group-graph/group-graph.repository.js';
import { foldKey } from '../../../common/identifiers/fold.js';

/** Selects groups. */
export interface GroupSelection {
  /** The prefix of the name, case-insensitive; empty matches any name. */
  prefix: string;
  /** Only groups that have roles of this project. */
  projectNo?: number;
}

@Injectable()
export class UserGroupsRepository {
  constructor(private readonly database: Database) {}

  /** The groups that a person belongs to, directly and through others, by name; at most `limit`. */
  async listGroups(
    { userNo, orgNo }: { userNo: number; orgNo: number },
    { prefix, projectNo }: GroupSelection,
    limit: number,
  ): Promise<GroupName[]> {
    const belongs = belongsClause(this.database.search.words, orgNo, [userNo]);
    const key = foldKey(prefix);
    const begins = key === '' ? '' : ' AND SUBSTR(g.display_name_key, 1, ?) = ?';
    const assigned =
      projectNo === undefined ? '' : ' AND EXISTS (SELECT 1 FROM authorizations a WHERE a.holder_no = g.no AND a.project_no = ?)';
    const rows = await this.database.query.rows<{ no: number; id: string; display_name: string }>(
      `${belongs.sql} SELECT g.no, g.id, g.display_name FROM belongs b ${this.database.search.words.thenJoin} user_groups g ON g.no = b.group_no AND g.org_no = ?
        WHERE b.member_no = ?${begins}${assigned} ORDER BY g.display_name_key, g.no LIMIT ${limit}`,
      [...belongs.values, orgNo, userNo, ...(key === '' ? [] : [[...key].length, key]), ...(projectNo === undefined ? [] : [projectNo])],
    );
    return rows.map(({ no, id, display_name: displayName }) => ({ no, id, displayName }));
  }
}
