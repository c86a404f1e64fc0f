// Lists of the admin API: one parameter decorator for page, order and filters, and the form of every answer.
import { createHash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiProperty, ApiQuery } from '@nestjs/swagger';
import type { Request } from 'express';
import { DomainError } from '../primitives/domain-error.js';
import type { FilterFacts, Listed, ListFacts, ListPosition, ListQuery } from '../primitives/list-query.js';
import { isInstant } from './fields.js';
import { usOfIso } from './instants.js';
import { QueryNames } from './page-query.js';
import { flag, MAX_LIMIT, textParameter, whole } from './paging.js';

const DEFAULT_LIMIT = 100;
const MAX_TEXT = 200;
const MAX_CURSOR = 4_000;
const ALWAYS = ['limit', 'cursor', 'after', 'total', 'sort'] as const;

/** One page of a list in the answer: `{ [name]: entries, nextCursor, after, total? }`. */
export type ListAnswer<Name extends string, View> = Record<Name, View[]> & {
  nextCursor: string | null;
  after: number | null;
  total?: number;
};

/** The members after the entries of a list that fits on one page. */
export const ONLY_PAGE = { nextCursor: null, after: null } as const;

/** The query of a list request, and the form of its answer. */
export interface ListRequest extends ListQuery {
  /** The page for the answer, with its entries below `name`. */
  answer<Name extends string, Entry, View>(name: Name, found: Listed<Entry>, view: (entry: Entry) => View): ListAnswer<Name, View>;
}

/**
 * Page, order and filters of a list, for a handler. Refuses unknown parameters by name, and describes the known ones in the API document.
 */
export function ListParam(facts: ListFacts): ParameterDecorator {
  const read = createParamDecorator((_: unknown, context: ExecutionContext) =>
    listRequest(context.switchToHttp().getRequest<Request>(), facts),
  );
  return (target, method, index) => {
    read()(target, method, index);
    const descriptor = method && Object.getOwnPropertyDescriptor(target, method);
    if (!method || !descriptor) return;
    QueryNames(...ALWAYS, ...Object.keys(facts.filters))(target, method, descriptor);
    for (const parameter of parametersOf(facts)) ApiQuery({ required: false, ...parameter })(target, method, descriptor);
  };
}

/** The class of a list's answer, for the API document. @param name of the member with the entries */
export function listView(name: string, entry: new () => object): new () => object {
  class ListView {
    @ApiProperty({ type: String, nullable: true, description: '`cursor` of the next page; null after the last one' }) nextCursor:
      | string
      | null;
    @ApiProperty({ type: 'integer', nullable: true, description: 'older form of `nextCursor`: `after` of the next page', deprecated: true })
    after: number | null;
    @ApiProperty({ type: 'integer', required: false, description: 'number of entries on all pages, with `total=true`' }) total?: number;
  }
  ApiProperty({ type: [entry] })(ListView.prototype, name);
  Object.defineProperty(ListView, 'name', { value: `${entry.name.replace(/View$/, '')}ListView` });
  return ListView;
}

/** @throws DomainError `invalid` with the name of the parameter */
function listRequest({ path, query }: Pick<Request, 'path' | 'query'>, facts: ListFacts): ListRequest {
  const filters: Record<string, string | number> = {};
  for (const [name, filter] of Object.entries(facts.filters)) {
    const value = filterValue(query[name], name, filter);
    if (value !== undefined) filters[name] = value;
  }
  const order = orderOf(query['sort'], facts, filters);
  const list = { path, ...order, filters };
  const position = positionOf(query, list);
  return {
    ...order,
    filters,
    limit: whole(query['limit'], 'limit', facts.defaultLimit ?? DEFAULT_LIMIT, MAX_LIMIT),
    total: flag(query['total'], 'total'),
    ...(position && { position }),
    answer<Name extends string, Entry, View>(name: Name, { entries, next, total }: Listed<Entry>, view: (entry: Entry) => View) {
      const plain = list.sort === undefined && !list.descending && typeof next?.no === 'number';
      const page = { nextCursor: next ? cursorOf(list, next) : null, after: plain ? Number(next.no) : null };
      return { [name]: entries.map(view), ...page, ...(total !== undefined && { total }) } as ListAnswer<Name, View>;
    },
  };
}

function filterValue(value: unknown, name: string, { kind, words }: FilterFacts): string | number | undefined {
  if (kind === 'after' || kind === 'before') return momentParameter(value, name);
  const text = textParameter(value, name, MAX_TEXT);
  if (text !== undefined && words && !words.includes(text))
    throw new DomainError('invalid', 'query.invalid', `${name} must be one of ${words.join(', ')}.`, name);
  return text;
}

/** A time in a query, as microseconds since 1970 UTC. @throws DomainError `invalid` with the name of the parameter */
export function momentParameter(value: unknown, name: string): number | undefined {
  const text = textParameter(value, name, MAX_TEXT);
  if (text === undefined) return undefined;
  if (!isInstant(text))
    throw new DomainError('invalid', 'query.invalid', `${name} must be a time before the year 2200 such as 2030-01-01T00:00:00Z.`, name);
  return usOfIso(text);
}

/** Without `sort`, the order of the first filter that has one, so that an index finds the matches in sequence. */
function orderOf(
  value: unknown,
  { sorts, filters, defaultSort }: ListFacts,
  given: ListQuery['filters'],
): Pick<ListQuery, 'sort' | 'descending'> {
  const text = textParameter(value, 'sort', MAX_TEXT);
  if (text === undefined) {
    const leading = Object.keys(given).find((name) => filters[name]?.sort !== undefined);
    return { sort: leading === undefined ? defaultSort : filters[leading]?.sort, descending: false };
  }
  const name = text.replace(/^-/, '');
  if (Object.hasOwn(sorts, name)) return { sort: name, descending: text !== name };
  const names = Object.keys(sorts).flatMap((one) => [one, `-${one}`]);
  const takes = names.length === 0 ? 'This list has one order only.' : `sort must be one of ${names.join(', ')}.`;
  throw new DomainError('invalid', 'query.invalid', takes, 'sort');
}

/** The list that a cursor belongs to. */
interface CursorList extends Pick<ListQuery, 'sort' | 'descending' | 'filters'> {
  path: string;
}

function positionOf(query: Request['query'], list: CursorList): ListPosition | undefined {
  const cursor = textParameter(query['cursor'], 'cursor', MAX_CURSOR);
  const after = query['after'];
  if (cursor === undefined && after === undefined) return undefined;
  if (cursor === undefined && list.sort === undefined && !list.descending) return { no: whole(after, 'after', 0, Number.MAX_SAFE_INTEGER) };
  if (cursor === undefined || after !== undefined)
    throw new DomainError('invalid', 'page.after', 'after goes with neither cursor nor sort; continue with cursor=nextCursor.', 'after');
  return cursorPosition(list, cursor);
}

/** A cursor isn't secret: its key is a value that the caller has seen. The digest binds it to its list, order and filters. */
function cursorOf(list: CursorList, { key, no }: ListPosition): string {
  return Buffer.from(JSON.stringify([listDigest(list), no, ...(key === undefined ? [] : [key])])).toString('base64url');
}

function cursorPosition(list: CursorList, cursor: string): ListPosition {
  const [digest, no, key] = cursorParts(cursor);
  const fits = digest === listDigest(list) && isKey(no) && (list.sort === undefined ? key === undefined : isKey(key));
  if (fits) return { no, ...(key !== undefined && { key: key as string | number }) };
  throw new DomainError(
    'invalid',
    'page.cursor',
    'This cursor belongs to another list. Use nextCursor of the page before, with the same sort and filters.',
    'cursor',
  );
}

function cursorParts(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

const isKey = (value: unknown): value is string | number => typeof value === 'string' || Number.isSafeInteger(value);

/** Filters are in the order of their declaration. */
function listDigest({ path, sort, descending, filters }: CursorList): string {
  const list = JSON.stringify([path, sort ?? '', descending, Object.entries(filters)]);
  return createHash('sha256').update(list).digest('base64url').slice(0, 16);
}

/** `createdAfter` -> `only entries created after this time`. */
const momentText = (name: string): string =>
  `only entries ${name.replace('expires', 'that expire').replace(/After$|Before$/, (word) => ` ${word.toLowerCase()} this time`)}`;

/** The description of a filter without its own one, by its name. */
const FILTER_TEXTS: Readonly<Record<FilterFacts['kind'], (name: string) => string>> = {
  is: (name) => `only entries with this \`${name}\``,
  startsWith: (name) => `only entries whose \`${name}\` starts with this, whatever its case`,
  contains: () => 'only entries whose text contains this, whatever its case',
  after: momentText,
  before: momentText,
};

function parametersOf({ sorts, filters, defaultSort, defaultLimit = DEFAULT_LIMIT }: ListFacts) {
  const sortNames = Object.keys(sorts).flatMap((name) => [name, `-${name}`]);
  return [
    {
      name: 'limit',
      schema: { type: 'integer', minimum: 0, maximum: MAX_LIMIT, default: defaultLimit },
      description: 'entries of a page; 0 with `total` only counts',
    },
    { name: 'cursor', schema: { type: 'string' }, description: '`nextCursor` of the page before, with the same sort and filters' },
    { name: 'after', schema: { type: 'integer' }, description: 'older form of `cursor`: `after` of the page before', deprecated: true },
    { name: 'total', schema: { type: 'boolean', default: false }, description: 'also answers how many entries there are on all pages' },
    {
      name: 'sort',
      schema: { type: 'string', ...(sortNames.length > 0 && { enum: sortNames }) },
      description: `order, backwards with a hyphen; without it ${defaultSort === undefined ? 'the order in which entries were added' : `\`${defaultSort}\``}`,
    },
    ...Object.entries(filters).map(([name, { kind, words, description }]) => ({
      name,
      schema: {
        type: 'string',
        ...(words && { enum: [...words] }),
        ...((kind === 'after' || kind === 'before') && { format: 'date-time' }),
      },
      description: description ?? FILTER_TEXTS[kind](name),
    })),
  ] as const;
}
