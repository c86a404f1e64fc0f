// What an organization may write into a mail.
import { faultsFound, type Fault } from '../../common/primitives/domain-error.js';
import { MAIL_KINDS, type MailKind, type MailText } from './account-mails.js';

/** Placeholders of a text: those it may have, and those its body must have. A code never stands in a subject, which locked screens show. */
export function placeholdersOf(kind: MailKind): { subject: string[]; body: string[]; required: string[] } {
  return { subject: ['organization'], body: ['greeting', 'organization', ...MAIL_KINDS[kind]], required: [...MAIL_KINDS[kind]] };
}

/** @throws DomainError `invalid` with every fault: an unknown placeholder, one that is missing, stray braces, a control character */
export function assertMailText(kind: MailKind, { subject, body }: MailText): void {
  const known = placeholdersOf(kind);
  const faults = [...faultsOf('subject', subject, known.subject), ...faultsOf('body', body, known.body)];
  for (const name of known.required)
    if (!body.includes(`{{${name}}}`))
      faults.push({ field: 'body', code: 'mailText.placeholderMissing', message: `The body of this mail must contain {{${name}}}.` });
  if (/(?!\n)\p{Cc}/u.test(body))
    faults.push({ field: 'body', code: 'mailText.characters', message: 'The body must be plain text without control characters.' });
  const error = faultsFound(faults);
  if (error) throw error;
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
