/** PATCH paths bound to the attribute table (RFC 7644 section 3.5.2). */
import { findSteps, type ResourceType } from '../schema/attribute.js';
import { parsePathText, type ResolvedFilter, type Steps } from './filter.js';
import { resolveElementFilter } from './resolve.js';
import { ScimError } from '../wire/scim-error.js';

/** The target of an operation: the rows from the outermost to the target, and the filter for the elements of a list among them. */
export interface Path {
  readonly text: string;
  readonly steps: Steps;
  readonly filter?: ResolvedFilter;
}

/**
 * Parses and resolves `attr`, `attr.sub`, `attr[filter]` and `attr[filter].sub`, with or without the URN of a schema.
 * Throws `invalidPath` for a malformed path or an unknown attribute, `invalidFilter` for an error inside the brackets.
 */
export function parsePath(text: string, type: ResourceType): Path {
  const { attribute, filter, sub } = parsePathText(text);
  const steps = findSteps(type, attribute) ?? unknownPath(text);
  if (!filter) return { text, steps };
  const list = steps.at(-1);
  if (list?.type !== 'complex' || !list.multiValued) {
    throw new ScimError('SCIM-PATH-ATTRIBUTE', `The path ${text} has brackets, but ${attribute} is not multi-valued.`);
  }
  const inside = sub === undefined ? [] : (findSteps(type, `${attribute}.${sub}`)?.slice(steps.length) ?? unknownPath(text));
  return { text, steps: [...steps, ...inside], filter: resolveElementFilter(filter, list) };
}

function unknownPath(text: string): never {
  throw new ScimError('SCIM-PATH-ATTRIBUTE', `The path ${text} is not an attribute of this resource; see /Schemas.`);
}
