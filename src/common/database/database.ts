// The unit of work: the only way to write. See docs/adr/0003-unit-of-work.md for why the transaction is passed by hand.
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { DataSource, EntityManager } from 'typeorm';
import { DomainError } from '../primitives/domain-error.js';
import { Semaphore } from '../primitives/semaphore.js';
import {
  autocommitExecutor,
  bulkLoad,
  duplicateKey,
  engineOf,
  forUpdate,
  isConnectionLost,
  isTransient,
  prepareConnections,
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

/** A row was refused by the unique index of this name. */
export class DuplicateKeyError extends Error {
  constructor(readonly index: string) {
    super(`Duplicate key in ${index}`);
    this.name = 'DuplicateKeyError';
  }
}

/** Reading statements; a repository's function takes one of these (or a {@link Transaction}) first. */
export interface Query {
  /** `FOR UPDATE` where the engine has row locks; only worth something inside a transaction. */
  readonly forUpdate: string;
  rows<Row>(sql: string, values?: SqlValue[]): Promise<Row[]>;
  row<Row>(sql: string, values?: SqlValue[]): Promise<Row | undefined>;
}

/** One open unit of work. Dead after the end of its function: a promise left behind throws instead of writing into somebody else's unit. */
export interface Transaction extends Query {
  /** A number of this unit, unique for ever; events and the commit row carry it. */
  readonly no: number;
  /** For cold paths: TypeORM on this unit's connection. `insert`, `update`, `delete` and `find…`, not `save`. */
  readonly manager: EntityManager;
  /** Runs a writing statement. @returns how many rows it matched. @throws DuplicateKeyError */
  run(sql: string, values?: SqlValue[]): Promise<number>;
  /** A number that was never used before, below 2^53. */
  nextNumber(): number;
  /** Counts up from 0 within this unit. */
  nextOrdinal(): number;
  /** Writes this unit's commit row, once: order for followers, and proof of the outcome if COMMIT's answer is lost. */
  record(): Promise<void>;
  /** Runs `task` at the end of the unit, still a part of it; for what should be locked for as short as can be. */
  beforeCommit(task: () => Promise<void>): void;
  /** Runs `task` once the unit is durable; for whatever must not happen when it is rolled back. */
  afterCommit(task: () => void): void;
}

/** The database: `query` for reads outside a unit, `write` for everything that changes something. */
@Injectable()
export class Database implements OnModuleDestroy {
  readonly query: Query;
  /** How much a bulk load may do at once: rows a unit of work, units side by side. */
  readonly bulk: { rows: number; lanes: number };
  readonly search: Search;
  private readonly searcher: Searcher;
  private readonly engine: Engine;
  /** Behind the gate as well: SQLite's only writer may be in a transaction. */
  private readonly alone: Executor;
  private readonly gate: Semaphore;
  private readonly numbers = new Numbers((lease) => this.unit('lease numbers', lease, true));
  private readonly uniqueIndexes: ReadonlyMap<string, string>;

  constructor(
    private readonly writer: DataSource,
    reader: DataSource,
  ) {
    this.engine = engineOf(writer);
    this.bulk = bulkLoad(this.engine);
    this.gate = new Semaphore('database', writeConcurrency(this.engine), MAX_WAITING);
    this.uniqueIndexes = uniqueIndexes(writer);
    prepareConnections(writer);
    prepareConnections(reader);
    this.alone = autocommitExecutor(writer);
    this.query = face(patient(autocommitExecutor(reader)), this.engine, this.uniqueIndexes, () => undefined);
    this.searcher = searcherOf(reader);
    this.search = searchOf(this.searcher);
  }

  onModuleDestroy(): void {
    this.searcher.close();
  }

  /**
   * Runs `work` in one transaction: all of it is durable when the promise resolves, nothing of it when it rejects.
   * `work` may run several times (deadlock, lost connection), so it must have no effect outside `tx`; it may take 5 s.
   * @param name says in logs and errors what was being done
   * @throws DomainError `busy` when the line is full, `unavailable` when time is up or the outcome of a lost COMMIT cannot be told
   */
  async write<T>(name: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    // Outside the unit: leasing is a unit of its own, and SQLite has one writer.
    await this.numbers.reserve();
    return this.unit(name, work);
  }

  /**
   * Runs one statement that is a unit of work by itself: for an UPDATE whose condition it makes untrue, and that leaves no event.
   * @returns how many rows it matched: none also for one that was carried out although its answer was lost
   * @throws DomainError as {@link write}
   */
  change(name: string, sql: string, values: SqlValue[]): Promise<number> {
    return this.patiently(name, async () => (await this.alone.execute(sql, values)).affected);
  }

  /** @param repeatable doing it twice does no harm, so a lost COMMIT needs no proof */
  private unit<T>(name: string, work: (tx: Transaction) => Promise<T>, repeatable = false): Promise<T> {
    return this.patiently(name, () => this.attempt(name, work, repeatable));
  }

  private patiently<T>(name: string, attemptOnce: () => Promise<T>): Promise<T> {
    return this.gate.run(async () => {
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

  private async attempt<T>(name: string, work: (tx: Transaction) => Promise<T>, repeatable: boolean): Promise<T> {
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
      try {
        await executor.commit();
      } catch (error) {
        await executor.rollback().catch(() => undefined);
        if (repeatable || !isConnectionLost(error)) throw error;
        if (!state.recorded || !(await this.wasCommitted(tx.no))) throw state.recorded ? error : outcomeUnknown(name);
      }
      for (const task of state.after) runQuietly(task, name);
      return result;
    });
  }

  /**
   * Whether the unit that wrote the commit row `no` became durable although the answer to its COMMIT was lost.
   * Writing the same row again waits for a COMMIT that the server is still busy with, which merely looking would miss.
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

interface UnitState {
  open: boolean;
  recorded: boolean;
  before: Array<() => Promise<void>>;
  after: Array<() => void>;
}

/** The statement functions over one executor. */
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

/** Reads may be repeated: one that met a lost connection is sent once more, and is `unavailable` if that fails as well. */
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

/** The unit is durable: what comes after it cannot make it fail. */
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
