import { DomainError } from '../../../common/primitives/domain-error.js';

/** A role that cannot be assigned, because the project, or the grant of it, does not have it. */
export function unknownRole(key: string): DomainError {
  return new DomainError('invalid', 'projectRole.unknown', `There is no role "${key}" to give here.`, 'roleKeys');
}
