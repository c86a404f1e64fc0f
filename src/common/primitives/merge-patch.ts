// JSON Merge Patch (RFC 7396) on plain objects.
import { isObject } from './is-object.js';

/**
 * `target` with a change (section 2): null removes a member, objects are merged, any other value replaces. An object that ends up empty is
 * removed.
 */
export function mergePatch(target: object, patch: object): object {
  const result = new Map<string, unknown>(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) continue;
    if (value === null) result.delete(name);
    else if (isObject(value)) {
      const inner = result.get(name);
      const content = mergePatch(isObject(inner) ? inner : {}, value);
      if (Object.keys(content).length > 0) result.set(name, content);
      else result.delete(name);
    } else result.set(name, value);
  }
  return Object.fromEntries(result);
}
