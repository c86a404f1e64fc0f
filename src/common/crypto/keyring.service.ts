// The data keys: a few per purpose, stored sealed with the master key. All other secrets are sealed with a data key.
import { createHmac } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { SEALS } from '../observation/topics.js';
import { Clock } from '../primitives/clock.js';
import { ConfigVersion, LOOK_AGAIN_MS } from '../database/config-version.js';
import { Database } from '../database/database.js';
import type { Query, Transaction } from '../database/transaction.js';
import { deleteDataKey, insertDataKey, listDataKeys, rewrapDataKey, setDataKeyState, type WrappedKey } from './data-keys.repository.js';
import { planRotation, type KeyState, type RotationPlan } from './key-rotation-plan.js';
import { boxKeyId, newBoxKey, openBox, sealBox, type BoxKey } from './sealed-box.js';

/**
 * The purposes of data keys. A value sealed for one purpose opens for no other.
 * `outside` values come back from browsers, mails and callers, so an attacker with such a key could forge them. All these keys can be revoked,
 * which ends the values listed here.
 * `rows` values stay in the database and would be lost without their keys. These keys are kept, so an attacker with one can read those rows in a
 * copy.
 * `readAfresh` values are read only after the data keys have been reloaded, so a new key may seal at once.
 */
export const PURPOSES = {
  'access-token': { outside: 'opaque access tokens and refresh tokens' },
  answer: { rows: 'answers to requests with an Idempotency-Key, for a day' },
  'branding-preview': { outside: 'previews of drafts of the look' },
  cookie: { outside: 'sign-ins and sign-outs under way' },
  cursor: { outside: 'places in lists, in exports and of those who follow events' },
  digest: { rows: 'recovery codes, marks of imported passwords, counters' },
  'identity-provider': { rows: 'client secrets, bind passwords and SAML keys of identity providers' },
  import: { rows: 'imports under way' },
  mail: { rows: 'mails that wait' },
  'mail-server': { rows: 'the password of the mail server' },
  'password-change': { outside: 'sign-ins that choose a new password' },
  proof: { outside: 'mailed codes and links, browsers that are trusted or remembered' },
  registration: { outside: 'registrations that wait for their code' },
  'returned-identity': { outside: 'identities between the callback of a provider and the sign-in' },
  'second-step': { outside: 'sign-ins between the first check and the last' },
  'sign-in': { outside: 'the way back into a lost sign-in' },
  'signing-key': { rows: 'the keys that sign, each revoked by itself', readAfresh: true },
  sms: { rows: 'text messages that wait' },
  'token-holder': { outside: 'JWT access tokens and hints by ID tokens' },
  totp: { rows: 'secrets of authenticator apps' },
  'totp-setup': { outside: 'authenticator apps being set up' },
  'upstream-sign-out': { rows: 'sign-outs that wait for an identity provider, and what they take' },
  'upstream-request': { rows: 'sign-ins that wait for the answer of an identity provider' },
} as const satisfies Record<string, { outside: string } | { rows: string; readAfresh?: true }>;
export type Purpose = keyof typeof PURPOSES;
/** Only the OAuth endpoints seal these, and they check for new keys once a second before any other work. */
export type TokenPurpose = 'access-token' | 'token-holder';

const ALL = Object.keys(PURPOSES) as Purpose[];
/** A purpose that was split from another one. Its first keys are copies, so that values from older builds stay valid. */
const BEGINS_AS = new Map<Purpose, Purpose>([['proof', 'digest']]);

/** The keys that seal the data keys. `previous` is set while the master key is being replaced (docs/adr/0006-keys.md). */
export interface MasterKeys {
  current: Buffer;
  previous?: Buffer | undefined;
}

const WRAP = 'data-key';
/** How long a key is known to every process before it seals. */
const LEAD_US = 60_000_000;
/** The master key doesn't open the stored data keys. */
export class WrongMasterKeyError extends Error {
  constructor() {
    super(
      'MASTER_KEY is not the key that sealed the data in this database. Nothing was changed. Start with the original key, ' +
        'or set it as MASTER_KEY_PREVIOUS to replace it.',
    );
    this.name = 'WrongMasterKeyError';
  }
}

/** Data keys must be created or re-sealed with the new master key, but writes are forbidden. */
export class DataKeysUnwrittenError extends Error {
  constructor() {
    super(
      'Data keys are still to be made or to be sealed with the new master key, and READ_ONLY or the read-only mode keeps this process from ' +
        'writing. Start once without it.',
    );
    this.name = 'DataKeysUnwrittenError';
  }
}

interface DataKey extends BoxKey {
  purpose: string;
  state: KeyState;
  createdUs: number;
}

/** The facts of a key that may be shown; its secret isn't one. */
export interface DataKeyFacts {
  id: string;
  state: string;
  createdUs: number;
}

type DataKeyName = Pick<DataKey, 'id' | 'purpose'>;

@Injectable()
export class Keyring {
  private readonly log = new Logger(Keyring.name);
  /** Replaced as a whole, never modified. */
  private keys: ReadonlyMap<string, DataKey> = new Map();
  private derived = { from: this.keys, secrets: new Map<Purpose, readonly string[]>() };
  private reloading: Promise<void> | undefined;
  private looking: Promise<void> | undefined;
  /** When the last successful check began. */
  private lookedMs = 0;
  private version = -1;

  constructor(
    private readonly database: Database,
    private readonly config: ConfigVersion,
    private readonly clock: Clock,
    private readonly masterKeys: MasterKeys,
  ) {}

  /**
   * Loads the data keys, generates missing ones, and re-seals those sealed with the previous master key.
   * Call once before any value is sealed. @throws WrongMasterKeyError, DataKeysUnwrittenError
   */
  async load(): Promise<void> {
    const isDone = (keys: ReadonlyMap<string, DataKey>) => ALL.every((purpose) => find(keys, purpose, 'active'));
    const stored = await listDataKeys(this.database.query);
    this.keys = unwrapAll(stored, this.masterKeys);
    if (isDone(this.keys) && stored.every((key) => unwrap(key, this.masterKeys.current))) return;
    if ((await this.database.writeGate.currentBan()) === 'readOnly') throw new DataKeysUnwrittenError();
    this.keys = await this.database.write('make data keys', async (tx) => {
      await this.config.lock(tx);
      const wrapped = await listDataKeys(tx);
      const keys = unwrapAll(wrapped, this.masterKeys);
      for (const key of wrapped) if (!unwrap(key, this.masterKeys.current)) await this.rewrap(tx, keys.get(key.id));
      for (const purpose of ALL) if (!find(keys, purpose, 'active')) await this.makeFirst(tx, keys, purpose, wrapped);
      return keys;
    });
  }

  /**
   * Seals with a key at most a second old. A value sealed with a revoked key would never open, and an attacker with a superseded key could read
   * new values.
   */
  async seal(purpose: Purpose, content: Buffer): Promise<string> {
    await this.follow();
    return this.sealWithActive(purpose, content);
  }

  /** Seals part of a token without checking for new keys: there are thousands of tokens a second. */
  sealToken(purpose: TokenPurpose, content: Buffer): string {
    return this.sealWithActive(purpose, content);
  }

  /** Like {@link sealToken}, with a shorter salt: for 12 bytes that are an identifier and no secret, in 63 characters. */
  sealName(purpose: TokenPurpose, content: Buffer): string {
    return this.sealWithActive(purpose, content, 2);
  }

  private sealWithActive(purpose: Purpose, content: Buffer, version?: 1 | 2): string {
    const key = find(this.keys, purpose, 'active');
    if (!key) throw new Error(`There is no data key for "${purpose}"; the keyring has not been loaded.`);
    if (SEALS.hasListeners) SEALS.publish({ operation: 'seal', purpose, failed: false });
    return sealBox(key, purpose, content, version);
  }

  /** @returns the content, or undefined for any text that this service didn't seal for this purpose. */
  async open(purpose: Purpose, text: string): Promise<Buffer | undefined> {
    const id = boxKeyId(text);
    if (id === undefined) return undefined;
    await this.follow(id);
    const key = this.keys.get(id);
    const content = key?.purpose === purpose ? openBox(key, purpose, text) : undefined;
    if (SEALS.hasListeners) SEALS.publish({ operation: 'open', purpose, failed: content === undefined });
    return content;
  }

  /** The keys, at most a second old, for comparison: a new object whenever any of them has changed. */
  async known(): Promise<object> {
    await this.follow();
    return this.keys;
  }

  /** Secrets derived from the keys of a purpose, for a library that needs the secret itself. The one to use comes first. */
  secrets(purpose: Purpose): string[] {
    if (this.derived.from !== this.keys) this.derived = { from: this.keys, secrets: new Map() };
    const known = this.derived.secrets.get(purpose) ?? this.derive(purpose);
    this.derived.secrets.set(purpose, known);
    return [...known];
  }

  private derive(purpose: Purpose): string[] {
    const active = find(this.keys, purpose, 'active');
    const others = [...this.keys.values()].filter((key) => key.purpose === purpose && key !== active).reverse();
    return [...(active ? [active] : []), ...others].map((key) => createHmac('sha256', key.secret).update('derived').digest('base64url'));
  }

  /** The stored keys of a purpose, oldest first, without their secrets. */
  async listDataKeys(purpose: Purpose, query: Query = this.database.query): Promise<DataKeyFacts[]> {
    const stored = await listDataKeys(query);
    return stored.filter((key) => key.purpose === purpose).map(({ id, state, createdUs }) => ({ id, state, createdUs }));
  }

  /**
   * Loads the changes of other processes. A key already in memory doesn't need the master key, so replacing that doesn't disturb running
   * processes.
   */
  async reloadDataKeys(): Promise<void> {
    this.reloading ??= this.learn().finally(() => (this.reloading = undefined));
    await this.reloading;
  }

  /** Publishes the next key of one purpose, or of all. It seals a minute later, when every process knows it. */
  async rotateDataKey(purpose?: Purpose): Promise<void> {
    await this.change('rotate data keys', async (tx, keys) => {
      const wanted = (purpose === undefined ? ALL : [purpose]).filter((one) => !find(keys, one, 'published'));
      for (const one of wanted) await this.make(tx, keys, one, 'published');
      return wanted.length > 0;
    });
  }

  /**
   * Revokes a key: values it sealed never open again. If it was active, the next one is activated at once.
   * @param record runs in the unit of work, to write the event
   * @returns false if the purpose has no such key
   */
  async removeDataKey(purpose: Purpose, id: string, record: (tx: Transaction) => Promise<void>): Promise<DataKeyFacts[] | false> {
    return this.change('remove data key', async (tx, keys) => {
      const key = keys.get(id);
      if (key?.purpose !== purpose) return false;
      await deleteDataKey(tx, id);
      if (key.state === 'active') await this.replace(tx, keys, purpose);
      await record(tx);
      return this.listDataKeys(purpose, tx);
    });
  }

  /**
   * For a stolen master key: revokes the keys of all `outside` values, and replaces those of `rows` values with new ones.
   * @param record runs in the unit of work, with the removed keys, to write the events
   * @returns the keys of `shown` afterwards
   */
  async removeKeysHeldOutside(
    shown: Purpose,
    record: (tx: Transaction, removed: readonly DataKeyName[]) => Promise<void>,
  ): Promise<DataKeyFacts[]> {
    const changed = await this.change('remove data keys', async (tx, keys) => {
      const removed = [...keys.values()].filter(({ purpose }) => isHeldOutside(purpose));
      for (const { id } of removed) await deleteDataKey(tx, id);
      for (const purpose of ALL) {
        if (isHeldOutside(purpose)) await this.make(tx, keys, purpose, 'active');
        else await this.supersede(tx, keys, purpose);
      }
      await record(tx, removed);
      return this.listDataKeys(shown, tx);
    });
    return changed || [];
  }

  /**
   * Activates published keys, and publishes a successor for those older than `maxAgeUs`.
   * @param guard runs first in the unit of work, so that a background job can prove its lease
   * @throws WrongMasterKeyError if the master key of this process has been replaced meanwhile
   */
  async advanceDataKeys(maxAgeUs: number, guard: (tx: Transaction) => Promise<void>): Promise<void> {
    await this.reloadDataKeys();
    if (this.due(this.keys, maxAgeUs).length === 0) return;
    await this.change('advance data keys', async (tx, keys) => {
      await guard(tx);
      const due = this.due(keys, maxAgeUs);
      for (const [purpose, { make, handOver }] of due) {
        if (make) await this.make(tx, keys, purpose, make);
        if (!handOver) continue;
        await setDataKeyState(tx, handOver.from, 'active', 'retired');
        await setDataKeyState(tx, handOver.to, 'published', 'active');
      }
      return due.length > 0;
    });
  }

  /** Purposes for which a rotation step is due. */
  private due(keys: ReadonlyMap<string, DataKey>, maxAgeUs: number): Array<[Purpose, RotationPlan]> {
    const all = [...keys.values()];
    const now = this.clock.nowUs();
    return ALL.map((purpose): [Purpose, RotationPlan] => [
      purpose,
      planRotation(
        all.filter((key) => key.purpose === purpose),
        now,
        { maxAgeUs, leadUs: LEAD_US, keepsSuccessor: false },
      ),
    ]).filter(([, { make, handOver }]) => make ?? handOver);
  }

  /** Runs a unit of work on the current keys. `work` returns false if it changed none. */
  private async change<Result>(
    name: string,
    work: (tx: Transaction, keys: Map<string, DataKey>) => Promise<Result | false>,
  ): Promise<Result | false> {
    const changed = await this.database.write(name, async (tx) => {
      await this.config.lock(tx);
      const stored = await listDataKeys(tx);
      // Only the current master key counts: a process that still has a replaced one must not seal with it.
      const changes = await work(tx, unwrapAll(stored, { current: this.masterKeys.current }));
      if (changes !== false) await this.config.raise(tx);
      return changes;
    });
    // A reload that is already running may have read the keys before the change.
    await this.reloading?.catch(() => undefined);
    await this.reloadDataKeys();
    return changed;
  }

  /** Activates the published key of a purpose, or a new one if there is none. */
  private async replace(tx: Transaction, keys: Map<string, DataKey>, purpose: Purpose): Promise<void> {
    const next = find(keys, purpose, 'published');
    if (next) await setDataKeyState(tx, next.id, 'published', 'active');
    else await this.make(tx, keys, purpose, 'active');
  }

  /** Makes a new key take over: at once, or when every process knows it. */
  private async supersede(tx: Transaction, keys: Map<string, DataKey>, purpose: Purpose): Promise<void> {
    // An attacker with the active key may have the published one too. That key has sealed nothing, so it is deleted.
    for (const key of keys.values()) if (key.purpose === purpose && key.state === 'published') await deleteDataKey(tx, key.id);
    const active = find(keys, purpose, 'active');
    const isAtOnce = 'readAfresh' in PURPOSES[purpose];
    if (isAtOnce && active) await setDataKeyState(tx, active.id, 'active', 'retired');
    await this.make(tx, keys, purpose, isAtOnce ? 'active' : 'published');
  }

  /**
   * Checks whether the keys have changed, unless the last check is less than a second old. Concurrent callers share a check.
   * @param wanted a key id that should exist
   */
  private async follow(wanted?: string): Promise<void> {
    if (this.clock.nowMs() - this.lookedMs < LOOK_AGAIN_MS) return;
    this.looking ??= this.look(wanted).finally(() => (this.looking = undefined));
    await this.looking;
  }

  private async look(wanted?: string): Promise<void> {
    const startedMs = this.clock.nowMs();
    const isUnknown = wanted !== undefined && !this.keys.has(wanted);
    if (isUnknown || (await this.config.current()) !== this.version) await this.reloadDataKeys();
    else this.lookedMs = startedMs;
  }

  private async learn(): Promise<void> {
    const startedMs = this.clock.nowMs();
    // Read before the keys, which may then be newer than the version, never older.
    const version = await this.config.current();
    const keys = new Map<string, DataKey>();
    for (const stored of await listDataKeys(this.database.query)) {
      const secret = this.keys.get(stored.id)?.secret ?? unwrapEither(stored, this.masterKeys);
      if (secret) keys.set(stored.id, toDataKey(stored, secret));
      else this.log.warn({ message: 'a data key is sealed with a different master key than this process has; restart it', id: stored.id });
    }
    this.version = version;
    if (describe(keys) !== describe(this.keys)) this.keys = keys;
    this.lookedMs = startedMs;
  }

  private async makeFirst(tx: Transaction, keys: Map<string, DataKey>, purpose: Purpose, stored: readonly WrappedKey[]): Promise<void> {
    const before = stored.filter((key) => key.purpose === BEGINS_AS.get(purpose)).flatMap(({ id }) => keys.get(id) ?? []);
    for (const key of before) await this.insert(tx, keys, { ...key, id: newBoxKey().id, purpose });
    if (before.length === 0) await this.make(tx, keys, purpose, 'active');
  }

  private async make(tx: Transaction, keys: Map<string, DataKey>, purpose: Purpose, state: KeyState): Promise<void> {
    await this.insert(tx, keys, { ...newBoxKey(), purpose, state, createdUs: this.clock.nowUs() });
  }

  private async insert(tx: Transaction, keys: Map<string, DataKey>, key: DataKey): Promise<void> {
    await insertDataKey(tx, { ...key, wrapped: this.wrap(key) });
    keys.set(key.id, key);
  }

  private async rewrap(tx: Transaction, key: DataKey | undefined): Promise<void> {
    if (key) await rewrapDataKey(tx, key.id, this.wrap(key));
  }

  private wrap(key: DataKey): string {
    return sealBox({ id: MASTER_ID, secret: this.masterKeys.current }, wrapPurpose(key), key.secret);
  }
}

/** Used in place of a data key's id: the master key has no row. */
const MASTER_ID = Buffer.alloc(6).toString('base64url');

function wrapPurpose({ id, purpose }: Pick<DataKey, 'id' | 'purpose'>): string {
  return `${WRAP}:${id}:${purpose}`;
}

/** False for a purpose that only a newer build knows: its keys are left alone. */
function isHeldOutside(purpose: string): boolean {
  return Object.hasOwn(PURPOSES, purpose) && 'outside' in PURPOSES[purpose as Purpose];
}

/** The newest key of a purpose in a state. */
function find(keys: ReadonlyMap<string, DataKey>, purpose: Purpose, state: KeyState): DataKey | undefined {
  return [...keys.values()].findLast((key) => key.purpose === purpose && key.state === state);
}

/** Refuses a wrong master key before anything is written. @throws WrongMasterKeyError */
export async function checkMasterKeys(query: Query, masterKeys: MasterKeys): Promise<void> {
  unwrapAll(await listDataKeys(query), masterKeys);
}

function unwrapAll(stored: readonly WrappedKey[], masterKeys: MasterKeys): Map<string, DataKey> {
  return new Map(
    stored.map((key) => {
      const secret = unwrapEither(key, masterKeys);
      if (!secret) throw new WrongMasterKeyError();
      return [key.id, toDataKey(key, secret)];
    }),
  );
}

function unwrapEither(key: WrappedKey, { current, previous }: MasterKeys): Buffer | undefined {
  return unwrap(key, current) ?? (previous && unwrap(key, previous));
}

function unwrap(key: WrappedKey, masterKey: Buffer): Buffer | undefined {
  return openBox({ id: MASTER_ID, secret: masterKey }, wrapPurpose(key), key.wrapped);
}

function describe(keys: ReadonlyMap<string, DataKey>): string {
  return [...keys.values()].map(({ id, state }) => `${id}:${state}`).join(' ');
}

function toDataKey({ id, purpose, state, createdUs }: WrappedKey, secret: Buffer): DataKey {
  return { id, secret, purpose, state, createdUs };
}
