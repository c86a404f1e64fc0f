// The queue of text messages. A message is sealed while it waits, because it contains a code.
import { Injectable } from '@nestjs/common';
import { Keyring } from '../crypto/keyring.service.js';
import type { Transaction } from '../database/transaction.js';
import type { OutboxRow } from '../work/outbox.repository.js';
import { deliverAfter, Outboxes, type Outbox } from '../work/outboxes.service.js';
import { SmsFailure, SmsSender, type Sms } from './sms-sender.js';

interface QueuedSms extends OutboxRow {
  sealed_message: string;
}

const NAME = 'sms';

@Injectable()
export class SmsOutbox {
  private readonly outbox: Outbox;

  constructor(
    outboxes: Outboxes,
    private readonly keyring: Keyring,
    private readonly sender: SmsSender,
  ) {
    this.outbox = outboxes.openOutbox<QueuedSms>({
      name: NAME,
      table: { name: 'sms_outbox', columns: ['sealed_message'] },
      atOnce: 5,
      // Longer than the webhook may take to answer.
      leaseMs: 15_000,
      // Within two minutes: a later code is of no use to the person waiting for it.
      maxTries: 4,
      retryUs: 10_000_000,
      send: (row) => this.send(row),
      isPermanent: (error) => error instanceof SmsFailure && error.permanent,
      // Never contains the number.
      describe: (_, error, givenUp) => ({
        message: givenUp ? 'text message could not be sent; giving up' : 'text message could not be sent; it will be retried',
        failure: error instanceof SmsFailure ? error.reason : 'UNKNOWN',
      }),
    });
  }

  /** Whether text messages can be sent at all. */
  get isAvailable(): boolean {
    return this.sender.isAvailable;
  }

  /** Queues a message as part of `tx`: it is sent if and only if `tx` commits. */
  async enqueueSms(tx: Transaction, sms: Sms): Promise<void> {
    await this.outbox.insertMessages(tx, [[await this.keyring.seal('sms', Buffer.from(JSON.stringify(sms)))]]);
    deliverAfter(tx, NAME, () => this.outbox.deliverDue());
  }

  private async send({ no, sealed_message: sealed }: QueuedSms): Promise<void> {
    const content = await this.keyring.open('sms', sealed);
    if (!content) throw new SmsFailure('SEALED_BY_UNKNOWN_KEY', true);
    await this.sender.send(no, JSON.parse(content.toString()) as Sms);
  }
}
