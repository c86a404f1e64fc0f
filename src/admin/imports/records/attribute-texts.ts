import { TEXT_LENGTHS } from '../../../users/directory/people/person/person.columns.js';
import type { PersonTexts } from '../../../users/directory/people/person/person.js';

/** Texts that have a member of their own elsewhere in the entry. */
const ELSEWHERE: ReadonlySet<string> = new Set(['userName', 'givenName', 'familyName', 'nickName', 'displayName', 'externalId']);

/** Texts of `user.attributes`. */
export const ATTRIBUTE_TEXTS = (Object.keys(TEXT_LENGTHS) as Array<keyof PersonTexts>).filter((field) => !ELSEWHERE.has(field));
