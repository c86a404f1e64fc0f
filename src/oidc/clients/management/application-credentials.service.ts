// Credentials of applications: client secrets and public keys, each change with its event.
import { Injectable } from '@nestjs/common';
import type { Precondition } from '../../../common/database/precondition.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { ClientKeys, type NewClientKey } from '../../../users/authentication/credentials/client-keys.service.js';
import type { ClientKey } from '../../../users/authentication/credentials/client-keys.repository.js';
import { ClientSecrets } from '../../../users/authentication/credentials/client-secrets.service.js';
import type { ClientSecret } from '../../../users/authentication/credentials/client-secrets.repository.js';
import { hasSecrets } from '../application.js';
import { Applications, type Application, type ApplicationPath } from './applications.service.js';

@Injectable()
export class ApplicationCredentials {
  constructor(
    private readonly applications: Applications,
    private readonly secrets: ClientSecrets,
    private readonly keys: ClientKeys,
  ) {}

  /** An application's secrets, oldest first. @throws DomainError `notFound` */
  async listSecrets(orgNo: number, projectId: string, id: string): Promise<ClientSecret[]> {
    return this.secrets.listSecrets((await this.applications.requireApplication(orgNo, projectId, id)).no);
  }

  /** One of an application's secrets. @throws DomainError `notFound` */
  async requireSecret(orgNo: number, projectId: string, id: string, secretId: string): Promise<ClientSecret> {
    return this.secrets.requireSecret((await this.applications.requireApplication(orgNo, projectId, id)).no, secretId);
  }

  /** Creates another secret; earlier ones stay valid. @throws DomainError `notFound`, `invalid`, `precondition` */
  addSecret(
    path: ApplicationPath,
    expiresUs: number | null,
    editor: string,
    expected?: Precondition<Application>,
  ): Promise<{ clientId: string; clientSecret: string; secretId: string }> {
    return this.applications.changeApplication('add application secret', path, expected, async (tx, application) => {
      if (!hasSecrets(application.config))
        throw new DomainError('precondition', 'application.noSecrets', 'This application does not authenticate with a secret.');
      const { id: secretId, secret } = await this.secrets.createSecret(tx, application.no, expiresUs);
      await this.applications.appendEvent(tx, application, editor, 'application.secret.set', { secretId });
      return { clientId: application.clientId, clientSecret: secret, secretId };
    });
  }

  /** @param expiresUs null for no expiry @throws DomainError `notFound`, `invalid` */
  setSecretExpiry(
    path: ApplicationPath,
    secretId: string,
    expiresUs: number | null,
    editor: string,
    expected?: Precondition<Application>,
  ): Promise<void> {
    return this.applications.changeApplication('set end of application secret', path, expected, async (tx, application) => {
      await this.secrets.setSecretExpiry(tx, application.no, secretId, expiresUs);
      await this.applications.appendEvent(tx, application, editor, 'application.secret.changed', { secretId });
    });
  }

  /** Ends a secret at once. @throws DomainError `notFound` */
  removeSecret(path: ApplicationPath, secretId: string, editor: string, expected?: Precondition<Application>): Promise<void> {
    return this.applications.changeApplication('remove application secret', path, expected, async (tx, application) => {
      await this.secrets.removeSecret(tx, application.no, secretId);
      await this.applications.appendEvent(tx, application, editor, 'application.secret.removed', { secretId });
    });
  }

  /** The public keys of an application, oldest first. */
  listKeys(application: Application, query?: Query): Promise<ClientKey[]> {
    return this.keys.listKeys(application.no, query);
  }

  /** One of the public keys of an application. @throws DomainError `notFound` */
  requireKey(application: Application, keyId: string): Promise<ClientKey> {
    return this.keys.requireKey(application.no, keyId);
  }

  /** Registers a public key that the application signs assertions with. @throws DomainError `notFound`, `invalid`, `conflict` */
  addKey(path: ApplicationPath, key: NewClientKey, editor: string, expected?: Precondition<Application>): Promise<ClientKey> {
    return this.applications.changeApplication('add client key', path, expected, (tx, application) =>
      this.addKeyIn(tx, application, key, editor),
    );
  }

  /** Does the same as part of a larger unit of work. */
  async addKeyIn(tx: Transaction, application: Application, key: NewClientKey, editor: string): Promise<ClientKey> {
    const added = await this.keys.addKey(tx, application.no, key);
    await this.applications.appendEvent(tx, application, editor, 'application.key.added', { keyId: added.id });
    return added;
  }

  /** @throws DomainError `notFound` */
  removeKey(path: ApplicationPath, keyId: string, editor: string, expected?: Precondition<Application>): Promise<void> {
    return this.applications.changeApplication('remove client key', path, expected, (tx, application) =>
      this.removeKeyIn(tx, application, keyId, editor),
    );
  }

  /** Does the same as part of a larger unit of work. */
  async removeKeyIn(tx: Transaction, application: Application, keyId: string, editor: string): Promise<void> {
    await this.keys.removeKey(tx, application.no, keyId);
    await this.applications.appendEvent(tx, application, editor, 'application.key.removed', { keyId });
  }
}
