// The column kinds of this service, each with a type that all engines agree on.
import { Column, PrimaryColumn } from 'typeorm';

interface KeyFacts {
  name?: string;
}
interface ColumnFacts extends KeyFacts {
  nullable?: boolean;
  /** For a column that older builds don't write yet. */
  default?: string;
}

/** TypeORM returns MySQL's BIGINT as a string; the values here stay below 2^53. */
const asNumber = { from: (value: unknown) => (value === null ? null : Number(value)), to: (value: unknown) => value };
const asBoolean = { from: (value: unknown) => Boolean(value), to: (value: unknown) => value };

/** A whole number below 2^53: internal numbers, and times in microseconds. */
export const BigIntColumn = (facts: ColumnFacts = {}) => Column({ type: 'bigint', transformer: asNumber, ...facts });
export const BigIntKey = (facts: KeyFacts = {}) => PrimaryColumn({ type: 'bigint', transformer: asNumber, ...facts });
export const IntColumn = (facts: ColumnFacts = {}) => Column({ type: 'int', ...facts });
export const IntKey = (facts: KeyFacts = {}) => PrimaryColumn({ type: 'int', ...facts });
export const BooleanColumn = (facts: ColumnFacts = {}) => Column({ type: 'boolean', transformer: asBoolean, ...facts });
/** Text of at most `length` characters; longer text is an error, never truncated. */
export const TextColumn = (length: number, facts: ColumnFacts = {}) => Column({ type: 'varchar', length, ...facts });
export const TextKey = (length: number, facts: KeyFacts = {}) => PrimaryColumn({ type: 'varchar', length, ...facts });
/** Text up to 16 MiB, for JSON that is read as a whole. */
export const LongTextColumn = (facts: ColumnFacts = {}) => Column({ type: 'mediumtext', ...facts });
