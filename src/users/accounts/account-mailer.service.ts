// Puts mails about accounts into the outbox, in the reader's language and the words of the organization.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../common/database/database.js';
import { MailOutbox } from '../../common/mail/mail-outbox.service.js';
import { Memberships } from '../memberships/memberships.service.js';
import { AccountMails, type CodeToMail, type DateToMail, type MailKind, type MailReader, type MailText } from './account-mails.js';
import { Brandings } from '../brandings/brandings.service.js';
import { carriesSecret, mailTextFaults } from './mail-text.js';
import { MailTextsRepository } from './mail-texts.repository.js';
import { recoveryAddress } from './recipient.js';
import type { Person } from '../people/person.js';
import { VerifiedMarks } from '../people/verified-marks.service.js';

type CodeMail = 'verifyEmail' | 'resetPassword' | 'invitation' | 'registration' | 'changeEmail' | 'secondFactor' | 'factorLink';

@Injectable()
export class AccountMailer {
  constructor(
    private readonly mails: AccountMails,
    private readonly texts: MailTextsRepository,
    private readonly brandings: Brandings,
    private readonly outbox: MailOutbox,
    private readonly memberships: Memberships,
    private readonly marks: VerifiedMarks,
  ) {}

  /** Where mails about somebody's account go, by the marks that stand now: one that rests on a domain falls with it. */
  async addressOf(person: Person): Promise<string | undefined> {
    return recoveryAddress(await this.marks.standing(person));
  }

  /** Mails a code as part of `tx`. */
  sendCode(tx: Transaction, to: string, kind: CodeMail, reader: MailReader, code: CodeToMail): Promise<void> {
    return this.send(tx, to, kind, reader, code);
  }

  /** The same link as a mail has, for whoever hands it over. */
  linkOf(kind: CodeMail, code: CodeToMail): string | undefined {
    return this.mails.linkOf(kind, code);
  }

  /** Mails a notification as part of `tx`. @param date for a kind that names one */
  sendNotice(tx: Transaction, to: string, kind: Exclude<MailKind, CodeMail>, reader: MailReader, date?: DateToMail): Promise<void> {
    return this.send(tx, to, kind, reader, date);
  }

  private async send(tx: Transaction, to: string, kind: MailKind, reader: MailReader, matter?: CodeToMail | DateToMail): Promise<void> {
    const own = await this.ownText(tx, kind, reader);
    const look = await this.brandings.effectiveLook(reader.orgNo);
    await this.outbox.enqueueMail(tx, { to, ...this.mails.composeMail(kind, reader, matter, own, look) });
  }

  /**
   * What the organization has this mail say. Its words bring no code or link to somebody with roles beyond it, whom its owners do not cover,
   * nor as they were taken before each secret had to stand alone.
   */
  private async ownText(tx: Transaction, kind: MailKind, reader: MailReader): Promise<MailText | undefined> {
    const own = await this.texts.findText(tx, reader.orgNo, kind, this.mails.languageFor(reader.language));
    if (!own || !carriesSecret(kind)) return own;
    const { person } = reader;
    const roles = person ? await this.memberships.readRoles(tx, person.no) : [];
    const isStronger = roles.some(({ orgId }) => orgId !== person?.orgId);
    return isStronger || mailTextFaults(kind, own).length > 0 ? undefined : own;
  }
}
