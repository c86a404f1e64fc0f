// Data keys: one per purpose, stored wrapped by the master key. Everything else that is secret is sealed by a data key.
import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../clock.js';
import { Database, type Query, type Transaction } from '../database/database.js';
import { boxKeyId, newBoxKey, openBox, sealBox, type BoxKey } from './sealed-box.js';

/** What a sealed value is for; a value sealed for one purpose opens for no other. */
export const PURPOSES = ['access-token', 'cookie', 'cursor', 'mail', 'signing-key'] as const;
export type Purpose = (typeof PURPOSES)[number];

const WRAP = 'data-key';

/** The master key does not open what is stored. */
export class WrongMasterKeyError extends Error {
  constructor() {
    super(
      'MASTER_KEY is not the key that sealed the data in this database. Nothing was changed. Start with the key this database was created with.',
    );
    this.name = 'WrongMasterKeyError';
  }
}

interface DataKey extends BoxKey {
  purpose: string;
  state: string;
}

@Injectable()
export class Keyring {
  private keys = new Map<string, DataKey>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly masterKey: Buffer,
  ) {}

  /** Loads the data keys, and makes the ones that are missing. Call once before anything is sealed. @throws WrongMasterKeyError */
  async load(): Promise<void> {
    this.keys = await readDataKeys(this.database.query, this.masterKey);
    if (PURPOSES.every((purpose) => this.active(purpose))) return;
    await this.database.write('make data keys', async (tx) => {
      // The row lock lets one process at a time look and make.
      await tx.row(`SELECT version FROM config_version WHERE id = 1${tx.forUpdate}`);
      this.keys = await readDataKeys(tx, this.masterKey);
      for (const purpose of PURPOSES) if (!this.active(purpose)) await this.make(tx, purpose);
    });
  }

  seal(purpose: Purpose, content: Buffer): string {
    const key = this.active(purpose);
    if (!key) throw new Error(`There is no data key for "${purpose}"; the keyring has not been loaded.`);
    return sealBox(key, purpose, content);
  }

  /** @returns the content, or undefined for anything that was not sealed by this service for this purpose. */
  open(purpose: Purpose, text: string): Buffer | undefined {
    const key = this.keys.get(boxKeyId(text) ?? '');
    return key?.purpose === purpose ? openBox(key, purpose, text) : undefined;
  }

  /** Secrets derived from the keys of a purpose, for a library that wants the secret itself; the newest first. */
  secrets(purpose: Purpose): string[] {
    return [...this.keys.values()]
      .filter((key) => key.purpose === purpose)
      .map((key) => createHmac('sha256', key.secret).update('derived').digest('base64url'))
      .reverse();
  }

  private active(purpose: string): DataKey | undefined {
    return [...this.keys.values()].findLast((key) => key.purpose === purpose && key.state === 'active');
  }

  private async make(tx: Transaction, purpose: string): Promise<void> {
    const key: DataKey = { ...newBoxKey(), purpose, state: 'active' };
    const wrapped = sealBox({ id: MASTER_ID, secret: this.masterKey }, `${WRAP}:${key.id}:${purpose}`, key.secret);
    await tx.run('INSERT INTO data_keys (id, purpose, state, wrapped, created_us) VALUES (?, ?, ?, ?, ?)', [
      key.id,
      purpose,
      key.state,
      wrapped,
      this.clock.nowUs(),
    ]);
    this.keys.set(key.id, key);
  }
}

/** Stands where a data key's id would: the master key has no row. */
const MASTER_ID = Buffer.alloc(6).toString('base64url');

/** Unwraps every stored data key. Also used before migrations, to refuse a wrong master key before anything is written. @throws WrongMasterKeyError */
export async function readDataKeys(query: Query, masterKey: Buffer): Promise<Map<string, DataKey>> {
  const rows = await query.rows<{ id: string; purpose: string; state: string; wrapped: string }>(
    'SELECT id, purpose, state, wrapped FROM data_keys ORDER BY created_us, id',
  );
  return new Map(
    rows.map(({ id, purpose, state, wrapped }) => {
      const secret = openBox({ id: MASTER_ID, secret: masterKey }, `${WRAP}:${id}:${purpose}`, wrapped);
      if (!secret) throw new WrongMasterKeyError();
      return [id, { id, secret, purpose, state }];
    }),
  );
}
