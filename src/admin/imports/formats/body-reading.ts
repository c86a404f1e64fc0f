// What a caller says about the form of a body: its separator, its organization, and its columns where they are those of another system.
import { DomainError } from '../../../common/primitives/domain-error.js';
import { LIMITS } from '../records/import-record.js';
import { COLUMN_MEMBERS, HASH_KINDS, type ForeignColumns } from './foreign-columns.js';

/** The forms of a body, by its media type. */
export const FORMATS = {
  'application/json': 'json',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'text/csv': 'csv',
} as const;
export type Format = (typeof FORMATS)[keyof typeof FORMATS];

/** Separators of CSV by their names. */
export const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const;

export interface BodyReading {
  /** Of lines without an `orgId`. */
  orgId?: string | undefined;
  separator: (typeof SEPARATORS)[keyof typeof SEPARATORS];
  /** Absent: the names of an import. */
  foreign?: ForeignColumns;
}

/** Names of the query parameters that {@link readingOf} reads. */
export const READING_NAMES = ['orgId', 'column', 'hash', 'separator'] as const;

export type ReadingQuery = Partial<Record<(typeof READING_NAMES)[number], string | string[]>>;

/** A body with the names of an import. */
export const PLAIN_READING: BodyReading = { separator: SEPARATORS.comma };

/** @throws DomainError `invalid` */
export function readingOf(query: ReadingQuery, format: Format): BodyReading {
  const orgId = textOf('orgId', query.orgId);
  const named = textOf('separator', query.separator) ?? 'comma';
  if (!Object.hasOwn(SEPARATORS, named)) throw refused('separator', `separator must be one of ${Object.keys(SEPARATORS).join(', ')}.`);
  if (named !== 'comma' && format !== 'csv') throw refused('separator', 'Only CSV has a separator.');
  const separator = SEPARATORS[named as keyof typeof SEPARATORS];
  const hash = textOf('hash', query.hash);
  if (query.column === undefined) {
    if (hash !== undefined) throw refused('hash', 'hash needs column parameters that name the columns.');
    if (orgId !== undefined && format === 'json') throw refused('orgId', 'The JSON form names its organizations itself.');
    return { orgId, separator };
  }
  if (hash !== undefined && !HASH_KINDS.includes(hash)) throw refused('hash', `hash must be one of ${HASH_KINDS.join(', ')}.`);
  const columns = columnsOf([query.column].flat());
  const members = new Set(columns.values());
  if (!members.has('user.userName') && !members.has('user.email.email'))
    throw refused('column', 'A column must be user.userName or user.email.email.');
  if (orgId === undefined && !members.has('orgId')) throw refused('orgId', 'orgId is required unless a column has it.');
  return { orgId, separator, foreign: { orgId, columns, hash: hash ?? 'recognized' } };
}

function columnsOf(given: readonly string[]): Map<string, string> {
  const columns = new Map<string, string>();
  for (const one of given) {
    const at = one.lastIndexOf('=');
    const [header, member] = [one.slice(0, at).trim(), one.slice(at + 1)];
    if (at < 1 || header === '' || header.length > LIMITS.nameBytes || !Object.hasOwn(COLUMN_MEMBERS, member))
      throw refused('column', `column must be HEADER=MEMBER; members are ${Object.keys(COLUMN_MEMBERS).join(', ')}.`);
    if (columns.has(header)) throw refused('column', `The column ${JSON.stringify(header)} is named twice.`);
    if ([...columns.values()].includes(member)) throw refused('column', `Two columns are ${member}.`);
    columns.set(header, member);
  }
  return columns;
}

function textOf(name: string, value: string | string[] | undefined): string | undefined {
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  throw refused(name, `${name} must be given once, and not be empty.`);
}

function refused(name: string, message: string): DomainError {
  return new DomainError('invalid', 'import.columns', message, name);
}
