// Ends a person's browser sessions when the person changes.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../common/database/database.js';
import { UserSessions, type SessionsEndReason } from '../../users/people/user-sessions.js';
import { ConsentsRepository } from '../consents/consents.repository.js';
import { SessionEnd } from './session-end.service.js';

@Injectable()
export class OidcUserSessions extends UserSessions {
  constructor(
    private readonly sessionEnd: SessionEnd,
    private readonly consents: ConsentsRepository,
  ) {
    super();
  }

  endSessions(tx: Transaction, userNo: number, reason: SessionsEndReason, editor: string): Promise<void> {
    return this.sessionEnd.endOfUser(tx, userNo, reason, editor);
  }

  forget(tx: Transaction, userNo: number): Promise<void> {
    return this.consents.removeOfUser(tx, userNo);
  }
}
