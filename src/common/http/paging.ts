import { DomainError } from '../primitives/domain-error.js';

const MAX_LIMIT = 1000;
const DEFAULT_LIMIT = 100;

/** `limit` and `after` of a list request of the admin API: at most 1,000 entries, continuing after the last number of the page before. */
export function pageOf(query: { limit?: string; after?: string }): { limit: number; after: number } {
  return { limit: whole(query.limit, 'limit', DEFAULT_LIMIT, MAX_LIMIT), after: whole(query.after, 'after', 0, Number.MAX_SAFE_INTEGER) };
}

function whole(text: string | undefined, name: string, fallback: number, max: number): number {
  if (text === undefined) return fallback;
  if (/^\d{1,16}$/.test(text) && Number(text) <= max) return Number(text);
  throw new DomainError('invalid', 'page.invalid', `${name} must be a whole number from 0 to ${max}.`, name);
}
