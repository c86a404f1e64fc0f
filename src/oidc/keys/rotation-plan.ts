// How long signing keys lead and stay (docs/adr/0006-keys.md).
import type { RotationRules } from '../../common/crypto/key-rotation-plan.js';
import { DAY_US } from '../../common/primitives/clock.js';
import { MAX_TOKEN_SECONDS } from '../../common/settings/settings.js';

/** How long others may cache the key set, as `Cache-Control` says. */
export const KEY_SET_SECONDS = 300;
/** The lifetime of a browser session, plus the sign-out from it, whose id_token_hint may have expired long before. */
export const SESSION_SECONDS = 10 * 86_400;

/** @param days how long a key signs */
export function signingKeyRules(days: number): RotationRules & { retiredUs: number } {
  return {
    maxAgeUs: days * DAY_US,
    // A margin on top of the caching of key sets: processes notice changes within a second.
    leadUs: (KEY_SET_SECONDS + 10) * 1_000_000,
    // Until nothing the key signed is usable any more.
    retiredUs: (SESSION_SECONDS + MAX_TOKEN_SECONDS) * 1_000_000,
    keepsSuccessor: true,
  };
}
