// Client secrets of service users and applications: generated, shown once, stored as digests.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/primitives/clock.js';
import { equalDigests, secretDigest } from '../../../common/crypto/digest.js';
import { ConfigCache, ConfigVersion } from '../../../common/database/config-version.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { newId, newSecret } from '../../../common/primitives/ids.js';
import { ClientSecretsRepository, type SecretDigest, type ClientSecret } from './client-secrets.repository.js';
import { checkExpiry } from './expiry.js';

/** Secrets of one owner that may be valid at once. */
export const MAX_SECRETS = 10;

@Injectable()
export class ClientSecrets {
  private readonly cache: ConfigCache<number, SecretDigest[]>;

  constructor(
    private readonly repository: ClientSecretsRepository,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
  ) {
    this.cache = new ConfigCache(config);
  }

  /**
   * Creates another secret for an owner (a user's or an application's number).
   * @returns the secret, which cannot be read again
   * @throws DomainError `invalid`, or `precondition` when the owner has too many
   */
  async createSecret(tx: Transaction, ownerNo: number, expiresUs: number | null = null): Promise<{ id: string; secret: string }> {
    // First: its row lock serializes counting and adding.
    await this.config.raise(tx);
    if ((await this.repository.countByOwner(tx, ownerNo)) >= MAX_SECRETS)
      throw new DomainError('precondition', 'clientSecret.tooMany', `There are already ${MAX_SECRETS} secrets; remove one first.`);
    const secret = newSecret();
    return { id: await this.insert(tx, ownerNo, secret, expiresUs), secret };
  }

  /** Stores a secret that the owner brings to a new application. @returns its id */
  async keepSecret(tx: Transaction, ownerNo: number, secret: string): Promise<string> {
    await this.config.raise(tx);
    return this.insert(tx, ownerNo, secret, null);
  }

  private async insert(tx: Transaction, ownerNo: number, secret: string, expiresUs: number | null): Promise<string> {
    const [id, now] = [newId(), this.clock.nowUs()];
    await this.repository.insertSecret(tx, ownerNo, {
      id,
      digest: secretDigest(secret),
      createdUs: now,
      expiresUs: checkExpiry(expiresUs, now),
    });
    return id;
  }

  /** An owner's secrets, oldest first, including expired ones. */
  listSecrets(ownerNo: number, query?: Query): Promise<ClientSecret[]> {
    return this.repository.listSecretsOf(ownerNo, query);
  }

  /** One of an owner's secrets, even if expired. @throws DomainError `notFound` */
  async requireSecret(ownerNo: number, id: string): Promise<ClientSecret> {
    const secret = await this.repository.findSecret(ownerNo, id);
    if (!secret) throw notFound();
    return secret;
  }

  /** @param expiresUs null for never @throws DomainError `invalid`, `notFound` */
  async setSecretExpiry(tx: Transaction, ownerNo: number, id: string, expiresUs: number | null): Promise<void> {
    await this.config.raise(tx);
    assertFound(await this.repository.setSecretExpiry(tx, ownerNo, id, checkExpiry(expiresUs, this.clock.nowUs())));
  }

  /** Ends a secret at once. Tokens obtained with it stay valid; tokens exchanged from those do not. @throws DomainError `notFound` */
  async removeSecret(tx: Transaction, ownerNo: number, id: string): Promise<void> {
    await this.config.raise(tx);
    assertFound(await this.repository.deleteSecret(tx, ownerNo, id));
  }

  async removeSecretsOf(tx: Transaction, ownerNo: number): Promise<void> {
    await this.config.raise(tx);
    await this.repository.deleteByOwner(tx, ownerNo);
  }

  /** @returns the id of the owner's matching secret; undefined if none matches or it has expired */
  async findMatching(ownerNo: number, secret: string, configVersion?: number): Promise<string | undefined> {
    const digest = secretDigest(secret);
    return (await this.listLive(ownerNo, configVersion)).find((one) => equalDigests(one.digest, digest))?.id;
  }

  /** Whether a secret exists and has not expired. */
  async isLive(ownerNo: number, id: string, configVersion?: number): Promise<boolean> {
    return (await this.listLive(ownerNo, configVersion)).some((one) => one.id === id);
  }

  private async listLive(ownerNo: number, configVersion?: number): Promise<SecretDigest[]> {
    const owned = await this.cache.get(ownerNo, () => this.repository.digestsByOwner(ownerNo), configVersion);
    const now = this.clock.nowUs();
    return owned.filter(({ expiresUs }) => expiresUs === null || expiresUs > now);
  }
}

function assertFound(found: boolean): void {
  if (!found) throw notFound();
}

function notFound(): DomainError {
  return new DomainError('notFound', 'clientSecret.notFound', 'This secret does not exist.');
}
