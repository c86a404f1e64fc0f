// The unit of work: the only way to write. docs/adr/0003-unit-of-work.md says why the transaction is passed explicitly.
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { DomainError } from '../primitives/domain-error.js';
import { isRehearsal } from '../primitives/rehearsal.js';
import { Semaphore } from '../primitives/semaphore.js';
import {
  autocommitExecutor,
  bulkLoad,
  duplicateKey,
  engineOf,
  forUpdate,
  isConnectionLost,
  isTransient,
  searcherOf,
  transactionExecutor,
  writeConcurrency,
  type Engine,
  type Executor,
  type Searcher,
  type SqlValue,
  type TransactionExecutor,
} from './dialect.js';
import { Numbers } from './numbers.js';
import { outcomeUnknown, unavailableIfTransient } from './refusals.js';
import { searchOf, type Search } from './search.js';

const MAX_WAITING = 2_000;
const MAX_UNIT_MS = 5_000;
const MAX_TRIES = 8;
const RETRY_BASE_MS = 4;

/** The unique index of this name rejected a row. */
export class DuplicateKeyError extends Error {
  constructor(readonly index: string) {
    super(`Duplicate key in ${index}`);
    this.name = 'DuplicateKeyError';
  }
}

/** Reading statements; a repository's function takes one of these (or a {@link Transaction}) first. */
export interface Query {
  /** `FOR UPDATE` where the engine has row locks; has an effect only inside a transaction. */
  readonly forUpdate: string;
  rows<Row>(sql: string, values?: SqlValue[]): Promise<Row[]>;
  row<Row>(sql: string, values?: SqlValue[]): Promise<Row | undefined>;
}

/** One open unit of work. Closed when its function ends: a promise left behind throws instead of writing into another unit. */
export interface Transaction extends Query {
  /** The number of this unit, never reused; its events and its commit row carry it. */
  readonly no: number;
  /** For cold paths: TypeORM on this unit's connection. `insert`, `update`, `delete` and `find…`, not `save`. */
  readonly manager: EntityManager;
  /** Executes a writing statement. @returns the number of rows matched. @throws DuplicateKeyError */
  run(sql: string, values?: SqlValue[]): Promise<number>;
  /** A new internal number, below 2^53. */
  nextNumber(): number;
  /** Counts up from 0 within this unit. */
  nextOrdinal(): number;
  /** Writes this unit's commit row, once: it gives followers their order, and proves the outcome if the response to COMMIT is lost. */
  record(): Promise<void>;
  /** Runs `task` at the end of the unit, still inside it; for rows to be locked as briefly as possible. */
  beforeCommit(task: () => Promise<void>): void;
  /** Runs `task` once the unit is durable; for effects that must not happen if it is rolled back. */
  afterCommit(task: () => void): void;
}

/** The database: `query` reads outside a unit of work, `write` opens one. */
@Injectable()
export class Database implements OnModuleDestroy {
  readonly query: Query;
  /** How much a bulk load may do at once: rows per unit of work, and concurrent units. */
  readonly bulk: { rows: number; concurrency: number };
  readonly search: Search;
  private readonly searcher: Searcher;
  private readonly engine: Engine;
  /** Also waits in line: SQLite's only writer may be in a transaction. */
  private readonly alone: Executor;
  private readonly gate: Semaphore;
  private readonly numbers = new Numbers((lease) => this.unit('lease numbers', lease, 'repeatable'));
  private readonly uniqueIndexes: ReadonlyMap<string, string>;

  constructor(
    private readonly writer: DataSource,
    reader: DataSource,
  ) {
    this.engine = engineOf(writer);
    this.bulk = bulkLoad(this.engine);
    this.gate = new Semaphore('database', writeConcurrency(this.engine), MAX_WAITING);
    this.uniqueIndexes = uniqueIndexes(writer);
    this.alone = autocommitExecutor(writer);
    this.query = face(patient(autocommitExecutor(reader)), this.engine, this.uniqueIndexes, () => undefined);
    this.searcher = searcherOf(reader);
    this.search = searchOf(this.searcher);
  }

  onModuleDestroy(): void {
    this.searcher.close();
  }

  /**
   * Runs `work` in one transaction: if the promise resolves, all of it is durable; if it rejects, nothing is.
   * In a rehearsal nothing is durable either way, and nothing happens afterwards: the unit is rolled back once `work` has its result.
   * `work` may run several times (deadlock, lost connection), so it must have no effect outside `tx`; it may take 5 s.
   * @param name of the operation, for logs and errors
   * @throws DomainError `busy` when the line is full, `unavailable` when the time is up or the outcome of a lost COMMIT is unknown
   */
  async write<T>(name: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    // Outside the unit: leasing numbers is a unit of its own, and SQLite has one writer.
    await this.numbers.reserve();
    return this.unit(name, work, isRehearsal() ? 'rehearsed' : 'proven');
  }

  /**
   * Runs one statement as a unit of work: an UPDATE that makes its own condition false and leaves no event.
   * @returns the number of rows matched; also 0 if the statement took effect but its response was lost
   * @throws DomainError as {@link write}
   */
  change(name: string, sql: string, values: SqlValue[]): Promise<number> {
    if (isRehearsal()) return this.write(name, (tx) => tx.run(sql, values));
    return this.patiently(name, async () => (await this.alone.execute(sql, values)).affected);
  }

  private unit<T>(name: string, work: (tx: Transaction) => Promise<T>, ending: Ending): Promise<T> {
    return this.patiently(name, () => this.attempt(name, work, ending));
  }

  private patiently<T>(name: string, attemptOnce: () => Promise<T>): Promise<T> {
    return this.gate.runWithPermit(async () => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await attemptOnce();
        } catch (error) {
          if (!isTransient(error) || attempt >= MAX_TRIES) throw unavailableIfTransient(error, name);
          await pause(RETRY_BASE_MS * 2 ** attempt * (0.5 + Math.random()));
        }
      }
    });
  }

  private async attempt<T>(name: string, work: (tx: Transaction) => Promise<T>, ending: Ending): Promise<T> {
    return this.onConnection(async (executor, manager) => {
      const state: UnitState = { open: true, recorded: false, before: [], after: [] };
      const tx = this.transaction(executor, manager, state, this.numbers);
      await executor.begin();
      let result: T;
      try {
        result = await withinTime(
          work(tx).then(async (value) => {
            for (const task of state.before) await task();
            return value;
          }),
          name,
        );
      } catch (error) {
        state.open = false;
        await executor.rollback().catch(() => undefined);
        throw error;
      }
      state.open = false;
      if (ending === 'rehearsed') {
        await executor.rollback();
        return result;
      }
      try {
        await executor.commit();
      } catch (error) {
        await executor.rollback().catch(() => undefined);
        if (ending === 'repeatable' || !isConnectionLost(error)) throw error;
        if (!state.recorded || !(await this.wasCommitted(tx.no))) throw state.recorded ? error : outcomeUnknown(name);
      }
      for (const task of state.after) runQuietly(task, name);
      return result;
    });
  }

  /**
   * Whether the unit that wrote the commit row `no` became durable although the response to its COMMIT was lost.
   * Inserting the same row again waits for a COMMIT that is still in progress on the server; a SELECT would miss it.
   */
  private async wasCommitted(no: number): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.onConnection(async (executor) => {
          await executor.begin();
          try {
            await executor.execute('INSERT INTO event_commits (tx_no, position) VALUES (?, NULL)', [no]);
            return false;
          } catch (error) {
            if (duplicateKey(error, this.uniqueIndexes) === undefined) throw error;
            return true;
          } finally {
            await executor.rollback().catch(() => undefined);
          }
        });
      } catch (error) {
        if (!isTransient(error) || attempt >= MAX_TRIES) throw outcomeUnknown('write');
        await pause(RETRY_BASE_MS * 2 ** attempt);
      }
    }
  }

  private async onConnection<T>(use: (executor: TransactionExecutor, manager: EntityManager) => Promise<T>): Promise<T> {
    const runner = this.writer.createQueryRunner();
    try {
      return await use(await transactionExecutor(this.writer, runner), runner.manager);
    } finally {
      await runner.release();
    }
  }

  private transaction(executor: Executor, manager: EntityManager, state: UnitState, numbers: Numbers): Transaction {
    const assertOpen = () => {
      if (!state.open) throw new Error('This transaction has ended; a statement was sent after the end of its unit of work.');
    };
    const base = face(executor, this.engine, this.uniqueIndexes, assertOpen);
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
      async record() {
        if (state.recorded) return;
        state.recorded = true;
        await base.run('INSERT INTO event_commits (tx_no, position) VALUES (?, NULL)', [this.no]);
      },
      beforeCommit: (task) => void state.before.push(task),
      afterCommit: (task) => void state.after.push(task),
    };
  }
}

/** How a unit ends: after a lost COMMIT its outcome is proven, or it may simply run again; or it is rolled back in any case. */
type Ending = 'proven' | 'repeatable' | 'rehearsed';

interface UnitState {
  open: boolean;
  recorded: boolean;
  before: Array<() => Promise<void>>;
  after: Array<() => void>;
}

/** The statement functions of one executor. */
function face(executor: Executor, engine: Engine, unique: ReadonlyMap<string, string>, assertOpen: () => void) {
  const execute = async (sql: string, values: SqlValue[] = []) => {
    assertOpen();
    try {
      return await executor.execute(sql, values);
    } catch (error) {
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

/** Reads are repeatable: after a lost connection, one is sent once more, and is `unavailable` if that fails too. */
function patient(executor: Executor): Executor {
  return {
    async execute(sql, values) {
      try {
        return await executor.execute(sql, values);
      } catch (error) {
        if (!isTransient(error)) throw error;
      }
      try {
        return await executor.execute(sql, values);
      } catch (error) {
        throw unavailableIfTransient(error, 'read');
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

async function withinTime<T>(work: Promise<T>, name: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new DomainError(
            'unavailable',
            'database.slow',
            `"${name}" took longer than ${MAX_UNIT_MS / 1000} s and was rolled back. Try again.`,
          ),
        ),
      MAX_UNIT_MS,
    );
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

const log = new Logger('database');

/** The unit is durable: a failing task cannot change that. */
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
