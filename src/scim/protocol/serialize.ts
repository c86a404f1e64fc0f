/** A stored person -> the SCIM resource that an answer carries. */
import { wholeName, type Person } from '../../users/people/person.js';
import { schemasOf } from './attribute.js';
import type { JsonObject } from './evaluate.js';
import { toResource } from './mapping.js';
import { DEFAULT_PROJECTION, project, type Projection } from './projection.js';
import { USER } from './user.schema.js';

/** The absolute address of a user below the SCIM base `{base_url}/scim/v2/{orgId}`. */
export function userLocation(base: string, id: string): string {
  return `${base}${USER.endpoint}/${encodeURIComponent(id)}`;
}

/**
 * The resource of a person at `location` (an absolute URL), by default with what is returned by default.
 * Times are UTC with microseconds, `meta.version` is the version number as text, `name.formatted` is as sent or else composed.
 */
export function serializeUser(person: Person, location: string, projection: Projection = DEFAULT_PROJECTION): JsonObject {
  const resource = toResource({ ...person, formattedName: wholeName(person), resourceType: USER.name, location }, USER.attributes);
  return project({ schemas: schemasOf(USER, resource), ...resource }, USER.attributes, projection);
}
