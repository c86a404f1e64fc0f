// Queues mails about accounts, in the reader's language and with the organization's texts.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../common/database/transaction.js';
import { MailOutbox } from '../../../common/mail/mail-outbox.service.js';
import { Memberships } from '../../roles/memberships/memberships.service.js';
import {
  AccountMails,
  type CodeToMail,
  type InvitationToMail,
  type MailKind,
  type MailMatter,
  type MailReader,
  type MailText,
} from './account-mails.js';
import { IdentityProviders } from '../../authentication/identity-providers/identity-providers.service.js';
import { Brandings } from '../../organizations/brandings/brandings.service.js';
import { carriesSecret, mailTextFaults } from './mail-text.js';
import { MailTextsRepository } from './mail-texts.repository.js';
import { recoveryAddress } from './recipient.js';
import type { Person } from '../../directory/people/person/person.js';
import { VerifiedMarks } from '../../directory/people/verified-marks.service.js';

type CodeMail = 'verifyEmail' | 'resetPassword' | 'invitation' | 'registration' | 'changeEmail' | 'secondFactor' | 'factorLink' | 'signIn';

@Injectable()
export class AccountMailer {
  constructor(
    private readonly mails: AccountMails,
    private readonly texts: MailTextsRepository,
    private readonly brandings: Brandings,
    private readonly outbox: MailOutbox,
    private readonly memberships: Memberships,
    private readonly marks: VerifiedMarks,
    private readonly providers: IdentityProviders,
  ) {}

  /** The address for mails about a person's account. Only marks that count now are considered: a mark that rests on a domain ends with it. */
  async addressOf(person: Person): Promise<string | undefined> {
    return recoveryAddress(await this.marks.standing(person));
  }

  /** Mails a code as part of `tx`. An invitation names the identity providers that accept it too. */
  async sendCode(tx: Transaction, to: string, kind: CodeMail, reader: MailReader, code: CodeToMail | InvitationToMail): Promise<void> {
    const providers = kind === 'invitation' ? await this.providers.forInvitations(reader.orgNo) : [];
    await this.send(tx, to, kind, reader, { ...code, providers: providers.map(({ name, rules }) => rules.buttonLabel ?? name) });
  }

  /** The same link as in the mail, for a caller that delivers it another way. */
  linkOf(kind: CodeMail, code: CodeToMail): string | undefined {
    return this.mails.linkOf(kind, code);
  }

  /** Mails a notification as part of `tx`. @param matter for a kind that names something */
  sendNotice(
    tx: Transaction,
    to: string,
    kind: Exclude<MailKind, CodeMail>,
    reader: MailReader,
    matter?: Exclude<MailMatter, CodeToMail>,
  ): Promise<void> {
    return this.send(tx, to, kind, reader, matter);
  }

  private async send(tx: Transaction, to: string, kind: MailKind, reader: MailReader, matter?: MailMatter): Promise<void> {
    const own = await this.ownText(tx, kind, reader);
    const look = await this.brandings.effectiveLook(reader.orgNo);
    await this.outbox.enqueueMail(tx, { to, ...this.mails.composeMail(kind, reader, matter, own, look) });
  }

  /**
   * The organization's own text for this mail. It is not used to send a code or link to a person with roles outside the organization: its owners may
   * have fewer permissions than that person. Texts stored before each secret had to stand alone on its line are not used for codes and links either.
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
