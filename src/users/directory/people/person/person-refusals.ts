// Errors about people who cannot be found, added or changed.
import { DuplicateKeyError } from '../../../../common/database/database.js';
import { DomainError } from '../../../../common/primitives/domain-error.js';
import type { Person } from './person.js';

export const unknownPerson = () => new DomainError('notFound', 'person.notFound', 'This user does not exist in this organization.');

/** @throws DomainError for a deactivated or locked person, who must not get any message for signing in */
export function assertNotShutOut({ active, lockedUs }: Pick<Person, 'active' | 'lockedUs'>): void {
  if (!active) throw new DomainError('precondition', 'person.inactive', 'This user is deactivated.');
  if (lockedUs !== undefined) throw new DomainError('precondition', 'person.locked', 'This user is locked; unlock the account first.');
}

export const idTaken = () => new DomainError('conflict', 'person.idTaken', 'A user or a group with this id already exists.', 'userId');

export const idUsed = () =>
  new DomainError(
    'conflict',
    'person.idUsed',
    'This id belonged to a user who was removed; applications would take the new user for the old one.',
    'userId',
  );

export const userNameTaken = () =>
  new DomainError('conflict', 'person.userNameTaken', 'Another user of this organization already has this userName.', 'userName');

export const nameKept = () =>
  new DomainError(
    'conflict',
    'person.nameKept',
    'This userName is kept for a removed user, who holds permissions that the caller does not have and may be restored.',
    'userName',
  );

export const userNameForeign = () =>
  new DomainError('invalid', 'person.userNameForeign', 'This userName ends in a domain that belongs to another organization.', 'userName');

export const loginNameIsAddress = () =>
  new DomainError(
    'conflict',
    'person.loginNameIsAddress',
    'With this userName the login name would be the e-mail address of another user of this organization.',
    'userName',
  );

export const addressIsLoginName = () =>
  new DomainError(
    'conflict',
    'person.addressIsLoginName',
    'This e-mail address is the login name of another user of this organization.',
    'emails',
  );

export const loginNameTaken = () =>
  new DomainError(
    'conflict',
    'person.loginNameTaken',
    'Another user of this organization would have the same login name: one userName is the other one with a domain of the organization.',
    'userName',
  );

export const addressTaken = () =>
  new DomainError(
    'conflict',
    'person.addressTaken',
    'Another user of this organization, who holds permissions that the caller does not have, has this e-mail address.',
    'emails',
  );

/** Translates the violation of a unique index into a domain error; any other error stays as it is. */
export function asConflict(error: unknown): unknown {
  if (!(error instanceof DuplicateKeyError)) return error;
  return error.index === 'u_users_id' ? idTaken() : userNameTaken();
}
