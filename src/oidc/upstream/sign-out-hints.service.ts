// What a sign-out at a provider takes, kept for as long as a session lives here. Only where administrators switched the sign-out there on.
import { Injectable } from '@nestjs/common';
import { secretDigest } from '../../common/crypto/digest.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { Database, DuplicateKeyError } from '../../common/database/database.js';
import { Clock } from '../../common/primitives/clock.js';
import { SESSION_SECONDS } from '../keys/rotation-plan.js';
import type { SignOutHint } from './upstream.js';

const KIND = 'UpstreamSignOut';
const PURPOSE = 'upstream-sign-out';

/** A session at a provider. */
export interface UpstreamSession {
  providerId: string;
  subject: string;
  sessionId?: string | undefined;
}

@Injectable()
export class SignOutHints {
  constructor(
    private readonly database: Database,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {}

  /** Replaces what an earlier sign-in in the same session has left. */
  async keep(session: UpstreamSession, hint: SignOutHint): Promise<void> {
    const payload = JSON.stringify({ sealed: await this.keyring.seal(PURPOSE, Buffer.from(JSON.stringify(hint))) });
    const id = idOf(session);
    const expiresUs = this.clock.nowUs() + SESSION_SECONDS * 1_000_000;
    try {
      await this.database.write('keep what signs out at a provider', async (tx) => {
        const replaced = await tx.run('UPDATE oidc_artifacts SET payload = ?, expires_us = ? WHERE kind = ? AND id = ?', [
          payload,
          expiresUs,
          KIND,
          id,
        ]);
        if (replaced > 0) return;
        await tx.run('INSERT INTO oidc_artifacts (kind, id, uid, payload, expires_us) VALUES (?, ?, NULL, ?, ?)', [
          KIND,
          id,
          payload,
          expiresUs,
        ]);
      });
    } catch (error) {
      // The same session by another request at the same time: either serves.
      if (!(error instanceof DuplicateKeyError)) throw error;
    }
  }

  /** Forgets it. @returns undefined if nothing is kept */
  async take(session: UpstreamSession): Promise<SignOutHint | undefined> {
    const id = idOf(session);
    const row = await this.database.write('take what signs out at a provider', async (tx) => {
      const found = await tx.row<{ payload: string; expires_us: number }>(
        'SELECT payload, expires_us FROM oidc_artifacts WHERE kind = ? AND id = ?',
        [KIND, id],
      );
      if (found) await tx.run('DELETE FROM oidc_artifacts WHERE kind = ? AND id = ?', [KIND, id]);
      return found;
    });
    if (!row || Number(row.expires_us) <= this.clock.nowUs()) return undefined;
    const { sealed } = JSON.parse(row.payload) as { sealed: string };
    const opened = await this.keyring.open(PURPOSE, sealed);
    return opened && (JSON.parse(opened.toString()) as SignOutHint);
  }
}

const idOf = ({ providerId, subject, sessionId = '' }: UpstreamSession): string =>
  secretDigest(JSON.stringify([KIND, providerId, subject, sessionId]));
