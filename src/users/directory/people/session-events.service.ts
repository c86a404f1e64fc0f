// Writes sign-ins, also those on devices, and sign-outs to the event log.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../common/database/transaction.js';
import { EventLog } from '../../events/events.service.js';
import { PeopleRepository } from './people.repository.js';
import { sessionName } from './person/session-name.js';

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

  /** Appends an event about the person's answer to a sign-in on a device. */
  async appendDevice(
    tx: Transaction,
    type: 'user.device.approved' | 'user.device.denied',
    userNo: number,
    payload: Record<string, unknown>,
  ): Promise<void> {
    const user = await this.people.trace(tx, userNo);
    if (!user) return;
    await this.events.appendAll(tx, [
      { type, orgNo: user.orgNo, aggregate: { id: user.id, sequence: user.version }, editor: user.id, payload },
    ]);
  }
}
