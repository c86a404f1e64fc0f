// Puts mails about accounts into the outbox, in the reader's language.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../common/database/database.js';
import { MailOutbox } from '../../common/mail/mail-outbox.service.js';
import { AccountMails, type CodeToMail, type MailReader } from './account-mails.js';

type CodeMail = 'verifyEmail' | 'resetPassword' | 'invitation' | 'registration' | 'changeEmail';
type NoticeMail = Exclude<keyof AccountMails, CodeMail>;

@Injectable()
export class AccountMailer {
  constructor(
    private readonly mails: AccountMails,
    private readonly outbox: MailOutbox,
  ) {}

  /** Mails a code as part of `tx`. */
  async sendCode(tx: Transaction, to: string, kind: CodeMail, reader: MailReader, code: CodeToMail): Promise<void> {
    await this.outbox.enqueueMail(tx, { to, ...this.mails[kind](reader, code) });
  }

  /** Mails a notification as part of `tx`. */
  async sendNotice(tx: Transaction, to: string, kind: NoticeMail, reader: MailReader): Promise<void> {
    await this.outbox.enqueueMail(tx, { to, ...this.mails[kind](reader) });
  }
}
