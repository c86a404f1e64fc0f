/** A stored record -> the SCIM resource in an answer, with the attributes to return (RFC 7644 section 3.9, RFC 7643 section 7 `returned`). */
import { type Attribute, findSteps, type ListAttribute, type ResourceType, schemasOf } from './schema/attribute.js';
import type { JsonObject } from './query/evaluate.js';
import { toResource, unlessEmpty } from './mapping.js';
import { byLowerName } from './validate.js';
import { LIMITS } from './wire/limits.js';
import { ScimError } from './wire/scim-error.js';

/** The absolute URL of a resource below the SCIM base `{base_url}/scim/v2/{orgId}`. */
export function resourceLocation(base: string, { endpoint }: ResourceType, id: string): string {
  return `${base}${endpoint}/${encodeURIComponent(id)}`;
}

/**
 * The resource of a record at `location` (an absolute URL), with the default attributes unless a projection is given.
 * Times are UTC with microseconds, `meta.version` is the version number as text.
 */
export function serializeResource(
  type: ResourceType,
  record: object,
  location: string,
  projection: Projection = DEFAULT_PROJECTION,
): JsonObject {
  const resource = toResource({ ...record, resourceType: type.name, location }, type.attributes);
  return project({ schemas: schemasOf(type, resource), ...resource }, type.attributes, projection);
}

/**
 * Returns a function that shows elements of an associated list, whose values are texts. The function may run a million times, so the
 * members to show are determined once.
 */
export function elementSerializer(attribute: ListAttribute, projection: Projection): (element: object) => JsonObject {
  const probe = Object.fromEntries(attribute.subAttributes.map(({ name }) => [name, name]));
  const [shown = {}] = (project({ [attribute.name]: [probe] }, [attribute], projection)[attribute.name] ?? []) as JsonObject[];
  const parts = attribute.subAttributes.filter(({ name }) => name in shown);
  return (element) => {
    const part: JsonObject = {};
    for (const { name, field } of parts) {
      const value = (element as JsonObject)[field];
      if (value !== undefined) part[name] = value;
    }
    return part;
  };
}

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

/** Reads `attributes` and `excludedAttributes` of a request for one resource. Throws `invalidValue`. */
export function parseProjectionQuery(query: Readonly<JsonObject>, type: ResourceType): Projection {
  return parseProjectionOf(byLowerName(query, ''), type);
}

/** Does the same for parameters by their lower-case names. */
export function parseProjectionOf(given: ReadonlyMap<string, unknown>, type: ResourceType): Projection {
  return parseProjection(type, namesOf(given, 'attributes'), namesOf(given, 'excludedAttributes'));
}

/** Attribute names: a list of strings, a string with commas, or both (a repeated parameter); absent if there are none. */
function namesOf(given: ReadonlyMap<string, unknown>, name: string): string[] | undefined {
  const values = [given.get(name.toLowerCase()) ?? []].flat();
  if (!values.every((value) => typeof value === 'string')) {
    throw new ScimError('SCIM-QUERY-VALUE', `${name} must be attribute names separated by commas.`);
  }
  const names = values.flatMap((value) => value.split(',')).flatMap((part) => part.trim() || []);
  if (names.length > LIMITS.attributeNames)
    throw new ScimError('SCIM-QUERY-VALUE', `${name} must have at most ${LIMITS.attributeNames} names.`);
  return names.length > 0 ? names : undefined;
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
