// What is written together with a session of the library.
import { Injectable } from '@nestjs/common';
import type { AdapterPayload } from 'oidc-provider';
import type { Transaction } from '../../../common/database/transaction.js';
import type { Check } from '../../../users/authentication/assurance/checks.js';
import { SessionEvents } from '../../../users/directory/people/session-events.service.js';
import { checksOf } from '../../sessions/session-checks.js';
import { UpstreamSessionsRepository } from '../../sessions/upstream-sessions.repository.js';
import { EndedSessionsRepository } from '../../tokens/stored/ended-sessions.repository.js';

@Injectable()
export class SessionWrites {
  constructor(
    private readonly endedSessions: EndedSessionsRepository,
    private readonly upstreamSessions: UpstreamSessionsRepository,
    private readonly sessionEvents: SessionEvents,
  ) {}

  /** Runs before a session gets a row, or another one. @throws SessionEndedError */
  beforeInsert(tx: Transaction, uid: string): Promise<void> {
    return this.endedSessions.claimLive(tx, uid);
  }

  /**
   * Runs last in the unit that saves a session.
   * @param userNo of the person whose session begins with this save
   */
  async afterWrite(tx: Transaction, { uid = '', ...payload }: AdapterPayload, userNo: number | undefined): Promise<void> {
    await this.upstreamSessions.record(tx, uid, checksOf(payload as { checks?: Check[]; loginTs?: number }));
    if (userNo !== undefined) await this.sessionEvents.append(tx, 'user.session.added', userNo, [uid]);
  }
}
