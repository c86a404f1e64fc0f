// Errors about identity providers that more than one service reports.
import { DomainError } from '../../../common/primitives/domain-error.js';

export const unknownProvider = () =>
  new DomainError('notFound', 'identityProvider.notFound', 'This identity provider does not exist here.');

export const linkExists = () =>
  new DomainError('conflict', 'identityLink.exists', 'This person already has a link to this identity provider; remove it first.');

export const identityTaken = () =>
  new DomainError('conflict', 'identityLink.taken', 'This identity is linked to another account.', 'subject');
