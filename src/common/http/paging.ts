// Pages of the lists of the admin API: a limit, and the number after which the next page begins.
import { DomainError } from '../primitives/domain-error.js';

export const MAX_LIMIT = 1000;
const DEFAULT_LIMIT = 100;

/** A page of a list: `limit` entries at most, after the one numbered `after`. */
export interface Page {
  limit: number;
  after: number;
}

/** Reads `limit` and `after` of a query: at most 1,000 entries, continuing after the last number of the page before. @throws DomainError `invalid` */
export function pageOf(query: { limit?: unknown; after?: unknown }): Page {
  return { limit: whole(query.limit, 'limit', DEFAULT_LIMIT, MAX_LIMIT), after: whole(query.after, 'after', 0, Number.MAX_SAFE_INTEGER) };
}

/** A text of a query, at most `max` characters; undefined if it is not there, or empty. @throws DomainError `invalid`, also if it is there twice */
export function textParameter(value: unknown, name: string, max: number): string | undefined {
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string' && value.length <= max) return value;
  throw new DomainError('invalid', 'query.invalid', `${name} may be given once, with at most ${max} characters.`, name);
}

/** Where the next page begins: null after the last one. @param numberOf gives the number of an entry */
export function nextAfter<T>(entries: readonly T[], limit: number, numberOf: (entry: T) => number): number | null {
  const last = entries.at(-1);
  return entries.length === limit && last !== undefined ? numberOf(last) : null;
}

/** A whole number of a query from 0 to `max`. @throws DomainError `invalid` */
export function whole(text: unknown, name: string, fallback: number, max: number): number {
  if (text === undefined) return fallback;
  if (typeof text === 'string' && /^\d{1,16}$/.test(text) && Number(text) <= max) return Number(text);
  throw new DomainError('invalid', 'page.invalid', `${name} must be a whole number from 0 to ${max}.`, name);
}

/** A flag of a query; false if it is not there. @throws DomainError `invalid` */
export function flag(value: unknown, name: string): boolean {
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  throw new DomainError('invalid', 'query.invalid', `${name} must be true or false.`, name);
}
