// SQL that brings derived columns in line, in the tables that rooms have registered.
import { Injectable } from '@nestjs/common';
import type { Query, Transaction } from '../database/database.js';

/** A row with its derived columns; all are texts, but for the key. */
export type DerivingRow = Readonly<Record<string, string | number>>;

/** A table with derived columns; all names come from code, never from a caller. */
export interface DerivingTable {
  name: string;
  /** Its primary key, a number from 1 on. */
  key: string;
  /** What the others follow from. */
  sources: readonly string[];
  /** The derived columns: each as it follows from the sources. */
  derived: Readonly<Record<string, (sources: Readonly<Record<string, string>>) => string>>;
}

@Injectable()
export class DerivedColumnsRepository {
  /** Rows behind `after` in the order of the key, at most `limit`. */
  async listPage(query: Query, { name, key, sources, derived }: DerivingTable, after: number, limit: number): Promise<DerivingRow[]> {
    const columns = [key, ...sources, ...Object.keys(derived)].join(', ');
    return query.rows<DerivingRow>(`SELECT ${columns} FROM ${name} WHERE ${key} > ? ORDER BY ${key} LIMIT ${limit}`, [after]);
  }

  /** Whether a column is not as it follows from the others. */
  differs(table: DerivingTable, row: DerivingRow): boolean {
    return Object.entries(derivedOf(table, row)).some(([column, value]) => row[column] !== value);
  }

  /** Writes the derived columns of a row, unless it was changed meanwhile: then whoever did has written them, or the next run does. */
  async writeDerived(tx: Transaction, table: DerivingTable, row: DerivingRow): Promise<void> {
    const values = derivedOf(table, row);
    const set = Object.keys(values).map((column) => `${column} = ?`);
    const where = [table.key, ...table.sources].map((column) => `${column} = ?`);
    const found = [table.key, ...table.sources].map((column) => row[column] ?? '');
    await tx.run(`UPDATE ${table.name} SET ${set.join(', ')} WHERE ${where.join(' AND ')}`, [...Object.values(values), ...found]);
  }
}

function derivedOf({ sources, derived }: DerivingTable, row: DerivingRow): Record<string, string> {
  const texts = Object.fromEntries(sources.map((column) => [column, String(row[column])]));
  return Object.fromEntries(Object.entries(derived).map(([column, derive]) => [column, derive(texts)]));
}
