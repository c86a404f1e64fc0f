// Builds the mails about an account: their texts, codes and links. mail-layout.ts has their layout.
import { Inject, Injectable } from '@nestjs/common';
import { isEmailAddress } from '../../common/primitives/email-address.js';
import { unlinked } from '../../common/primitives/linked-names.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import {
  AccountMails,
  MAIL_KINDS,
  OPTIONAL_VALUES,
  type CodeToMail,
  type LinkedMailKind,
  type MailContent,
  type MailKind,
  type MailLook,
  type MailMatter,
  type MailReader,
  type MailText,
} from '../../users/accounts/mails/account-mails.js';
import { defaultPolicy } from '../../users/organizations/policies/policy-kinds.js';
import { layOutMail } from './mail-layout.js';
import { dateIn, LANGUAGES, tagOf, textsFor, textsIn, type Texts } from '../pages/texts/texts.js';

/** The page where each code is entered, where it is the same for all codes of a kind. It gets `id` and `code` in the query and shows a form; nothing happens until that form is sent. */
export const CODE_PAGES = {
  verifyEmail: '/email/verify',
  resetPassword: '/password/reset',
  invitation: '/invitation',
  factorLink: '/enrolment',
} as const satisfies Partial<Record<MailKind, string>>;

const PAGES: Partial<Record<MailKind, string>> = CODE_PAGES;

function hasLink(kind: MailKind): kind is LinkedMailKind {
  return (MAIL_KINDS[kind] as readonly string[]).includes('link');
}

const MAX_NAME = 100;
const MAX_NAME_IN_SMS = 30;

@Injectable()
export class LocalizedMails extends AccountMails {
  readonly languages = LANGUAGES;

  constructor(@Inject(SETTINGS_TOKEN) private readonly settings: Settings) {
    super();
  }

  languageFor(preferred: string | undefined): string {
    return textsFor(preferred === undefined ? [] : [preferred]).lang;
  }

  textOf(kind: MailKind, language: string, matter?: MailMatter): MailText {
    const { t } = textsIn(language);
    const hasProviders = matter !== undefined && 'providers' in matter && (matter.providers ?? []).length > 0;
    const values: readonly string[] = MAIL_KINDS[kind];
    const paragraphs = [
      '{{greeting}}',
      t(`mail.${kind}.intro`, { date: '{{date}}', provider: '{{provider}}' }),
      ...(OPTIONAL_VALUES[kind] ?? []).map((name) => t(`mail.invitation.${name}`, { [name]: `{{${name}}}` })),
      // Without a link, the page where the code is typed is already open.
      ...(values.includes('code') ? [`${t('mail.code')}\n{{code}}`] : []),
      ...(values.includes('link') ? [`${t(values.includes('code') ? 'mail.link' : 'mail.open')}\n{{link}}`] : []),
      ...(hasProviders ? [t('mail.invitation.provider', { provider: '{{provider}}' })] : []),
      t(`mail.${kind}.ignore`),
    ];
    return { subject: t(`mail.${kind}.subject`, { organization: '{{organization}}' }), body: paragraphs.join('\n\n') };
  }

  composeMail(
    kind: MailKind,
    reader: MailReader,
    matter?: MailMatter,
    own?: MailText,
    look: MailLook = defaultPolicy('look'),
  ): MailContent {
    const language = this.languageFor(reader.language);
    const texts = textsIn(language);
    const { t } = texts;
    const [name, organization] = [oneLine(reader.name), unlinked(oneLine(reader.organization))];
    const values: Record<string, string> = {
      ...Object.fromEntries((OPTIONAL_VALUES[kind] ?? []).map((optional) => [optional, ''])),
      organization,
      greeting: isHarmless(name) ? t('mail.greeting', { name: unlinked(name) }) : t('mail.greetingWithoutName'),
      ...(matter && this.valuesOf(kind, matter, texts)),
    };
    return layOutMail({
      language: tagOf(language),
      ...withOptional(kind, own ?? this.textOf(kind, language, matter), values),
      values,
      footer: t('mail.footer', { organization }),
      organization,
      ...(hasLink(kind) && { button: t(`mail.${kind}.button`) }),
      look,
    });
  }

  /** Fits into one SMS segment in most languages, because the name is cut. */
  codeAsText({ language, organization }: MailReader, code: string): string {
    const { t } = textsIn(this.languageFor(language));
    return t('sms.text', { code, organization: [...unlinked(oneLine(organization))].slice(0, MAX_NAME_IN_SMS).join('') });
  }

  private valuesOf(kind: MailKind, matter: MailMatter, texts: Texts): Record<string, string> {
    if ('dateUs' in matter) return { date: dateIn(texts, matter.dateUs) };
    if ('provider' in matter) return { provider: unlinked(oneLine(matter.provider)) };
    const link = this.linkOf(kind, matter);
    const names = (matter.providers ?? []).map((name) => unlinked(oneLine(name)));
    const provider = new Intl.ListFormat(texts.lang, { type: 'disjunction' }).format(names);
    return {
      code: matter.code,
      ...(link !== undefined && { link }),
      ...(names.length > 0 && { provider }),
      ...('loginName' in matter && { loginName: typable(matter.loginName), message: unlinkedLines(matter.message) }),
    };
  }

  /** Uses only PUBLIC_URL: an attacker may have set the Host of a request. */
  linkOf(kind: MailKind, { id, secret, page = PAGES[kind], linkParameters }: CodeToMail): string | undefined {
    if (page === undefined) return undefined;
    return `${this.settings.publicUrl}${page}?${new URLSearchParams({ id, code: secret, ...linkParameters }).toString()}`;
  }
}

/**
 * The text without the paragraphs whose optional values the mail doesn't have, unless they have a value that the mail needs. An organization's own text may have no place for the words of the
 * person who invites: they come first.
 */
function withOptional(kind: MailKind, { subject, body }: MailText, values: Readonly<Record<string, string>>): MailText {
  const optional = OPTIONAL_VALUES[kind] ?? [];
  const needed: readonly string[] = MAIL_KINDS[kind];
  const absent = optional.filter((name) => (values[name] ?? '') === '');
  const has = (text: string) => (value: string) => text.includes(`{{${value}}}`);
  const isKept = (text: string) => !absent.some(has(text)) || needed.some(has(text));
  const paragraphs = body.split('\n\n').filter(isKept);
  const isLeftOut = optional.includes('message') && !absent.includes('message') && !body.includes('{{message}}');
  return { subject, body: [...(isLeftOut ? ['“{{message}}”'] : []), ...paragraphs].join('\n\n') };
}

/** A login name as it is typed: no spaces may keep it from being one. Mail programs make at most a mail address of it. */
function typable(loginName: string): string {
  return isEmailAddress(loginName) ? loginName : unlinked(oneLine(loginName));
}

/** RFC 3986 appendix C: within angle brackets, an address continues on the next line. */
function unlinkedLines(text: string): string {
  return text
    .replace(/[<>]/g, ' ')
    .split(/\r?\n/)
    .map((line) => unlinked(line.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()))
    .join('\n')
    .trim();
}

/** Reduces a name to one line, too short to carry a message of its own. */
function oneLine(text: string): string {
  return [...text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()].slice(0, MAX_NAME).join('');
}

/**
 * Mail programs turn text that resembles a link into a link, and people choose their own names. A name with a link is left out, and a
 * domain within a name is split.
 */
function isHarmless(name: string): boolean {
  return name !== '' && !/[/\\]|www\.|:\s?\S/i.test(name);
}
