// The queue of mails. A mail is sealed while it waits, because it may contain a code.
import { Injectable } from '@nestjs/common';
import { Keyring } from '../crypto/keyring.service.js';
import type { Transaction } from '../database/transaction.js';
import { isMailbox } from '../primitives/email-address.js';
import type { OutboxRow } from '../work/outbox.repository.js';
import { deliverAfter, Outboxes, type Outbox } from '../work/outboxes.service.js';
import { MailTransport, type Mail } from './mail-transport.service.js';
import { MailFailure } from './smtp.js';

interface QueuedMail extends OutboxRow {
  sealed_message: string;
}

const NAME = 'mail';

@Injectable()
export class MailOutbox {
  private readonly outbox: Outbox;

  constructor(
    outboxes: Outboxes,
    private readonly keyring: Keyring,
    private readonly transport: MailTransport,
  ) {
    this.outbox = outboxes.openOutbox<QueuedMail>({
      name: NAME,
      table: { name: 'mail_outbox', columns: ['sealed_message'] },
      atOnce: 1,
      // Longer than all steps of sending one mail can take.
      leaseMs: 120_000,
      // After about five hours the outbox gives up on a mail.
      maxTries: 12,
      retryUs: 60_000_000,
      send: (mail) => this.send(mail),
      isPermanent: (error) => error instanceof MailFailure && error.permanent,
      // The server's code, never its text, which may repeat an address.
      describe: (_, error, givenUp) => ({
        message: givenUp ? 'mail could not be delivered; giving up' : 'mail could not be delivered; it will be retried',
        failure: error instanceof MailFailure ? error.reason : 'UNKNOWN',
      }),
    });
  }

  /**
   * Queues a mail as part of `tx`: it is sent if and only if `tx` commits.
   * @throws Error for an address or a subject that could become another header; callers check with `isMailbox` first
   */
  async enqueueMail(tx: Transaction, mail: Mail): Promise<void> {
    if (!isMailbox(mail.to) || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(mail.subject))
      throw new Error('The address or the subject of this mail is invalid.');
    await this.outbox.insertMessages(tx, [[await this.keyring.seal('mail', Buffer.from(JSON.stringify(mail)))]]);
    deliverAfter(tx, NAME, () => this.deliverMail());
  }

  /** Sends mails that are due now, unless another process holds the lease. */
  deliverMail(): Promise<void> {
    return this.outbox.deliverDue();
  }

  private async send({ no, sealed_message }: QueuedMail): Promise<void> {
    const content = await this.keyring.open('mail', sealed_message);
    if (!content) throw new MailFailure('SEALED_BY_UNKNOWN_KEY', false);
    await this.transport.sendMail(no, JSON.parse(content.toString()) as Mail);
  }
}
