/** Parameters of list requests: a query string or the body of `.search` (RFC 7644 sections 3.4.2 and 3.4.3). */
import { findSteps, type ResourceType } from './schema/attribute.js';
import type { Criteria } from '../../common/search/criteria.js';
import { toCriteria } from './query/criteria.js';
import type { JsonObject } from './query/evaluate.js';
import { parseFilter } from './query/filter.js';
import { LIMITS } from './wire/limits.js';
import { URN } from './wire/messages.js';
import { parseProjectionOf, type Projection } from './serialize.js';
import { resolveFilter } from './query/resolve.js';
import { ScimError } from './wire/scim-error.js';
import { byLowerName, requireObject, requireSchema } from './validate.js';

/** Order by a domain field. With `list`, by that field of the primary element, else of the first (RFC 7644 section 3.4.2.3). */
export interface Sort {
  readonly list?: string;
  readonly field: string;
  readonly descending: boolean;
}

/**
 * `startIndex` counts from 1; `count` 0 requests the total only. With a `cursor` (RFC 9865), which is empty for the first page, startIndex
 * is 1.
 */
export interface ListQuery {
  readonly filter?: Criteria;
  readonly sort?: Sort;
  readonly startIndex: number;
  readonly count: number;
  readonly cursor?: string;
  readonly projection: Projection;
}

/**
 * Reads a parsed query string; unknown parameters are ignored. Throws `invalidFilter`, `invalidValue`.
 * @param searched all types of the search, if there are several
 */
export function parseListQuery(query: Readonly<JsonObject>, type: ResourceType, searched?: readonly ResourceType[]): ListQuery {
  const given = byLowerName(query, '');
  const filter = textOf(given, 'filter');
  const sort = parseSort(textOf(given, 'sortBy'), textOf(given, 'sortOrder'), type);
  const cursor = given.get('cursor');
  return {
    ...(filter === undefined ? {} : { filter: toCriteria(resolveFilter(parseFilter(filter), type, searched)) }),
    ...(sort === undefined ? {} : { sort }),
    ...(isByCursor(given) ? cursorPaging(given, cursor) : indexPaging(given)),
    projection: parseProjectionOf(given, type),
  };
}

function isByCursor(given: ReadonlyMap<string, unknown>): boolean {
  return (given.get('cursor') ?? null) !== null;
}

/** RFC 7644 section 3.4.2.4. */
function indexPaging(given: ReadonlyMap<string, unknown>) {
  return {
    startIndex: Math.min(Math.max(integerOf(given, 'startIndex') ?? 1, 1), LIMITS.startIndex),
    count: Math.min(Math.max(integerOf(given, 'count') ?? LIMITS.pageSize, 0), LIMITS.pageSize),
  };
}

/** RFC 9865 section 2: with a cursor, a count out of range is refused instead of clamped. */
function cursorPaging(given: ReadonlyMap<string, unknown>, cursor: unknown) {
  if (typeof cursor !== 'string' || cursor.length > LIMITS.cursorLength)
    throw new ScimError('SCIM-CURSOR-VALUE', `cursor must be a single string of at most ${LIMITS.cursorLength} characters.`);
  const count = integerOf(given, 'count') ?? LIMITS.pageSize;
  if (count < 1 || count > LIMITS.pageSize) {
    throw new ScimError('SCIM-CURSOR-COUNT', `With a cursor, count must be between 1 and ${LIMITS.pageSize}.`);
  }
  return { startIndex: 1, count, cursor };
}

/** Reads the body of a `.search` request, which must name the SearchRequest schema. Also throws `invalidSyntax`. */
export function parseSearchRequest(body: unknown, type: ResourceType, searched?: readonly ResourceType[]): ListQuery {
  const message = requireObject(body);
  requireSchema(message, URN.searchRequest);
  return parseListQuery(message, type, searched);
}

function parseSort(sortBy: string | undefined, sortOrder = 'ascending', type: ResourceType): Sort | undefined {
  const order = sortOrder.toLowerCase();
  if (order !== 'ascending' && order !== 'descending') {
    throw new ScimError('SCIM-QUERY-VALUE', `sortOrder must be ascending or descending, not ${sortOrder}.`);
  }
  if (sortBy === undefined) return undefined;
  const steps = findSteps(type, sortBy) ?? [];
  const target = steps.at(-1);
  if (!target?.sortable) throw new ScimError('SCIM-QUERY-VALUE', `Sorting by ${sortBy} is not supported.`);
  const list = steps.find((step) => step.type === 'complex' && step.multiValued);
  const descending = order === 'descending';
  if (!list) return { field: target.field, descending };
  return { list: list.field, field: target === list ? 'value' : target.field, descending };
}

/** A string parameter; blank counts as absent. */
function textOf(given: ReadonlyMap<string, unknown>, name: string): string | undefined {
  const value = given.get(name.toLowerCase()) ?? '';
  if (typeof value !== 'string') throw new ScimError('SCIM-QUERY-VALUE', `${name} must be a single string.`);
  return value.trim() === '' ? undefined : value;
}

/** An integer, as a JSON number or a string; blank counts as absent. */
function integerOf(given: ReadonlyMap<string, unknown>, name: string): number | undefined {
  const value = given.get(name.toLowerCase()) ?? '';
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  if (typeof value === 'string' && value.trim() === '') return undefined;
  if (typeof value === 'string' && /^[+-]?\d+$/.test(value.trim())) return Number(value);
  throw new ScimError('SCIM-QUERY-VALUE', `${name} must be an integer.`);
}

/** For clients that expect errors: throws `invalidValue` where {@link parseListQuery} clamps. */
export function assertPagingInRange(query: Readonly<JsonObject>): void {
  const given = byLowerName(query, '');
  if (isByCursor(given)) return;
  const startIndex = integerOf(given, 'startIndex') ?? 1;
  const count = integerOf(given, 'count') ?? 0;
  if (startIndex < 1 || startIndex > LIMITS.startIndex)
    throw new ScimError('SCIM-QUERY-VALUE', `startIndex must be from 1 to ${LIMITS.startIndex}.`);
  if (count < 0 || count > LIMITS.pageSize) throw new ScimError('SCIM-QUERY-VALUE', `count must be from 0 to ${LIMITS.pageSize}.`);
}
