// Ends a person's browser sessions when the person changes.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../common/database/transaction.js';
import { UserSessions, type SessionsEndReason } from '../../users/directory/people/person/user-sessions.js';
import { SessionEnd } from './session-end.service.js';

@Injectable()
export class OidcUserSessions extends UserSessions {
  constructor(private readonly sessionEnd: SessionEnd) {
    super();
  }

  async endSessions(tx: Transaction, userNo: number, reason: SessionsEndReason, editor: string): Promise<void> {
    await this.sessionEnd.endOfUser(tx, userNo, reason, editor);
  }
}
