// Builds the mails about an account: their texts, codes and links. Their layout is in mail-layout.ts.
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { AccountMails, type CodeToMail, type MailContent, type MailReader } from '../../users/accounts/account-mails.js';
import { layOutMail } from './mail-layout.js';
import { textsFor } from '../pages/texts/texts.js';

/** The page where each code is entered; it gets `id` and `code` in the query, shows a form, and does nothing before that is sent. */
export const CODE_PAGES = {
  verifyEmail: '/email/verify',
  resetPassword: '/password/reset',
  invitation: '/invitation',
} as const;

type MailKind = keyof AccountMails;

const MAX_NAME = 100;

@Injectable()
export class LocalizedMails extends AccountMails {
  constructor(@Inject(SETTINGS_TOKEN) private readonly settings: Settings) {
    super();
  }

  verifyEmail(reader: MailReader, code: CodeToMail): MailContent {
    return this.composeMail('verifyEmail', reader, { code, page: CODE_PAGES.verifyEmail });
  }

  resetPassword(reader: MailReader, code: CodeToMail): MailContent {
    return this.composeMail('resetPassword', reader, { code, page: CODE_PAGES.resetPassword });
  }

  invitation(reader: MailReader, code: CodeToMail): MailContent {
    return this.composeMail('invitation', reader, { code, page: CODE_PAGES.invitation });
  }

  registration(reader: MailReader, code: CodeToMail): MailContent {
    return this.composeMail('registration', reader, { code });
  }

  registeredAlready(reader: MailReader): MailContent {
    return this.composeMail('registeredAlready', reader);
  }

  changeEmail(reader: MailReader, code: CodeToMail): MailContent {
    return this.composeMail('changeEmail', reader, { code });
  }

  emailChanged(reader: MailReader): MailContent {
    return this.composeMail('emailChanged', reader);
  }

  passwordChanged(reader: MailReader): MailContent {
    return this.composeMail('passwordChanged', reader);
  }

  locked(reader: MailReader): MailContent {
    return this.composeMail('locked', reader);
  }

  private composeMail(kind: MailKind, reader: MailReader, proof?: { code: CodeToMail; page?: string }): MailContent {
    const { lang, t } = textsFor(reader.language, () => false);
    const [name, organization] = [oneLine(reader.name), oneLine(reader.organization)];
    return layOutMail({
      language: lang,
      subject: t(`mail.${kind}.subject`, { organization }),
      greeting: isHarmless(name) ? t('mail.greeting', { name }) : t('mail.greetingWithoutName'),
      intro: t(`mail.${kind}.intro`),
      ...(proof
        ? {
            code: {
              label: t('mail.code'),
              code: proof.code.code,
              ...(proof.page === undefined ? {} : { link: { label: t('mail.link'), href: this.link(proof.page, proof.code) } }),
            },
          }
        : {}),
      ignore: t(`mail.${kind}.ignore`),
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
