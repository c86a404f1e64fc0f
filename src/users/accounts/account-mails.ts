// What mails about accounts say is a matter of pages and languages; when they are sent is decided here.

/** Who gets a mail: the name people see, the language (BCP 47) they prefer, and the organization whose account it is about. */
export interface MailReader {
  name: string;
  language: string | undefined;
  organization: string;
  orgNo: number;
}

/** A code on its way: `id` is the handle its page carries, `code` what is typed, in groups as a person reads it, `secret` what the link carries. */
export interface CodeToMail {
  id: string;
  code: string;
  secret: string;
  /** What the link carries besides, so that its page knows the way back. */
  linkParameters?: Readonly<Record<string, string>>;
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
  /** To the new address. */
  changeEmail: ['code'],
  /** To the address from before. */
  emailChanged: [],
  passwordChanged: [],
  locked: [],
} as const satisfies Record<string, readonly string[]>;
export type MailKind = keyof typeof MAIL_KINDS;

/** What a mail says, with placeholders such as `{{code}}`. The body is plain text; empty lines part its paragraphs. */
export interface MailText {
  subject: string;
  body: string;
}

/** The port through which the users domain gets the texts of its mails; `oidc/mails` implements it. */
export abstract class AccountMails {
  /** The languages there are texts in. */
  abstract readonly languages: readonly string[];
  /** The language of a mail to somebody who prefers another one (BCP 47). */
  abstract languageFor(preferred: string | undefined): string;
  /** What a mail says where an organization decided nothing. */
  abstract textOf(kind: MailKind, language: string): MailText;
  /** @param own what the organization decided that this mail says. @param code for a kind that has one */
  abstract composeMail(kind: MailKind, reader: MailReader, code?: CodeToMail, own?: MailText): MailContent;
}
