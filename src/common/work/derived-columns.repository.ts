// SQL that updates derived columns, in the tables that modules have registered.
import { Injectable } from '@nestjs/common';
import type { Query, Transaction } from '../database/transaction.js';

/** A row with its derived columns; all are texts except the key. */
export type DerivingRow = Readonly<Record<string, string | number>>;

/** A column derived from another one of its row. */
interface DerivedColumn {
  from: string;
  by: (text: string) => string;
}

/** A table with derived columns; all names come from code, never from a caller. */
export interface DerivingTable {
  name: string;
  /** Its primary key, a number from 1 on. */
  key: string;
  derived: Readonly<Record<string, DerivedColumn>>;
}

@Injectable()
export class DerivedColumnsRepository {
  /** Rows after `after` in the order of the key, at most `limit`. */
  async listPage(query: Query, table: DerivingTable, after: number, limit: number): Promise<DerivingRow[]> {
    const { name, key, derived } = table;
    const columns = [key, ...sourcesOf(table), ...Object.keys(derived)].join(', ');
    return query.rows<DerivingRow>(`SELECT ${columns} FROM ${name} WHERE ${key} > ? ORDER BY ${key} LIMIT ${limit}`, [after]);
  }

  /** Whether a derived column is out of date. */
  differs({ derived }: DerivingTable, row: DerivingRow): boolean {
    return Object.entries(derived).some(([column, { from, by }]) => row[column] !== by(String(row[from])));
  }

  /**
   * Writes the derived columns of a row, unless the row was changed meanwhile. In that case the change has written them, or the next run
   * does.
   */
  async writeDerived(tx: Transaction, table: DerivingTable, row: DerivingRow): Promise<void> {
    const { name, key, derived } = table;
    const set = Object.keys(derived).map((column) => `${column} = ?`);
    const unchanged = [key, ...sourcesOf(table)];
    const where = unchanged.map((column) => `${column} = ?`);
    await tx.run(`UPDATE ${name} SET ${set.join(', ')} WHERE ${where.join(' AND ')}`, [
      ...Object.values(derived).map(({ from, by }) => by(String(row[from]))),
      ...unchanged.map((column) => row[column] ?? ''),
    ]);
  }
}

function sourcesOf({ derived }: DerivingTable): string[] {
  return [...new Set(Object.values(derived).map(({ from }) => from))];
}
