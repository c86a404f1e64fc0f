// The groups that a provider names for a person, bounded.
import type { SentGroups } from './upstream.js';

/** Values of one person. */
const MAX_VALUES = 2_000;

/** @param what the claim or attribute, for administrators */
export function sentGroups(what: string, values: readonly string[]): SentGroups {
  return values.length <= MAX_VALUES ? { values } : unsaid(`The provider sends more than ${MAX_VALUES} groups in ${what}.`);
}

/** @param why a sentence */
export function unsaid(why: string): SentGroups {
  return { missing: `${why} The person is signed in, and the groups of the person stay as they are.` };
}
