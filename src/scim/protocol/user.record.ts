/** A person as the User resource asks for one, and as it shows one: what the tables alone do not say. */
import { emptyPerson, wholeName, type Person, type PersonValues } from '../../users/people/person.js';
import type { JsonObject } from './evaluate.js';
import { toRecord } from './mapping.js';
import { USER } from './user.schema.js';

/** The user that a caller describes. `password` is in clear text and present only if one was sent. */
export type UserRecord = PersonValues & { password?: string };

/** A checked User resource as a record. @param before what the person was, unless new */
export function toUserRecord(resource: JsonObject, before?: PersonValues): UserRecord {
  const record = { ...emptyPerson(), ...toRecord(resource, USER.attributes) } as UserRecord;
  if (before && isComposedName(record.formattedName, before)) delete record.formattedName;
  return record;
}

/** A person as answers show one: the whole name as sent, or else composed of its parts. */
export function shownPerson(person: Person): Person {
  const formattedName = wholeName(person);
  return formattedName === undefined ? person : { ...person, formattedName };
}

/** Whether a whole name is only the one that answers compose: a client that sends it back has not given one, and a new family name must show in it. */
function isComposedName(given: string | undefined, { formattedName, ...parts }: PersonValues): boolean {
  return formattedName === undefined && given === wholeName(parts);
}
