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
/** Records read at once. */
const PAGE = 200;

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

  /** Every live session that has once rested on a session at a provider, a few at a time; their checks say whether they still do. */
  async *all(providerId: string, upstreamSession: string): AsyncGenerator<RestingSession[]> {
    const key = keyOf(providerId, upstreamSession);
    const write = (marks: string) =>
      `SELECT uid, payload FROM oidc_artifacts WHERE kind = 'Session' AND expires_us > ? AND uid IN (${marks})`;
    for (let after: string | undefined = ''; after !== undefined;) {
      const now = this.clock.nowUs();
      // Records outlive their sessions, so a page may have no live one.
      const page: Array<{ id: string; payload: string }> = await this.database.query.rows(
        `SELECT id, payload FROM oidc_artifacts WHERE kind = ? AND uid = ? AND id > ? AND expires_us > ? ORDER BY id LIMIT ${PAGE}`,
        [KIND, key, after, now],
      );
      const uids = page.map(({ payload }) => (JSON.parse(payload) as { session: string }).session);
      yield selectIn<RestingSession>(this.database.query, 'live sessions by uid', write, [now], uids);
      after = page.length < PAGE ? undefined : page.at(-1)?.id;
    }
  }
}

const keyOf = (providerId: string, upstreamSession: string): string => secretDigest(`${providerId} ${upstreamSession}`);
