// The SQL of ids: members of groups and holders of roles are named by an id alone, so users and groups of all organizations share them.
import type { Query } from '../../common/database/database.js';
import { selectIn } from '../../common/database/multi-row.js';

/** Of some ids, those that a user or a group has, and those that a user had who was removed. */
export async function idStates(query: Query, ids: readonly string[]): Promise<{ taken: Set<string>; used: Set<string> }> {
  const among = async (table: string) => {
    const rows = await selectIn<{ id: string }>(
      query,
      `${table} by id`,
      (marks) => `SELECT id FROM ${table} WHERE id IN (${marks})`,
      [],
      ids,
    );
    return rows.map(({ id }) => id);
  };
  return {
    taken: new Set([...(await among('users')), ...(await among('user_groups'))]),
    used: new Set(await among('user_tombstones')),
  };
}
