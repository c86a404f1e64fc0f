// A person as a body or a PATCH describes one, by the steps that the resource operations take (src/scim/resources/resource-operations.service.ts).
import { DEFAULT_DIALECT } from '../../src/scim/protocol/schema/dialect.js';
import { toResource } from '../../src/scim/protocol/mapping.js';
import { type Operation, patchResource } from '../../src/scim/protocol/patch.js';
import { toUserRecord, type UserRecord } from '../../src/scim/protocol/user.record.js';
import { USER } from '../../src/scim/protocol/schema/user.schema.js';
import { readResource } from '../../src/scim/protocol/validate.js';
import type { PersonValues } from '../../src/users/directory/people/person/person.js';
import { writableOf } from '../../src/scim/protocol/schema/attribute.js';

/** The body of a create, or with `current` of a replacement. @throws ScimError as `readResource` */
export function readUser(body: unknown, current?: PersonValues, dialect = DEFAULT_DIALECT): UserRecord {
  return toUserRecord(readResource(USER, body, current && toResource(current, USER.attributes), dialect), current);
}

/** What a PATCH makes of a person. @throws ScimError as `patchResource` */
export function patchUser(values: PersonValues, operations: readonly Operation[], dialect = DEFAULT_DIALECT): UserRecord {
  return toUserRecord(patchResource(USER, toResource(values, writableOf(USER)), operations, dialect), values);
}
