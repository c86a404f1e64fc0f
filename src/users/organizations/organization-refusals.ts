import { DomainError } from '../../common/primitives/domain-error.js';

/** For an organization that does not exist, or no longer. */
export function unknownOrganization(): DomainError {
  return new DomainError('notFound', 'organization.notFound', 'This organization does not exist.');
}
