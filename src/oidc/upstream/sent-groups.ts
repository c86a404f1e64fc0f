// Groups of a person that a provider leaves open, with the reason for administrators.
import type { NamedGroups, SentGroups } from './upstream.js';

/** What administrators do if a provider sends a link instead of too many groups. */
export const LIMIT_GROUPS = 'Send only the groups that are assigned to the application, or provision the groups over SCIM.';

/** Nothing is known, and nothing changes. @param why a sentence */
export function unsaid(why: string): SentGroups {
  return { missing: `${why} The person is signed in, and the groups of the person stay as they are.` };
}

/**
 * A part is known. Any other membership ends: a person who can be put into many groups would otherwise keep the roles of a group for ever.
 * @param why a sentence
 */
export function partly(values: readonly string[], why: string): NamedGroups {
  return { values, incomplete: `${why} The person is signed in, and is removed from the groups here whose value was not read.` };
}
