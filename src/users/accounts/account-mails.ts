// What mails about accounts say is a matter of pages and languages; when they are sent is decided here.

/** Who gets a mail: the name people see, the language (BCP 47) they prefer, and the organization whose account it is about. */
export interface MailReader {
  name: string;
  language: string | undefined;
  organization: string;
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

/** The port through which the users domain gets the texts of its mails; `oidc/mails` implements it. */
export abstract class AccountMails {
  abstract verifyEmail(reader: MailReader, code: CodeToMail): MailContent;
  abstract resetPassword(reader: MailReader, code: CodeToMail): MailContent;
  abstract invitation(reader: MailReader, code: CodeToMail): MailContent;
  /** The code of somebody who is no user yet. */
  abstract registration(reader: MailReader, code: CodeToMail): MailContent;
  /** To somebody whose address another registration named. */
  abstract registeredAlready(reader: MailReader): MailContent;
  /** To the new address. */
  abstract changeEmail(reader: MailReader, code: CodeToMail): MailContent;
  /** To the address from before. */
  abstract emailChanged(reader: MailReader): MailContent;
  abstract passwordChanged(reader: MailReader): MailContent;
  abstract locked(reader: MailReader): MailContent;
}
