// The claims of a user by scope: one table behind discovery, ID token, userinfo and introspection (OpenID Connect Core section 5.1 and 5.4).
import { shownName, type Address, type ListValue, type Person } from '../../users/directory/people/person/person.js';
import type { ServiceUser } from '../../users/directory/service-users/service-users.repository.js';

/** The user that claims describe. `loginName` is that of `LoginNames`. */
export type Subject = { loginName: string } & ({ kind: 'person'; person: Person } | { kind: 'service'; serviceUser: ServiceUser });

type Claim = (subject: Subject) => unknown;

const ofPerson =
  (claim: (person: Person) => unknown): Claim =>
  (subject) =>
    subject.kind === 'person' ? claim(subject.person) : undefined;

/** Scope to claim to value; a value of `undefined` leaves the claim out. */
export const CLAIMS_BY_SCOPE: Readonly<Record<string, Readonly<Record<string, Claim>>>> = {
  profile: {
    name: (subject) => (subject.kind === 'person' ? shownName(subject.person) : subject.serviceUser.name),
    given_name: ofPerson(({ givenName }) => givenName),
    family_name: ofPerson(({ familyName }) => familyName),
    middle_name: ofPerson(({ middleName }) => middleName),
    nickname: ofPerson(({ nickName }) => nickName),
    preferred_username: ({ loginName }) => loginName,
    profile: ofPerson(({ profileUrl }) => profileUrl),
    picture: ofPerson(({ photos }) => preferred(photos)?.value),
    website: ofPerson(({ website }) => website),
    gender: ofPerson(({ gender }) => gender),
    birthdate: ofPerson(({ birthdate }) => birthdate),
    locale: ofPerson(({ locale, preferredLanguage }) => locale ?? preferredLanguage),
    zoneinfo: ofPerson(({ timezone }) => timezone),
    updated_at: ofPerson(({ modifiedUs }) => Math.floor(modifiedUs / 1_000_000)),
  },
  email: {
    email: ofPerson(({ emails }) => preferred(emails)?.value),
    // Included even if false: a relying party must be able to distinguish "not verified" from "not disclosed".
    email_verified: ofPerson(({ emails }) => verified(emails)),
  },
  phone: {
    phone_number: ofPerson(({ phoneNumbers }) => preferred(phoneNumbers)?.value),
    phone_number_verified: ofPerson(({ phoneNumbers }) => verified(phoneNumbers)),
  },
  address: {
    address: ofPerson(({ addresses }) => addressClaim(preferred(addresses))),
  },
};

const CLAIMS_BY_NAME = new Map(
  Object.entries(CLAIMS_BY_SCOPE).flatMap(([scope, claims]) => Object.entries(claims).map(([name, claim]) => [name, { scope, claim }])),
);

/** A claim of the table, and the scope that includes it. */
export function claimNamed(name: string): { scope: string; claim: Claim } | undefined {
  return CLAIMS_BY_NAME.get(name);
}

/** Maps scopes to claim names, in the form of the provider and discovery. `sub` and the facts of the authentication belong to `openid`. */
export function claimNamesByScope(): Record<string, string[]> {
  const names = Object.entries(CLAIMS_BY_SCOPE).map(([scope, claims]) => [scope, Object.keys(claims)] as const);
  return { openid: ['sub', 'auth_time', 'amr', 'azp'], ...Object.fromEntries(names) };
}

/**
 * The claims of reserved scopes (docs/scopes-and-claims.md) in the form of {@link claimNamesByScope}. The value is `null` if the scope has
 * a value inside, so that discovery lists only the claim.
 */
export function reservedClaimNames(vendor: string): Record<string, string[] | null> {
  const own = (name: string) => `urn:${vendor}:iam:${name}`;
  const owner = own('user:resourceowner');
  return {
    [owner]: [`${owner}:id`, `${owner}:name`, `${owner}:primary_domain`],
    [own('user:metadata')]: [own('user:metadata')],
    [own('org:metadata')]: [own('org:metadata')],
    groups: ['groups'],
    [own('org:projects:roles')]: [own('org:project:roles')],
    [own('org:id')]: null,
    [own('org:domain:primary')]: null,
  };
}

/** The claims that `scopes` include, without `sub`. */
export function claimsFor(subject: Subject, scopes: readonly string[]): Record<string, unknown> {
  const claims: Record<string, unknown> = {};
  for (const scope of scopes) {
    for (const [name, claim] of Object.entries(Object.hasOwn(CLAIMS_BY_SCOPE, scope) ? (CLAIMS_BY_SCOPE[scope] ?? {}) : {})) {
      const value = claim(subject);
      if (value !== undefined) claims[name] = value;
    }
  }
  return claims;
}

function preferred<Value extends Pick<ListValue, 'primary'>>(values: readonly Value[]): Value | undefined {
  return values.find(({ primary }) => primary) ?? values[0];
}

/** Whether the preferred value is verified as the person's; undefined without a value. */
function verified(values: readonly ListValue[]): boolean | undefined {
  const value = preferred(values);
  return value && value.verifiedBy !== undefined;
}

/** OpenID Connect Core section 5.1.1. */
function addressClaim(address: Address | undefined): Record<string, string> | undefined {
  if (!address) return undefined;
  const { formatted, streetAddress, locality, region, postalCode, country } = address;
  const claim = { formatted, street_address: streetAddress, locality, region, postal_code: postalCode, country };
  const present = Object.entries(claim).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return present.length > 0 ? Object.fromEntries(present) : undefined;
}
