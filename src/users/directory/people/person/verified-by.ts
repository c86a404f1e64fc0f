// Rules for verified marks: a mark is its reason, so none exists without one.
import { isEmailAddress } from '../../../../common/primitives/email-address.js';
import type { DomainHoldings } from '../../../organizations/domains.service.js';
import { domainOf, foldKey } from '../../../../common/identifiers/fold.js';
import { type ListValue, type Person, type PersonValues, VERIFIED_BY, type VerifiedBy } from './person.js';

/** Reasons that end with the domain. A mark of unknown reason may rest on the domain, so it ends as well. */
const BY_DOMAIN: ReadonlySet<VerifiedBy> = new Set(['domain', 'unknown']);

/** Whether a mark may depend on the domains of the organization. */
export const isByDomain = ({ verifiedBy }: Pick<ListValue, 'verifiedBy'>): boolean => verifiedBy !== undefined && BY_DOMAIN.has(verifiedBy);

/** Whether the first reason outweighs the second. */
export const isStronger = (by: VerifiedBy, other: VerifiedBy | undefined): boolean =>
  other === undefined || VERIFIED_BY.indexOf(by) < VERIFIED_BY.indexOf(other);

/** The elements with exactly the marks that `reasonOf` returns. */
export function withVerified(entries: readonly ListValue[], reasonOf: (value: string) => VerifiedBy | undefined): ListValue[] {
  return entries.map(({ verifiedBy: _, ...entry }) => {
    const verifiedBy = reasonOf(entry.value);
    return verifiedBy === undefined ? entry : { ...entry, verifiedBy };
  });
}

/**
 * The person with the marks that count now. Marks by domain count while the organization has the domain; marks of unknown reason count until it gives
 * the domain up. A mark of unknown reason counts as one by domain if its address has a spelling that is not accepted any more: the lowering of marks
 * doesn't find it. Returns the same object if all count.
 */
export function withValidMarks<Marked extends Person>(person: Marked, { owned, lost }: DomainHoldings): Marked {
  const falls = (email: ListValue) => {
    if (!isByDomain(email)) return false;
    const domain = domainOf(email.value);
    return !owned.has(domain) && (email.verifiedBy === 'domain' || lost.has(domain) || !isEmailAddress(email.value));
  };
  if (!person.emails.some(falls)) return person;
  return { ...person, emails: person.emails.map((email) => (falls(email) ? withoutMark(email) : email)) };
}

/** The folded userName, if the person has proved it as an address. A mark that may rest on a domain is no proof. */
export function provenName({ userName, emails }: PersonValues): string | undefined {
  if (!emails.some((email) => email.verifiedBy !== undefined && !isByDomain(email))) return undefined;
  const key = foldKey(userName);
  return emails.some((email) => email.verifiedBy !== undefined && !isByDomain(email) && foldKey(email.value) === key) ? key : undefined;
}

/** The element without its mark. */
export function withoutMark({ verifiedBy: _, ...entry }: ListValue): ListValue {
  return entry;
}
