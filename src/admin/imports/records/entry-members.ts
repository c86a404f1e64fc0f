// Reads the members of an entry, and reports unsupported ones.
import { DomainError } from '../../../common/primitives/domain-error.js';
import { isObject } from '../../../common/primitives/is-object.js';
import type { ErrorCode } from '../../../common/primitives/error-codes.js';
import type { Members } from './import-record.js';

/** Something about an entry that was taken all the same. */
export interface Remark {
  type: string;
  kind: string;
  message: string;
}

const LEFT_OUT = 'member.unsupported';
/** This many members of one entry that were left out are named; the others are only counted. */
const MAX_LEFT_OUT = 20;

/** Said of a member that no rule reads. @param name bounded, with the path of the object it is in */
export function unsupported(type: string, name: string): Remark {
  return { type, kind: LEFT_OUT, message: `${name} is not supported and was ignored.` };
}

/** The remarks on one entry; of many members that were left out only the first are named, the others counted. */
export function bounded(remarks: readonly Remark[]): Remark[] {
  const leftOut = remarks.filter(({ kind }) => kind === LEFT_OUT);
  if (leftOut.length <= MAX_LEFT_OUT) return [...remarks];
  const named = new Set(leftOut.slice(0, MAX_LEFT_OUT));
  const more = `${leftOut.length - MAX_LEFT_OUT} more members are not supported and were ignored.`;
  return [...remarks.filter((remark) => remark.kind !== LEFT_OUT || named.has(remark)), { ...(leftOut[0] as Remark), message: more }];
}

/**
 * A text member of at most `longest` characters; blank counts as absent.
 * @param path of the object that has the member, for the message
 * @throws DomainError `invalid`, also when it `must` be there and is not
 */
export function textAt(value: Members, name: string, path: string, longest: number, must = false): string | undefined {
  const text = value[name];
  const full = fullName(path, name);
  if (text === undefined || text === null) {
    if (must) throw invalid('import.missing', `${full} is required and must be a string.`, name);
    return undefined;
  }
  if (typeof text !== 'string') throw invalid('import.type', `${full} must be a string.`, name);
  if (text.length > longest) throw invalid('import.tooLong', `${full} must have at most ${longest} characters.`, name);
  if (text.trim() === '') {
    if (must) throw invalid('import.missing', `${full} is blank.`, name);
    return undefined;
  }
  return text;
}

/** A required id. @throws DomainError `invalid` */
export function idAt(value: Members, name: string): string {
  return textAt(value, name, '', 200, true) as string;
}

/** A boolean member; absent is false. @throws DomainError `invalid` */
export function flagAt(value: Members, name: string, path: string): boolean {
  const flag = value[name];
  if (flag === undefined || flag === null) return false;
  if (typeof flag !== 'boolean') throw invalid('import.type', `${fullName(path, name)} must be true or false.`, name);
  return flag;
}

/** A required object. @throws DomainError `invalid` */
export function partAt(value: Members, name: string): Members {
  const part = value[name];
  if (isObject(part)) return part;
  throw invalid('import.missing', `${name} must be an object.`, name);
}

export function invalid(code: ErrorCode, message: string, field: string): DomainError {
  return new DomainError('invalid', code, message, field);
}

/** The name of a member as messages have it: user.profile.firstName. */
export function fullName(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** The words of a table for a message, without the numbers that mean the same. */
export function wordsOf(table: object): string {
  return Object.keys(table)
    .filter((word) => word.length > 1)
    .join(', ');
}
