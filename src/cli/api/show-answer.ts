// Shows the answer to a row: a table, the members of one object, or the form that the row names.
import type { Row } from '../rows/row.js';
import { eventLine } from './event-line.js';
import { grouped } from '../terminal/progress.js';
import { card, cellOf, table, titleOf } from '../terminal/table.js';
import type { Options } from './row-input.js';

export type Answer = Record<string, unknown>;

/** Secrets that an answer shows once; the last lines of the output, because the first ones scroll away. */
const ONCE = ['token', 'clientSecret', 'link'];

/** @param base address of the service */
export function show(row: Row, answer: Answer | undefined, { json: asJson, dryRun }: Options, base: string): void {
  const { stdout, stderr } = process;
  if (answer === undefined) stderr.write(asJson || dryRun ? '' : 'Done.\n');
  else if (asJson) stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
  else if (row.lists) {
    if (row.facts !== undefined) stdout.write(`${card((answer[row.facts] ?? {}) as Answer)}\n`);
    for (const [name, columns] of Object.entries(row.lists))
      stdout.write(`${titleOf(name)}\n${table(entriesOf(answer, name), columns, stdout)}\n`);
  } else if (row.list === undefined) stdout.write(one(row, answer, base, dryRun === true));
  else {
    const entries = entriesOf(answer, row.list);
    stdout.write(page(row, entries, true));
    if (entries.length === 0) stderr.write('Nothing found.\n');
    if (typeof answer['total'] === 'number') stderr.write(`${grouped(answer['total'])} in all.\n`);
    const next = nextOf(answer);
    if (next !== undefined) stderr.write(`There is more: --all, or --cursor ${next.cursor}\n`);
  }
}

/** Fetches every page and shows each as it arrives; in JSON as one list. */
export async function showAll(
  row: Row,
  list: string,
  send: (more?: Answer) => Promise<Answer | undefined>,
  asJson: boolean,
): Promise<void> {
  const { stdout, stderr } = process;
  let begun = false;
  if (asJson) stdout.write(`{"${list}":[`);
  for (let next: Answer | undefined = {}; next !== undefined;) {
    const answer: Answer = (await send(next)) ?? {};
    const entries = entriesOf(answer, list);
    if (asJson) stdout.write(entries.map((entry, index) => `${begun || index > 0 ? ',' : ''}\n${JSON.stringify(entry)}`).join(''));
    else stdout.write(page(row, entries, !begun));
    begun ||= entries.length > 0;
    next = nextOf(answer);
  }
  if (asJson) stdout.write('\n]}\n');
  else if (!begun) stderr.write('Nothing found.\n');
}

/** Entries of a list; nothing without any. */
function page({ columns = [], shows }: Row, entries: readonly object[], isFirst: boolean): string {
  if (entries.length === 0) return '';
  if (shows === 'events') return entries.map((entry) => `${eventLine(entry)}\n`).join('');
  const text = table(shows === 'policy' ? entries.map(decidedHere) : entries, columns, process.stdout);
  return isFirst ? text : text.slice(text.indexOf('\n') + 1);
}

function one({ shows }: Row, answer: Answer, base: string, isDryRun: boolean): string {
  if (shows === 'policy') return policy(answer);
  const once = ONCE.filter((name) => typeof answer[name] === 'string');
  const known = card(Object.fromEntries(Object.entries(answer).filter(([name]) => !once.includes(name))));
  const secrets = Object.fromEntries(once.map((name) => [name, answer[name]]));
  const last = once.length === 0 ? '' : `\nShown once:\n${card(secrets)}`;
  return known + (shows === 'application' && !isDryRun ? environment(answer, base) : last);
}

/** What the application itself needs, as the guides of `docs/apps` read it. */
function environment({ clientId, clientSecret }: Answer, base: string): string {
  const secret = typeof clientSecret === 'string';
  const lines = { ISSUER: base, CLIENT_ID: clientId, ...(secret ? { CLIENT_SECRET: clientSecret } : {}) };
  const text = Object.entries(lines).map(([name, value]) => `${name}=${cellOf(value)}\n`);
  return `\nFor the .env of the application${secret ? '; the secret is shown once' : ''}:\n${text.join('')}`;
}

interface Source {
  from?: string;
  raisedBy?: string;
}

/** Each setting of a policy once, with its source and, where a floor raised it, the value that was decided here. */
function policy({ own, effective, sources, effects }: Answer): string {
  const [decided, origins] = [(own ?? {}) as Answer, (sources ?? {}) as Record<string, Source>];
  const entries = Object.entries((effective ?? {}) as Answer).map(([setting, value]) => {
    const { from = '', raisedBy } = origins[setting] ?? {};
    const raised = raisedBy === undefined ? '' : `, raised by ${raisedBy}`;
    const before = raisedBy !== undefined && setting in decided ? ` (${cellOf(decided[setting])})` : '';
    return { setting, value, source: `${from}${before}${raised}` };
  });
  return table(entries, ['setting', 'value', 'source'], process.stdout) + effectsOf((effects ?? []) as Effect[]);
}

interface Effect {
  effect: string;
  people: number;
  atLeast: boolean;
}

const EFFECTS: Readonly<Record<string, string>> = {
  secondStepNeeded: 'would have to set up a second step',
  signInLost: 'would have no way to sign in',
};

/** What a dry run says about people, a line each. */
function effectsOf(effects: readonly Effect[]): string {
  const lines = effects.map(({ effect, people, atLeast }) => {
    const who = `${atLeast ? 'At least ' : ''}${grouped(people)} ${people === 1 ? 'person' : 'people'}`;
    return `${who} ${EFFECTS[effect] ?? effect}.\n`;
  });
  return lines.length === 0 ? '' : `\n${lines.join('')}`;
}

/** An entry of the list of policies: what was decided, setting by setting. */
function decidedHere(entry: object): object {
  const { own, effective, ...facts } = entry as Answer;
  const decided = Object.entries((own ?? {}) as Answer).map(([setting, value]) => `${setting}: ${cellOf(value)}`);
  return { ...facts, decided: decided.join(', ') || 'nothing' };
}

function entriesOf(answer: Answer, list: string): object[] {
  return (answer[list] as object[] | undefined) ?? [];
}

/** The parameter of the next page; undefined after the last one. */
function nextOf({ nextCursor }: Answer): { cursor: string } | undefined {
  return typeof nextCursor === 'string' ? { cursor: nextCursor } : undefined;
}
