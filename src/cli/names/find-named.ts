// Finds the id of what an argument or an option names. An id takes precedence; a name that several things have is chosen from or refused.
import { CommandError } from '../terminal/command-error.js';
import { choose, isAttended } from '../terminal/ask.js';
import { EXIT } from '../terminal/exit-code.js';
import { cellOf, valueAt } from '../terminal/table.js';
import type { ServiceClient } from '../service/service-client.js';
import { sourcesOf, type Source } from './sources.js';

/** A thing of the service. */
export interface Named {
  kind: string;
  id: string;
  /** How a reader recognizes it; empty if only its id is known. */
  label: string;
  /** Named only by an address that the person has not proven, so that anybody may have chosen it. */
  isUnproven?: boolean;
}

/** Ids of what a thing belongs to, by the name of their parameter. */
type Within = Readonly<Record<string, string | undefined>>;

/** Ids that the service makes. They can't be mistaken for a name, so they are sent as they are. */
const MADE_ID = /^(?:\d{15,20}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
const PAGE = 200;
const MAX_PAGES = 10;

type Entry = Readonly<Record<string, unknown>>;

/**
 * @param member of the route that the value is for
 * @param isShown whether the label is needed also where the value is an id without doubt
 * @returns the thing; with the value as its id if nothing has that name, so that the service answers
 * @throws CommandError if several have the name and no person can choose
 */
export async function findNamed(
  client: ServiceClient,
  route: string,
  member: string,
  value: string,
  within: Within,
  isShown = false,
): Promise<Named> {
  const [first, ...others] = sourcesOf(route, member);
  if (!first) return { kind: kindOf(member), id: value, label: '' };
  const asTyped = { kind: first.kind, id: value, label: '' };
  // Client ids look like ids.
  if (MADE_ID.test(value) && !isShown && !first.names.includes('clientId')) return asTyped;
  const found: Named[] = [];
  for (const source of [first, ...others]) {
    if (source.isSearch && found.length > 0) break;
    const path = pathOf(source, within);
    if (path === undefined) continue;
    const one = source.isSearch || value.startsWith('_') ? undefined : await asked(client, `${path}/${encodeURIComponent(value)}`);
    if (one) return namedBy(source, one, value);
    found.push(...(await entriesNamed(client, source, path, value)));
  }
  // A proven name of a thing replaces an unproven one.
  const sorted = found.toSorted((a, b) => Number(b.isUnproven === true) - Number(a.isUnproven === true));
  const different = [...new Map(sorted.map((one) => [one.id, one])).values()];
  if (different.length > 1 || (different[0]?.isUnproven && isChange(route))) return chosen(value, different);
  return different[0] ?? asTyped;
}

async function entriesNamed(client: ServiceClient, source: Source, path: string, value: string): Promise<Named[]> {
  const found: Named[] = [];
  for (const filter of source.filters(value)) {
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const query = new URLSearchParams({ ...filter, limit: String(PAGE), ...(cursor === undefined ? {} : { cursor }) });
      const answer = await asked(client, `${path}?${query}`);
      const entries = (answer?.[source.list] as Entry[] | undefined) ?? [];
      for (const entry of entries) {
        const proof = namesIn(entry, source, value);
        if (proof !== 'none') found.push({ ...namedBy(source, entry, value), ...(proof === 'unproven' && { isUnproven: true }) });
      }
      cursor = answer?.['nextCursor'] as string | undefined;
      if (cursor === undefined) break;
    }
  }
  return found;
}

/** Whether an entry has a name, and whether it is certain to be its own. */
function namesIn(entry: Entry, { names }: Source, value: string): 'proven' | 'unproven' | 'none' {
  const wanted = value.toLowerCase();
  const isWanted = (one: unknown) => typeof one === 'string' && one.toLowerCase() === wanted;
  const values = names.flatMap((name) => entry[name]);
  const addresses = values.filter((one): one is Entry => typeof one === 'object' && one !== null).filter((one) => isWanted(one['value']));
  if (values.some(isWanted) || addresses.some((one) => one['verified'] === true)) return 'proven';
  return addresses.length > 0 ? 'unproven' : 'none';
}

/** Whether a route changes anything, such as who has a role. */
function isChange(route: string): boolean {
  return !route.startsWith('GET ') && !route.endsWith('/_search');
}

function namedBy({ kind, id, shown }: Source, entry: Entry, value: string): Named {
  const label = shown.map((members) => shownIn(entry, members)).filter((text) => text !== '');
  return { kind, id: (entry[id] as string | undefined) ?? value, label: label.join(', ') };
}

/** The values of members, such as the parts of a name. */
function shownIn(entry: Entry, members: string): string {
  return members
    .split(' ')
    .map((member) => cellOf(valueAt(entry, member)))
    .join(' ')
    .trim();
}

/** The path of a list; undefined if what it belongs to isn't known. */
function pathOf({ path }: Source, within: Within): string | undefined {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.some((name) => within[name] === undefined)) return undefined;
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(within[name] ?? ''));
}

/** An answer; undefined if there is none for this caller. @throws CommandError if the service doesn't answer */
async function asked(client: ServiceClient, path: string): Promise<Entry | undefined> {
  return client.json(path).then(
    (body) => body as Entry,
    (error: unknown) => {
      if (error instanceof CommandError && (error.exitCode === EXIT.failed || error.exitCode === EXIT.forbidden)) return undefined;
      throw error;
    },
  );
}

async function chosen(value: string, found: readonly Named[]): Promise<Named> {
  const detail =
    found.length > 1
      ? `${JSON.stringify(value)} names ${found.length} things.`
      : `${JSON.stringify(value)} is an address that the person has not proven.`;
  if (isAttended()) return choose(`${detail} Which one?`, found, ({ kind, label, id }) => `${kind} ${label} (${id})`);
  const choices = found.map(({ kind, id, label }) => ({ kind, id, label }));
  const lines = found.map(({ kind, id, label }) => `\n  ${id}  ${kind} ${label}`).join('');
  throw new CommandError(`${detail} Use the id of one:${lines}`, EXIT.ambiguous, { code: 'cli.ambiguous', detail, choices });
}

/** `personal access token` for `tokenId`; otherwise the words of the parameter. */
function kindOf(member: string): string {
  return KINDS[member] ?? member.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

const KINDS: Readonly<Record<string, string>> = {
  tokenId: 'personal access token',
  factorId: 'second factor',
  kid: 'key',
  slot: 'picture',
  kind: 'mail text',
};
