// The unit of work: the only way to write. For why the transaction is passed explicitly, see docs/adr/0003-unit-of-work.md.
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { DomainError } from '../primitives/domain-error.js';
import { inTime } from '../concurrency/in-time.js';
import { isDryRun } from '../primitives/dry-run.js';
import { Semaphore } from '../concurrency/semaphore.js';
import { measure, REPEATS, STATEMENTS, UNITS } from '../observation/topics.js';
import {
  autocommitExecutor,
  bulkLoad,
  duplicateKey,
  engineOf,
  forUpdate,
  handoverMsOf,
  isShared,
  movesOf,
  poolState,
  searcherOf,
  sharedClock,
  transactionExecutor,
  writeConcurrency,
  type Engine,
  type Executor,
  type Searcher,
  type TransactionExecutor,
} from './dialect.js';
import type { SqlValue } from './engines/sql-value.js';
import { faultOf, isDiskFault, isOutcomeOpen, isTransient } from './errors/faults.js';
import { DATABASE_LIMITS } from './errors/limits.js';
import { Numbers } from './numbers.js';
import { asRefusal, asUnread, notDone, outcomeUnknown, tooSlow } from './errors/refusals.js';
import { migrationNames } from './run-migrations.js';
import { searchOf, type Search } from './search.js';
import { HANDOVER_MS } from './servers/agreement.js';
import { WriteGate } from './write-gate.js';
import type { Statement, Query, Transaction } from './transaction.js';

const MAX_WAITING = 2_000;
const MAX_TRIES = 8;
/** The table of a statement. */
const TABLE = /\b(?:INTO|UPDATE|FROM) (\w+)/;
const PROOF_US = 1_000_000;
const RETRY_BASE_MS = 4;
const { queueMs, unitMs, waitMs } = DATABASE_LIMITS;

/** The unique index of this name rejected a row. */
export class DuplicateKeyError extends Error {
  constructor(readonly index: string) {
    super(`Duplicate key in ${index}`);
    this.name = 'DuplicateKeyError';
  }
}

/** The leased numbers come from a server that this process has moved away from. */
class NumbersOfAnotherServer extends Error {}

/** The database: `query` reads outside a unit of work, `write` opens one. */
@Injectable()
export class Database implements OnModuleDestroy {
  readonly query: Query;
  /** The limits of a bulk load: rows per unit of work, and concurrent units. */
  readonly bulk: { rows: number; concurrency: number };
  readonly search: Search;
  /** Whether other processes may use the same database. */
  readonly isShared: boolean;
  /** Decides whether units of work may begin. */
  readonly writeGate: WriteGate;
  private readonly searcher: Searcher;
  private readonly engine: Engine;
  /** Executes statements outside units. Here too a statement may wait: SQLite's only writer may be in a transaction. */
  private readonly alone: Executor;
  private readonly units: Semaphore;
  private readonly numbers = new Numbers(
    (lease) => this.patiently('lease numbers', () => this.attempt('lease numbers', lease, 'repeatable', Infinity)),
    () => this.moves,
  );
  private readonly uniqueIndexes: ReadonlyMap<string, string>;
  private readonly commitRow: string;
  /** The last statement of each table that the server's disk had no room for, until it is known to fit. One may fit long before another. */
  private readonly withoutRoom = new Map<string, Statement>();

  constructor(
    private readonly writer: DataSource,
    private readonly reader: DataSource,
    isReadOnly = false,
  ) {
    this.engine = engineOf(writer);
    this.bulk = bulkLoad(this.engine);
    this.isShared = isShared(this.engine);
    this.units = new Semaphore('database', writeConcurrency(writer), MAX_WAITING, 'database.busy', queueMs);
    this.uniqueIndexes = uniqueIndexes(writer);
    this.commitRow = `INSERT INTO event_commits (tx_no, position, recorded_us) VALUES (?, NULL, ${sharedClock(this.engine)})`;
    this.alone = observed(autocommitExecutor(writer), 'write');
    this.query = face(patient(observed(autocommitExecutor(reader), 'read')), this.engine, this.uniqueIndexes, () => undefined);
    this.writeGate = new WriteGate(this.query, isReadOnly, migrationNames(writer));
    this.searcher = searcherOf(reader);
    this.search = searchOf(this.searcher);
  }

  /** The running and waiting units, and the connections of each pool, now. */
  get load() {
    return { units: this.units.load, pools: { writer: poolState(this.writer), reader: poolState(this.reader) } };
  }

  /** Grows with each move to another server: values read before may come from the previous one. */
  get moves(): number {
    return movesOf(this.reader);
  }

  onModuleDestroy(): void {
    this.searcher.close();
  }

  /**
   * Runs `work` in one transaction: if the promise resolves, all of it is durable; if it rejects, nothing is.
   * In a dry run nothing is durable either way and no task runs afterwards: the unit is rolled back once `work` has its result.
   * `work` may run several times (deadlock, lost connection), so it must have no effect outside `tx`; it may take 5 s.
   * @param name of the operation, for logs and errors
   * @throws DomainError `busy` when the queue is full; `unavailable` when the time is up, the outcome of a lost COMMIT is unknown, or this
   * process may not write
   */
  write<T>(name: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.unit(name, work, () => this.writeGate.assertMayWrite());
  }

  /**
   * Like {@link write}, but also allowed in read-only mode. Only for the units of work that begin or end that mode or choose another host.
   */
  writeMode<T>(name: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.unit(name, work, () => this.writeGate.assertMayWrite(true));
  }

  /**
   * Runs one statement as a unit of work: an UPDATE that makes its own condition false and records no event.
   * @param proof finds the row only if this statement has changed it. If the response was lost, it shows whether the statement took effect.
   * @returns the number of rows matched
   * @throws DomainError as {@link write}
   */
  change(name: string, { sql, values }: Statement, proof: Statement): Promise<number> {
    if (isDryRun()) return this.write(name, (tx) => tx.run(sql, values));
    let isOpen = false;
    const find = async () => (await this.alone.execute(proof.sql, proof.values)).rows.length;
    const once = async () => {
      // If the statement may have taken effect, the outcome is checked even when writes are forbidden by now.
      const untilMs = await this.writeGate.assertMayWrite().catch((error: unknown) => (isOpen ? -Infinity : Promise.reject(error)));
      // The statement is sent only after a connection is free and writes are allowed, so both waits count here.
      const isLate = performance.now() + waitMs + HANDOVER_MS > untilMs;
      if (isLate && !isOpen) throw notDone(name);
      try {
        if (isLate) return (await find()) || Promise.reject(outcomeUnknown(name));
        const { affected } = await this.alone.execute(sql, values);
        return affected > 0 || !isOpen ? affected : await find();
      } catch (error) {
        isOpen ||= isOutcomeOpen(error);
        this.noteRoom(error, { sql, values });
        throw error;
      }
    };
    return this.patiently(name, once, (error) =>
      isOpen && faultOf(error) !== undefined ? outcomeUnknown(name, error) : asRefusal(error, name),
    );
  }

  /**
   * Runs one INSERT as a unit of work that commits by itself and records no event.
   * @throws DuplicateKeyError also if an earlier attempt, whose response was lost, has inserted the row. DomainError as {@link write}
   */
  insert(name: string, { sql, values }: Statement): Promise<void> {
    if (isDryRun()) return this.write(name, async (tx) => void (await tx.run(sql, values)));
    return this.patiently(name, async () => {
      const untilMs = await this.writeGate.assertMayWrite();
      // The statement is sent only after a connection is free and writes are allowed, so both waits count here.
      if (performance.now() + waitMs + HANDOVER_MS > untilMs) throw notDone(name);
      try {
        await this.alone.execute(sql, values);
      } catch (error) {
        this.noteRoom(error, { sql, values });
        const index = duplicateKey(error, this.uniqueIndexes);
        throw index === undefined ? error : new DuplicateKeyError(index);
      }
    });
  }

  /**
   * Proves that a write would succeed. It doesn't wait in the queue of units, because a busy service isn't a broken one.
   * All processes share one row, written at most once a second; another process's write would fail for the same reason. After a disk was
   * full, the statements that didn't fit are tried as well.
   * While writes are forbidden or delayed, a successful read is enough.
   */
  async proveWrites(nowUs: number): Promise<void> {
    if (handoverMsOf(this.writer) > 0 || (await this.writeGate.currentBan()) !== undefined)
      return void (await this.query.row('SELECT version FROM config_version WHERE id = 1'));
    for (const [table, statement] of this.withoutRoom) await this.proveRoom(table, statement);
    const sql = 'UPDATE write_proofs SET proved_us = ? WHERE id = 1 AND (proved_us < ? OR proved_us > ?)';
    const prove = () => this.alone.execute(sql, [nowUs, nowUs - PROOF_US, nowUs + PROOF_US]);
    // The embedded database has one connection for writing, which may be in a transaction.
    const once = () => (writeConcurrency(this.writer) === 1 ? this.units.run(prove) : prove());
    await once().catch((error: unknown) => (isTransient(error) ? once() : Promise.reject(error)));
  }

  /** Sends the statement that didn't fit again and undoes it: a full disk may still have room to overwrite an existing row. */
  private async proveRoom(table: string, statement: Statement): Promise<void> {
    await this.onConnection(async (executor) => {
      await executor.begin();
      try {
        await executor.execute(statement.sql, statement.values);
      } catch (error) {
        // The row may exist by now, which is also an error, but shows that there was room.
        if (faultOf(error) !== undefined) throw error;
      } finally {
        await executor.rollback().catch(() => undefined);
      }
    });
    if (this.withoutRoom.get(table) === statement) this.withoutRoom.delete(table);
  }

  private noteRoom(error: unknown, statement: Statement): void {
    if (isDiskFault(error)) this.withoutRoom.set(TABLE.exec(statement.sql)?.[1] ?? '', statement);
  }

  private async unit<T>(name: string, work: (tx: Transaction) => Promise<T>, assertMayWrite: () => Promise<number>): Promise<T> {
    const ending = isDryRun() ? 'rolledBack' : 'proven';
    for (;;) {
      await assertMayWrite();
      // Outside the unit: leasing numbers is a separate unit, and SQLite has one writer.
      await this.numbers.reserve();
      try {
        return await this.patiently(name, async () => {
          // Checked again: the unit may have waited long in the queue, and a retry runs later.
          return this.attempt(name, work, ending, await assertMayWrite());
        });
      } catch (error) {
        // After a move to another server the unit leaves the queue, because leasing numbers needs a turn in it.
        if (!(error instanceof NumbersOfAnotherServer)) throw error;
      }
    }
  }

  /** @param refuse maps the last error to the one for the caller, once no further attempt is made */
  private patiently<T>(name: string, attemptOnce: () => Promise<T>, refuse = (error: unknown) => asRefusal(error, name)): Promise<T> {
    const repeatedly = async () => {
      const untilMs = performance.now() + unitMs;
      for (let attempt = 1; ; attempt++) {
        try {
          return await attemptOnce();
        } catch (error) {
          if (!isTransient(error) || attempt >= MAX_TRIES || performance.now() > untilMs) throw refuse(error);
          REPEATS.publish({ of: 'unit' });
          await pause(RETRY_BASE_MS * 2 ** attempt * (0.5 + Math.random()));
        }
      }
    };
    return measure(UNITS, { unit: name }, () => this.units.run(repeatedly));
  }

  /** @param untilMs the latest time to send COMMIT */
  private async attempt<T>(name: string, work: (tx: Transaction) => Promise<T>, ending: Ending, untilMs: number): Promise<T> {
    return this.onConnection(async (executor, manager) => {
      const state: UnitState = { open: true, ending: false, recorded: false, before: [], after: [] };
      const tx = this.transaction(executor, manager, state, this.numbers);
      // Having a connection to the new server means that the move is known by now.
      if (ending !== 'repeatable' && !this.numbers.areOfServer) throw new NumbersOfAnotherServer();
      await executor.begin();
      let result: T;
      try {
        const worked = work(tx).then(async (value) => {
          state.ending = true;
          if (state.recorded) await tx.run(this.commitRow, [tx.no]);
          for (const task of state.before) await task();
          return value;
        });
        result = await inTime(worked, unitMs, () => Promise.reject(tooSlow(name, unitMs)));
        // Once for everything the unit has read. If other processes may have left that server, neither a write nor a refusal may follow
        // from it.
        await executor.confirm();
      } catch (error) {
        state.open = false;
        await (isTimeUp(error) ? executor.abandon() : executor.rollback()).catch(() => undefined);
        if (faultOf(error) === undefined && !isTimeUp(error)) await executor.confirm();
        throw error;
      }
      state.open = false;
      if (ending === 'rolledBack') {
        await executor.rollback();
        return result;
      }
      if (performance.now() > untilMs) {
        await executor.rollback().catch(() => undefined);
        throw tooSlow(name, unitMs);
      }
      try {
        await executor.commit();
      } catch (error) {
        await executor.rollback().catch(() => undefined);
        if (ending === 'repeatable' || !isOutcomeOpen(error)) throw error;
        if (!state.recorded) throw outcomeUnknown(name, error);
        if (!(await this.wasCommitted(name, tx.no))) throw error;
      }
      for (const task of state.after) runQuietly(task, name);
      return result;
    });
  }

  /**
   * Whether the unit with the commit row `no` became durable although the response to its COMMIT was lost. If it didn't, this makes sure
   * that it never will, by taking its number: it inserts the row with the negative number as position, which no follower reads.
   * The INSERT waits for a COMMIT still in progress on the server, which a SELECT would miss. A COMMIT that reaches another node of the
   * cluster later collides with the row.
   */
  private async wasCommitted(name: string, no: number): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.onConnection(async (executor) => {
          await executor.begin();
          try {
            await executor.execute('INSERT INTO event_commits (tx_no, position) VALUES (?, ?)', [no, -no]);
            await executor.commit();
            return false;
          } catch (error) {
            // An earlier attempt of this function may have inserted the row.
            const [row] = duplicateKey(error, this.uniqueIndexes) === undefined ? [] : await positionsOf(executor, no);
            await executor.rollback().catch(() => undefined);
            if (row) await executor.confirm();
            if (!row) throw error;
            return row.position === null || row.position > 0;
          }
        });
      } catch (error) {
        if (!isTransient(error) || attempt >= MAX_TRIES) throw outcomeUnknown(name, error);
        await pause(RETRY_BASE_MS * 2 ** attempt);
      }
    }
  }

  private async onConnection<T>(use: (executor: TransactionExecutor, manager: EntityManager) => Promise<T>): Promise<T> {
    const runner = this.writer.createQueryRunner();
    try {
      const executor = await transactionExecutor(this.writer, runner);
      return await use({ ...executor, ...observed(executor, 'write') }, runner.manager);
    } finally {
      await runner.release();
    }
  }

  private transaction(executor: Executor, manager: EntityManager, state: UnitState, numbers: Numbers): Transaction {
    const assertOpen = () => {
      if (!state.open) throw new Error('This transaction has ended; a statement was sent after the end of its unit of work.');
    };
    const base = face(executor, this.engine, this.uniqueIndexes, assertOpen, (error, statement) => this.noteRoom(error, statement));
    let no: number | undefined;
    let ordinal = 0;
    return {
      ...base,
      get no() {
        return (no ??= numbers.next());
      },
      get manager() {
        assertOpen();
        return manager;
      },
      nextNumber: () => numbers.next(),
      nextOrdinal: () => ordinal++,
      record() {
        if (state.ending && !state.recorded) throw new Error('An event was left after the commit row of its unit of work.');
        state.recorded = true;
      },
      beforeCommit: (task) => void state.before.push(task),
      afterCommit: (task) => void state.after.push(task),
    };
  }
}

/**
 * How a unit ends. After a lost COMMIT, a `proven` unit checks its outcome and a `repeatable` one runs again; a `rolledBack` one is always
 * rolled back.
 */
type Ending = 'proven' | 'repeatable' | 'rolledBack';

interface UnitState {
  open: boolean;
  ending: boolean;
  recorded: boolean;
  before: Array<() => Promise<void>>;
  after: Array<() => void>;
}

/** The statement functions of one executor. */
function face(
  executor: Executor,
  engine: Engine,
  unique: ReadonlyMap<string, string>,
  assertOpen: () => void,
  onError: (error: unknown, statement: Statement) => void = () => undefined,
) {
  const execute = async (sql: string, values: SqlValue[] = []) => {
    assertOpen();
    try {
      return await executor.execute(sql, values);
    } catch (error) {
      onError(error, { sql, values });
      const index = duplicateKey(error, unique);
      throw index === undefined ? error : new DuplicateKeyError(index);
    }
  };
  return {
    forUpdate: forUpdate(engine),
    rows: async <Row>(sql: string, values?: SqlValue[]) => (await execute(sql, values)).rows as Row[],
    row: async <Row>(sql: string, values?: SqlValue[]) => (await execute(sql, values)).rows[0] as Row | undefined,
    run: async (sql: string, values?: SqlValue[]) => (await execute(sql, values)).affected,
  };
}

/** Wraps an executor to measure how long each statement takes. */
function observed(executor: Executor, use: 'read' | 'write'): Executor {
  return { execute: (sql, values) => measure(STATEMENTS, { sql, use }, () => executor.execute(sql, values)) };
}

/** Reads are repeatable: after a lost connection a read is sent once more, and is `unavailable` if that fails too. */
function patient(executor: Executor): Executor {
  return {
    async execute(sql, values) {
      try {
        return await executor.execute(sql, values);
      } catch (error) {
        if (!isTransient(error)) throw asUnread(error);
      }
      REPEATS.publish({ of: 'read' });
      try {
        return await executor.execute(sql, values);
      } catch (error) {
        throw asUnread(error);
      }
    },
  };
}

function uniqueIndexes(dataSource: DataSource): Map<string, string> {
  const found = new Map<string, string>();
  for (const { tableName, indices } of dataSource.entityMetadatas) {
    for (const { isUnique, name, columns } of indices) {
      if (isUnique) found.set(columns.map((column) => `${tableName}.${column.databaseName}`).join(', '), name);
    }
  }
  return found;
}

async function positionsOf(executor: Executor, no: number): Promise<Array<{ position: number | null }>> {
  return (await executor.execute('SELECT position FROM event_commits WHERE tx_no = ?', [no])).rows as Array<{ position: number | null }>;
}

function isTimeUp(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'database.slow';
}

const log = new Logger('database');

/** The unit is durable; a failing task can't change that, so its error is only logged. */
function runQuietly(task: () => void, name: string): void {
  try {
    task();
  } catch (error) {
    log.error({ message: 'a task after a unit of work failed', unit: name, err: error });
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
