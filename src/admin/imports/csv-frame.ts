// People as comma-separated values (RFC 4180): the first line names a member of an entry in each column, with dots: user.profile.firstName.
import { parse, type CsvError, type Parser } from 'csv-parse';
import type { Readable } from 'node:stream';
import { DomainError } from '../../common/errors.js';
import { FAULTS, LIMITS, camelCase } from './import-record.js';
import type { Line } from './line-frame.js';

const TRUE_OR_FALSE = new Set(['user.email.isEmailVerified', 'user.phone.isPhoneVerified', 'user.passwordChangeRequired']);

/** Columns a file may have, in any order. */
export const COLUMNS: ReadonlySet<string> = new Set([
  'orgId',
  'userId',
  'state',
  'user.userName',
  'user.profile.firstName',
  'user.profile.lastName',
  'user.profile.nickName',
  'user.profile.displayName',
  'user.profile.preferredLanguage',
  'user.email.email',
  'user.phone.phone',
  'user.hashedPassword.value',
  'user.password',
  ...TRUE_OR_FALSE,
]);

/** The lines of a file below its header. An empty field is an absent member. @throws DomainError `invalid` for a header that cannot be used */
export async function* csvLines(source: Readable): AsyncGenerator<Line> {
  const skipped: Line[] = [];
  const parser: Parser = parse({
    bom: true,
    columns: (header: string[]) => checkedHeader(header),
    info: true,
    max_record_size: LIMITS.recordBytes,
    skip_empty_lines: true,
    skip_records_with_error: true,
    relax_column_count: false,
  });
  parser.on('skip', (error: CsvError) => skipped.push({ line: Number(error['lines'] ?? 0), value: null, fault: faultOf(error) }));
  source.once('error', (error) => parser.destroy(error));
  source.pipe(parser);
  for await (const { record, info } of parser as AsyncIterable<{ record: Record<string, string>; info: { lines: number } }>) {
    yield* skipped.splice(0);
    const text = Object.values(record).join('');
    // What is no UTF-8 became the replacement character on the way.
    yield text.includes('\uFFFD')
      ? { line: info.lines, value: entryOf(record), fault: FAULTS.notUtf8 }
      : { line: info.lines, value: entryOf(record) };
  }
  yield* skipped;
}

function checkedHeader(header: string[]): string[] {
  const names = header.map((name) => name.trim().split('.').map(camelCase).join('.'));
  const unknown = names.find((name) => !COLUMNS.has(name));
  if (unknown !== undefined)
    throw badHeader(`the column "${unknown.slice(0, LIMITS.nameBytes)}" is not known; known are ${[...COLUMNS].join(', ')}`);
  if (new Set(names).size < names.length) throw badHeader('a column is there twice');
  if (!names.includes('orgId')) throw badHeader('the column "orgId" is missing');
  return names;
}

function badHeader(reason: string): DomainError {
  return new DomainError('invalid', 'import.header', `The first line must name the columns: ${reason}.`);
}

function faultOf({ code }: CsvError) {
  if (code === 'CSV_MAX_RECORD_SIZE') return FAULTS.tooLarge;
  return { kind: 'record.malformed', message: 'The line does not have as many fields as the header, or a quote that does not fit.' };
}

function entryOf(record: Record<string, string>): Record<string, unknown> {
  const entry: Record<string, unknown> = {};
  for (const [path, text] of Object.entries(record)) {
    if (text === '') continue;
    const names = path.split('.');
    const last = names.pop() as string;
    let place = entry;
    for (const name of names) place = (place[name] ??= {}) as Record<string, unknown>;
    place[last] = TRUE_OR_FALSE.has(path) ? (BOOLEANS.get(text.toLowerCase()) ?? text) : text;
  }
  return entry;
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);
