// Service users that an import brings, with the client id and the secret that programs are configured with.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../common/database/transaction.js';
import { ChosenClients } from '../../../oidc/clients/management/chosen-clients.service.js';
import { ServiceUserCredentials } from '../../../users/directory/service-users/service-user-credentials.service.js';
import { SERVICE_USER_PROFILES } from '../../../users/directory/service-users/service-users.repository.js';
import { ServiceUsers } from '../../../users/directory/service-users/service-users.service.js';
import type { Organization } from '../../../users/organizations/organizations.service.js';
import { oneOf, tokenTypeAt, wordsAsTable } from '../records/application-record.js';
import { idAt, partAt, textAt } from '../records/entry-members.js';
import type { Members } from '../records/import-record.js';
import { activeOf } from '../records/person-record.js';

const PROFILES = wordsAsTable(SERVICE_USER_PROFILES);

@Injectable()
export class ImportedServiceUsers {
  constructor(
    private readonly serviceUsers: ServiceUsers,
    private readonly credentials: ServiceUserCredentials,
    private readonly clients: ChosenClients,
  ) {}

  /** @throws DomainError `invalid`, `conflict` */
  async addServiceUser(tx: Transaction, organization: Organization, value: Members, editor: string): Promise<void> {
    const user = partAt(value, 'user');
    const [name, description] = [textAt(user, 'name', 'user', 200), textAt(user, 'description', 'user', 500)];
    const [clientId, clientSecret] = [textAt(user, 'clientId', 'user', 100), textAt(user, 'clientSecret', 'user', 512)];
    const profile = oneOf(user, 'profile', 'user', PROFILES);
    await this.clients.assertUsable(tx, { clientId, clientSecret });
    const added = await this.serviceUsers.createIn(
      tx,
      organization,
      {
        id: idAt(value, 'userId'),
        userName: textAt(user, 'userName', 'user', 200, true) as string,
        active: activeOf(value['state']),
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
        accessTokenType: tokenTypeAt(user, 'user'),
        ...(profile && { profile }),
        ...(clientId === undefined ? {} : { clientId }),
      },
      editor,
    );
    if (clientSecret !== undefined) await this.credentials.keepSecretIn(tx, added, clientSecret, editor);
  }
}
