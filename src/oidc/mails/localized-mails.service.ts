// Builds the mails about an account: their texts, codes and links. Their layout is in mail-layout.ts.
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import {
  AccountMails,
  MAIL_KINDS,
  type CodeToMail,
  type MailContent,
  type MailKind,
  type MailReader,
  type MailText,
} from '../../users/accounts/account-mails.js';
import { layOutMail } from './mail-layout.js';
import { LANGUAGES, textsFor, textsIn } from '../pages/texts/texts.js';

/** The page where each code is entered; it gets `id` and `code` in the query, shows a form, and does nothing before that is sent. */
export const CODE_PAGES = {
  verifyEmail: '/email/verify',
  resetPassword: '/password/reset',
  invitation: '/invitation',
} as const satisfies Partial<Record<MailKind, string>>;

const PAGES: Partial<Record<MailKind, string>> = CODE_PAGES;
const MAX_NAME = 100;

@Injectable()
export class LocalizedMails extends AccountMails {
  readonly languages = LANGUAGES;

  constructor(@Inject(SETTINGS_TOKEN) private readonly settings: Settings) {
    super();
  }

  languageFor(preferred: string | undefined): string {
    return textsFor(preferred, () => false).lang;
  }

  textOf(kind: MailKind, language: string): MailText {
    const { t } = textsIn(language);
    const values: readonly string[] = MAIL_KINDS[kind];
    const paragraphs = [
      '{{greeting}}',
      t(`mail.${kind}.intro`),
      // Without a link, the page where the code is typed is open already.
      ...(values.includes('code') ? [`${t('mail.code')} {{code}}`] : []),
      ...(values.includes('link') ? [`${t('mail.link')}\n{{link}}`] : []),
      t(`mail.${kind}.ignore`),
    ];
    return { subject: t(`mail.${kind}.subject`, { organization: '{{organization}}' }), body: paragraphs.join('\n\n') };
  }

  composeMail(kind: MailKind, reader: MailReader, code?: CodeToMail, own?: MailText): MailContent {
    const language = this.languageFor(reader.language);
    const { t } = textsIn(language);
    const [name, organization] = [oneLine(reader.name), oneLine(reader.organization)];
    const page = PAGES[kind];
    return layOutMail({
      language,
      ...(own ?? this.textOf(kind, language)),
      values: {
        organization,
        greeting: isHarmless(name) ? t('mail.greeting', { name }) : t('mail.greetingWithoutName'),
        ...(code && { code: code.code }),
        ...(code && page !== undefined && { link: this.link(page, code) }),
      },
      footer: t('mail.footer', { organization }),
    });
  }

  /** Only PUBLIC_URL counts: the Host of a request may be an attacker's. */
  private link(page: string, { id, secret, linkParameters }: CodeToMail): string {
    return `${this.settings.publicUrl}${page}?${new URLSearchParams({ id, code: secret, ...linkParameters }).toString()}`;
  }
}

/** Reduces a name to one line, too short to carry a message of its own. */
function oneLine(text: string): string {
  return [...text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()].slice(0, MAX_NAME).join('');
}

/** Mail programs turn anything that resembles a link into one, and people choose their names: such a name is left out. */
function isHarmless(name: string): boolean {
  return name !== '' && !/[/\\]|www\.|:\s?\S/i.test(name);
}
