// A person as an import takes one.
import { LIST_FIELDS } from '../../users/directory/people/person/person.columns.js';
import { primaryEmail } from '../../users/directory/people/person/person.rows.js';
import { ATTRIBUTE_TEXTS, NAMES } from '../imports/records/attribute-texts.js';
import type { ExportedPerson } from './exports.repository.js';
import { identityEntry, type ExportedIdentity } from './provider-entry.js';

/** What a person signs in with besides a password. */
export interface ExportedExtras {
  totpSecret: string | undefined;
  identities: readonly ExportedIdentity[];
}

/** The entry of a person, password hash and the secret of an authenticator app included. What the older members have no place for stands in `user.attributes`. */
export function personEntry(person: ExportedPerson, { totpSecret, identities }: ExportedExtras): Record<string, unknown> {
  const { id, userName, externalId, givenName, familyName, nickName, displayName, hash, changeRequired } = person;
  const email = primaryEmail(person);
  return {
    userId: id,
    state: stateOf(person),
    user: {
      userName,
      ...(externalId === undefined ? {} : { externalId }),
      profile: {
        firstName: givenName,
        lastName: familyName,
        ...(nickName === undefined ? {} : { nickName }),
        ...(displayName === undefined ? {} : { displayName }),
      },
      ...(email === undefined
        ? {}
        : { email: { email, isEmailVerified: person.emails.some(({ value, verifiedBy }) => value === email && verifiedBy) } }),
      ...(hash === null ? {} : { hashedPassword: { value: hash }, ...(changeRequired ? { passwordChangeRequired: true } : {}) }),
      ...(totpSecret === undefined ? {} : { otpCode: totpSecret }),
      ...(identities.length === 0 ? {} : { identities: identities.map((identity) => identityEntry(identity, person.orgNo)) }),
      attributes: attributesOf(person),
    },
  };
}

/** An import restores no lock of an administrator: a locked person comes back deactivated. */
function stateOf({ active, lockedUs }: ExportedPerson): string {
  if (!active) return 'USER_STATE_INACTIVE';
  return lockedUs === undefined ? 'USER_STATE_ACTIVE' : 'USER_STATE_LOCKED';
}

function attributesOf(person: ExportedPerson): Record<string, unknown> {
  const texts = ATTRIBUTE_TEXTS.flatMap((field) => (person[field] === undefined ? [] : [[field, person[field]]]));
  const lists = LIST_FIELDS.flatMap((field) => (person[field].length === 0 ? [] : [[field, person[field].map(exported)]]));
  // An import takes English for an absent language, and refuses an absent name.
  const none = (['preferredLanguage', ...NAMES] as const).flatMap((field) => (person[field] === undefined ? [[field, null]] : []));
  return Object.fromEntries([...none, ...texts, ...lists]);
}

/** An element with its mark as an import takes it. */
function exported<Element extends object>({ verifiedBy, ...element }: Element & { verifiedBy?: unknown }): object {
  return verifiedBy === undefined ? element : { ...element, verified: true };
}
