/** The names of changed attributes, for the log; never their values. */
import type { PersonValues } from '../../users/people/person.js';
import { toResource } from './mapping.js';
import { WRITABLE, type UserInput } from './validate.js';

/** Names of the attributes that differ, in the order of the table; `before` absent: all that have a value. A password is always named. */
export function changedAttributes(before: PersonValues | undefined, { values, password }: UserInput): string[] {
  const was = before === undefined ? {} : toResource(before, WRITABLE);
  const is = toResource(values, WRITABLE);
  const names = WRITABLE.map(({ name }) => name);
  return names.filter((name) => (name === 'password' ? password !== undefined : JSON.stringify(was[name]) !== JSON.stringify(is[name])));
}
