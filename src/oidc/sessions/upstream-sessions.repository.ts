// Which browser sessions rest on a session at an identity provider, so that a provider that names only its session can end them.
import { Injectable } from '@nestjs/common';
import { secretDigest } from '../../common/crypto/digest.js';
import { Database } from '../../common/database/database.js';
import { selectIn } from '../../common/database/multi-row.js';
import type { Transaction } from '../../common/database/transaction.js';
import { Clock } from '../../common/primitives/clock.js';
import type { Check } from '../../users/authentication/assurance/checks.js';
import { SESSION_SECONDS } from '../keys/rotation-plan.js';

const KIND = 'UpstreamSession';
/** A session at a provider is that of one browser, and has few sessions here. */
const MAX_FOUND = 200;

/** A live session as it is stored. `payload` is the library's data. */
export interface RestingSession {
  uid: string;
  payload: string;
}

@Injectable()
export class UpstreamSessionsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Records what a session rests on. The unit has stored the session, so no other unit does the same for it. */
  async record(tx: Transaction, uid: string, checks: readonly Check[]): Promise<void> {
    for (const { provider, upstreamSession } of checks) {
      if (provider === undefined || upstreamSession === undefined) continue;
      const key = keyOf(provider, upstreamSession);
      const [id, expiresUs] = [secretDigest(`${key} ${uid}`), this.clock.nowUs() + SESSION_SECONDS * 1_000_000];
      const prolonged = await tx.run('UPDATE oidc_artifacts SET expires_us = ? WHERE kind = ? AND id = ?', [expiresUs, KIND, id]);
      if (prolonged > 0) continue;
      const values = [KIND, id, key, JSON.stringify({ session: uid }), expiresUs];
      await tx.run('INSERT INTO oidc_artifacts (kind, id, uid, payload, expires_us) VALUES (?, ?, ?, ?, ?)', values);
    }
  }

  /** The live sessions that have once rested on a session at a provider; their checks say whether they still do. */
  async list(providerId: string, upstreamSession: string): Promise<RestingSession[]> {
    const now = this.clock.nowUs();
    const found = await this.database.query.rows<{ payload: string }>(
      `SELECT payload FROM oidc_artifacts WHERE kind = ? AND uid = ? AND expires_us > ? LIMIT ${MAX_FOUND}`,
      [KIND, keyOf(providerId, upstreamSession), now],
    );
    const uids = found.map(({ payload }) => (JSON.parse(payload) as { session: string }).session);
    const write = (marks: string) =>
      `SELECT uid, payload FROM oidc_artifacts WHERE kind = 'Session' AND expires_us > ? AND uid IN (${marks})`;
    return selectIn<RestingSession>(this.database.query, 'live sessions by uid', write, [now], uids);
  }
}

const keyOf = (providerId: string, upstreamSession: string): string => secretDigest(`${providerId} ${upstreamSession}`);
