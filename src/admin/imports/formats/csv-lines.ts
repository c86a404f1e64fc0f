// People as comma-separated values: the first line names a member of an entry in each column, with dots: user.profile.firstName.
import { DomainError } from '../../../common/primitives/domain-error.js';
import { CsvRecordScanner, type CsvRecord } from './csv-record-scanner.js';
import { camelCase, LIMITS } from '../records/import-record.js';
import type { Line } from './line-splitter.js';

const TRUE_OR_FALSE = new Set(['user.email.isEmailVerified', 'user.phone.isPhoneVerified', 'user.passwordChangeRequired']);

/** Columns a file may have, in any order. */
const COLUMNS: ReadonlySet<string> = new Set([
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
  'user.otpCode',
  ...TRUE_OR_FALSE,
]);

/** The lines of a file below its header. An empty field is an absent member. @throws DomainError `invalid` for a header that cannot be used */
export async function* csvLines(source: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let header: string[] | undefined;
  for await (const record of recordsOf(source)) {
    if (header) yield lineOf(record, header);
    else header = checkedHeader(record);
  }
}

async function* recordsOf(source: AsyncIterable<Buffer>): AsyncGenerator<CsvRecord> {
  const frame = new CsvRecordScanner();
  for await (const chunk of source) yield* frame.scanCsv(chunk);
  yield* frame.endCsv();
}

function lineOf({ line, fields, fault }: CsvRecord, header: readonly string[]): Line {
  if (fields.length === header.length) return { line, value: entryOf(header, fields), ...(fault ? { fault } : {}) };
  const message = `The line has ${fields.length} fields, but the header has ${header.length}.`;
  return { line, value: null, fault: fault ?? { kind: 'record.malformed', message } };
}

function checkedHeader({ fields, fault }: CsvRecord): string[] {
  if (fault) throw badHeader(fault.message.replace(/\.$/, ''));
  const names = fields.map((name) => name.trim().split('.').map(camelCase).join('.'));
  const unknown = fields[names.findIndex((name) => !COLUMNS.has(name))]?.trim();
  if (unknown !== undefined)
    throw badHeader(`the column "${unknown.slice(0, LIMITS.nameBytes)}" is unknown; known columns are ${[...COLUMNS].join(', ')}`);
  if (new Set(names).size < names.length) throw badHeader('a column appears twice');
  if (!names.includes('orgId')) throw badHeader('the column "orgId" is missing');
  return names;
}

function badHeader(reason: string): DomainError {
  return new DomainError('invalid', 'import.header', `The first line must name the columns: ${reason}.`);
}

function entryOf(header: readonly string[], fields: readonly string[]): Record<string, unknown> {
  const entry: Record<string, unknown> = {};
  for (const [n, path] of header.entries()) {
    const text = fields[n] ?? '';
    if (text === '') continue;
    const names = path.split('.');
    const last = names.pop() as string;
    let state = entry;
    for (const name of names) state = (state[name] ??= {}) as Record<string, unknown>;
    state[last] = TRUE_OR_FALSE.has(path) ? (BOOLEANS.get(text.toLowerCase()) ?? text) : text;
  }
  return entry;
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);
