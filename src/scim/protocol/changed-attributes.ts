/** The names of changed attributes, for the log; never their values. */
import type { ResourceType } from './schema/attribute.js';
import { toResource } from './mapping.js';
import { writableOf } from './validate.js';

/**
 * Names of the attributes that differ, in the order of the table. Without `before`, all attributes that have a value. A value that is never
 * returned (a password) can't be compared, so it is named whenever it is sent.
 */
export function changedAttributes(type: ResourceType, before: object | undefined, after: object): string[] {
  const writable = writableOf(type);
  const was = before === undefined ? {} : toResource(before, writable);
  const is = toResource(after, writable);
  return writable.flatMap(({ name, returned }) => {
    const differs = returned === 'never' ? is[name] !== undefined : JSON.stringify(was[name]) !== JSON.stringify(is[name]);
    return differs ? name : [];
  });
}
