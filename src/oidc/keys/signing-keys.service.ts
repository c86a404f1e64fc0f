// The keys that sign tokens: generated at the first start, stored sealed, rotated, published as a JSON Web Key Set (RFC 7517).
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { Clock } from '../../common/primitives/clock.js';
import { ConfigCache, ConfigVersion, LOOK_AGAIN_MS } from '../../common/database/config-version.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { Database } from '../../common/database/database.js';
import type { Transaction } from '../../common/database/transaction.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { EventLog, SYSTEM } from '../../users/events/events.service.js';
import { makeKeyPair, SIGNING_ALGORITHMS, type SigningAlgorithm, type SigningKey } from './jws.js';
import { planRotation, type RotationPlan } from '../../common/crypto/key-rotation-plan.js';
import { signingKeyRules } from './rotation-plan.js';
import { SigningKeysRepository, type StoredSigningKey } from './signing-keys.repository.js';

/** A snapshot of the keys; the same object as long as nothing changes. */
export interface KeySet {
  /** Changes with each change of a key or its state. */
  fingerprint: string;
  /** Private keys that sign, in the format of the library. */
  signing: JWK[];
  /** Public keys of all states, newest last. */
  published: JWK[];
  signers: ReadonlyMap<SigningAlgorithm, SigningKey>;
  verifiers: ReadonlyMap<string, SigningKey>;
}

/** The public facts of a key, without its private part. */
export type SigningKeyFacts = Pick<StoredSigningKey, 'kid' | 'alg' | 'state' | 'createdUs'>;

@Injectable()
export class SigningKeys {
  private readonly cache: ConfigCache<'keys', KeySet>;
  private known: KeySet | undefined;
  private lookedMs = 0;

  constructor(
    private readonly repository: SigningKeysRepository,
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly config: ConfigVersion,
    private readonly events: EventLog,
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {
    this.cache = new ConfigCache(config);
  }

  /** Generates missing keys: for each algorithm, an active key and its successor. Call once the keyring has been loaded. */
  async ensureKeys(): Promise<void> {
    while (await this.advanceKeys());
    await this.currentKeySet();
  }

  /** Every key, oldest first. */
  async listSigningKeys(): Promise<SigningKeyFacts[]> {
    return factsOf(await this.repository.listKeys());
  }

  /** The current keys. */
  async currentKeySet(): Promise<KeySet> {
    const startedMs = this.clock.nowMs();
    this.known = await this.cache.get('keys', () => this.load());
    // Set only now: callers that arrive while the keys load must not use the earlier ones.
    this.lookedMs = startedMs;
    return this.known;
  }

  /** The signing key as last read. Processes that serve OAuth requests read the keys once a second. */
  signer(alg: SigningAlgorithm): SigningKey {
    const key = this.known?.signers.get(alg);
    if (!key) throw new Error(`There is no key for ${alg}; the signing keys have not been made.`);
    return key;
  }

  /** The keys as of at most a second ago. A process that serves no OAuth requests must notice removed keys too. */
  async recentKeys(): Promise<KeySet> {
    const stale = this.clock.nowMs() - this.lookedMs >= LOOK_AGAIN_MS;
    return this.known && !stale ? this.known : this.currentKeySet();
  }

  /**
   * Activates the next key, for one algorithm or all. It becomes active at once if it has been published for as long as verifiers cache the
   * key set, otherwise as soon as it has. Sign-ins in progress continue, and tokens signed with the old key stay valid.
   * @param editor the id of the user who requested it
   * @returns every key afterwards, oldest first
   */
  async rotateKey(alg?: SigningAlgorithm, editor: string = SYSTEM): Promise<SigningKeyFacts[]> {
    const algorithms = alg === undefined ? SIGNING_ALGORITHMS : [alg];
    const nowUs = this.clock.nowUs();
    const made = await this.makeDue(requested(await this.repository.listKeys(), algorithms, nowUs));
    return this.database.write('request key rotation', async (tx) => {
      await this.repository.lockKeys(tx);
      await this.repository.requestRotation(tx, algorithms, nowUs);
      await this.carryOutDue(tx, made, editor);
      return factsOf(await this.repository.listKeys(tx));
    });
  }

  /**
   * Removes a key that may have leaked: no token it signed is accepted afterwards. If it was active, the next key is activated at once,
   * however recently it was published.
   * @param editor the id of the user who requested it
   * @returns every key afterwards, oldest first; undefined if the key does not exist
   */
  async revokeSigningKey(kid: string, editor: string): Promise<SigningKeyFacts[] | undefined> {
    const found = (await this.repository.listKeys()).find((key) => key.kid === kid);
    if (!found) return undefined;
    // Generated before the unit of work, which must be short and may run more than once.
    const [spare, successor] = [await this.make(found.alg), await this.make(found.alg)];
    const left = await this.database.write('revoke signing key', async (tx) => {
      await this.repository.lockKeys(tx);
      const keys = (await this.repository.listKeys(tx)).filter(({ alg }) => alg === found.alg);
      const key = keys.find((one) => one.kid === kid);
      if (!key) return undefined;
      await this.repository.revokeKey(tx, kid);
      await this.events.appendNext(tx, {
        type: 'instance.key.removed',
        orgNo: 0,
        id: 'instance',
        editor,
        payload: { kid, alg: key.alg, state: key.state },
      });
      if (key.state === 'active') await this.succeed(tx, keys, spare, editor);
      await this.carryOutDue(tx, new Map([[found.alg, successor]]), SYSTEM);
      await this.config.raise(tx);
      return factsOf(await this.repository.listKeys(tx));
    });
    await this.currentKeySet();
    return left;
  }

  /**
   * Carries out rotations that are due by age or were requested.
   * @param guard runs first in the unit of work, so that a background job can prove its lease
   * @returns whether any rotation was due
   */
  async advanceKeys(guard?: (tx: Transaction) => Promise<void>): Promise<boolean> {
    const keys = await this.repository.listKeys();
    if (this.plan(keys).size === 0) return false;
    const made = await this.makeDue(keys);
    return this.database.write('rotate signing keys', async (tx) => {
      await guard?.(tx);
      await this.repository.lockKeys(tx);
      return this.carryOutDue(tx, made, SYSTEM);
    });
  }

  /** The keys that plans for `keys` need. Generated before the unit of work, which must be short and may run more than once. */
  private async makeDue(keys: readonly StoredSigningKey[]): Promise<Map<SigningAlgorithm, StoredSigningKey>> {
    const made = new Map<SigningAlgorithm, StoredSigningKey>();
    for (const [alg, { make }] of this.plan(keys)) if (make) made.set(alg, await this.make(alg));
    return made;
  }

  /** Carries out the due plans that have the key they need. @returns whether there were any */
  private async carryOutDue(tx: Transaction, made: ReadonlyMap<SigningAlgorithm, StoredSigningKey>, editor: string): Promise<boolean> {
    const due = [...this.plan(await this.repository.listKeys(tx))].filter(([alg, { make }]) => !make || made.has(alg));
    for (const [alg, plan] of due) await this.carryOut(tx, alg, plan, made.get(alg), editor);
    if (due.length > 0) await this.config.raise(tx);
    return due.length > 0;
  }

  /** Plans for the algorithms with a rotation due. */
  private plan(keys: readonly StoredSigningKey[]): Map<SigningAlgorithm, RotationPlan> {
    const rules = signingKeyRules(this.settings.keyAges.signingDays);
    const plans = SIGNING_ALGORITHMS.map((alg) => {
      const owned = keys.filter((key) => key.alg === alg).map((key) => ({ ...key, id: key.kid }));
      return [alg, planRotation(owned, this.clock.nowUs(), rules)] as const;
    });
    return new Map(plans.filter(([, { make, handOver, remove }]) => make || handOver || remove.length > 0));
  }

  private async carryOut(
    tx: Transaction,
    alg: SigningAlgorithm,
    { make, handOver, remove }: RotationPlan,
    made: StoredSigningKey | undefined,
    editor: string,
  ): Promise<void> {
    const now = this.clock.nowUs();
    const { retiredUs } = signingKeyRules(this.settings.keyAges.signingDays);
    for (const kid of remove) await this.repository.removeKey(tx, kid, now - retiredUs);
    if (handOver) {
      if (!(await this.repository.handOverSigning(tx, handOver.from, handOver.to, now)))
        throw new Error(`The ${alg} keys were changed by another process.`);
      await this.announce(tx, handOver.to, alg, editor);
    }
    if (make && made) await this.repository.insertKey(tx, { ...made, state: make, activatedUs: make === 'active' ? now : null });
  }

  /** Activates the published key of `keys`, or `spare` if there is none. */
  private async succeed(tx: Transaction, keys: readonly StoredSigningKey[], spare: StoredSigningKey, editor: string): Promise<void> {
    const now = this.clock.nowUs();
    const next = keys.find(({ state }) => state === 'published');
    if (next) await this.repository.activateKey(tx, next.kid, now);
    else await this.repository.insertKey(tx, { ...spare, state: 'active', activatedUs: now });
    await this.announce(tx, (next ?? spare).kid, spare.alg, editor);
  }

  private announce(tx: Transaction, kid: string, alg: SigningAlgorithm, editor: string): Promise<void> {
    return this.events.appendNext(tx, { type: 'instance.key.activated', orgNo: 0, id: 'instance', editor, payload: { kid, alg } });
  }

  private async load(): Promise<KeySet> {
    await this.keyring.reloadDataKeys();
    const keys = await this.repository.listKeys();
    const fingerprint = keys.map(({ kid, state }) => `${kid}:${state}`).join(' ');
    if (this.known?.fingerprint === fingerprint) return this.known;
    const signing: Array<{ stored: StoredSigningKey; jwk: JWK }> = [];
    for (const stored of keys) if (stored.state === 'active') signing.push({ stored, jwk: await this.open(stored) });
    const published = keys.map(({ publicJwk }) => JSON.parse(publicJwk) as JWK);
    return {
      fingerprint,
      signing: signing.map(({ jwk }) => jwk),
      published,
      signers: new Map(
        signing.map(({ stored: { kid, alg }, jwk }) => [alg, { kid, alg, key: createPrivateKey({ key: jwk, format: 'jwk' }) }]),
      ),
      verifiers: new Map(
        keys.map(({ kid, alg, publicJwk }) => [
          kid,
          { kid, alg, key: createPublicKey({ key: JSON.parse(publicJwk) as JWK, format: 'jwk' }) },
        ]),
      ),
    };
  }

  private async open({ kid, sealedPrivateJwk }: StoredSigningKey): Promise<JWK> {
    const content = await this.keyring.open('signing-key', sealedPrivateJwk);
    if (!content) throw new Error(`The signing key ${kid} cannot be opened with this service's keys.`);
    return JSON.parse(content.toString()) as JWK;
  }

  private async make(alg: SigningAlgorithm): Promise<StoredSigningKey> {
    const pair = await makeKeyPair(alg);
    const publicJwk = pair.publicKey.export({ format: 'jwk' }) as JWK;
    const facts = { kid: await calculateJwkThumbprint(publicJwk), alg, use: 'sig' };
    const privateJwk = { ...pair.privateKey.export({ format: 'jwk' }), ...facts };
    // Another process may have superseded the data key because it was stolen.
    await this.keyring.reloadDataKeys();
    return {
      kid: facts.kid,
      alg,
      state: 'published',
      publicJwk: JSON.stringify({ ...publicJwk, ...facts }),
      sealedPrivateJwk: await this.keyring.seal('signing-key', Buffer.from(JSON.stringify(privateJwk))),
      createdUs: this.clock.nowUs(),
      activatedUs: null,
      retiredUs: null,
    };
  }
}

function factsOf(keys: readonly StoredSigningKey[]): SigningKeyFacts[] {
  return keys.map(({ kid, alg, state, createdUs }) => ({ kid, alg, state, createdUs }));
}

/** The keys once their rotation has been requested. */
function requested(keys: readonly StoredSigningKey[], algorithms: readonly SigningAlgorithm[], nowUs: number): StoredSigningKey[] {
  return keys.map((key) =>
    key.state === 'published' && key.activatedUs === null && algorithms.includes(key.alg) ? { ...key, activatedUs: nowUs } : key,
  );
}
