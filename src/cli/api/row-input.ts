// Builds the request of a row from what was typed: the path, the query, the body.
import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { UsageError } from '../terminal/command-error.js';
import { bodyFields, type Field } from './row-fields.js';
import type { Row } from '../rows/row.js';

/** The options that the parser read. Named members are those that many commands have. */
export interface Options {
  readonly [name: string]: unknown;
  readonly url?: string;
  readonly json?: boolean;
  readonly org?: string;
  readonly data?: string;
  readonly unset?: readonly string[];
  readonly limit?: string;
  readonly cursor?: string;
  readonly all?: boolean;
  readonly sort?: string;
  readonly total?: boolean;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly ifMatch?: string;
}

/** The parameters of a path in their order, except those that come from options: `projectId`. */
export function argumentsOf({ route, orgIsArgument }: Row): string[] {
  return [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => orgIsArgument || name !== 'orgId');
}

/** @param orgId from `--org`, or of the signed-in user @throws UsageError if the path needs an organization and none is known */
export function pathOf(row: Row, values: readonly string[], orgId: string | undefined): string {
  const given = Object.fromEntries(argumentsOf(row).map((name, index) => [name, values[index]]));
  return row.route.slice(row.route.indexOf('/')).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = given[name] ?? (name === 'orgId' ? orgId : undefined);
    if (value === undefined || value === '')
      throw new UsageError('--org is missing: the id of the organization. GATEHOUSE_ORG sets it for every command.');
    return encodeURIComponent(value);
  });
}

/** The members given as options. @throws UsageError for an invalid number */
export function givenMembers(fields: readonly Field[], options: Options): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const field of fields) {
    // Commander's name for it.
    const value = options[field.option.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())];
    if (value !== undefined) setMember(members, field.member, valueOf(value, field));
  }
  return members;
}

/** Sets a member. A dot in its name means a member of a nested object: `loginPage.registration`. */
function setMember(members: Record<string, unknown>, name: string, value: unknown): void {
  const [outer = '', inner] = name.split('.', 2);
  if (inner === undefined) members[outer] = value;
  else members[outer] = { ...(members[outer] as object | undefined), [inner]: value };
}

function valueOf(value: unknown, { type, option }: Field): unknown {
  if (type === 'values') return (value as string[]).map((one, index) => (index === 0 ? { value: one, primary: true } : { value: one }));
  if (type !== 'number') return value;
  if (/^-?\d{1,15}$/.test(String(value))) return Number(value);
  throw new UsageError(`--${option} must be a whole number.`);
}

/**
 * The body: `--data` (JSON, `@FILE`, or `-` for standard input), then the options, then `--unset`.
 * @returns undefined for a row without a body
 * @throws UsageError if a required member is missing
 */
export async function bodyOf(row: Row, options: Options): Promise<object | undefined> {
  if (!row.body) return undefined;
  const fields = bodyFields(row);
  const data = options.data === undefined ? {} : await readData(options.data);
  const members: Record<string, unknown> = { ...data, ...givenMembers(fields, options) };
  for (const member of options.unset ?? []) setMember(members, member, null);
  for (const { member, option, required, does } of fields)
    if (required && !(member in members)) throw new UsageError(`--${option} is missing: ${does}.`);
  if (row.route.startsWith('PATCH') && Object.keys(members).length === 0) throw new UsageError('Nothing to change was named.');
  return members;
}

/** `--data`: JSON, `@FILE`, or `-` for standard input. @throws UsageError if it isn't an object */
export async function readData(given: string): Promise<object> {
  const source = given === '-' ? 'standard input' : given.startsWith('@') ? given.slice(1) : '--data';
  const data = given === '-' ? await readAll(process.stdin) : given.startsWith('@') ? await readNamed(source) : given;
  const body = parseJson(data, source);
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw new UsageError(`${source} must be a JSON object.`);
}

function readNamed(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => {
    throw new UsageError(`${path} does not exist or cannot be read.`);
  });
}

export function parseJson(data: string, source: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    throw new UsageError(`${source} is not JSON.`);
  }
}
