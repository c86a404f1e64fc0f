// Client secrets of service users and applications: made here, shown once, kept as digests.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { equalDigests, secretDigest } from '../../common/crypto/digest.js';
import { ConfigCache, ConfigVersion } from '../../common/database/config-version.js';
import { Database, type Transaction } from '../../common/database/database.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { newId, newSecret } from '../../common/primitives/ids.js';
import { checkExpiry } from './expiry.js';

/** So many secrets of one owner may overlap. */
export const MAX_SECRETS = 10;

/** What is known of a secret after it was shown. Times are microseconds since 1970 UTC; null: it has no end. */
export interface ClientSecret {
  id: string;
  createdUs: number;
  expiresUs: number | null;
}

type Digest = Pick<ClientSecret, 'expiresUs'> & { digest: string };

@Injectable()
export class ClientSecrets {
  private readonly cache: ConfigCache<number, Digest[]>;

  constructor(
    private readonly database: Database,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
  ) {
    this.cache = new ConfigCache(config);
  }

  /**
   * Makes one more secret for an owner (a user's or an application's number).
   * @returns the secret, which cannot be read again
   * @throws DomainError `invalid`, or `precondition` when the owner has too many
   */
  async create(tx: Transaction, ownerNo: number, expiresUs: number | null = null): Promise<{ id: string; secret: string }> {
    // First, because its row lock lets one change at a time count and act.
    await this.config.raise(tx);
    const owned = await tx.row<{ count: number }>('SELECT COUNT(*) AS count FROM client_secrets WHERE owner_no = ?', [ownerNo]);
    if ((owned?.count ?? 0) >= MAX_SECRETS)
      throw new DomainError('precondition', 'clientSecret.tooMany', `There are already ${MAX_SECRETS} secrets; remove one first.`);
    const created = { id: newId(), secret: newSecret() };
    const now = this.clock.nowUs();
    await tx.run('INSERT INTO client_secrets (id, owner_no, digest, created_us, expires_us) VALUES (?, ?, ?, ?, ?)', [
      created.id,
      ownerNo,
      secretDigest(created.secret),
      now,
      checkExpiry(expiresUs, now),
    ]);
    return created;
  }

  /** An owner's secrets, oldest first, also those that have expired. */
  async list(ownerNo: number): Promise<ClientSecret[]> {
    const rows = await this.database.query.rows<{ id: string; created_us: number; expires_us: number | null }>(
      'SELECT id, created_us, expires_us FROM client_secrets WHERE owner_no = ? ORDER BY created_us, id',
      [ownerNo],
    );
    return rows.map(({ id, created_us, expires_us }) => ({ id, createdUs: created_us, expiresUs: expires_us }));
  }

  /** @param expiresUs null for never @throws DomainError `invalid`, `notFound` */
  async setExpiry(tx: Transaction, ownerNo: number, id: string, expiresUs: number | null): Promise<void> {
    await this.config.raise(tx);
    const values = [checkExpiry(expiresUs, this.clock.nowUs()), id, ownerNo];
    assertFound(await tx.run('UPDATE client_secrets SET expires_us = ? WHERE id = ? AND owner_no = ?', values));
  }

  /** Ends a secret at once. Tokens that it obtained live on. @throws DomainError `notFound` */
  async remove(tx: Transaction, ownerNo: number, id: string): Promise<void> {
    await this.config.raise(tx);
    assertFound(await tx.run('DELETE FROM client_secrets WHERE id = ? AND owner_no = ?', [id, ownerNo]));
  }

  async removeAll(tx: Transaction, ownerNo: number): Promise<void> {
    await this.config.raise(tx);
    await tx.run('DELETE FROM client_secrets WHERE owner_no = ?', [ownerNo]);
  }

  /** Whether `secret` is one of the owner's that has not expired. */
  async matches(ownerNo: number, secret: string, configVersion?: number): Promise<boolean> {
    const owned = await this.cache.get(ownerNo, () => this.digestsOf(ownerNo), configVersion);
    const [digest, now] = [secretDigest(secret), this.clock.nowUs()];
    return owned.some((one) => (one.expiresUs === null || one.expiresUs > now) && equalDigests(one.digest, digest));
  }

  private async digestsOf(ownerNo: number): Promise<Digest[]> {
    const rows = await this.database.query.rows<{ digest: string; expires_us: number | null }>(
      'SELECT digest, expires_us FROM client_secrets WHERE owner_no = ?',
      [ownerNo],
    );
    return rows.map(({ digest, expires_us }) => ({ digest, expiresUs: expires_us }));
  }
}

function assertFound(matched: number): void {
  if (matched === 0) throw new DomainError('notFound', 'clientSecret.notFound', 'This secret does not exist.');
}
