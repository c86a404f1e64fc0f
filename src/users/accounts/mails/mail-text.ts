// Rules for the mail texts of organizations.
import { faultsFound, type Fault } from '../../../common/primitives/domain-error.js';
import { MAIL_KINDS, OPTIONAL_VALUES, type MailKind, type MailText } from './account-mails.js';

/** Values that give access to an account: the organization's text must not become part of an address that contains one. */
const SECRETS = ['code', 'link'];

/** Placeholders of a text: those it may have, and those its body must have. A code is never in a subject, because lock screens show it. */
export function placeholdersOf(kind: MailKind): { subject: string[]; body: string[]; required: string[] } {
  return {
    subject: ['organization'],
    body: ['greeting', 'organization', ...MAIL_KINDS[kind], ...(OPTIONAL_VALUES[kind] ?? [])],
    required: [...MAIL_KINDS[kind]],
  };
}

/** Whether a mail carries a secret that gives access to an account. */
export function carriesSecret(kind: MailKind): boolean {
  return secretsOf(kind).length > 0;
}

/** @throws DomainError `invalid` with every fault of {@link mailTextFaults} */
export function assertMailText(kind: MailKind, text: MailText): void {
  const error = faultsFound(mailTextFaults(kind, text));
  if (error) throw error;
}

/** Finds unknown and missing placeholders, stray braces, control characters, and secrets that do not stand alone on their line. */
export function mailTextFaults(kind: MailKind, { subject, body }: MailText): Fault[] {
  const known = placeholdersOf(kind);
  const faults = [...faultsOf('subject', subject, known.subject), ...faultsOf('body', body, known.body)];
  for (const name of known.required)
    if (!body.includes(`{{${name}}}`))
      faults.push({ field: 'body', code: 'mailText.placeholderMissing', message: `The body of this mail must contain {{${name}}}.` });
  if (body.split('\n').some((line) => /\p{Cc}/u.test(line)))
    faults.push({ field: 'body', code: 'mailText.characters', message: 'The body must be plain text without control characters.' });
  return [...faults, ...secretFaults(kind, body)];
}

function secretFaults(kind: MailKind, body: string): Fault[] {
  const lines = body.split('\n');
  const joined = secretsOf(kind).filter((name) => lines.some((line) => line.includes(`{{${name}}}`) && line !== `{{${name}}}`));
  const faults: Fault[] = joined.map((name) => ({
    field: 'body',
    code: 'mailText.placeholderJoined',
    message: `{{${name}}} must stand alone on its line, without spaces.`,
  }));
  // RFC 3986 appendix C: within angle brackets, an address continues on the next line.
  if (carriesSecret(kind) && lines.some((line) => line.lastIndexOf('<') > line.lastIndexOf('>')))
    faults.push({ field: 'body', code: 'mailText.bracketOpen', message: 'An angle bracket must be closed in its line.' });
  return faults;
}

function secretsOf(kind: MailKind): string[] {
  return MAIL_KINDS[kind].filter((name) => SECRETS.includes(name));
}

function faultsOf(field: string, text: string, known: readonly string[]): Fault[] {
  const takes = known.map((name) => `{{${name}}}`).join(', ');
  const message = (found: string) => `${found} is no placeholder of the ${field}; there are ${takes}.`;
  const unknown = [...text.matchAll(/\{\{([^{}]*)\}\}/g)].filter(([, name = '']) => !known.includes(name)).map(([whole]) => whole);
  const isStray = /\{\{|\}\}/.test(text.replace(/\{\{[^{}]*\}\}/g, ''));
  return [...new Set(unknown), ...(isStray ? ['A double brace'] : [])].map((found) => ({
    field,
    code: 'mailText.placeholderUnknown',
    message: message(found),
  }));
}
