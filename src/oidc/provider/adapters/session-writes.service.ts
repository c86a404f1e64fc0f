// What is written together with a session of the library.
import { Injectable } from '@nestjs/common';
import type { AdapterPayload } from 'oidc-provider';
import type { Transaction } from '../../../common/database/transaction.js';
import { type Check, checksOf } from '../../../users/authentication/assurance/checks.js';
import { EventLog } from '../../../users/events/events.service.js';
import { sessionName } from '../../sessions/browser-cookie.js';
import { UpstreamSessionsRepository } from '../../sessions/upstream-sessions.repository.js';
import { EndedSessionsRepository } from '../../tokens/stored/ended-sessions.repository.js';

@Injectable()
export class SessionWrites {
  constructor(
    private readonly endedSessions: EndedSessionsRepository,
    private readonly upstreamSessions: UpstreamSessionsRepository,
    private readonly events: EventLog,
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
    if (userNo === undefined) return;
    await this.events.appendAboutUser(tx, userNo, { type: 'user.session.added', payload: { session: sessionName(uid) } });
  }
}
