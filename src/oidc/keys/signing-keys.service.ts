// The keys that sign tokens: made at the first start, kept sealed, published as a JSON Web Key Set (RFC 7517).
import { Injectable } from '@nestjs/common';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import { Clock } from '../../common/clock.js';
import { ConfigCache, ConfigVersion } from '../../common/config-version.js';
import { Keyring } from '../../common/crypto/keyring.js';
import { Database } from '../../common/database/database.js';
import { SigningKeysRepository, type SigningKeyState, type StoredSigningKey } from './signing-keys.repository.js';

/** RS256 must be there for ID tokens (OpenID Connect Core section 15.1). */
const ALGORITHM = 'RS256';
const MODULUS_BITS = 2048;

/** What exists after the first start: one key that signs, and the next one, visible long before it does. */
const FIRST_KEYS: readonly SigningKeyState[] = ['active', 'published'];

/** The keys at one moment. `signing` are private, `published` public; `fingerprint` changes with each change of either. */
export interface KeySet {
  fingerprint: string;
  signing: JWK[];
  published: JWK[];
}

@Injectable()
export class SigningKeys {
  private readonly cache: ConfigCache<'keys', KeySet>;

  constructor(
    private readonly repository: SigningKeysRepository,
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
  ) {
    this.cache = new ConfigCache(config);
  }

  /** Makes the first keys if there are none that sign. Call once the keyring has been loaded. */
  async ensure(): Promise<void> {
    if ((await this.repository.all()).some(({ state }) => state === 'active')) return;
    const made = await Promise.all(FIRST_KEYS.map((state) => this.make(state)));
    await this.database.write('make signing keys', async (tx) => {
      await this.repository.lock(tx);
      if ((await this.repository.all(tx)).some(({ state }) => state === 'active')) return;
      for (const key of made) await this.repository.insert(tx, key);
      await this.config.raise(tx);
    });
  }

  /** Every key, oldest first, without its private half. */
  async list(): Promise<Array<Pick<StoredSigningKey, 'kid' | 'alg' | 'state' | 'createdUs'>>> {
    return (await this.repository.all()).map(({ kid, alg, state, createdUs }) => ({ kid, alg, state, createdUs }));
  }

  current(): Promise<KeySet> {
    return this.cache.get('keys', async () => this.toKeySet(await this.repository.all()));
  }

  private toKeySet(keys: StoredSigningKey[]): KeySet {
    return {
      fingerprint: keys.map(({ kid, state }) => `${kid}:${state}`).join(' '),
      signing: keys.filter(({ state }) => state === 'active').map((key) => this.open(key)),
      published: keys.map(({ publicJwk }) => JSON.parse(publicJwk) as JWK),
    };
  }

  private open({ kid, sealedPrivateJwk }: StoredSigningKey): JWK {
    const content = this.keyring.open('signing-key', sealedPrivateJwk);
    if (!content) throw new Error(`The signing key ${kid} cannot be opened with this service's keys.`);
    return JSON.parse(content.toString()) as JWK;
  }

  private async make(state: SigningKeyState): Promise<StoredSigningKey> {
    const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { modulusLength: MODULUS_BITS, extractable: true });
    const facts = { kid: await calculateJwkThumbprint(await exportJWK(publicKey)), alg: ALGORITHM, use: 'sig' };
    const sealed = this.keyring.seal('signing-key', Buffer.from(JSON.stringify({ ...(await exportJWK(privateKey)), ...facts })));
    return {
      kid: facts.kid,
      alg: ALGORITHM,
      state,
      publicJwk: JSON.stringify({ ...(await exportJWK(publicKey)), ...facts }),
      sealedPrivateJwk: sealed,
      createdUs: this.clock.nowUs(),
    };
  }
}
