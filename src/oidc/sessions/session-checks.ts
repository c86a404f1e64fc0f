// The checks that a browser session rests on, as the session keeps them.
import type { Check } from '../../users/assurance/checks.js';

/**
 * None of them is fresh: a session that was stolen must not change what its owner signs in with.
 * @param session as it is stored; one from before checks were kept began with a password
 */
export function checksOf({ checks, loginTs }: { checks?: readonly Check[] | undefined; loginTs?: number | undefined }): readonly Check[] {
  if (checks) return checks.map(({ isFresh: _, ...check }) => check);
  return loginTs === undefined ? [] : [{ method: 'pwd', at: loginTs }];
}
