import { DomainError, TooManyError } from '../../common/primitives/domain-error.js';

/** For an organization that does not exist, or no longer. */
export function unknownOrganization(): DomainError {
  return new DomainError('notFound', 'organization.notFound', 'This organization does not exist.');
}

export function domainsTriedOften({ seconds }: { seconds: number }): TooManyError {
  return new TooManyError('domain.triedOften', 'Domains of this organization were looked at very often. Try again in a minute.', seconds);
}
