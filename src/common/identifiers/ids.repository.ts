// The SQL of ids. Group members and owners of roles are identified by an id alone, so users and groups of all organizations share one namespace.
import { DuplicateKeyError, type Database } from '../database/database.js';
import type { Query, Transaction } from '../database/transaction.js';
import { deleteRows, insertRows, selectIn } from '../database/multi-row.js';

/** Of these ids, those of users and groups, and those of deleted users. */
export async function idStates(query: Query, ids: readonly string[]): Promise<{ taken: Set<string>; used: Set<string> }> {
  return {
    taken: new Set([...(await idsIn(query, 'users', ids)), ...(await idsIn(query, 'user_groups', ids))]),
    used: new Set(await idsIn(query, 'user_tombstones', ids)),
  };
}

async function idsIn(query: Query, table: string, ids: readonly string[]): Promise<string[]> {
  const rows = await selectIn<{ id: string }>(
    query,
    `${table} by id`,
    (marks) => `SELECT id FROM ${table} WHERE id IN (${marks})`,
    [],
    ids,
  );
  return rows.map(({ id }) => id);
}

/** The unique keys of ids; none spans both tables. */
const ID_KEYS = { users: 'u_users_id', user_groups: 'u_user_groups_id' } as const;

/**
 * Inserts rows into `table`, and refuses ids that are also in the other table. Units that insert the same id concurrently conflict on the unique key of
 * `claimed_ids`: the second waits until the first has ended, and then finds its row. It has inserted nothing by then that the first could wait for.
 * @param ids of the rows that were not just generated
 * @throws DuplicateKeyError like a key over both tables
 */
export async function insertWithIds(
  tx: Transaction,
  { isShared }: Pick<Database, 'isShared'>,
  table: keyof typeof ID_KEYS,
  ids: readonly string[],
  insert: () => Promise<unknown>,
): Promise<void> {
  // With a single writing process, units run one after the other and can't conflict.
  if (isShared && ids.length > 0) await claim(tx, ids);
  await insert();
  if (ids.length === 0) return;
  const other = table === 'users' ? 'user_groups' : 'users';
  if ((await idsIn(tx, other, ids)).length > 0) throw new DuplicateKeyError(ID_KEYS[table]);
}

/** Deleted at once, so that the table stays empty; the key stays locked until the unit has ended. */
async function claim(tx: Transaction, ids: readonly string[]): Promise<void> {
  // Every unit uses the same order, so that two units can't deadlock.
  const keys = [...new Set(ids)].sort((a, b) => (a < b ? -1 : 1)).map((id) => [id]);
  await insertRows(tx, 'claimed_ids', ['id'], keys);
  await deleteRows(tx, 'claimed_ids', ['id'], keys);
}
