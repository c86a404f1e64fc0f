// People as comma-separated values: the first line names a member of an entry in each column, with dots: user.profile.firstName.
// A file of another system has headers of its own, and the caller says which member each is.
import { DomainError } from '../../../common/primitives/domain-error.js';
import { PLAIN_READING, type BodyReading } from './body-reading.js';
import { CsvRecordScanner, type CsvRecord } from './csv-record-scanner.js';
import { COLUMN_MEMBERS, entryOfForeign, nested } from './foreign-columns.js';
import { camelCase, LIMITS } from '../records/import-record.js';
import type { Line } from './line-splitter.js';

/** Columns a file may have, in any order. */
const COLUMNS: ReadonlySet<string> = new Set([
  'state',
  'user.password',
  ...Object.keys(COLUMN_MEMBERS).filter((member) => member !== 'user.hashedPassword.salt'),
]);

/** Makes the entry of the fields of a record. */
type EntryOf = (fields: readonly string[]) => Record<string, unknown>;

/** The lines of a file below its header. An empty field is an absent member. @throws DomainError `invalid` for a header that cannot be used */
export async function* csvLines(source: AsyncIterable<Buffer>, reading: BodyReading = PLAIN_READING): AsyncGenerator<Line> {
  let header: { width: number; entryOf: EntryOf } | undefined;
  for await (const record of recordsOf(source, reading)) {
    if (header) yield lineOf(record, header.width, header.entryOf);
    else header = { width: record.fields.length, entryOf: entryReader(record, reading) };
  }
}

async function* recordsOf(source: AsyncIterable<Buffer>, { separator }: BodyReading): AsyncGenerator<CsvRecord> {
  const frame = new CsvRecordScanner(separator);
  for await (const chunk of source) yield* frame.scanCsv(chunk);
  yield* frame.endCsv();
}

function lineOf({ line, fields, fault }: CsvRecord, width: number, entryOf: EntryOf): Line {
  if (fields.length === width) return { line, value: entryOf(fields), ...(fault ? { fault } : {}) };
  const message = `The line has ${fields.length} fields, but the header has ${width}.`;
  return { line, value: null, fault: fault ?? { kind: 'record.malformed', message } };
}

function entryReader({ fields, fault }: CsvRecord, { orgId, foreign }: BodyReading): EntryOf {
  if (fault) throw badHeader(fault.message.replace(/\.$/, ''));
  const headers = fields.map((name) => name.trim());
  if (foreign) {
    const places = placesOf(headers, foreign.columns.keys());
    return (values) => entryOfForeign((header) => values[places.get(header) as number], foreign);
  }
  const names = checkedNames(headers, orgId);
  return (values) => ({
    ...(orgId === undefined ? {} : { orgId }),
    ...nested(Object.fromEntries(names.map((name, at) => [name, values[at]]))),
  });
}

function placesOf(headers: readonly string[], wanted: Iterable<string>): Map<string, number> {
  const places = new Map<string, number>();
  for (const header of wanted) {
    const at = headers.indexOf(header);
    if (at < 0) throw badHeader(`the column ${JSON.stringify(header)} is missing`);
    if (headers.includes(header, at + 1)) throw badHeader(`the column ${JSON.stringify(header)} appears twice`);
    places.set(header, at);
  }
  return places;
}

function checkedNames(headers: readonly string[], orgId: string | undefined): string[] {
  const names = headers.map((name) => name.split('.').map(camelCase).join('.'));
  const unknown = headers[names.findIndex((name) => !COLUMNS.has(name))];
  if (unknown !== undefined)
    throw badHeader(`the column "${unknown.slice(0, LIMITS.nameBytes)}" is unknown; known columns are ${[...COLUMNS].join(', ')}`);
  if (new Set(names).size < names.length) throw badHeader('a column appears twice');
  if (!names.includes('orgId') && orgId === undefined) throw badHeader('the column "orgId" is missing');
  return names;
}

function badHeader(reason: string): DomainError {
  return new DomainError('invalid', 'import.header', `The first line must name the columns: ${reason}.`);
}
