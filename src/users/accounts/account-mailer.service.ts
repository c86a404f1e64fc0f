// Puts mails about accounts into the outbox, in the reader's language and the words of the organization.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../common/database/database.js';
import { MailOutbox } from '../../common/mail/mail-outbox.service.js';
import { AccountMails, type CodeToMail, type MailKind, type MailReader } from './account-mails.js';
import { MailTextsRepository } from './mail-texts.repository.js';

type CodeMail = 'verifyEmail' | 'resetPassword' | 'invitation' | 'registration' | 'changeEmail';

@Injectable()
export class AccountMailer {
  constructor(
    private readonly mails: AccountMails,
    private readonly texts: MailTextsRepository,
    private readonly outbox: MailOutbox,
  ) {}

  /** Mails a code as part of `tx`. */
  sendCode(tx: Transaction, to: string, kind: CodeMail, reader: MailReader, code: CodeToMail): Promise<void> {
    return this.send(tx, to, kind, reader, code);
  }

  /** Mails a notification as part of `tx`. */
  sendNotice(tx: Transaction, to: string, kind: Exclude<MailKind, CodeMail>, reader: MailReader): Promise<void> {
    return this.send(tx, to, kind, reader);
  }

  private async send(tx: Transaction, to: string, kind: MailKind, reader: MailReader, code?: CodeToMail): Promise<void> {
    const own = await this.texts.findText(tx, reader.orgNo, kind, this.mails.languageFor(reader.language));
    await this.outbox.enqueueMail(tx, { to, ...this.mails.composeMail(kind, reader, code, own) });
  }
}
