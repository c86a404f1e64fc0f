// Values of query parameters: texts, whole numbers and flags.
import { DomainError } from '../primitives/domain-error.js';

export const MAX_LIMIT = 1000;

/**
 * A text of at most `max` characters; undefined if the parameter is absent or empty. @throws DomainError `invalid`, also if it is repeated
 */
export function textParameter(value: unknown, name: string, max: number): string | undefined {
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string' && value.length <= max) return value;
  throw new DomainError('invalid', 'query.invalid', `${name} may be given once, with at most ${max} characters.`, name);
}

/** A whole number from 0 to `max`. @throws DomainError `invalid` */
export function whole(text: unknown, name: string, fallback: number, max: number): number {
  if (text === undefined) return fallback;
  if (typeof text === 'string' && /^\d{1,16}$/.test(text) && Number(text) <= max) return Number(text);
  throw new DomainError('invalid', 'page.invalid', `${name} must be a whole number from 0 to ${max}.`, name);
}

/** A flag; false if the parameter is absent. @throws DomainError `invalid` */
export function flag(value: unknown, name: string): boolean {
  if (value === undefined || value === 'false') return false;
  if (value === 'true') return true;
  throw new DomainError('invalid', 'query.invalid', `${name} must be true or false.`, name);
}
