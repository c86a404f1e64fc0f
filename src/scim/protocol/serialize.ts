/** A stored person -> the SCIM resource that an answer carries. */
import type { Person } from '../../users/people/person.js';
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
  const record = {
    ...person,
    formattedName: person.formattedName ?? composeName(person),
    schemas: [USER.schema.urn],
    resourceType: USER.name,
    location,
  };
  return project(toResource(record, USER.attributes), USER.attributes, projection);
}

function composeName(person: Person): string | undefined {
  const parts = [person.honorificPrefix, person.givenName, person.middleName, person.familyName, person.honorificSuffix];
  return parts.filter((part) => part !== undefined).join(' ') || undefined;
}
