import { DomainError } from '../../../common/primitives/domain-error.js';

/** Validates the expiry of a credential: in the future, or (null) never. @throws DomainError `invalid` */
export function checkExpiry(expiresUs: number | null, nowUs: number): number | null {
  if (expiresUs === null || expiresUs > nowUs) return expiresUs;
  throw new DomainError('invalid', 'expiry.past', 'The expiry must be in the future.', 'expiresAt');
}
