/** A stored record -> the SCIM resource in an answer. */
import { schemasOf, type ListAttribute, type ResourceType } from './schema/attribute.js';
import type { JsonObject } from './query/evaluate.js';
import { toResource } from './mapping.js';
import { DEFAULT_PROJECTION, project, type Projection } from './projection.js';

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
