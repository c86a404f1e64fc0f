// Public keys for verifying assertions of service users and applications (RFC 7523). The service never receives private keys.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/primitives/clock.js';
import { ConfigCache, ConfigVersion } from '../../../common/database/config-version.js';
import { DuplicateKeyError } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { DomainError } from '../../../common/primitives/domain-error.js';
import { assertClientSuppliedId } from '../../../common/identifiers/client-supplied-id.js';
import { ClientKeysRepository, type ClientKey } from './client-keys.repository.js';
import { readPublicKey, thumbprint, type PublicJwk } from './public-key.js';

/** A key to register: a JWK or a PEM SPKI, and its expiry. `id` is its existing id elsewhere; absent: its thumbprint. */
export interface NewClientKey {
  id?: string;
  publicKey: unknown;
  expiresUs: number | null;
}

/** Enough for rotation; an assertion without `kid` is tried with each of them. */
const MAX_KEYS = 20;

@Injectable()
export class ClientKeys {
  private readonly cache: ConfigCache<number, ClientKey[]>;

  constructor(
    private readonly repository: ClientKeysRepository,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
  ) {
    this.cache = new ConfigCache(config);
  }

  /**
   * Registers a key for an owner (a user's or an application's number). A key belongs to one owner: it is refused if any owner has it already.
   * @throws DomainError `invalid`, `conflict`
   */
  async addKey(tx: Transaction, ownerNo: number, { id, publicKey, expiresUs }: NewClientKey): Promise<ClientKey> {
    const jwk = readPublicKey(publicKey);
    // First: its row lock serializes counting and adding.
    await this.config.raise(tx);
    const digest = thumbprint(jwk);
    const keyId = id === undefined ? null : assertClientSuppliedId(id, 'keyId');
    const key: ClientKey = { id: keyId ?? digest, thumbprint: digest, jwk, createdUs: this.clock.nowUs(), expiresUs };
    if (expiresUs !== null && expiresUs <= key.createdUs)
      throw new DomainError('invalid', 'clientKey.expired', 'The expiry must be in the future.', 'expiresAt');
    const keys = await this.listKeys(ownerNo, tx);
    if (keys.length >= MAX_KEYS)
      throw new DomainError('precondition', 'clientKey.tooMany', `At most ${MAX_KEYS} keys may be registered; remove one first.`);
    if (keys.some((known) => known.id === key.id && known.thumbprint !== digest)) throw idTaken();
    try {
      await this.repository.insertKey(tx, ownerNo, { ...key, keyId });
    } catch (error) {
      if (!(error instanceof DuplicateKeyError)) throw error;
      // A key added since the snapshot of this unit of work.
      if (error.index === 'u_client_keys_key_id') throw idTaken();
      throw new DomainError('conflict', 'clientKey.registered', 'This key is already registered; create a new one.', 'publicKey');
    }
    return key;
  }

  /** The owner's keys, oldest first, including expired ones. */
  listKeys(ownerNo: number, query?: Query): Promise<ClientKey[]> {
    return this.repository.listKeysOf(ownerNo, query);
  }

  /** One of the owner's keys, even if expired. @throws DomainError `notFound` */
  async requireKey(ownerNo: number, id: string): Promise<ClientKey> {
    const key = await this.repository.findKey(ownerNo, id);
    if (!key) throw notFound();
    return key;
  }

  /** Removes a key; assertions signed with it are refused from then on. @throws DomainError `notFound` */
  async removeKey(tx: Transaction, ownerNo: number, id: string): Promise<void> {
    if (!(await this.repository.deleteKey(tx, ownerNo, id))) throw notFound();
    await this.config.raise(tx);
  }

  /** The owner's keys that have not expired, without keys that an older build accepted and this build refuses. */
  async listLiveKeys(ownerNo: number, configVersion?: number): Promise<ClientKey[]> {
    const read = async () => (await this.listKeys(ownerNo)).filter(({ jwk }) => isAcceptable(jwk));
    const keys = await this.cache.get(ownerNo, read, configVersion);
    const now = this.clock.nowUs();
    return keys.filter(({ expiresUs }) => expiresUs === null || expiresUs > now);
  }
}

function isAcceptable(jwk: PublicJwk): boolean {
  try {
    return readPublicKey(jwk) !== undefined;
  } catch {
    return false;
  }
}

function notFound(): DomainError {
  return new DomainError('notFound', 'clientKey.notFound', 'This key does not exist.');
}

function idTaken(): DomainError {
  return new DomainError('conflict', 'clientKey.idTaken', 'Another key of the same owner has this id.', 'keyId');
}
