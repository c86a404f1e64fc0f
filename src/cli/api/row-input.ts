// Builds the request of a row from what was typed: the path, the query, the body.
import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { UsageError } from '../terminal/command-error.js';
import { askSecret, isAttended } from '../terminal/ask.js';
import { bodyFields, namedFields, type Field } from './row-fields.js';
import type { Row, Secret } from '../rows/row.js';

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

/** The parameters of a path in their order: `orgId`, `projectId`. */
function parametersOf({ route }: Pick<Row, 'route'>): string[] {
  return [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** The parameters of a path in their order, except those that come from options: `projectId`. */
export function argumentsOf(row: Row): string[] {
  const options = namedFields(row).map(({ member }) => member);
  return parametersOf(row).filter((name) => (row.orgIsArgument || name !== 'orgId') && !options.includes(name));
}

/** What was typed for each parameter of the path. @param orgId from `--org`, or of the signed-in user @throws UsageError for a missing one */
export function typedParameters(
  row: Row,
  values: readonly string[],
  options: Options,
  orgId: string | undefined,
): Array<[parameter: string, typed: string]> {
  const given = Object.fromEntries(argumentsOf(row).map((name, index) => [name, values[index]]));
  const named = givenMembers(namedFields(row), options);
  for (const { member, option, does } of namedFields(row)) if (!(member in named)) throw new UsageError(`--${option} is missing: ${does}.`);
  return parametersOf(row).map((name) => {
    const value = given[name] ?? (named[name] as string | undefined) ?? (name === 'orgId' ? orgId : undefined);
    if (value === undefined || value === '')
      throw new UsageError('--org is missing: the organization, by id or name. GATEHOUSE_ORG sets it for every command.');
    return [name, value];
  });
}

/** The path of a request. @param ids by parameter */
export function pathOf(row: Pick<Row, 'route'>, ids: Readonly<Record<string, string>>): string {
  return row.route.slice(row.route.indexOf('/')).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''));
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
  for (const secret of row.secrets ?? []) await askFor(secret, members);
  for (const { member, option, required, does } of fields)
    if (required && !(member in members)) throw new UsageError(`--${option} is missing: ${does}.`);
  if (row.route.startsWith('PATCH') && Object.keys(members).length === 0) throw new UsageError('Nothing to change was named.');
  return members;
}

/** @throws UsageError without a terminal, if the request needs the secret */
async function askFor({ member, asks, with: other }: Secret, members: Record<string, unknown>): Promise<void> {
  if (member in members || (other !== undefined && !(other in members))) return;
  if (isAttended()) {
    const typed = await askSecret(`${asks}:`);
    if (typed !== '') members[member] = typed;
  }
  if (other === undefined && !(member in members))
    throw new UsageError(`${asks} is missing. On a terminal it is asked for; elsewhere put it into --data: {"${member}":"…"}.`);
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
