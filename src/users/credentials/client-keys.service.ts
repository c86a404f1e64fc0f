// Public keys with which service users and applications sign assertions (RFC 7523). Private halves never come here.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { ConfigCache, ConfigVersion } from '../../common/database/config-version.js';
import { Database, DuplicateKeyError, type Query, type Transaction } from '../../common/database/database.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { assertClientSuppliedId } from '../identifiers/client-supplied-id.js';
import { readPublicKey, thumbprint, type PublicJwk } from './public-key.js';

/** A registered key. `id` is the `kid` that assertions name, unique among its owner's; times are microseconds, `expiresUs` null means never. */
export interface ClientKey {
  id: string;
  thumbprint: string;
  jwk: PublicJwk;
  createdUs: number;
  expiresUs: number | null;
}

/** A key to be registered: a JWK or a PEM SPKI, and when it ends. `id` is the one it has elsewhere and keeps; absent: its thumbprint. */
export interface NewClientKey {
  id?: string;
  publicKey: unknown;
  expiresUs: number | null;
}

/** Enough to rotate; an assertion without `kid` is tried with each of them. */
const MAX_KEYS = 20;

@Injectable()
export class ClientKeys {
  private readonly cache: ConfigCache<number, ClientKey[]>;

  constructor(
    private readonly database: Database,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
  ) {
    this.cache = new ConfigCache(config);
  }

  /**
   * Registers a key for an owner (a user's or an application's number). A key belongs to one owner: it is refused when anybody has it already.
   * @throws DomainError `invalid`, `conflict`
   */
  async add(tx: Transaction, ownerNo: number, { id, publicKey, expiresUs }: NewClientKey): Promise<ClientKey> {
    const jwk = readPublicKey(publicKey);
    // First: its row lock lets one change at a time count and act.
    await this.config.raise(tx);
    const digest = thumbprint(jwk);
    const keyId = id === undefined ? null : assertClientSuppliedId(id, 'keyId');
    const key: ClientKey = { id: keyId ?? digest, thumbprint: digest, jwk, createdUs: this.clock.nowUs(), expiresUs };
    if (expiresUs !== null && expiresUs <= key.createdUs)
      throw new DomainError('invalid', 'clientKey.expired', 'The expiry must be in the future.', 'expiresAt');
    const keys = await this.list(ownerNo, tx);
    if (keys.length >= MAX_KEYS)
      throw new DomainError('precondition', 'clientKey.tooMany', `At most ${MAX_KEYS} keys may be registered; remove one first.`);
    if (keys.some((known) => known.id === key.id && known.thumbprint !== digest))
      throw new DomainError('conflict', 'clientKey.idTaken', 'Another key of the same owner has this id.', 'keyId');
    try {
      await tx.run('INSERT INTO client_keys (id, owner_no, key_id, public_jwk, created_us, expires_us) VALUES (?, ?, ?, ?, ?, ?)', [
        digest,
        ownerNo,
        keyId,
        JSON.stringify(jwk),
        key.createdUs,
        expiresUs,
      ]);
    } catch (error) {
      if (!(error instanceof DuplicateKeyError)) throw error;
      throw new DomainError('conflict', 'clientKey.registered', 'This key is already registered; create a new one.', 'publicKey');
    }
    return key;
  }

  /** The owner's keys, oldest first, with those that have expired. */
  async list(ownerNo: number, query: Query = this.database.query): Promise<ClientKey[]> {
    const rows = await query.rows<{ id: string; key_id: string | null; public_jwk: string; created_us: number; expires_us: number | null }>(
      'SELECT id, key_id, public_jwk, created_us, expires_us FROM client_keys WHERE owner_no = ? ORDER BY created_us, id',
      [ownerNo],
    );
    return rows.map(({ id, key_id, public_jwk, created_us, expires_us }) => ({
      id: key_id ?? id,
      thumbprint: id,
      jwk: JSON.parse(public_jwk) as PublicJwk,
      createdUs: created_us,
      expiresUs: expires_us,
    }));
  }

  /** Removes a key; what it signed is refused from now on. @throws DomainError `notFound` */
  async remove(tx: Transaction, ownerNo: number, id: string): Promise<void> {
    if (
      (await tx.run('DELETE FROM client_keys WHERE owner_no = ? AND (key_id = ? OR (key_id IS NULL AND id = ?))', [ownerNo, id, id])) === 0
    )
      throw new DomainError('notFound', 'clientKey.notFound', 'This key does not exist.');
    await this.config.raise(tx);
  }

  /** The owner's keys that have not expired. */
  async live(ownerNo: number, configVersion?: number): Promise<ClientKey[]> {
    const keys = await this.cache.get(ownerNo, () => this.list(ownerNo), configVersion);
    const now = this.clock.nowUs();
    return keys.filter(({ expiresUs }) => expiresUs === null || expiresUs > now);
  }
}
