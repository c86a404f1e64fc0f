// The SQL of groups. Every function takes the number of the organization, or a group that was read with it.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { changeIn, insertRows, selectIn } from '../../../common/database/multi-row.js';
import type { SqlValue } from '../../../common/database/engines/sql-value.js';
import { raiseGroupsVersion } from '../../roles/group-graph/group-graph.repository.js';
import { foldKey, reverseKey } from '../../../common/identifiers/fold.js';
import { insertWithIds } from '../../../common/identifiers/ids.repository.js';
import { GroupCounts } from '../../organizations/organization-counts.repository.js';
import type { Group } from './group.js';

/** Columns of `user_groups g` and `group_external_ids x` that {@link toGroup} reads. */
export const GROUP_COLUMNS = 'g.no, g.id, g.org_no, g.display_name, g.version, g.created_us, g.modified_us, x.value AS external_id';
/** Its parameter is the number of the provisioning domain. */
export const WITH_EXTERNAL_ID = 'LEFT JOIN group_external_ids x ON x.group_no = g.no AND x.domain_no = ?';

export interface GroupRow {
  no: number;
  id: string;
  org_no: number;
  display_name: string;
  version: number;
  created_us: number;
  modified_us: number;
  external_id: string | null;
}

export function toGroup(row: GroupRow): Group {
  return {
    no: row.no,
    id: row.id,
    orgNo: row.org_no,
    displayName: row.display_name,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    version: row.version,
    createdUs: row.created_us,
    modifiedUs: row.modified_us,
  };
}

const INSERTED = [
  'no',
  'id',
  'org_no',
  'display_name',
  'display_name_key',
  'display_name_rev',
  'version',
  'created_us',
  'modified_us',
] as const;

@Injectable()
export class GroupsRepository {
  constructor(
    private readonly database: Database,
    private readonly counts: GroupCounts,
  ) {}

  /** @param domainNo the provisioning domain whose external id is read */
  async findGroup(orgNo: number, id: string, domainNo: number, query: Query = this.database.query, lock = ''): Promise<Group | undefined> {
    const row = await query.row<GroupRow>(
      `SELECT ${GROUP_COLUMNS} FROM user_groups g ${WITH_EXTERNAL_ID} WHERE g.id = ? AND g.org_no = ?${lock}`,
      [domainNo, id, orgNo],
    );
    return row && toGroup(row);
  }

  /** Whether an organization has, or ever had, groups. */
  async hasHadGroups(orgNo: number): Promise<boolean> {
    const row = await this.database.query.row(
      'SELECT n.org_no FROM group_nesting n WHERE n.org_no = ? AND (n.version > 0 OR EXISTS (SELECT 1 FROM user_groups g WHERE g.org_no = ?))',
      [orgNo, orgNo],
    );
    return row !== undefined;
  }

  /** Records for good that the organization has had a group. @returns whether this call recorded it */
  async markFirstGroup(tx: Transaction, orgNo: number): Promise<boolean> {
    if (await tx.row('SELECT org_no FROM group_nesting WHERE org_no = ? AND version > 0', [orgNo])) return false;
    await raiseGroupsVersion(tx, orgNo);
    return true;
  }

  /** Adds groups, all or none. @param chosen ids that were not just generated, which a user may have @throws DuplicateKeyError */
  async insertAll(tx: Transaction, groups: readonly Group[], domainNo: number, chosen: readonly string[] = []): Promise<void> {
    const rows = groups.map(({ no, id, orgNo, displayName, version, createdUs, modifiedUs }) => [
      no,
      id,
      orgNo,
      ...nameColumns(displayName),
      version,
      createdUs,
      modifiedUs,
    ]);
    await insertWithIds(tx, this.database, 'user_groups', chosen, () => insertRows(tx, 'user_groups', INSERTED, rows));
    await insertRows(
      tx,
      'group_external_ids',
      EXTERNAL_ID_COLUMNS,
      groups.flatMap((group) => externalIdRows(group, domainNo)),
    );
    for (const { orgNo } of groups) this.counts.add(tx, orgNo, 1);
  }

  /** Writes the changed values of a group. @throws DuplicateKeyError */
  async update(tx: Transaction, before: Group, after: Group, domainNo: number): Promise<void> {
    await tx.run(
      'UPDATE user_groups SET display_name = ?, display_name_key = ?, display_name_rev = ?, version = ?, modified_us = ? WHERE no = ? AND org_no = ?',
      [...nameColumns(after.displayName), after.version, after.modifiedUs, after.no, after.orgNo],
    );
    if (before.externalId === after.externalId) return;
    await tx.run('DELETE FROM group_external_ids WHERE group_no = ? AND domain_no = ?', [after.no, domainNo]);
    await insertRows(tx, 'group_external_ids', EXTERNAL_ID_COLUMNS, externalIdRows(after, domainNo));
  }

  /** Removes the group; member rows that remain have no effect without it. */
  async remove(tx: Transaction, { no, orgNo }: Group): Promise<void> {
    await tx.run('DELETE FROM user_groups WHERE no = ? AND org_no = ?', [no, orgNo]);
    await tx.run('DELETE FROM group_external_ids WHERE group_no = ?', [no]);
    this.counts.add(tx, orgNo, -1);
  }

  /** Reads the groups of which a user or group is a direct member, ordered by number, and locks their rows. */
  async lockGroupsOf(tx: Transaction, orgNo: number, memberNo: number): Promise<Array<Pick<Group, 'no' | 'id' | 'version'>>> {
    return tx.rows<Pick<Group, 'no' | 'id' | 'version'>>(
      `SELECT g.no, g.id, g.version FROM user_groups g
        WHERE g.no IN (SELECT m.group_no FROM group_members m WHERE m.member_no = ? AND m.org_no = ?) AND g.org_no = ? ORDER BY g.no${tx.forUpdate}`,
      [memberNo, orgNo, orgNo],
    );
  }

  /** Raises the versions of groups whose members have changed. */
  async raiseVersions(tx: Transaction, groupNos: readonly number[], modifiedUs: number): Promise<void> {
    await changeIn(
      tx,
      'raise versions of groups',
      (marks) => `UPDATE user_groups SET version = version + 1, modified_us = ? WHERE no IN (${marks})`,
      [modifiedUs],
      groupNos,
    );
  }

  /** Reads the groups of the organization with these ids and locks their rows. */
  async lockByIds(tx: Transaction, orgNo: number, ids: readonly string[]): Promise<Array<{ no: number; id: string }>> {
    return selectIn(
      tx,
      'groups by id',
      (marks) => `SELECT no, id FROM user_groups WHERE org_no = ? AND id IN (${marks})${tx.forUpdate}`,
      [orgNo],
      ids,
    );
  }

  async names(query: Query, orgNo: number, groupNos: readonly number[]): Promise<Map<number, string>> {
    const rows = await selectIn<{ no: number; display_name: string }>(
      query,
      'names of groups',
      (marks) => `SELECT no, display_name FROM user_groups WHERE org_no = ? AND no IN (${marks})`,
      [orgNo],
      groupNos,
    );
    return new Map(rows.map(({ no, display_name }) => [no, display_name]));
  }
}

const EXTERNAL_ID_COLUMNS = ['group_no', 'domain_no', 'org_no', 'value'];

function externalIdRows({ no, orgNo, externalId }: Group, domainNo: number): SqlValue[][] {
  return externalId === undefined ? [] : [[no, domainNo, orgNo, externalId]];
}

/** The name, the folded name, and the folded name reversed. */
function nameColumns(displayName: string): [string, string, string] {
  const key = foldKey(displayName);
  return [displayName, key, reverseKey(key)];
}
