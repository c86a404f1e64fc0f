// Runs a row: sends its request and shows the answer.
import { randomUUID } from 'node:crypto';
import { ServiceClient } from '../service/service-client.js';
import { confirm } from '../terminal/ask.js';
import { EXIT, type ExitCode } from '../terminal/exit-code.js';
import { grouped } from '../terminal/progress.js';
import { card, table, titleOf } from '../terminal/table.js';
import { queryFields } from './row-fields.js';
import { bodyOf, givenMembers, pathOf, type Options } from './row-input.js';
import type { Row } from '../rows/row.js';

type Answer = Record<string, unknown>;

/** @throws CommandError, UsageError */
export async function runRow(row: Row, values: readonly string[], options: Options, env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const body = await bodyOf(row, options);
  const client = new ServiceClient(options.url, env);
  const path = pathOf(row, values, options.org ?? client.access.orgId);
  const spared = options.yes === true || options.dryRun === true;
  if (isRemoval(row) && !(await confirm(`This removes ${decodeURIComponent(path)}.`, spared))) return EXIT.failed;
  const method = row.route.slice(0, row.route.indexOf(' '));
  const query = queryOf(row, options);
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
    return showAll(row, row.list, async (more) => (await send(more)).shown, options.json === true);
  const { shown, tag } = await send();
  const code = show(row, shown, options);
  // Not shown with JSON output, which contains only the answer; `gatehouse api --include` shows it.
  if (tag !== undefined && method === 'GET' && row.list === undefined && !options.json)
    process.stderr.write(`Tag for --if-match: ${tag}\n`);
  if (options.dryRun) process.stderr.write('Nothing was changed: this was a dry run.\n');
  return code;
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

function show({ list, lists, columns }: Row, answer: Answer | undefined, { json: asJson, dryRun }: Options): ExitCode {
  const { stdout, stderr } = process;
  if (answer === undefined) stderr.write(asJson || dryRun ? '' : 'Done.\n');
  else if (asJson) stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
  else if (lists)
    for (const [name, shown] of Object.entries(lists)) stdout.write(`${titleOf(name)}\n${table(entriesOf(answer, name), shown, stdout)}\n`);
  else if (list === undefined || !columns) stdout.write(card(answer));
  else {
    stdout.write(table(entriesOf(answer, list), columns, stdout));
    if (typeof answer['total'] === 'number') stderr.write(`${grouped(answer['total'])} in all.\n`);
    const next = nextOf(answer);
    if (next !== undefined) stderr.write(`There is more: --all, or --cursor ${next.cursor}\n`);
  }
  return EXIT.done;
}

/** Fetches every page and shows each as it arrives; in JSON as one list. */
async function showAll(
  { columns = [] }: Row,
  list: string,
  send: (more?: Answer) => Promise<Answer | undefined>,
  asJson: boolean,
): Promise<ExitCode> {
  const { stdout } = process;
  let begun = false;
  if (asJson) stdout.write(`{"${list}":[`);
  for (let next: Answer | undefined = {}; next !== undefined;) {
    const answer: Answer = (await send(next)) ?? {};
    const entries = entriesOf(answer, list);
    if (asJson) stdout.write(entries.map((entry, index) => `${begun || index > 0 ? ',' : ''}\n${JSON.stringify(entry)}`).join(''));
    else if (!begun || entries.length > 0)
      stdout.write(begun ? withoutTitles(table(entries, columns, stdout)) : table(entries, columns, stdout));
    begun ||= entries.length > 0;
    next = nextOf(answer);
  }
  if (asJson) stdout.write('\n]}\n');
  return EXIT.done;
}

function withoutTitles(text: string): string {
  return text.slice(text.indexOf('\n') + 1);
}

function entriesOf(answer: Answer, list: string): object[] {
  return (answer[list] as object[] | undefined) ?? [];
}

/** The parameter of the next page; undefined after the last one. */
function nextOf({ nextCursor }: Answer): { cursor: string } | undefined {
  return typeof nextCursor === 'string' ? { cursor: nextCursor } : undefined;
}
