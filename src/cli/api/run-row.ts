// Runs a row: finds what is named, sends the request and shows the answer.
import { randomUUID } from 'node:crypto';
import { findNamed, type Named } from '../names/find-named.js';
import { sourcesOf } from '../names/sources.js';
import { ServiceClient } from '../service/service-client.js';
import { assertAttended, confirm } from '../terminal/ask.js';
import { EXIT, type ExitCode } from '../terminal/exit-code.js';
import { printable } from '../terminal/style.js';
import { queryFields } from './row-fields.js';
import { bodyOf, givenMembers, pathOf, typedParameters, type Options } from './row-input.js';
import { show, showAll, type Answer } from './show-answer.js';
import type { Row } from '../rows/row.js';

/** @throws CommandError, UsageError */
export async function runRow(row: Row, values: readonly string[], options: Options, env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const typedBody = await bodyOf(row, options);
  const isAsked = isRemoval(row) && options.yes !== true && options.dryRun !== true;
  if (isAsked) assertAttended(`${row.does}.`);
  const client = new ServiceClient(options.url, env);
  const typed = typedParameters(row, values, options, options.org ?? client.access.orgId);
  const named = await namedParameters(client, row, typed, isAsked);
  const ids = Object.fromEntries(named.map(([name, { id }]) => [name, id]));
  const within = { ...ids, orgId: ids['orgId'] ?? options.org ?? client.access.orgId };
  const body = typedBody && (await withIds(client, row.route, typedBody, within));
  const query = await withIds(client, row.route, queryOf(row, options), within);
  if (isAsked && !(await confirm(questionOf(row, named)))) return EXIT.failed;
  const path = pathOf(row, ids);
  const method = row.route.slice(0, row.route.indexOf(' '));
  // Requests with any other method can be repeated as they are. A repeated POST gets the same answer by this key.
  const once: Record<string, string> = method === 'POST' && isWriting(row) ? { 'idempotency-key': randomUUID() } : {};
  const send = async (more: Record<string, unknown> = {}) => {
    const search = new URLSearchParams(Object.entries({ ...query, ...more }).map(([name, value]) => [name, String(value)])).toString();
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const expected: Record<string, string> = options.ifMatch === undefined ? {} : { 'if-match': options.ifMatch };
    const facts = { method, repeatable: true, headers: { ...type, ...once, ...expected }, ...sent };
    const { body: shown, tag } = await client.answer(search === '' ? path : `${path}?${search}`, facts);
    return { shown: shown as Answer | undefined, tag };
  };
  if (row.list !== undefined && isPaged(row) && options.all === true)
    await showAll(row, row.list, async (more) => (await send(more)).shown, options.json === true);
  else {
    const { shown, tag } = await send();
    show(row, shown, options, client.access.base);
    // Not shown with JSON output, which contains only the answer; `gatehouse api --include` shows it.
    if (tag !== undefined && method === 'GET' && row.list === undefined && !options.json)
      process.stderr.write(`Tag for --if-match: ${tag}\n`);
    if (options.dryRun) process.stderr.write('Nothing was changed: this was a dry run.\n');
  }
  return EXIT.done;
}

/** What the parameters of a path mean. @param isShown whether a question shows them */
async function namedParameters(
  client: ServiceClient,
  { route }: Row,
  typed: ReadonlyArray<[parameter: string, value: string]>,
  isShown: boolean,
): Promise<Array<[parameter: string, named: Named]>> {
  const found: Array<[string, Named]> = [];
  for (const [name, value] of typed) {
    const within = Object.fromEntries(found.map(([parameter, { id }]) => [parameter, id]));
    found.push([name, await findNamed(client, route, name, value, within, isShown)]);
  }
  return found;
}

/** Members with ids in the place of names. */
export async function withIds(
  client: ServiceClient,
  route: string,
  members: object,
  within: Readonly<Record<string, string | undefined>>,
): Promise<Record<string, unknown>> {
  const idOf = async (member: string, value: unknown): Promise<unknown> => {
    if (typeof value === 'string') return (await findNamed(client, route, member, value, within)).id;
    if (!Array.isArray(value) || sourcesOf(route, member).length === 0) return value;
    const ids: unknown[] = [];
    for (const one of value as unknown[]) ids.push(await idOf(member, one));
    return ids;
  };
  const found: Record<string, unknown> = {};
  // One after the other: a question about one name must be answered before the next.
  for (const [member, value] of Object.entries(members)) found[member] = await idOf(member, value);
  return found;
}

/** What would be removed, by its name, and what it belongs to. */
function questionOf({ does, orgIsArgument }: Row, named: ReadonlyArray<[parameter: string, named: Named]>): string {
  const things = named.filter(([name]) => name !== 'orgId' || orgIsArgument).map(([, one]) => one);
  const described = things
    .toReversed()
    .map(({ kind, id, label }) => `${kind} ${label === '' ? printable(id) : `${label} (${printable(id)})`}`);
  return `${does}${described.length === 0 ? '.' : `: ${described.join(', of ')}.`}`;
}

/** Whether the answer comes in pages: lists requested by GET do. */
export function isPaged({ route, list }: Row): boolean {
  return list !== undefined && route.startsWith('GET ');
}

/** Whether a row changes anything; a search is a POST that doesn't. */
export function isWriting({ route }: Row): boolean {
  return !route.startsWith('GET ') && !route.endsWith('/_search');
}

/** Whether a row changes something that already exists. */
export function isChange(row: Row): boolean {
  return isWriting(row) && (!row.route.startsWith('POST ') || row.route.includes('/_'));
}

export function isRemoval({ route }: Row): boolean {
  return route.startsWith('DELETE ');
}

function queryOf(row: Row, { limit, cursor, sort, total, dryRun, ...options }: Options): Record<string, unknown> {
  const wanted = { ...(isPaged(row) ? { limit, cursor, sort, total } : {}), dryRun, ...givenMembers(queryFields(row), options) };
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
}
