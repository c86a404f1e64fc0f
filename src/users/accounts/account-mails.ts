// What mails about accounts say is a matter of pages and languages; when they are sent is decided here.
import type { BrandingLook } from '../brandings/branding.js';

/** Who gets a mail: the name people see, the language (BCP 47) they prefer, and the organization whose account it is about. */
export interface MailReader {
  name: string;
  language: string | undefined;
  organization: string;
  orgNo: number;
  /** Absent for an applicant, who has no roles. */
  person?: { no: number; orgId: string };
}

/** A code on its way: `id` is the handle its page carries, `code` what is typed, in groups as a person reads it, `secret` what the link carries. */
export interface CodeToMail {
  id: string;
  code: string;
  secret: string;
  /** What the link carries besides, so that its page knows the way back. */
  linkParameters?: Readonly<Record<string, string>>;
}

/** A date that a mail names, in microseconds since 1970 UTC. */
export interface DateToMail {
  dateUs: number;
}

export interface MailContent {
  subject: string;
  text: string;
  html: string;
}

/** Every mail about an account, with the values that its body must contain. */
export const MAIL_KINDS = {
  verifyEmail: ['code', 'link'],
  resetPassword: ['code', 'link'],
  invitation: ['code', 'link'],
  /** The code of somebody who is no user yet. */
  registration: ['code'],
  /** To somebody whose address another registration named. */
  registeredAlready: [],
  /** In the place of a reset, to somebody who signs in with a passkey and has no password. */
  passkeyInstead: [],
  /** To the new address. */
  changeEmail: ['code'],
  /** To the address from before. */
  emailChanged: [],
  passwordChanged: [],
  /** What the person signs in with besides the password is another one now. */
  factorsChanged: [],
  /** From a date on, the policy lets the person in no longer without a second factor. */
  graceBegun: ['date'],
  /** Somebody who knows the password guesses the second factor. */
  factorLocked: [],
  /** With which somebody sets up a factor, by an administrator's leave. */
  factorLink: ['link'],
  /** The second factor itself, where a policy allows mail for it. */
  secondFactor: ['code'],
  locked: [],
  /** To somebody who has deleted the account. */
  accountDeleted: [],
} as const satisfies Record<string, readonly string[]>;
export type MailKind = keyof typeof MAIL_KINDS;

/** What a mail says, with placeholders such as `{{code}}`. The body is plain text; empty lines part its paragraphs. */
export interface MailText {
  subject: string;
  body: string;
}

/** What a mail takes from the look of the organization: colours of six hexadecimal digits, and how round corners are. */
export type MailLook = Pick<BrandingLook, 'accent' | 'background' | 'cornerRadius'>;

/** The port through which the users domain gets the texts of its mails; `oidc/mails` implements it. */
export abstract class AccountMails {
  /** The languages there are texts in. */
  abstract readonly languages: readonly string[];
  /** The language of a mail to somebody who prefers another one (BCP 47). */
  abstract languageFor(preferred: string | undefined): string;
  /** What a text message says that brings a code. */
  abstract codeAsText(reader: MailReader, code: string): string;
  /** The address of the page that a code is for; undefined for one that has no page of its own. */
  abstract linkOf(kind: MailKind, code: CodeToMail): string | undefined;
  /** What a mail says where an organization decided nothing. */
  abstract textOf(kind: MailKind, language: string): MailText;
  /** @param own what the organization decided that this mail says. @param matter for a kind that has a code or a date @param look absent: that of the service */
  abstract composeMail(kind: MailKind, reader: MailReader, matter?: CodeToMail | DateToMail, own?: MailText, look?: MailLook): MailContent;
}
