// An entry of a batch, and how it is merged into an existing person.
import { foldKey } from '../../../../common/identifiers/fold.js';
import type { Organization } from '../../../organizations/organizations.service.js';
import type { ListValue, Person, PersonValues } from '../person/person.js';
import { primaryEmail } from '../person/person.rows.js';
import { isStronger, withoutMark } from '../person/verified-by.js';

export type CompleteList = 'emails' | 'phoneNumbers';

/** The requested state of a person after a batch. */
export interface Entry {
  organization: Organization;
  /** The batch changes this object; the caller must not use it any more. */
  values: PersonValues;
  /** The fields to change. They matter only if the person exists already. */
  given: ReadonlyArray<keyof PersonValues>;
  /** Lists that the entry gives as a whole; of any other list it gives only the primary element. */
  complete?: readonly CompleteList[];
  /** Absent: a new id, or that of the existing person with this userName, who is then changed. */
  id?: string;
  passwordHash?: string;
  /** Another password must be chosen at the first sign-in. */
  changeRequired?: boolean;
}

/** An entry that passed every check that needs no other rows. */
export interface CheckedEntry extends Entry {
  nameKey: string;
  /** Marks of the password hash; the first is the one to store. Empty without a hash. */
  passwordMarks: readonly string[];
  /** The addresses that the entry declares verified. */
  claimed: ReadonlySet<string>;
}

/** The folded e-mail address by which the person of an entry can sign in; undefined for inactive people. */
export function addressKeyOf({ values }: Entry): string | undefined {
  const address = primaryEmail(values);
  return address !== undefined && values.active ? foldKey(address) : undefined;
}

/** Merges an entry into a person. An entry has some of the fields; of addresses and phone numbers it has the primary one, or all. */
export function merged(before: Person, { values, given, complete = [] }: CheckedEntry): PersonValues {
  const listed = (list: CompleteList) => (complete.includes(list) ? values[list] : withPrimary(before[list], values[list]));
  return {
    ...before,
    ...Object.fromEntries(given.map((field) => [field, values[field]])),
    emails: listed('emails'),
    phoneNumbers: listed('phoneNumbers'),
  };
}

/** The given element replaces the primary one; the others stay. A verified value keeps its mark. */
function withPrimary(before: readonly ListValue[], [given]: readonly ListValue[]): ListValue[] {
  if (!given) return [...before];
  const old = before.find(({ primary }) => primary) ?? before[0] ?? given;
  const had = before.find((one) => one.value === given.value)?.verifiedBy;
  const verifiedBy = given.verifiedBy && isStronger(given.verifiedBy, had) ? given.verifiedBy : had;
  const next = { ...withoutMark(old), value: given.value, ...(verifiedBy && { verifiedBy }) };
  if (old === given) return [next];
  return before.filter((one) => one === old || one.value !== given.value).map((one) => (one === old ? next : one));
}
