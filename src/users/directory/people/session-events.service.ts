// Writes sign-ins and sign-outs to the event log.
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../common/database/database.js';
import { EventLog } from '../../events/events.service.js';
import { PeopleRepository } from './people.repository.js';

@Injectable()
export class SessionEvents {
  constructor(
    private readonly people: PeopleRepository,
    private readonly events: EventLog,
  ) {}

  /**
   * Appends an event about each of these browser sessions of a person; nothing if the person does not exist any more.
   * @param editor the person, unless given
   */
  async append(
    tx: Transaction,
    type: 'user.session.added' | 'user.session.ended',
    userNo: number,
    sessionUids: readonly string[],
    details: Record<string, unknown> = {},
    editor?: string,
  ): Promise<void> {
    const user = await this.people.trace(tx, userNo);
    if (!user) return;
    const events = sessionUids.map((uid) => ({
      type,
      orgNo: user.orgNo,
      // A sign-in changes nothing about the person, so the version stays.
      aggregate: { id: user.id, sequence: user.version },
      editor: editor ?? user.id,
      payload: { session: sessionName(uid), ...details },
    }));
    await this.events.appendAll(tx, events);
  }
}

/** A public name for a session in the log and in forms. It can't be used to access the session. */
export function sessionName(uid: string): string {
  return createHash('sha256').update(`session ${uid}`).digest('base64url').slice(0, 22);
}
