// Two units of work step by step, on an engine whose locking reads meet only what is committed (TiDB), played on one that meets more.
import { vi } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import type { Transaction } from '../../src/common/database/transaction.js';
import { onServer } from './database.js';
import type { TestService } from './service.js';

/** Between two looks at whether a unit waits. */
export const LOOK_MS = 20;

/**
 * The unit as TiDB runs it: a statement that matches no committed row locks nothing and waits for nobody. MariaDB and MySQL would wait for
 * rows that another unit is inserting; a unique key makes them wait on every engine.
 */
export function meetingCommitted(tx: Transaction): Transaction {
  const isMet = async (sql: string, values: Parameters<Transaction['run']>[1]) => (await tx.rows(sql, values)).length > 0;
  const rows = async <Row>(sql: string, values?: Parameters<Transaction['run']>[1]): Promise<Row[]> => {
    const plain = sql.replaceAll(' FOR UPDATE', '');
    // Its one row says what there is; a row that is not there is not locked.
    if (plain.startsWith('SELECT EXISTS')) return tx.rows<Row>(plain, values);
    if (plain !== sql && !(await isMet(plain, values))) return [];
    return tx.rows<Row>(sql, values);
  };
  const run = async (sql: string, values: Parameters<Transaction['run']>[1] = []) => {
    const [, deleted, updated, set = '', condition = ''] = /^(?:DELETE FROM (\w+)|UPDATE (\w+) SET (.*?)) WHERE (.*)$/s.exec(sql) ?? [];
    const table = deleted ?? updated;
    const own = values.slice(set.split('?').length - 1);
    if (table && !(await isMet(`SELECT 1 FROM ${table} WHERE ${condition}`, own))) return 0;
    return tx.run(sql, values);
  };
  return new Proxy(tx, {
    get: (target, member) => {
      if (member === 'rows') return rows;
      if (member === 'row') return async (sql: string, values?: Parameters<Transaction['run']>[1]) => (await rows(sql, values))[0];
      if (member === 'run') return run;
      return Reflect.get(target, member, target) as unknown;
    },
  });
}

/**
 * Runs `first` until its unit of this name has written everything, then `second` until it is done or waits, then lets `first` commit.
 */
export async function inTurn<A, B>(service: TestService, unit: string, first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  const database = service.get(Database);
  const write = database.write.bind(database);
  const [written, goOn] = [latch(), latch()];
  let isHeld = false;
  const spy = vi.spyOn(database, 'write').mockImplementation((name, work) =>
    write(name, async (tx) => {
      const result = await work(meetingCommitted(tx));
      if (name === unit && !isHeld) {
        isHeld = true;
        written.open();
        await goOn.opened;
      }
      return result;
    }),
  );
  try {
    const one = first();
    await Promise.race([written.opened, one]);
    let isDone = false;
    const other = second().finally(() => (isDone = true));
    other.catch(() => undefined);
    while (!isDone && !(await isWaiting(service))) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    goOn.open();
    return await Promise.all([one, other]);
  } finally {
    goOn.open();
    spy.mockRestore();
  }
}

/**
 * Whether a unit of work waits for a lock in the database of this service. The report of the engine is of this moment; `innodb_trx` is answered
 * from memory while others ask as well, and may still have the wait of a pair that is over. `processlist` is not asked either: MySQL refuses it
 * while any statement on the server has a character beyond three bytes.
 */
export async function isWaiting({ settings: { database } }: TestService): Promise<boolean> {
  const schema = 'url' in database ? new URL(database.url).pathname.slice(1) : '';
  const [report] = await onServer<{ Status: string }>(['SHOW ENGINE INNODB STATUS']);
  const [, ...transactions] = report?.Status.split('\n---TRANSACTION ') ?? [];
  return transactions.some((one) => one.includes('\nLOCK WAIT ') && one.includes(` table \`${schema}\`.`));
}

export function latch(): { open: () => void; opened: Promise<void> } {
  let open = () => undefined as void;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}
