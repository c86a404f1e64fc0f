// The SQL of ids: members of groups and holders of roles are named by an id alone, so users and groups of all organizations share them.
import { DuplicateKeyError, type Query, type Transaction } from '../../common/database/database.js';
import { selectIn } from '../../common/database/multi-row.js';
import type { SqlWords } from '../../common/database/sql-words.js';

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

/** The unique keys of ids; none spans both tables. */
const ID_KEYS = { users: 'u_users_id', user_groups: 'u_user_groups_id' } as const;

/**
 * Refuses ids that were inserted into `table` and are in the other one as well. A locking read waits for rows that are not committed yet: of two units that
 * insert one id at the same moment, each waits for the other, so that one runs again and finds it.
 * @throws DuplicateKeyError as a key over both tables would
 */
export async function assertInNoOther(
  tx: Transaction,
  words: SqlWords,
  table: keyof typeof ID_KEYS,
  ids: readonly string[],
): Promise<void> {
  const other = table === 'users' ? 'user_groups' : 'users';
  const index = words.useIndex(ID_KEYS[other]);
  // A scan would wait for rows with other ids. The index is searched, however small the table, because it lacks a column.
  const found = await selectIn(
    tx,
    `${other} by id, locked${index}`,
    (marks) => `SELECT id, org_no FROM ${other}${index} WHERE id IN (${marks})${tx.forUpdate}`,
    [],
    ids,
  );
  if (found.length > 0) throw new DuplicateKeyError(ID_KEYS[table]);
}
