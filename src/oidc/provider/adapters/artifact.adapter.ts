// Stores the library's browser sessions and interactions. Ids are stored as digests, so a reader of the table cannot take over a session.
import { Injectable } from '@nestjs/common';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { Clock } from '../../../common/primitives/clock.js';
import { secretDigest } from '../../../common/crypto/digest.js';
import { Keyring } from '../../../common/crypto/keyring.service.js';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import type { Query, Transaction } from '../../../common/database/transaction.js';
import { NOTHING_STORED } from './library.model.js';

/** Extra steps in the units of work of one kind of model. `id` is the row's id, a digest. */
export interface ArtifactHooks {
  /** Returns the payload to save when other rows, or an earlier state of this row, have the same uid. */
  combine?: Combine;
  /** Whether the payload is saved under a new id. The rows under the former id are then deleted. */
  isRenamed?(): boolean;
  /** Runs before another row with this uid is inserted, under the locks on those that are there; an error it throws rolls the unit back. */
  beforeInsert?(tx: Transaction, uid: string): Promise<void>;
  /** Runs last in every save; an error it throws rolls the unit back. */
  afterWrite?(tx: Transaction, payload: AdapterPayload, expiresUs: number): Promise<void>;
  afterInsert?(tx: Transaction, id: string, expiresUs: number): Promise<void>;
  afterRemove?(tx: Transaction, id: string): Promise<void>;
  afterConsume?(tx: Transaction, id: string): Promise<void>;
}

/** @param stored the payloads already stored */
export type Combine = (payload: AdapterPayload, stored: readonly AdapterPayload[]) => AdapterPayload;

/** It was used, or has expired. The unit of work is rolled back. */
export class AlreadyConsumedError extends Error {
  constructor() {
    super('What may be used once was used before.');
    this.name = 'AlreadyConsumedError';
  }
}

interface ArtifactColumns {
  payload: string;
}

@Injectable()
export class Artifacts {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {}

  /** The adapter of one kind of model. */
  adapter(kind: string, hooks: ArtifactHooks = {}): Adapter {
    return {
      ...NOTHING_STORED,
      upsert: (id, payload, expiresIn) => this.upsert(kind, id, payload, expiresIn ?? 0, hooks),
      find: (id) => this.find(kind, id),
      findByUid: (uid) => this.findByUid(kind, uid),
      destroy: (id) => this.destroy(kind, id, hooks),
      consume: (id) => this.consume(kind, id, hooks),
    };
  }

  /** Keeps a row at least until then. */
  async keepUntil(tx: Transaction, kind: string, id: string, expiresUs: number): Promise<void> {
    const sql = 'UPDATE oidc_artifacts SET expires_us = ? WHERE kind = ? AND id = ? AND expires_us < ?';
    await tx.run(sql, [expiresUs, kind, secretDigest(id), expiresUs]);
  }

  /** Changes the id of the row with this uid; the old id no longer finds it. @returns false if there is no such row */
  async rename(
    kind: string,
    uid: string,
    id: string,
    { combine, beforeInsert }: Required<Pick<ArtifactHooks, 'combine' | 'beforeInsert'>>,
  ): Promise<boolean> {
    return this.database.write(`rename ${kind}`, async (tx) => {
      let rows = await this.lockLive(tx, kind, uid);
      // A request that waited for a row renamed by another request finds no rows at first. It finds the renamed row by reading again.
      while (rows.length === 0 && (await this.findByUid(kind, uid, tx))) rows = await this.lockLive(tx, kind, uid);
      const [row, ...doubles] = rows;
      if (!row) return false;
      await beforeInsert(tx, uid);
      await tx.run('DELETE FROM oidc_artifacts WHERE kind = ? AND uid = ?', [kind, uid]);
      await tx.run('INSERT INTO oidc_artifacts (uid, payload, expires_us, kind, id) VALUES (?, ?, ?, ?, ?)', [
        uid,
        JSON.stringify(combine(payloadOf(row), doubles.map(payloadOf))),
        row.expires_us,
        kind,
        secretDigest(id),
      ]);
      return true;
    });
  }

  private async upsert(kind: string, id: string, payload: AdapterPayload, expiresInSeconds: number, hooks: ArtifactHooks): Promise<void> {
    const key = secretDigest(id);
    const expiresUs = this.clock.nowUs() + expiresInSeconds * 1_000_000;
    const { uid } = payload;
    await this.database.write(`save ${kind}`, async (tx) => {
      const stored = hooks.combine && uid ? await this.lockLive(tx, kind, uid) : [];
      const content = hooks.combine?.(payload, stored.map(payloadOf)) ?? payload;
      const values = [uid ?? null, JSON.stringify(await this.withSealedHint(withoutIds(content))), expiresUs, kind, key];
      if (uid && hooks.isRenamed?.()) await tx.run('DELETE FROM oidc_artifacts WHERE kind = ? AND uid = ?', [kind, uid]);
      const update = () => tx.run('UPDATE oidc_artifacts SET uid = ?, payload = ?, expires_us = ? WHERE kind = ? AND id = ?', values);
      if ((await update()) === 0) {
        if (uid) await hooks.beforeInsert?.(tx, uid);
        try {
          await tx.run('INSERT INTO oidc_artifacts (uid, payload, expires_us, kind, id) VALUES (?, ?, ?, ?, ?)', values);
        } catch (error) {
          if (!(error instanceof DuplicateKeyError)) throw error;
          await update();
        }
        await hooks.afterInsert?.(tx, key, expiresUs);
      }
      await hooks.afterWrite?.(tx, payload, expiresUs);
    });
  }

  /** Locks the rows with this uid until the unit ends; the row that expires last comes first. */
  private lockLive(tx: Transaction, kind: string, uid: string): Promise<Array<ArtifactColumns & { expires_us: number }>> {
    return tx.rows(
      `SELECT payload, expires_us FROM oidc_artifacts WHERE kind = ? AND uid = ? AND expires_us > ? ORDER BY expires_us DESC${tx.forUpdate}`,
      [kind, uid, this.clock.nowUs()],
    );
  }

  private async find(kind: string, id: string): Promise<AdapterPayload | undefined> {
    const row = await this.database.query.row<ArtifactColumns>(
      'SELECT payload FROM oidc_artifacts WHERE kind = ? AND id = ? AND expires_us > ?',
      [kind, secretDigest(id), this.clock.nowUs()],
    );
    return row && { ...(await this.withOpenHint(payloadOf(row))), jti: id };
  }

  /** Returns the payload without the id, which only the browser knows. */
  private async findByUid(kind: string, uid: string, query: Query = this.database.query): Promise<AdapterPayload | undefined> {
    const row = await query.row<ArtifactColumns>('SELECT payload FROM oidc_artifacts WHERE kind = ? AND uid = ? AND expires_us > ?', [
      kind,
      uid,
      this.clock.nowUs(),
    ]);
    return row && payloadOf(row);
  }

  /** The ID token of a request identifies a person: it is sealed, and removed from the details of the prompt. */
  private async withSealedHint(payload: AdapterPayload): Promise<AdapterPayload> {
    const { params, prompt } = payload;
    if (typeof params?.['id_token_hint'] !== 'string') return payload;
    const sealed = await this.keyring.seal('sign-in', Buffer.from(params['id_token_hint']));
    const shown = prompt && { ...prompt, details: { ...prompt.details, id_token_hint: undefined } };
    return { ...payload, params: { ...params, id_token_hint: sealed }, ...(shown && { prompt: shown }) };
  }

  /** Hints stored before sealing was introduced are returned unchanged. */
  private async withOpenHint(payload: AdapterPayload): Promise<AdapterPayload> {
    const sealed = payload.params?.['id_token_hint'];
    const hint = typeof sealed === 'string' ? await this.keyring.open('sign-in', sealed) : undefined;
    return hint ? { ...payload, params: { ...payload.params, id_token_hint: hint.toString() } } : payload;
  }

  /** Uses what may be used once: of several processes that try at the same time, one succeeds. @throws AlreadyConsumedError */
  private async consume(kind: string, id: string, hooks: ArtifactHooks): Promise<void> {
    const key = secretDigest(id);
    await this.database.write(`consume ${kind}`, async (tx) => {
      const row = await tx.row<ArtifactColumns>(
        `SELECT payload FROM oidc_artifacts WHERE kind = ? AND id = ? AND expires_us > ?${tx.forUpdate}`,
        [kind, key, this.clock.nowUs()],
      );
      if (!row || payloadOf(row).consumed) throw new AlreadyConsumedError();
      const payload = JSON.stringify({ ...payloadOf(row), consumed: this.clock.nowSeconds() });
      await tx.run('UPDATE oidc_artifacts SET payload = ? WHERE kind = ? AND id = ?', [payload, kind, key]);
      await hooks.afterConsume?.(tx, key);
    });
  }

  /**
   * Also removes all other rows with the same uid. Two concurrent requests each give a session an id of their own; the session ends under
   * all of them.
   */
  private async destroy(kind: string, id: string, hooks: ArtifactHooks): Promise<void> {
    const key = secretDigest(id);
    await this.database.write(`remove ${kind}`, async (tx) => {
      const row = await tx.row<{ uid: string | null }>('SELECT uid FROM oidc_artifacts WHERE kind = ? AND id = ?', [kind, key]);
      if (row?.uid) await tx.run('DELETE FROM oidc_artifacts WHERE kind = ? AND uid = ?', [kind, row.uid]);
      else await tx.run('DELETE FROM oidc_artifacts WHERE kind = ? AND id = ?', [kind, key]);
      await hooks.afterRemove?.(tx, key);
    });
  }
}

function payloadOf({ payload }: ArtifactColumns): AdapterPayload {
  return JSON.parse(payload) as AdapterPayload;
}

/** Leaves out the payload's own id, and the id of the session that an interaction belongs to. */
function withoutIds({ jti: _jti, ...payload }: AdapterPayload): AdapterPayload {
  if (!payload.session) return payload;
  const { cookie: _cookie, ...session } = payload.session;
  return { ...payload, session };
}
