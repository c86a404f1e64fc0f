// Metadata and roles that an import gives to users.
import { Injectable } from '@nestjs/common';
import type { OrganizationRole } from '../../../common/access/permissions.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { UserMetadata } from '../../../users/directory/people/user-metadata.service.js';
import type { Organization } from '../../../users/organizations/organizations.service.js';
import { Memberships } from '../../../users/roles/memberships/memberships.service.js';
import { UserDirectory } from '../../../users/roles/user-directory/user-directory.repository.js';
import { idAt, invalid, textAt } from '../records/entry-members.js';
import type { Members } from '../records/import-record.js';

@Injectable()
export class ImportedUserFacts {
  constructor(
    private readonly memberships: Memberships,
    private readonly userMetadata: UserMetadata,
    private readonly directory: UserDirectory,
  ) {}

  /** @throws DomainError `notFound`, `invalid` */
  async setMetadata(tx: Transaction, organization: Organization, value: Members, editor: string): Promise<void> {
    const user = await this.user(tx, organization, idAt(value, 'id'));
    const [key, content] = [textAt(value, 'key', '', 200, true) as string, textAt(value, 'value', '', 100_000, true) as string];
    await this.userMetadata.set(tx, user.no, { key, value: content }, editor);
  }

  /** Gives roles in the organization to a user of any organization. @throws DomainError `notFound`, `invalid` */
  async giveRoles(tx: Transaction, organization: Organization, value: Members, editor: string): Promise<void> {
    const user = await this.user(tx, undefined, idAt(value, 'userId'));
    for (const role of rolesOf(value)) await this.memberships.addToOrganization(tx, organization, user, role, editor);
  }

  /** @throws DomainError `notFound` */
  private async user(tx: Transaction, organization: Organization | undefined, id: string): Promise<{ no: number; id: string }> {
    const user = await this.directory.findById(id, tx);
    if (!user || (organization && user.orgNo !== organization.no))
      throw new DomainError('notFound', 'user.notFound', 'This user does not exist.', 'userId');
    return user;
  }
}

function rolesOf(value: Members): OrganizationRole[] {
  const roles = value['roles'];
  if (!Array.isArray(roles) || roles.length === 0 || roles.length > 20 || !roles.every((role) => typeof role === 'string'))
    throw invalid('import.type', 'roles must be a list of 1 to 20 strings.', 'roles');
  return roles as OrganizationRole[];
}
