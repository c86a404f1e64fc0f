// Each secret that passes through the helpers of tests, and where none may lie in clear once a service has seen it: no line of a log, no row of a
// table, no file. Every service of these specs is searched when it closes, for all secrets of its spec file.
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { Query } from '../../src/common/database/transaction.js';

/** Specs that make, take, bring and steal secrets; those beside them are about something else, and would take as long again. */
const SEARCHED = /\/test\/(security|oidc|admin|users|import|support)\//;
/** Of a spec file; one that imports thousands of people has as many passwords. */
const MOST = 1_000;
/** Those of imports that fill gigabytes would not fit into a text. */
const LARGEST_FILE = 256 * 2 ** 20;
/** Shorter ones, such as six digits, stand anywhere by chance. */
const LEAST = 10;
/** The search looks for the first characters of a secret; more than these gain nothing. */
const MOST_CHARACTERS = 32;
/** What a test writes to fill a field is no secret: `xxxxxxxxxx`. */
const LEAST_SIGNS = 5;

/** What the member of a body, the field of a form or the parameter of an address with this name is, if it holds a text. */
const KINDS: Readonly<Record<string, string>> = {
  password: 'password',
  newPassword: 'password',
  currentPassword: 'password',
  clientSecret: 'client secret',
  client_secret: 'client secret',
  token: 'token',
  personalAccessToken: 'token',
  access_token: 'access token',
  refresh_token: 'refresh token',
  id_token: 'ID token',
  id_token_hint: 'ID token',
  subject_token: 'token',
  actor_token: 'token',
  assertion: 'assertion',
  client_assertion: 'assertion',
  code_verifier: 'code verifier',
};
/** In JSON a `code` names an error. */
const FIELD_KINDS: Readonly<Record<string, string>> = { ...KINDS, code: 'code' };

/** Cookies that are no secrets: they name a sign-in in progress, as the address of its page does, which is bound to the cookie of the browser. */
const NAMES_OF_SIGN_INS = /gatehouse_(sign_in|resume)=/;

/** Sent in the place of secrets by attacks. */
const EXPECTED_VALUES: ReadonlyArray<{ value: RegExp; because: string }> = [
  { value: /^E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM$/, because: 'is a code challenge, which everybody may know' },
  { value: /^(\d+|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/, because: 'is the id of somebody' },
  { value: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/, because: 'is a time, which random requests put into any member' },
];

/** Files that hold secrets because they are for them. */
const EXPECTED_FILES: ReadonlyArray<{ file: RegExp; because: string }> = [
  { file: /(^|\/)bootstrap\.json$/, because: 'hands over the first credentials' },
  { file: /(^|\/)master\.key$/, because: 'is the key' },
  { file: /(^|\/)outbox\//, because: 'letters that nobody sends hold their codes, as those that are sent do' },
];

/** How much of what stands before a secret is looked at. */
const BEFORE = 40;
/** Where nothing is a secret, whatever an attack puts there. */
const PUBLIC_PLACES: ReadonlyArray<{ before: RegExp; because: string }> = [
  {
    before: /"codeChallenge":"$/,
    because: 'a code challenge goes through the address of a page: who sends a secret there has given it away',
  },
];

/** What each secret is. */
const used = new Map<string, string>();
const lines: string[] = [];

export function noteSecret(kind: string, secret: unknown): void {
  if (typeof secret !== 'string' || secret.length < LEAST || new Set(secret).size < LEAST_SIGNS) return;
  if (EXPECTED_VALUES.some(({ value }) => value.test(secret))) return;
  if (used.has(secret) || used.size >= MOST) return;
  used.set(secret, kind);
  index = undefined;
}

/** The secrets in a body or an answer, at any depth: tests send what is deeper than a call stack. */
export function noteSecretsIn(body: unknown): void {
  if (!isSearched()) return;
  const pending = [body];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== 'object' || value === null || value instanceof Blob || ArrayBuffer.isView(value)) continue;
    const { path, value: given } = value as { path?: unknown; value?: unknown };
    if (path === 'password') noteSecret('password', given);
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === 'string') noteNamed(KINDS, name, member);
      else if (name === 'password' && typeof member === 'object' && member !== null && 'value' in member)
        noteSecret('password', member.value);
      else if (member !== undefined) pending.push(member);
    }
  }
}

/** Those in a form, or in the query or the fragment of an address. */
export function noteFields(given: string | URLSearchParams): void {
  const fields = new URLSearchParams(given);
  // An exchange takes the id of a user in the place of a token.
  for (const [name, value] of fields) if (!fields.get(`${name}_type`)?.endsWith(':user_id')) noteNamed(FIELD_KINDS, name, value);
}

export function noteAddress(address: string): void {
  if (!URL.canParse(address, 'http://localhost')) return;
  const { search, hash } = new URL(address, 'http://localhost');
  for (const part of [search, hash]) noteFields(part.slice(1));
}

/** Those in the header fields of a request. */
export function noteAuthorization(authorization: string | undefined): void {
  const [scheme = '', value = ''] = authorization?.split(' ') ?? [];
  if (scheme === 'Bearer') noteSecret('token', value);
  if (scheme !== 'Basic') return;
  noteSecret('client secret, as it is sent', value);
  noteSecret('client secret', Buffer.from(value, 'base64').toString().split(':')[1]);
}

/** Those in the header fields of an answer. */
export function noteAnswered(headers: Headers): void {
  noteAddress(headers.get('location') ?? '');
  for (const cookie of headers.getSetCookie().filter((one) => !NAMES_OF_SIGN_INS.test(one)))
    noteSecret('cookie', cookie.slice(cookie.indexOf('=') + 1).split(';', 1)[0]);
}

/** Its own destination of a log. */
export const noteLine = (line: string): void => void lines.push(line);

/** Whether the services of the running spec file are searched. */
export const isSearched = (): boolean => SEARCHED.test(expect.getState().testPath ?? '');

/** Before a spec file: it has its own. */
export function forgetSecrets(): void {
  used.clear();
  index = undefined;
  lines.length = 0;
}

function noteNamed(kinds: Readonly<Record<string, string>>, name: string, value: string): void {
  if (Object.hasOwn(kinds, name)) noteSecret(kinds[name] ?? '', value);
}

/** Lines so far, each looked at once. */
export function secretsInLog(): string[] {
  return found('the log', lines.splice(0).join(''));
}

export async function secretsInTables(query: Query, tables: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const table of tables)
    faults.push(...found(`table ${table}`, (await query.rows<object>(`SELECT * FROM ${table}`)).map(textOf).join('\n')));
  return faults;
}

/** @param folder may be gone */
export function secretsInFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    // Files of work in progress come and go.
    const { size = Infinity } = statSync(path, { throwIfNoEntry: false }) ?? {};
    if (size > LARGEST_FILE || EXPECTED_FILES.some(({ file }) => file.test(name))) return [];
    return found(`file ${name}`, contentOf(path));
  });
}

/**
 * Descriptors of files that SQLite locks, by path. Closing any descriptor of a file gives up every lock that the process has on it (fcntl), those of
 * SQLite too: the process for searches would then take the database for abandoned and, when it closes it, remove the log that is in use.
 */
const kept = new Map<string, number>();
const LOCKED_BY_SQLITE = /\.db(\.lock)?(-shm)?$/;

/** Closes what {@link secretsInFiles} keeps open, once no database in the folder is open any more. */
export function releaseFiles(folder: string): void {
  for (const [path, descriptor] of kept) {
    if (relative(folder, path).startsWith('..')) continue;
    closeSync(descriptor);
    kept.delete(path);
  }
}

function keptContentOf(path: string): Buffer {
  const descriptor = kept.get(path) ?? openSync(path, 'r');
  kept.set(path, descriptor);
  const bytes = Buffer.alloc(fstatSync(descriptor).size);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0));
}

function contentOf(path: string): string {
  const bytes = LOCKED_BY_SQLITE.test(path) ? keptContentOf(path) : readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
}

/** @param where it was looked for @returns for each secret what it is and what stands before it, but not the secret */
export function found(where: string, text: string): string[] {
  const places = new Map<string, string>();
  for (const [secret, at] of occurrences(text)) {
    const before = text.slice(Math.max(0, at - BEFORE), at);
    if (!places.has(secret) && !PUBLIC_PLACES.some((place) => place.before.test(before))) places.set(secret, before);
  }
  return [...places].map(([secret, before]) => `a ${used.get(secret)} in ${where}, after ${JSON.stringify(before)}`);
}

/** What the search needs to know of the secrets. It is made anew after another secret was noted. */
interface Index {
  /** How many characters of each are compared first. */
  least: number;
  /** By a pair of characters: how far away the next possible place is at least. */
  steps: Uint8Array;
  /** The secrets, by the last pair of these characters. */
  endings: Map<number, string[]>;
}
let index: Index | undefined;

/** For one pass, however many secrets there are (Wu and Manber, 1994): a pair of characters that no secret begins with rules out every place that has it. */
function indexed(): Index {
  const least = Math.min(MOST_CHARACTERS, ...[...used.keys()].map(({ length }) => length));
  const steps = new Uint8Array(2 ** 16).fill(least - 1);
  const endings = new Map<number, string[]>();
  for (const secret of used.keys()) {
    for (let end = 1; end < least; end++) {
      const pair = pairAt(secret, end);
      steps[pair] = Math.min(steps[pair] ?? 0, least - 1 - end);
    }
    const ending = pairAt(secret, least - 1);
    endings.set(ending, [...(endings.get(ending) ?? []), secret]);
  }
  return { least, steps, endings };
}

function* occurrences(text: string): Generator<[secret: string, at: number]> {
  const { least, steps, endings } = (index ??= indexed());
  for (let end = least - 1; end < text.length;) {
    const pair = pairAt(text, end);
    const step = steps[pair] ?? 1;
    if (step === 0) {
      const at = end - least + 1;
      for (const secret of endings.get(pair) ?? []) if (text.startsWith(secret, at)) yield [secret, at];
    }
    end += Math.max(1, step);
  }
}

/** A number for a sign and the one before it. Different pairs may have the same: that costs a comparison, and never misses one. */
const pairAt = (text: string, end: number): number => ((text.charCodeAt(end - 1) << 8) ^ text.charCodeAt(end)) & 0xffff;

function textOf(row: object): string {
  return Object.values(row)
    .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : typeof value === 'string' ? value : ''))
    .join('\n');
}
