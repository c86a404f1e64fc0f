/** Selects the attributes of a response (RFC 7644 section 3.9, RFC 7643 section 7 `returned`). */
import { findSteps, type Attribute, type ResourceType } from './schema/attribute.js';
import type { JsonObject } from './query/evaluate.js';
import { unlessEmpty } from './mapping.js';

/** Canonical dotted names of the requested attributes (`only` absent: the default ones) and of the excluded ones. */
export interface Projection {
  readonly only?: ReadonlySet<string>;
  readonly except: ReadonlySet<string>;
  /** Also returned: attributes that the request has written. */
  readonly also?: ReadonlySet<string>;
}

/** The default attributes. */
export const DEFAULT_PROJECTION: Projection = { except: new Set() };

/** Binds `attributes` and `excludedAttributes` to the table; unknown names are ignored. When both are given, both apply. */
export function parseProjection(type: ResourceType, attributes?: readonly string[], excluded: readonly string[] = []): Projection {
  const except = canonicalNames(type, excluded);
  return attributes === undefined ? { except } : { only: canonicalNames(type, attributes), except };
}

/** The attributes of a resource to return: `returned: always` always, `never` never, `request` only if requested. */
export function project(
  resource: JsonObject,
  attributes: readonly Attribute[],
  projection: Projection,
  prefix = '',
  parentWanted = projection.only === undefined,
): JsonObject {
  const shown: JsonObject = {};
  for (const attribute of attributes) {
    const value = resource[attribute.name];
    if (value === undefined || attribute.returned === 'never') continue;
    const name = `${prefix}${attribute.name}`;
    const named = (projection.only?.has(name) ?? false) || (projection.also?.has(name) ?? false);
    const excluded = projection.except.has(name) && attribute.returned !== 'always';
    const wanted = !excluded && (named || attribute.returned === 'always' || (attribute.returned === 'default' && parentWanted));
    const part = attribute.type === 'complex' && !excluded ? inside(value, attribute.subAttributes, projection, `${name}.`, wanted) : value;
    if (part !== undefined && (wanted || attribute.type === 'complex') && !excluded) shown[attribute.name] = part;
  }
  return shown;
}

/** Whether a response shows any part of an attribute. If not, its associated list need not be read. */
export function isShown({ name, returned }: Attribute, { only, except, also }: Projection): boolean {
  if (returned === 'never' || except.has(name)) return false;
  const isNamed = [...(only ?? []), ...(also ?? [])].some((one) => one === name || one.startsWith(`${name}.`));
  return isNamed || returned === 'always' || (returned === 'default' && only === undefined);
}

function inside(value: unknown, attributes: readonly Attribute[], projection: Projection, prefix: string, wanted: boolean): unknown {
  const show = (object: unknown) => unlessEmpty(project(object as JsonObject, attributes, projection, prefix, wanted));
  return Array.isArray(value) ? unlessEmpty(value.flatMap((element) => show(element) ?? [])) : show(value);
}

function canonicalNames(type: ResourceType, names: readonly string[]): Set<string> {
  return new Set(
    names.flatMap(
      (name) =>
        findSteps(type, name)
          ?.map((step) => step.name)
          .join('.') ?? [],
    ),
  );
}
