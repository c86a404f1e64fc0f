// Statements and units of work, as repositories see them.
import type { EntityManager } from 'typeorm';
import type { SqlValue } from './engines/sql-value.js';

/** One statement with its parameters. */
export interface Statement {
  sql: string;
  values: SqlValue[];
}

/** Statements that read. A repository's function takes a query (or a {@link Transaction}) as its first parameter. */
export interface Query {
  /** `FOR UPDATE` where the engine has row locks; has an effect only inside a transaction. */
  readonly forUpdate: string;
  rows<Row>(sql: string, values?: SqlValue[]): Promise<Row[]>;
  row<Row>(sql: string, values?: SqlValue[]): Promise<Row | undefined>;
}

/**
 * One open unit of work, closed when its function ends. A statement sent later, from a promise left behind, throws instead of writing into
 * another unit.
 */
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
  /**
   * Makes the unit write its commit row, once. The row gives followers their order, and proves the outcome if the response to COMMIT is
   * lost.
   * It is written after everything `work` does, so its time is later than the commit of any unit this one waited for.
   */
  record(): void;
  /**
   * Runs `task` at the end of the unit, still inside it, so that its rows are locked as briefly as possible. It must not record an event.
   */
  beforeCommit(task: () => Promise<void>): void;
  /** Runs `task` once the unit is durable. For effects that must not happen after a rollback. */
  afterCommit(task: () => void): void;
}
