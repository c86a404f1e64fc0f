import type { Transaction } from '../../../../common/database/transaction.js';

/** Why all sessions of a person end. The person's generation ends their tokens at the same moment. */
export type SessionsEndReason = 'passwordChanged' | 'deactivated' | 'locked' | 'personRemoved';

/** The port through which the users domain ends browser sessions; `oidc/sessions` implements it. */
export abstract class UserSessions {
  /**
   * Ends the browser sessions of a person, as part of `tx`, which also raises the person's generation. Beyond 200, sessions end by the generation
   * alone, without notifications and events.
   * @param editor the id of the user who caused it
   */
  abstract endSessions(tx: Transaction, userNo: number, reason: SessionsEndReason, editor: string): Promise<void>;
}
