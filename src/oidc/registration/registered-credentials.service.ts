// The secret and the keys of a registered client.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../common/database/transaction.js';
import { ClientSecrets } from '../../users/authentication/credentials/client-secrets.service.js';
import { readPublicKey, thumbprint } from '../../users/authentication/credentials/public-key.js';
import { ApplicationCredentials } from '../clients/management/application-credentials.service.js';
import type { Application } from '../clients/management/applications.service.js';
import type { WishedClient } from './client-metadata.js';
import { RegistrationError } from './registration-error.js';
import { asRegistrationError } from './registration-faults.js';

@Injectable()
export class RegisteredCredentials {
  constructor(
    private readonly credentials: ApplicationCredentials,
    private readonly secrets: ClientSecrets,
  ) {}

  /** @returns a new secret, which cannot be read again */
  async newSecret(tx: Transaction, { no }: Application): Promise<string> {
    return (await this.secrets.createSecret(tx, no)).secret;
  }

  /** RFC 7592 section 2.2: a secret in a change must be the client's own; it can't be chosen. */
  async assertOwnSecret({ no }: Application, secret: unknown): Promise<void> {
    if (secret === undefined || secret === null) return;
    if (typeof secret !== 'string' || (await this.secrets.findMatching(no, secret)) === undefined)
      throw new RegistrationError('invalid_client_metadata', 'client_secret is not the secret of this client, and cannot be chosen.');
  }

  /** Whether {@link setKeys} would add or remove a key. @throws RegistrationError */
  async wouldChangeKeys(application: Application, { keys }: WishedClient): Promise<boolean> {
    const present = (await this.credentials.listKeys(application)).map((key) => key.thumbprint);
    const wanted = new Set((keys ?? []).map((key) => readKey(key).digest));
    return present.length !== wanted.size || !present.every((digest) => wanted.has(digest));
  }

  /** Replaces the keys of a client by those of its metadata. */
  async setKeys(tx: Transaction, application: Application, { keys }: WishedClient): Promise<void> {
    const wanted = (keys ?? []).map(readKey);
    if (application.config.authMethod === 'private_key_jwt' && wanted.length === 0)
      throw new RegistrationError('invalid_client_metadata', 'jwks with a key is needed for private_key_jwt.');
    const present = await this.credentials.listKeys(application, tx);
    const isWanted = (digest: string) => wanted.some((key) => key.digest === digest);
    for (const key of present.filter((one) => !isWanted(one.thumbprint)))
      await this.credentials.removeKeyIn(tx, application, key.id, application.id);
    const isPresent = (digest: string) => present.some((key) => key.thumbprint === digest);
    for (const { id, publicKey } of wanted.filter((key) => !isPresent(key.digest)))
      await this.credentials
        .addKeyIn(tx, application, { id, publicKey, expiresUs: null }, application.id)
        .catch((error: unknown) => Promise.reject(asRegistrationError(error)));
  }
}

function readKey(key: unknown): { id: string; digest: string; publicKey: unknown } {
  try {
    const { kid } = key as { kid?: unknown };
    const digest = thumbprint(readPublicKey(key));
    return { id: typeof kid === 'string' ? kid : digest, digest, publicKey: key };
  } catch (error) {
    throw asRegistrationError(error, 'jwks: ');
  }
}
