// Credentials of service users: client secrets, public keys and personal access tokens, each change with its event.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Precondition } from '../../../common/database/precondition.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { ClientKeys, type NewClientKey } from '../../authentication/credentials/client-keys.service.js';
import type { ClientKey } from '../../authentication/credentials/client-keys.repository.js';
import { ClientSecrets } from '../../authentication/credentials/client-secrets.service.js';
import { PersonalAccessTokens, type NewPersonalAccessToken } from '../../authentication/credentials/personal-access-tokens.service.js';
import type { PersonalAccessToken } from '../../authentication/credentials/personal-access-tokens.repository.js';
import type { NewEvent } from '../../events/events.service.js';
import { ServiceUsers } from './service-users.service.js';
import type { ServiceUser } from './service-users.repository.js';

/** A new client secret, shown only once. */
export interface NewCredential {
  clientId: string;
  clientSecret: string;
  secretId: string;
}

@Injectable()
export class ServiceUserCredentials {
  constructor(
    private readonly serviceUsers: ServiceUsers,
    private readonly secrets: ClientSecrets,
    private readonly keys: ClientKeys,
    private readonly tokens: PersonalAccessTokens,
    private readonly database: Database,
  ) {}

  /**
   * Creates another client secret.
   * @returns the client id and secret; the secret cannot be read again
   * @throws DomainError `invalid`, `precondition`
   */
  addSecret(
    user: ServiceUser,
    editor: string,
    expiresUs: number | null = null,
    expected?: Precondition<ServiceUser>,
  ): Promise<NewCredential> {
    return this.database.write('add client secret', (tx) => this.addSecretIn(tx, user, editor, expiresUs, expected));
  }

  /** The same as part of a larger unit of work. */
  async addSecretIn(
    tx: Transaction,
    user: ServiceUser,
    editor: string,
    expiresUs: number | null = null,
    expected?: Precondition<ServiceUser>,
  ): Promise<NewCredential> {
    await this.lockForSharedSecret(tx, user, expected);
    const { id, secret } = await this.secrets.createSecret(tx, user.no, expiresUs);
    await this.serviceUsers.appendEvent(tx, user, editor, 'user.machine.secret.set', { secretId: id });
    return { clientId: user.clientId, clientSecret: secret, secretId: id };
  }

  /** Stores a secret from another service for a new service user, as part of `tx`. */
  async keepSecretIn(tx: Transaction, user: ServiceUser, secret: string, editor: string): Promise<void> {
    await this.lockForSharedSecret(tx, user);
    const secretId = await this.secrets.keepSecret(tx, user.no, secret);
    await this.serviceUsers.appendEvent(tx, user, editor, 'user.machine.secret.set', { secretId });
  }

  /** @param expiresUs null for never @throws DomainError `invalid`, `notFound` */
  async setSecretExpiry(
    user: ServiceUser,
    secretId: string,
    expiresUs: number | null,
    editor: string,
    expected?: Precondition<ServiceUser>,
  ): Promise<void> {
    await this.database.write('set end of client secret', async (tx) => {
      await this.lock(tx, user, expected);
      await this.secrets.setSecretExpiry(tx, user.no, secretId, expiresUs);
      await this.serviceUsers.appendEvent(tx, user, editor, 'user.machine.secret.changed', { secretId });
    });
  }

  /** Ends a secret at once. @throws DomainError `notFound` */
  async removeSecret(user: ServiceUser, secretId: string, editor: string, expected?: Precondition<ServiceUser>): Promise<void> {
    await this.database.write('remove client secret', async (tx) => {
      await this.lock(tx, user, expected);
      await this.secrets.removeSecret(tx, user.no, secretId);
      await this.serviceUsers.appendEvent(tx, user, editor, 'user.machine.secret.removed', { secretId });
    });
  }

  /** The public keys of a service user, oldest first. */
  listKeys(user: ServiceUser): Promise<ClientKey[]> {
    return this.keys.listKeys(user.no);
  }

  /** One of the public keys of a service user. @throws DomainError `notFound` */
  requireKey(user: ServiceUser, keyId: string): Promise<ClientKey> {
    return this.keys.requireKey(user.no, keyId);
  }

  /** Registers a public key for verifying assertions of the service user. @throws DomainError `invalid`, `conflict` */
  addKey(user: ServiceUser, key: NewClientKey, editor: string, expected?: Precondition<ServiceUser>): Promise<ClientKey> {
    return this.database.write('add client key', (tx) => this.addKeyIn(tx, user, key, editor, expected));
  }

  /** The same as part of a larger unit of work. */
  async addKeyIn(
    tx: Transaction,
    user: ServiceUser,
    key: NewClientKey,
    editor: string,
    expected?: Precondition<ServiceUser>,
  ): Promise<ClientKey> {
    await this.lock(tx, user, expected);
    const added = await this.keys.addKey(tx, user.no, key);
    await this.serviceUsers.appendEvent(tx, user, editor, 'user.machine.key.added', { keyId: added.id });
    return added;
  }

  /** @throws DomainError `notFound` */
  async removeKey(user: ServiceUser, keyId: string, editor: string, expected?: Precondition<ServiceUser>): Promise<void> {
    await this.database.write('remove client key', async (tx) => {
      await this.lock(tx, user, expected);
      await this.keys.removeKey(tx, user.no, keyId);
      await this.serviceUsers.appendEvent(tx, user, editor, 'user.machine.key.removed', { keyId });
    });
  }

  /** Creates a personal access token. @returns the token, which cannot be read again @throws DomainError `invalid`, `precondition` */
  addPersonalAccessToken(
    user: ServiceUser,
    input: NewPersonalAccessToken,
    editor: string,
    expected?: Precondition<ServiceUser>,
  ): Promise<{ id: string; token: string }> {
    return this.database.write('add personal access token', (tx) => this.addPersonalAccessTokenIn(tx, user, input, editor, expected));
  }

  /** The same as part of a larger unit of work. */
  async addPersonalAccessTokenIn(
    tx: Transaction,
    user: ServiceUser,
    input: NewPersonalAccessToken,
    editor: string,
    expected?: Precondition<ServiceUser>,
  ): Promise<{ id: string; token: string }> {
    await this.lockForSharedSecret(tx, user, expected);
    const created = await this.tokens.createToken(tx, user.no, input);
    await this.serviceUsers.appendEvent(tx, user, editor, 'user.pat.added', { tokenId: created.id });
    return created;
  }

  /** Shortens the expiry of the user's other tokens to `untilUs`. */
  async endOtherTokens(tx: Transaction, user: ServiceUser, tokenId: string, untilUs: number, editor: string): Promise<void> {
    await this.tokens.endOtherTokens(tx, user.no, tokenId, untilUs);
    await this.serviceUsers.appendEvent(tx, user, editor, 'user.pat.rotated', { tokenId });
  }

  /** Ends every credential of a service user, and the tokens obtained with them, as part of `tx`. */
  async endAllIn(tx: Transaction, user: ServiceUser, editor: string): Promise<void> {
    await this.lock(tx, user);
    const append = (type: NewEvent['type'], payload: Record<string, unknown>) =>
      this.serviceUsers.appendEvent(tx, user, editor, type, payload);
    for (const { id } of await this.tokens.listTokens(user.no, tx)) {
      await this.tokens.removeToken(tx, user.no, id);
      await append('user.pat.removed', { tokenId: id });
    }
    for (const { id } of await this.secrets.listSecrets(user.no, tx)) {
      await this.secrets.removeSecret(tx, user.no, id);
      await append('user.machine.secret.removed', { secretId: id });
    }
    for (const { id } of await this.keys.listKeys(user.no, tx)) {
      await this.keys.removeKey(tx, user.no, id);
      await append('user.machine.key.removed', { keyId: id });
    }
    await this.serviceUsers.endTokensIn(tx, user);
  }

  /** First in each unit of work. @throws DomainError `notFound` when the service user has been removed meanwhile */
  private async lock(tx: Transaction, { orgNo, id }: ServiceUser, expected?: Precondition<ServiceUser>): Promise<void> {
    await this.serviceUsers.lock(tx, { no: orgNo }, id, expected);
  }

  /** The same for a secret or a token that two parties know. @throws DomainError `notFound`, or `precondition` for a profile without them */
  private async lockForSharedSecret(tx: Transaction, { orgNo, id }: ServiceUser, expected?: Precondition<ServiceUser>): Promise<void> {
    await this.serviceUsers.lockForSharedSecret(tx, { no: orgNo }, id, expected);
  }

  /** The personal access tokens of a service user, oldest first. */
  listPersonalAccessTokens(user: ServiceUser, query?: Query): Promise<PersonalAccessToken[]> {
    return this.tokens.listTokens(user.no, query);
  }

  /** Ends a personal access token at once. @throws DomainError `notFound` */
  async removePersonalAccessToken(user: ServiceUser, tokenId: string, editor: string, expected?: Precondition<ServiceUser>): Promise<void> {
    await this.database.write('remove personal access token', async (tx) => {
      await this.lock(tx, user, expected);
      await this.tokens.removeToken(tx, user.no, tokenId);
      await this.serviceUsers.appendEvent(tx, user, editor, 'user.pat.removed', { tokenId });
    });
  }
}
