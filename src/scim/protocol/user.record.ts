/** Converts a person to and from the User resource, beyond the rules of the tables. */
import { emptyPerson, wholeName, type Person, type PersonValues } from '../../users/directory/people/person/person.js';
import type { JsonObject } from './query/evaluate.js';
import { toRecord } from './mapping.js';
import { USER } from './schema/user.schema.js';

/** The user that a caller describes. `password` is in clear text and present only if the caller sent one. */
export type UserRecord = PersonValues & { password?: string };

/** A validated User resource as a record. @param before the stored person; absent for a new one */
export function toUserRecord(resource: JsonObject, before?: PersonValues): UserRecord {
  const record = { ...emptyPerson(), ...toRecord(resource, USER.attributes) } as UserRecord;
  if (before && isComposedName(record.formattedName, before)) delete record.formattedName;
  return record;
}

/** A person as shown in answers: with the whole name as sent, or else composed from its parts. */
export function shownPerson(person: Person): Person {
  const formattedName = wholeName(person);
  return formattedName === undefined ? person : { ...person, formattedName };
}

/**
 * Whether a whole name is just the one composed for answers. A client that sends it back hasn't chosen a whole name, so later changes of the
 * family name must show in it.
 */
function isComposedName(given: string | undefined, { formattedName, ...parts }: PersonValues): boolean {
  return formattedName === undefined && given === wholeName(parts);
}
