// The SQL of batches of groups: finds people and groups by the names in an import, and locks groups.
import { Injectable } from '@nestjs/common';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { selectIn } from '../../../common/database/multi-row.js';
import { SHARED_DOMAIN } from '../../../common/identifiers/external-id.js';
import type { Group, GroupMember, MemberKind } from './group.js';
import { GROUP_COLUMNS, toGroup, WITH_EXTERNAL_ID, type GroupRow } from './groups.repository.js';

/** The kind of name that identifies a person or group. */
export type NamedBy = 'userId' | 'userName' | 'userExternalId' | 'groupId' | 'groupDisplayName' | 'groupExternalId';

/** The lookup of each name: its kind, and the statement before the list of values, whose parameter is the organization. */
const LOOKUPS: Readonly<Record<NamedBy, { kind: MemberKind; sql: string }>> = {
  userId: { kind: 'user', sql: "SELECT no, id, id AS named FROM users WHERE org_no = ? AND kind = 'person' AND id" },
  userName: {
    kind: 'user',
    sql: "SELECT no, id, user_name_key AS named FROM users WHERE org_no = ? AND kind = 'person' AND user_name_key",
  },
  userExternalId: {
    kind: 'user',
    sql: `SELECT t.no, t.id, x.value AS named FROM external_ids x JOIN users t ON t.no = x.user_no AND t.kind = 'person'
       WHERE x.org_no = ? AND x.domain_no = ${SHARED_DOMAIN} AND x.value`,
  },
  groupId: { kind: 'group', sql: 'SELECT no, id, id AS named FROM user_groups WHERE org_no = ? AND id' },
  groupDisplayName: {
    kind: 'group',
    sql: 'SELECT no, id, display_name_key AS named FROM user_groups WHERE org_no = ? AND display_name_key',
  },
  groupExternalId: {
    kind: 'group',
    sql: `SELECT t.no, t.id, x.value AS named FROM group_external_ids x JOIN user_groups t ON t.no = x.group_no
       WHERE x.org_no = ? AND x.domain_no = ${SHARED_DOMAIN} AND x.value`,
  },
};

@Injectable()
export class GroupsBatchRepository {
  /** The people or groups of an organization with these names in stored form: ids and external ids unchanged, other names folded. */
  async findNamed(tx: Query, orgNo: number, by: NamedBy, values: readonly string[]): Promise<Array<GroupMember & { named: string }>> {
    const { kind, sql } = LOOKUPS[by];
    const rows = await selectIn<{ no: number; id: string; named: string }>(
      tx,
      `members by ${by}`,
      (marks) => `${sql} IN (${marks})`,
      [orgNo],
      values,
    );
    return rows.map((row) => ({ ...row, kind }));
  }

  /** Reads groups by number, ordered by number, and locks their rows. */
  async lockGroups(tx: Transaction, orgNo: number, groupNos: readonly number[]): Promise<Group[]> {
    const rows = await selectIn<GroupRow>(
      tx,
      'groups to change',
      (marks) =>
        `SELECT ${GROUP_COLUMNS} FROM user_groups g ${WITH_EXTERNAL_ID} WHERE g.org_no = ? AND g.no IN (${marks}) ORDER BY g.no${tx.forUpdate}`,
      [SHARED_DOMAIN, orgNo],
      [...groupNos].sort((a, b) => a - b),
    );
    return rows.map(toGroup);
  }
}
