// Errors about identity providers that more than one service reports.
import { DomainError } from '../../../common/primitives/domain-error.js';

export const unknownProvider = () =>
  new DomainError('notFound', 'identityProvider.notFound', 'This identity provider does not exist here.');
