import { TEXT_LENGTHS } from '../../../users/directory/people/person/person.columns.js';
import type { PersonTexts } from '../../../users/directory/people/person/person.js';

/** Texts that have a member of their own elsewhere in the entry. */
const ELSEWHERE: ReadonlySet<string> = new Set(['userName', 'givenName', 'familyName', 'nickName', 'displayName', 'externalId']);

/** Texts of `user.attributes`. */
export const ATTRIBUTE_TEXTS = (Object.keys(TEXT_LENGTHS) as Array<keyof PersonTexts>).filter((field) => !ELSEWHERE.has(field));

/** Names that an entry must have unless `user.attributes` says, by null, that the person has none: a directory may send people without them. */
export const NAMES = ['givenName', 'familyName'] as const satisfies ReadonlyArray<keyof PersonTexts>;
