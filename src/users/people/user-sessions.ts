import type { Transaction } from '../../common/database/database.js';

/** Why every session of a person ends; the tokens of these sessions die by the generation of the person at the same moment. */
export type SessionsEndReason = 'passwordChanged' | 'deactivated' | 'locked' | 'personRemoved';

/** The port through which the users domain ends what sign-ins left elsewhere; `oidc/sessions` implements it. */
export abstract class UserSessions {
  /**
   * Ends the browser sessions of a person, as part of `tx`, which raises the person's generation: beyond 200, sessions end by that alone, without
   * notices and events. @param editor the id of who caused it
   */
  abstract endSessions(tx: Transaction, userNo: number, reason: SessionsEndReason, editor: string): Promise<void>;
}
