// SQL of what the entries of one job would add: the index of a dry run, over all processes that work on it.
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { insertRows, selectIn } from '../../../common/database/multi-row.js';
import type { Nesting } from '../../../users/directory/groups/group-nesting.js';
import type { DeclaredEntities } from '../writing/declared-entities.js';

const SEEN_COLUMNS = ['job_no', 'entry'];

/** Every method that adds throws DuplicateKeyError when another worker met one of them meanwhile. */
export class DeclaredOfJob implements DeclaredEntities {
  constructor(private readonly jobNo: number) {}

  async knownOf(query: Query, digests: readonly string[]): Promise<Set<string>> {
    const rows = await selectIn<{ entry: string }>(
      query,
      'import seen',
      (marks) => `SELECT entry FROM import_seen WHERE job_no = ? AND entry IN (${marks})`,
      [this.jobNo],
      digests,
    );
    return new Set(rows.map(({ entry }) => entry));
  }

  async add(tx: Transaction, digests: readonly string[]): Promise<void> {
    const rows = [...new Set(digests)].map((digest) => [this.jobNo, digest]);
    await insertRows(tx, 'import_seen', SEEN_COLUMNS, rows);
  }

  async groupNumbers(query: Query, digests: readonly string[]): Promise<Map<string, number>> {
    const rows = await selectIn<{ entry: string; no: number }>(
      query,
      'planned groups',
      (marks) => `SELECT entry, no FROM import_seen WHERE job_no = ? AND no IS NOT NULL AND entry IN (${marks})`,
      [this.jobNo],
      digests,
    );
    return new Map(rows.map(({ entry, no }) => [entry, no]));
  }

  async addGroups(tx: Transaction, groups: ReadonlyArray<{ digest: string; no: number }>): Promise<void> {
    const rows = groups.map(({ digest, no }) => [this.jobNo, digest, no]);
    await insertRows(tx, 'import_seen', [...SEEN_COLUMNS, 'no'], rows);
  }

  async nestings(query: Query, side: keyof Nesting, groupNos: readonly number[]): Promise<Nesting[]> {
    const column = side === 'groupNo' ? 'group_no' : 'member_no';
    const rows = await selectIn<{ group_no: number; member_no: number }>(
      query,
      `planned nesting by ${column}`,
      (marks) => `SELECT group_no, member_no FROM import_nesting WHERE job_no = ? AND ${column} IN (${marks})`,
      [this.jobNo],
      groupNos,
    );
    return rows.map(({ group_no, member_no }) => ({ groupNo: group_no, memberNo: member_no }));
  }

  async addNestings(tx: Transaction, nestings: readonly Nesting[]): Promise<void> {
    const rows = nestings.map(({ groupNo, memberNo }) => [this.jobNo, groupNo, memberNo]);
    await insertRows(tx, 'import_nesting', ['job_no', 'group_no', 'member_no'], rows);
  }
}
