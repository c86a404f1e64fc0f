// The checks that a browser session rests on, as the session keeps them.
import type { Check } from '../../users/assurance/checks.js';

/** @param session as it is stored; one from before checks were kept began with a password */
export function checksOf({ checks, loginTs }: { checks?: readonly Check[] | undefined; loginTs?: number | undefined }): readonly Check[] {
  return checks ?? (loginTs === undefined ? [] : [{ method: 'pwd', at: loginTs }]);
}
