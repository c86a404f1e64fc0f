// Kinds of mails about accounts. The users domain decides when they are sent; their texts belong to pages and languages.
import type { BrandingLook } from '../../organizations/brandings/branding.js';

/** The reader of a mail: display name, preferred language (BCP 47), and the organization of the account. */
export interface MailReader {
  name: string;
  language: string | undefined;
  organization: string;
  orgNo: number;
  /** Absent for an applicant, who has no roles. */
  person?: { no: number; orgId: string };
}

/** A code to be mailed: `id` is the handle in its page, `code` is typed by the person, in groups, and `secret` is in the link. */
export interface CodeToMail {
  id: string;
  code: string;
  secret: string;
  /** The path of its page, where it is not the same for all mails of the kind. */
  page?: string;
  /** Further parameters of the link, so that its page can return to the application. */
  linkParameters?: Readonly<Record<string, string>>;
  /** The names of identity providers with which an invitation can be accepted. */
  providers?: readonly string[];
}

/** An invitation: the login name that the person will have, and the words of the person who invites; empty: none. */
export interface InvitationToMail extends CodeToMail {
  loginName: string;
  message: string;
}

/** A date that a mail names, in microseconds since 1970 UTC. */
export interface DateToMail {
  dateUs: number;
}

/** The name of an identity provider that a mail names. */
export interface ProviderToMail {
  provider: string;
}

/** What a mail names besides its reader. */
export type MailMatter = CodeToMail | InvitationToMail | DateToMail | ProviderToMail;

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
  /** The code for an applicant who is not a user yet. */
  registration: ['code'],
  /** To the owner of an account whose address was entered in another registration. */
  registeredAlready: [],
  /** Instead of a reset, to a person who signs in with a passkey and has no password. */
  passkeyInstead: [],
  /** To the new address. */
  changeEmail: ['code'],
  /** To the previous address. */
  emailChanged: [],
  passwordChanged: [],
  /** The person's factors besides the password have changed. */
  factorsChanged: [],
  /** An account at an identity provider can be used to sign in from now on, or no longer. */
  identityConnected: ['provider'],
  identityDisconnected: ['provider'],
  /** From a date on, the policy requires a second factor of the person. */
  graceBegun: ['date'],
  /** A person who knows the password is guessing the second factor. */
  factorLocked: [],
  /** A link for setting up a factor, issued by an administrator. */
  factorLink: ['link'],
  /** The second factor itself, if a policy allows mail for it. */
  secondFactor: ['code'],
  /** The first factor: a sign-in without a password, if a policy allows it. */
  signIn: ['code', 'link'],
  locked: [],
  /** To a person who has deleted the account. */
  accountDeleted: [],
} as const satisfies Record<string, readonly string[]>;
export type MailKind = keyof typeof MAIL_KINDS;

/** Values that the body of a mail may contain besides those. A paragraph is left out if the mail lacks one of its values. */
export const OPTIONAL_VALUES: Readonly<Partial<Record<MailKind, ReadonlyArray<'message' | 'loginName'>>>> = {
  invitation: ['message', 'loginName'],
};

/** The kinds whose mail has a link, which is also its button. */
export type LinkedMailKind = { [Kind in MailKind]: 'link' extends (typeof MAIL_KINDS)[Kind][number] ? Kind : never }[MailKind];

/** The text of a mail, with placeholders such as `{{code}}`. The body is plain text; empty lines separate its paragraphs. */
export interface MailText {
  subject: string;
  body: string;
}

/** The part of the organization's look that mails use: colours of six hexadecimal digits, and the corner radius. */
export type MailLook = Pick<BrandingLook, 'accent' | 'background' | 'cornerRadius'>;

/** The port through which the users domain gets the texts of its mails; `oidc/mails` implements it. */
export abstract class AccountMails {
  /** The languages of the texts. */
  abstract readonly languages: readonly string[];
  /** The language of a mail for a preferred language (BCP 47). */
  abstract languageFor(preferred: string | undefined): string;
  /** The text message that carries a code. */
  abstract codeAsText(reader: MailReader, code: string): string;
  /** The address of the page for a code; undefined for a kind without a page. */
  abstract linkOf(kind: MailKind, code: CodeToMail): string | undefined;
  /** The service's text of a mail, used if the organization has none. @param matter may add a paragraph */
  abstract textOf(kind: MailKind, language: string, matter?: MailMatter): MailText;
  /** @param own the organization's text of this mail. @param matter for a kind that has values @param look absent: that of the service */
  abstract composeMail(kind: MailKind, reader: MailReader, matter?: MailMatter, own?: MailText, look?: MailLook): MailContent;
}
