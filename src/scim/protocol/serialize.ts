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

/** Elements of a list that is stored apart, as a response shows them. Those of which nothing is asked for are left out. */
export function serializeElements(attribute: ListAttribute, elements: readonly object[], projection: Projection): JsonObject[] {
  const shown = project(toResource({ [attribute.field]: elements }, [attribute]), [attribute], projection);
  return (shown[attribute.name] ?? []) as JsonObject[];
}
