// The checks that a browser session rests on, as stored with the session.
import type { Check } from '../../users/authentication/assurance/checks.js';

/**
 * No check is returned as fresh: a stolen session must not be able to change its owner's credentials.
 * @param session as it is stored. Before checks were stored, every session began with a password.
 */
export function checksOf({ checks, loginTs }: { checks?: readonly Check[] | undefined; loginTs?: number | undefined }): readonly Check[] {
  if (checks) return checks.map(({ isFresh: _, ...check }) => check);
  return loginTs === undefined ? [] : [{ method: 'pwd', at: loginTs }];
}
