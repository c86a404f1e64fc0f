// SQL of import jobs.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { listRows, type ListSource } from '../../../common/database/list-rows.js';
import { insertRows, selectIn } from '../../../common/database/multi-row.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import type { Listed, ListQuery } from '../../../common/primitives/list-query.js';
import type { Counts, ImportFault } from '../records/import-fault.js';

/**
 * `receiving`: the body is still coming. `waiting`: not begun, or the organizations are another job's. `stopped` and `failed` can be resumed;
 * `done` and `canceled` are the end.
 */
export const JOB_STATES = ['receiving', 'waiting', 'running', 'stopped', 'failed', 'done', 'canceled'] as const;
export type JobState = (typeof JOB_STATES)[number];

export interface ImportOptions {
  mode: 'create' | 'upsert';
  dryRun: boolean;
  allowReusedIds: boolean;
  /** New people without a way to sign in are invited by mail. */
  invite?: boolean;
}

export interface ImportJob extends Counts {
  no: number;
  id: string;
  state: JobState;
  options: ImportOptions;
  editor: string;
  editorNo: number;
  createdUs: number;
  startedUs: number | null;
  endedUs: number | null;
  /** Microseconds it was worked on before `startedUs`. */
  workedUs: number;
  records: number;
  /** How many records are worked off. */
  done: number;
  reason: string | null;
}

export interface Chunk {
  n: number;
  phase: number;
  records: number;
  line: number;
}

export type JobKey = Pick<ImportJob, 'no' | 'id'>;

/** A job is removed if no more of its body came since the first time, or if it isn't worked on and nothing changed since the second. */
export interface StaleBefore {
  receivedUs: number;
  changedUs: number;
}

interface JobColumns extends Omit<Counts, 'groups' | 'members'> {
  no: number;
  id: string;
  state: JobState;
  options: string;
  editor: string;
  editor_no: number;
  created_us: number;
  started_us: number | null;
  ended_us: number | null;
  worked_us: number;
  records: number;
  added_groups: number | null;
  added_members: number | null;
  done: number | null;
  reason: string | null;
}

/** What a chunk counts. */
type ChunkCount = 'line' | 'added' | 'changed' | 'failed' | 'added_groups' | 'added_members';

/** Another process works on this part of the job now, or the job was canceled. */
export class ChunkLostError extends Error {}

const COLUMNS =
  'no, id, state, options, editor, editor_no, created_us, started_us, ended_us, worked_us, records, added, changed, failed, added_groups, added_members, reason';
/** The list of imports: what it may be ordered and filtered by, and the indexes for it. */
export const IMPORT_LIST = {
  table: 'import_jobs',
  columns: `${COLUMNS}, done`,
  no: 'no',
  sorts: { createdAt: { column: 'created_us', index: 'import_jobs_by_creation' } },
  filters: {
    state: { kind: 'is', words: JOB_STATES, column: 'state', index: 'import_jobs_by_state' },
    createdAfter: { kind: 'after', column: 'created_us', sort: 'createdAt' },
    createdBefore: { kind: 'before', column: 'created_us', sort: 'createdAt' },
  },
} as const satisfies ListSource;
const JOBS_OF_PAGE = 20;
/** Of a {@link StaleBefore}. */
const IS_STALE = "(state = 'receiving' AND updated_us < ?) OR (state NOT IN ('waiting', 'running') AND updated_us < ?)";
const ERROR_COLUMNS = ['job_no', 'no', 'line', 'type', 'kind', 'ref_id', 'message'];

@Injectable()
export class ImportJobsRepository {
  constructor(private readonly database: Database) {}

  async insertJob(tx: Transaction, job: Omit<ImportJob, 'done'>, nowUs: number): Promise<void> {
    await tx.run(`INSERT INTO import_jobs (${COLUMNS}, updated_us) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, [
      job.no,
      job.id,
      job.state,
      JSON.stringify(job.options),
      job.editor,
      job.editorNo,
      job.createdUs,
      job.startedUs,
      job.endedUs,
      job.workedUs,
      job.records,
      job.added,
      job.changed,
      job.failed,
      job.groups,
      job.members,
      job.reason,
      nowUs,
    ]);
  }

  async findJob(id: string): Promise<ImportJob | undefined> {
    const row = await this.database.query.row<JobColumns>(`SELECT ${COLUMNS}, done FROM import_jobs WHERE id = ?`, [id]);
    return row && this.withChunks(row);
  }

  async listJobs(query: ListQuery): Promise<Listed<ImportJob>> {
    const found = await listRows<JobColumns>(this.database.search, IMPORT_LIST, newestFirst(query));
    return { ...found, entries: await Promise.all(found.entries.map((row) => this.withChunks(row))) };
  }

  /** Jobs to work on, a page at a time: those with a larger number than `after`, oldest first, then the others. */
  async *workableJobs(after: number): AsyncGenerator<JobKey[]> {
    for (const [from, to] of [
      [after, Number.MAX_SAFE_INTEGER],
      [0, after],
    ] as const) {
      for (let last: number = from; last < to;) {
        const jobs: JobKey[] = await this.database.query.rows<JobKey>(
          `SELECT no, id FROM import_jobs WHERE state IN ('waiting', 'running') AND no > ? AND no <= ? ORDER BY no LIMIT ${JOBS_OF_PAGE}`,
          [last, to],
        );
        if (jobs.length > 0) yield jobs;
        last = jobs[JOBS_OF_PAGE - 1]?.no ?? to;
      }
    }
  }

  /** What counts of a running job is in its chunks. */
  private async withChunks(row: JobColumns): Promise<ImportJob> {
    const chunks = await this.database.query.row<
      Record<'done' | 'added' | 'changed' | 'failed' | 'in_groups' | 'in_members', number | null>
    >(
      `SELECT SUM(line) AS done, SUM(added) AS added, SUM(changed) AS changed, SUM(failed) AS failed, SUM(added_groups) AS in_groups, SUM(added_members) AS in_members
         FROM import_chunks WHERE job_no = ?`,
      [row.no],
    );
    const { editor_no, created_us, started_us, ended_us, worked_us, added_groups, added_members, options, ...rest } = row;
    return {
      ...rest,
      options: JSON.parse(options) as ImportOptions,
      editorNo: editor_no,
      createdUs: created_us,
      startedUs: started_us,
      endedUs: ended_us,
      workedUs: worked_us,
      done: row.state === 'done' ? row.records : (row.done ?? 0) + Number(chunks?.done ?? 0),
      added: row.added + Number(chunks?.added ?? 0),
      changed: row.changed + Number(chunks?.changed ?? 0),
      failed: row.failed + Number(chunks?.failed ?? 0),
      groups: (added_groups ?? 0) + Number(chunks?.in_groups ?? 0),
      members: (added_members ?? 0) + Number(chunks?.in_members ?? 0),
    };
  }

  /** @returns false when the job is in none of the states `from` */
  async setJobState(
    tx: Transaction,
    no: number,
    from: readonly JobState[],
    to: JobState,
    nowUs: number,
    reason: string | null = null,
  ): Promise<boolean> {
    const changed = await tx.run(
      `UPDATE import_jobs SET state = ?, updated_us = ?, reason = ? WHERE no = ? AND state IN (${from.map(() => '?').join(', ')})`,
      [to, nowUs, reason, no, ...from],
    );
    return changed === 1;
  }

  /** From now on the job is done in the name of this user. */
  async setEditor(tx: Transaction, no: number, { userId, userNo }: { userId: string; userNo: number }): Promise<void> {
    await tx.run('UPDATE import_jobs SET editor = ?, editor_no = ? WHERE no = ?', [userId, userNo, no]);
  }

  async setStarted(tx: Transaction, no: number, nowUs: number): Promise<void> {
    await tx.run('UPDATE import_jobs SET started_us = ? WHERE no = ?', [nowUs, no]);
  }

  /** Adds the time since the start, or since the last call, to the time worked on the job; only while it is running. */
  async addWork(tx: Transaction, id: string, nowUs: number): Promise<void> {
    await tx.run(
      "UPDATE import_jobs SET worked_us = worked_us + (? - COALESCE(started_us, ?)), started_us = ? WHERE id = ? AND state = 'running'",
      [nowUs, nowUs, nowUs, id],
    );
  }

  async setRecords(tx: Transaction, no: number, records: number): Promise<void> {
    await tx.run('UPDATE import_jobs SET records = ? WHERE no = ?', [records, no]);
  }

  /** Records that more of the body of a job came. @throws DomainError `precondition` if the job was canceled or removed */
  async keepReceiving(tx: Transaction, jobNo: number, nowUs: number): Promise<void> {
    if (!(await this.setJobState(tx, jobNo, ['receiving'], 'receiving', nowUs))) throw receivesNoMore();
  }

  /** @throws DomainError `precondition` if the job was canceled or removed: its chunk would stay without it */
  async addChunk(tx: Transaction, jobNo: number, { n, phase, records, line }: Chunk, content: string, nowUs: number): Promise<void> {
    await this.keepReceiving(tx, jobNo, nowUs);
    await tx.run(
      'INSERT INTO import_chunks (job_no, n, phase, records, line, added, changed, failed, added_groups, added_members, fence, content) VALUES (?, ?, ?, ?, ?, 0, 0, 0, 0, 0, 0, ?)',
      [jobNo, n, phase, records, line, content],
    );
  }

  listChunks(jobNo: number): Promise<Chunk[]> {
    return this.database.query.rows<Chunk>('SELECT n, phase, records, line FROM import_chunks WHERE job_no = ? ORDER BY phase, n', [jobNo]);
  }

  async readChunkContent(jobNo: number, n: number): Promise<string | undefined> {
    const row = await this.database.query.row<{ content: string }>('SELECT content FROM import_chunks WHERE job_no = ? AND n = ?', [
      jobNo,
      n,
    ]);
    return row?.content;
  }

  /** From now on only the process with this fencing token may go on. */
  async claimChunks(tx: Transaction, jobNo: number, fencingToken: number): Promise<void> {
    await tx.run('UPDATE import_chunks SET fence = ? WHERE job_no = ? AND fence < ?', [fencingToken, jobNo, fencingToken]);
  }

  /** Moves on in a chunk, in the unit that wrote its records. @throws ChunkLostError */
  async advanceChunk(
    tx: Transaction,
    jobNo: number,
    n: number,
    from: number,
    to: number,
    counts: Counts,
    fencingToken: number,
  ): Promise<void> {
    const moved = await tx.run(
      `UPDATE import_chunks SET line = ?, added = added + ?, changed = changed + ?, failed = failed + ?,
          added_groups = COALESCE(added_groups, 0) + ?, added_members = COALESCE(added_members, 0) + ?
        WHERE job_no = ? AND n = ? AND line = ? AND fence = ?`,
      [to, counts.added, counts.changed, counts.failed, counts.groups, counts.members, jobNo, n, from, fencingToken],
    );
    if (moved !== 1) throw new ChunkLostError(`Chunk ${n} belongs to another process now.`);
  }

  async addFaults(tx: Transaction, jobNo: number, faults: readonly ImportFault[]): Promise<void> {
    const rows = faults.map(({ line, type, kind, id, message }) => [
      jobNo,
      tx.nextNumber(),
      line,
      type,
      kind,
      id.slice(0, 400),
      message.slice(0, 1000),
    ]);
    await insertRows(tx, 'import_errors', ERROR_COLUMNS, rows);
  }

  /** Faults in the order of lines, after the line that `after` names. */
  async listFaults(jobNo: number, after: { line: number; no: number }, limit: number): Promise<Array<ImportFault & { no: number }>> {
    const rows = await this.database.query.rows<Omit<ImportFault, 'id'> & { no: number; ref_id: string }>(
      `SELECT no, line, type, kind, ref_id, message FROM import_errors
        WHERE job_no = ? AND line >= ? AND (line > ? OR no > ?) ORDER BY line, no LIMIT ${limit}`,
      [jobNo, after.line, after.line, after.no],
    );
    return rows.map(({ ref_id, ...fault }) => ({ ...fault, id: ref_id }));
  }

  async countFaultsByKind(jobNo: number): Promise<Record<string, number>> {
    const rows = await this.database.query.rows<{ kind: string; n: number }>(
      'SELECT kind, COUNT(*) AS n FROM import_errors WHERE job_no = ? GROUP BY kind ORDER BY kind',
      [jobNo],
    );
    return Object.fromEntries(rows.map(({ kind, n }) => [kind, n]));
  }

  /** Takes organizations for a job, all or none, in the order of their ids. @returns false when another job has one. @throws DuplicateKeyError the same */
  async lockOrganizations(tx: Transaction, jobNo: number, ids: readonly string[]): Promise<boolean> {
    const sorted = [...new Set(ids)].sort();
    const held = await selectIn<{ org_id: string; job_no: number }>(
      tx,
      'import locks',
      (marks) => `SELECT org_id, job_no FROM import_locks WHERE org_id IN (${marks})`,
      [],
      sorted,
    );
    if (held.some(({ job_no }) => job_no !== jobNo)) return false;
    const mine = new Set(held.map(({ org_id }) => org_id));
    await insertRows(
      tx,
      'import_locks',
      ['org_id', 'job_no'],
      sorted.filter((id) => !mine.has(id)).map((id) => [id, jobNo]),
    );
    return true;
  }

  async unlockOrganizations(tx: Transaction, jobNo: number): Promise<void> {
    await tx.run('DELETE FROM import_locks WHERE job_no = ?', [jobNo]);
  }

  /** Whether every record of every chunk is worked off. */
  async isWhole(tx: Transaction, jobNo: number): Promise<boolean> {
    return !(await tx.row('SELECT n FROM import_chunks WHERE job_no = ? AND line < records LIMIT 1', [jobNo]));
  }

  /** Ends a job: keeps its counts, and removes what it would need to go on. */
  async closeJob(tx: Transaction, jobNo: number, nowUs: number): Promise<void> {
    // Locked first: a process still at work has counted all its rows, or finds its chunk gone.
    const chunks = await tx.rows<Record<ChunkCount, number | null>>(
      `SELECT line, added, changed, failed, added_groups, added_members FROM import_chunks WHERE job_no = ?${tx.forUpdate}`,
      [jobNo],
    );
    const sum = (of: ChunkCount) => chunks.reduce((so, chunk) => so + (chunk[of] ?? 0), 0);
    await tx.run(
      `UPDATE import_jobs SET ended_us = ?, done = ?, added = added + ?, changed = changed + ?, failed = failed + ?,
          added_groups = COALESCE(added_groups, 0) + ?, added_members = COALESCE(added_members, 0) + ?
        WHERE no = ?`,
      [nowUs, sum('line'), sum('added'), sum('changed'), sum('failed'), sum('added_groups'), sum('added_members'), jobNo],
    );
    await this.removeChunks(tx, jobNo);
  }

  /** Removes what a job would need to go on. */
  async removeChunks(tx: Transaction, jobNo: number): Promise<void> {
    await this.unlockOrganizations(tx, jobNo);
    await tx.run('DELETE FROM import_chunks WHERE job_no = ?', [jobNo]);
  }

  /** Some of the jobs whose body stopped coming, and of those that ended long ago. */
  listStaleJobs({ receivedUs, changedUs }: StaleBefore, limit: number): Promise<JobKey[]> {
    return this.database.query.rows<JobKey>(`SELECT no, id FROM import_jobs WHERE ${IS_STALE} LIMIT ${limit}`, [receivedUs, changedUs]);
  }

  /** @returns false when the job has been resumed, or more of its body came */
  async deleteStaleJob(tx: Transaction, no: number, { receivedUs, changedUs }: StaleBefore): Promise<boolean> {
    return (await tx.run(`DELETE FROM import_jobs WHERE no = ? AND (${IS_STALE})`, [no, receivedUs, changedUs])) === 1;
  }

  async deleteJob(tx: Transaction, jobNo: number): Promise<void> {
    await this.removeChunks(tx, jobNo);
    await tx.run('DELETE FROM import_jobs WHERE no = ?', [jobNo]);
  }
}

/** Refuses the body of a job that is in another state now, or gone. */
export function receivesNoMore(): DomainError {
  return new DomainError(
    'precondition',
    'import.state',
    'The import was canceled, or removed after an hour without data, while its body was being received. To import it, send it again.',
  );
}

/** Unless an order is asked for. The older form of the cursor begins with 0. */
function newestFirst({ position, ...query }: ListQuery): ListQuery {
  return { ...query, descending: query.descending || query.sort === undefined, ...(position && position.no !== 0 && { position }) };
}
