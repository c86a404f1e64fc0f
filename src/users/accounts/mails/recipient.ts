import { isMailbox } from '../../../common/primitives/email-address.js';
import type { Organization } from '../../organizations/organizations.service.js';
import { primaryEmail } from '../../directory/people/person/person.rows.js';
import { languageOf, shownName, type Person } from '../../directory/people/person/person.js';
import type { MailReader } from './account-mails.js';

/**
 * The address for mail that only the person may read (a reset, a notice): the primary address if it is verified, else another verified one, else the
 * only one there is. Always a stored address, never a typed one.
 */
export function recoveryAddress(person: Person): string | undefined {
  const primary = primaryEmail(person);
  const verified = person.emails.filter(({ verifiedBy }) => verifiedBy).map(({ value }) => value);
  const chosen = verified.find((value) => value === primary) ?? verified[0] ?? (person.emails.length === 1 ? primary : undefined);
  return chosen !== undefined && isMailbox(chosen) ? chosen : undefined;
}

/** The address that a person is asked to prove: the primary one, if mail can be sent there. */
export function contactAddress(person: Person): string | undefined {
  const primary = primaryEmail(person);
  return primary !== undefined && isMailbox(primary) ? primary : undefined;
}

export function readerOf(person: Person, organization: Organization): MailReader {
  return {
    name: shownName(person),
    language: languageOf(person),
    organization: organization.name,
    orgNo: organization.no,
    person: { no: person.no, orgId: organization.id },
  };
}
