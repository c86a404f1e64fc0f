// Texts of mails: an organization's own text takes precedence over the service's.
import { Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../../common/database/config-version.js';
import { Database } from '../../../common/database/database.js';
import type { Query } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import type { Precondition } from '../../../common/database/precondition.js';
import { AccountMails, MAIL_KINDS, type MailContent, type MailKind, type MailText } from './account-mails.js';
import type { BrandingLook } from '../../organizations/brandings/branding.js';
import { Brandings } from '../../organizations/brandings/brandings.service.js';
import { EventLog } from '../../events/events.service.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { assertMailText, mailTextFaults } from './mail-text.js';
import { MailTextsRepository } from './mail-texts.repository.js';

/** One mail in one language. `own` is undefined if the organization has no text. */
export interface DecidedText {
  kind: MailKind;
  language: string;
  own: MailText | undefined;
  inherited: MailText;
  /** The text in use: `own`, unless it was stored under older rules and breaks a newer one. */
  effective: MailText;
}

const SAMPLE_CODE = { id: 'sample', code: '7KQ2M-XW94D', secret: 'sample' };
const SAMPLE_DATE = { dateUs: 1_893_456_000_000_000 };
const SAMPLE_PROVIDER = { provider: 'Example Corp' };

@Injectable()
export class MailTexts {
  constructor(
    private readonly repository: MailTextsRepository,
    private readonly mails: AccountMails,
    private readonly brandings: Brandings,
    private readonly database: Database,
    private readonly config: ConfigVersion,
    private readonly events: EventLog,
  ) {}

  /** Every mail in every language, and whether the organization has its own text for it. */
  async listTexts({ no }: Organization): Promise<Array<{ kind: MailKind; language: string; isOwn: boolean }>> {
    const own = new Set((await this.repository.listTexts(this.database.query, no)).map(({ kind, language }) => `${kind} ${language}`));
    return (Object.keys(MAIL_KINDS) as MailKind[]).flatMap((kind) =>
      this.mails.languages.map((language) => ({ kind, language, isOwn: own.has(`${kind} ${language}`) })),
    );
  }

  /** @throws DomainError `notFound` for an unknown mail or language */
  async getText({ no }: Organization, kind: string, language: string, query: Query = this.database.query): Promise<DecidedText> {
    const known = this.requireKind(kind, language);
    const own = await this.repository.findText(query, no, known, language);
    const inherited = this.mails.textOf(known, language);
    const effective = own && mailTextFaults(known, own).length === 0 ? own : inherited;
    return { kind: known, language, own, inherited, effective };
  }

  /** Sets the text of a mail, from the next mail on. @throws DomainError `notFound`, `invalid` with every fault, `changed` if `expected` throws it */
  setText(
    organization: Organization,
    { kind, language, text }: { kind: string; language: string; text: MailText },
    editor: string,
    expected?: Precondition<DecidedText>,
  ): Promise<DecidedText> {
    assertMailText(this.requireKind(kind, language), text);
    return this.database.write('set mail text', async (tx) => {
      await this.config.lock(tx);
      await expected?.(await this.getText(organization, kind, language, tx), tx);
      await this.repository.replaceText(tx, organization.no, kind, language, text);
      const { no: orgNo, id } = organization;
      await this.events.appendNext(tx, { type: 'org.mail.text.set', orgNo, id, editor, payload: { kind, language } });
      return this.getText(organization, kind, language, tx);
    });
  }

  /** Returns to the text of the service. @throws DomainError `notFound`, `changed` if `expected` throws it */
  resetText(
    organization: Organization,
    { kind, language }: { kind: string; language: string },
    editor: string,
    expected?: Precondition<DecidedText>,
  ): Promise<DecidedText> {
    this.requireKind(kind, language);
    return this.database.write('reset mail text', async (tx) => {
      await this.config.lock(tx);
      const { no: orgNo, id } = organization;
      await expected?.(await this.getText(organization, kind, language, tx), tx);
      if (await this.repository.deleteText(tx, orgNo, kind, language))
        await this.events.appendNext(tx, { type: 'org.mail.text.reset', orgNo, id, editor, payload: { kind, language } });
      return this.getText(organization, kind, language, tx);
    });
  }

  /** A mail as its reader would see it, with sample values. @param text absent: the text in use. @throws DomainError as {@link setText} */
  async preview(organization: Organization, kind: string, language: string, text?: MailText): Promise<MailContent> {
    const { kind: known, effective } = await this.getText(organization, kind, language);
    if (text) assertMailText(known, text);
    const reader = { name: 'Ada Lovelace', language, organization: organization.name, orgNo: organization.no };
    const values: readonly string[] = MAIL_KINDS[known];
    const matter = values.includes('date') ? SAMPLE_DATE : values.includes('provider') ? SAMPLE_PROVIDER : SAMPLE_CODE;
    return this.mails.composeMail(known, reader, matter, text ?? effective, await this.brandings.effectiveLook(organization.no));
  }

  /** The invitation of an organization (undefined: of the service) in a look that may not be published yet, with sample values. */
  async previewLook(organization: Organization | undefined, language: string, look: BrandingLook): Promise<MailContent> {
    const known = this.mails.languageFor(language);
    const reader = { name: 'Ada Lovelace', language: known, organization: organization?.name ?? 'Example', orgNo: organization?.no ?? 0 };
    const text = organization && (await this.getText(organization, 'invitation', known)).effective;
    return this.mails.composeMail('invitation', reader, SAMPLE_CODE, text, look);
  }

  private requireKind(kind: string, language: string): MailKind {
    if (Object.hasOwn(MAIL_KINDS, kind) && this.mails.languages.includes(language)) return kind as MailKind;
    throw new DomainError('notFound', 'mailText.notFound', 'There is no mail of this kind in this language.');
  }
}
