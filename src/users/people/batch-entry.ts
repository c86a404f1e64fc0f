// What a batch is told of a person, and what it makes of somebody who is there already.
import { foldKey } from '../identifiers/fold.js';
import type { Organization } from '../organizations/organizations.service.js';
import type { ListValue, Person, PersonValues } from './person.js';
import { primaryEmail } from './person.rows.js';
import { isStronger, withoutMark } from './verified-by.js';

export type CompleteList = 'emails' | 'phoneNumbers';

/** What is known about a person that shall be there after a batch. */
export interface Entry {
  organization: Organization;
  /** The batch changes them; the caller must not use them any more. */
  values: PersonValues;
  /** Of a person who is changed, only these are. */
  given: ReadonlyArray<keyof PersonValues>;
  /** Lists that are here as a whole; of any other, only the primary element is. */
  complete?: readonly CompleteList[];
  /** Absent: a new one, or that of the person with this userName, who is then changed. */
  id?: string;
  passwordHash?: string;
  /** Another password must be chosen at the first sign-in. */
  changeRequired?: boolean;
}

/** An entry that passed every check which needs no look at others. */
export interface CheckedEntry extends Entry {
  nameKey: string;
  /** Of its password hash; the first is the one to store. None without a hash. */
  passwordMarks: readonly string[];
  /** The addresses that it says are verified. */
  claimed: ReadonlySet<string>;
}

/** The folded e-mail address by which the person of an entry could sign in; those who are inactive cannot. */
export function addressKeyOf({ values }: Entry): string | undefined {
  const address = primaryEmail(values);
  return address !== undefined && values.active ? foldKey(address) : undefined;
}

/** A person as an entry changes it. An entry has some of the fields; of the addresses and numbers it has one, or all. */
export function merged(before: Person, { values, given, complete = [] }: CheckedEntry): PersonValues {
  const listed = (list: CompleteList) => (complete.includes(list) ? values[list] : withPrimary(before[list], values[list]));
  return {
    ...before,
    ...Object.fromEntries(given.map((field) => [field, values[field]])),
    emails: listed('emails'),
    phoneNumbers: listed('phoneNumbers'),
  };
}

/** The given one takes the place of the primary one; the others stay, and what was verified stays so as long as its value stays. */
function withPrimary(before: readonly ListValue[], [given]: readonly ListValue[]): ListValue[] {
  if (!given) return [...before];
  const old = before.find(({ primary }) => primary) ?? before[0] ?? given;
  const had = before.find((one) => one.value === given.value)?.verifiedBy;
  const verifiedBy = given.verifiedBy && isStronger(given.verifiedBy, had) ? given.verifiedBy : had;
  const next = { ...withoutMark(old), value: given.value, ...(verifiedBy && { verifiedBy }) };
  if (old === given) return [next];
  return before.filter((one) => one === old || one.value !== given.value).map((one) => (one === old ? next : one));
}
