// Public keys that an import brings, for service users and for applications.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../common/database/transaction.js';
import { ApplicationCredentials } from '../../../oidc/clients/management/application-credentials.service.js';
import { Applications } from '../../../oidc/clients/management/applications.service.js';
import type { ClientKey } from '../../../users/authentication/credentials/client-keys.repository.js';
import type { Organization } from '../../../users/organizations/organizations.service.js';
import { ServiceUserCredentials } from '../../../users/directory/service-users/service-user-credentials.service.js';
import { ServiceUsers } from '../../../users/directory/service-users/service-users.service.js';
import { idAt } from '../records/entry-members.js';
import type { Members } from '../records/import-record.js';
import { keyOf } from '../records/key-record.js';

@Injectable()
export class ImportedKeys {
  constructor(
    private readonly serviceUsers: ServiceUsers,
    private readonly serviceUserCredentials: ServiceUserCredentials,
    private readonly applications: Applications,
    private readonly applicationCredentials: ApplicationCredentials,
  ) {}

  /** @throws DomainError `notFound`, `invalid`, `conflict` */
  async addServiceUserKey(tx: Transaction, organization: Organization, entry: Members, editor: string): Promise<ClientKey> {
    const user = await this.serviceUsers.requireServiceUser(organization, idAt(entry, 'userId'), tx);
    return this.serviceUserCredentials.addKeyIn(tx, user, keyOf(entry, 'keyId'), editor);
  }

  /** @throws DomainError `notFound`, `invalid`, `conflict` */
  async addApplicationKey(tx: Transaction, organization: Organization, entry: Members, editor: string): Promise<ClientKey> {
    const application = await this.applications.requireApplication(organization.no, idAt(entry, 'projectId'), idAt(entry, 'appId'), tx);
    return this.applicationCredentials.addKeyIn(tx, application, keyOf(entry, 'id'), editor);
  }
}
