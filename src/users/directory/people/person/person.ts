// A person, independent of SQL. The fields are those of the table in person.columns.ts.
import type { ListField, MemberOf, PersonTextField } from './person.columns.js';

/**
 * Why an e-mail address or a phone number counts as the person's, the strongest reason first.
 * `code`: the person typed a code that was sent there.
 * `administrator`: an administrator of the service said so.
 * `import`: another system said so, in an import.
 * `connection`: a provisioning connection with `emailTrust: all` sent it.
 * `domain`: it was provisioned in a verified domain of the organization.
 * `unknown`: stored by a build that kept no reasons.
 * docs/adr/0052-why-an-address-counts-as-verified.md has the rules.
 */
export const VERIFIED_BY = ['code', 'administrator', 'import', 'connection', 'domain', 'unknown'] as const;
export type VerifiedBy = (typeof VERIFIED_BY)[number];

/** One entry of a list attribute (RFC 7643 section 2.4): an e-mail address, a phone number, a role. */
export interface ListValue {
  value: string;
  display?: string;
  type?: string;
  primary?: boolean;
  /**
   * Why the value counts as the person's (e-mail and phone). Set by this service, not by the provisioning client: a changed value is unverified
   * again.
   */
  verifiedBy?: VerifiedBy;
}

/** A physical mailing address (RFC 7643 section 4.1.2). */
export interface Address {
  formatted?: string;
  streetAddress?: string;
  locality?: string;
  region?: string;
  postalCode?: string;
  country?: string;
  type?: string;
  primary?: boolean;
}

/** Text attributes of a person without the userName; absent means "not set". */
export type PersonTexts = { [F in Exclude<PersonTextField, 'userName'>]?: string };

/** List attributes of a person, in the order they were given. */
export type PersonLists = { [L in ListField]: Array<ElementOf<L>> };

type ElementOf<L extends ListField> = 'value' extends MemberOf<L> ? ListValue : Address;

/** All values of a person that a caller may set, except the password. */
export interface PersonValues extends PersonTexts, PersonLists {
  userName: string;
  active: boolean;
}

/** A stored person. `no` is internal and never reused; `id` is public. Times are microseconds since 1970 UTC. */
export interface Person extends PersonValues {
  no: number;
  id: string;
  orgNo: number;
  version: number;
  /** The folded userName, if it is an address that the person has proved and no other person of the service has as login name. */
  loginKey?: string | undefined;
  /** When an administrator locked the person. */
  lockedUs?: number | undefined;
  tokenGeneration: number;
  createdUs: number;
  modifiedUs: number;
}

/** Whether a person may sign in: active in the directory, and not locked by an administrator. */
export function maySignIn({ active, lockedUs }: Pick<Person, 'active' | 'lockedUs'>): boolean {
  return active && lockedUs === undefined;
}

/** A person without any value, from which each new one is built. */
export function emptyPerson(): PersonValues {
  return {
    userName: '',
    active: true,
    emails: [],
    phoneNumbers: [],
    ims: [],
    photos: [],
    roles: [],
    entitlements: [],
    addresses: [],
    x509Certificates: [],
  };
}

/** The whole name: as given, else composed of its parts (RFC 7643 section 4.1.1). */
export function wholeName(person: PersonTexts): string | undefined {
  const parts = [person.honorificPrefix, person.givenName, person.middleName, person.familyName, person.honorificSuffix];
  return person.formattedName ?? (parts.filter((part) => part !== undefined).join(' ') || undefined);
}

/** Stands for no user; users' numbers start above it. */
export const NO_USER = 0;

/** Separators that people write between the digits of a phone number. */
const PHONE_SEPARATORS = /[\s().\-/\u2010-\u2015]/g;
/** A number and its extension in the usual spellings. No character can belong to two parts, so matching is linear. */
const EXTENDED_PHONE = /^(?<number>\+?\d{1,50})(?:;ext=|,?ext(?:ension)?[:=]?|,?x|#)(?<extension>\d{1,20})$/i;

/**
 * A phone number as it is stored: without separators, its extension as in RFC 3966 section 5.3: `+1 425 555 0100 ext 7` -> `+14255550100;ext=7`. A
 * text that is not a phone number only loses its separators.
 */
export function compactPhone(text: string): string {
  const compact = text.trim().replace(/^tel:/i, '').replace(PHONE_SEPARATORS, '');
  const { number, extension } = EXTENDED_PHONE.exec(compact)?.groups ?? {};
  return extension === undefined ? compact : `${number};ext=${extension}`;
}

/** The language for messages to a person (BCP 47). */
export function languageOf({ preferredLanguage, locale }: Pick<PersonValues, 'preferredLanguage' | 'locale'>): string | undefined {
  return preferredLanguage ?? locale;
}

/** The name shown to people: as given, else composed. */
export function shownName(person: Pick<PersonValues, 'userName' | 'displayName' | 'formattedName' | 'givenName' | 'familyName'>): string {
  return person.displayName ?? person.formattedName ?? ([person.givenName, person.familyName].filter(Boolean).join(' ') || person.userName);
}
