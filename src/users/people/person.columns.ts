// Which column holds which field of a person, and how it is searched. The repository and the filter compiler read it; nobody else knows a column.
import type { PersonLists, PersonTexts } from './person.js';

/** Texts of one column each, in the order they are written. */
export const TEXT_COLUMNS = {
  familyName: 'family_name',
  givenName: 'given_name',
  displayName: 'display_name',
  formattedName: 'formatted_name',
  middleName: 'middle_name',
  honorificPrefix: 'honorific_prefix',
  honorificSuffix: 'honorific_suffix',
  nickName: 'nick_name',
  profileUrl: 'profile_url',
  title: 'title',
  userType: 'user_type',
  preferredLanguage: 'preferred_language',
  locale: 'locale',
  timezone: 'timezone',
} as const satisfies Record<Exclude<keyof PersonTexts, 'externalId'>, string>;

export type TextField = keyof typeof TEXT_COLUMNS;

/** Longest text of each column, in characters. */
export const TEXT_LENGTHS: Readonly<Record<TextField | 'userName' | 'externalId', number>> = {
  userName: 200,
  externalId: 400,
  familyName: 200,
  givenName: 200,
  displayName: 500,
  formattedName: 1000,
  middleName: 200,
  honorificPrefix: 200,
  honorificSuffix: 200,
  nickName: 200,
  profileUrl: 2000,
  title: 200,
  userType: 200,
  preferredLanguage: 100,
  locale: 100,
  timezone: 100,
};

/** Folded columns beside the value: indexed, never null. Length in characters. */
export const KEY_COLUMNS = {
  userName: { column: 'user_name_key', length: 400 },
  familyName: { column: 'family_name_key', length: 400 },
  givenName: { column: 'given_name_key', length: 400 },
  displayName: { column: 'display_name_key', length: 600 },
} as const;

/** Number of each searchable list in `user_values.attr_no`; never reused. */
export const LIST_NUMBERS = { emails: 1, phoneNumbers: 2, ims: 3, photos: 4, roles: 5, entitlements: 6 } as const satisfies Partial<
  Record<keyof PersonLists, number>
>;

/** Most bytes of all lists of one person together, as JSON. */
export const MAX_LISTS_BYTES = 1_000_000;
