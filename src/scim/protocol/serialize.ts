/** A stored record -> the SCIM resource that an answer carries. */
import { schemasOf, type ListAttribute, type ResourceType } from './attribute.js';
import type { JsonObject } from './evaluate.js';
import { toResource } from './mapping.js';
import { DEFAULT_PROJECTION, project, type Projection } from './projection.js';

/** The absolute address of a resource below the SCIM base `{base_url}/scim/v2/{orgId}`. */
export function resourceLocation(base: string, { endpoint }: ResourceType, id: string): string {
  return `${base}${endpoint}/${encodeURIComponent(id)}`;
}

/**
 * The resource of a record at `location` (an absolute URL), by default with what is returned by default.
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
 * How a response shows elements of a list that is stored apart, whose values are texts: the function is applied to each of perhaps a million, so what
 * is shown of them is decided once.
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
