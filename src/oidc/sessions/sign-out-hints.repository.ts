// The SQL of what sign-outs at providers take. Each row is of a session there, and ends with the session here that rests on it.
import { Injectable } from '@nestjs/common';
import { secretDigest } from '../../common/crypto/digest.js';
import { deleteRows } from '../../common/database/multi-row.js';
import type { Transaction } from '../../common/database/transaction.js';
import type { Check } from '../../users/authentication/assurance/checks.js';

const KIND = 'UpstreamSignOut';

/** A session at a provider, as checks name it. */
export type UpstreamSession = Pick<Check, 'provider' | 'upstreamPerson' | 'upstreamSession'>;

@Injectable()
export class SignOutHintsRepository {
  /**
   * Replaces what is stored for the same session.
   * @param payload sealed by the caller @param expiresUs microseconds since 1970 UTC
   * @throws DuplicateKeyError if another unit has inserted it meanwhile
   */
  async store(tx: Transaction, session: UpstreamSession, payload: string, expiresUs: number): Promise<void> {
    const values = [payload, expiresUs, KIND, idOf(session)];
    const replaced = await tx.run('UPDATE oidc_artifacts SET payload = ?, expires_us = ? WHERE kind = ? AND id = ?', values);
    if (replaced > 0) return;
    await tx.run('INSERT INTO oidc_artifacts (payload, expires_us, kind, id, uid) VALUES (?, ?, ?, ?, NULL)', values);
  }

  /** Deletes the row. @returns its payload; undefined if there is none that has not expired */
  async take(tx: Transaction, session: UpstreamSession, nowUs: number): Promise<string | undefined> {
    const id = idOf(session);
    const row = await tx.row<{ payload: string }>('SELECT payload FROM oidc_artifacts WHERE kind = ? AND id = ? AND expires_us > ?', [
      KIND,
      id,
      nowUs,
    ]);
    if (row) await tx.run('DELETE FROM oidc_artifacts WHERE kind = ? AND id = ?', [KIND, id]);
    return row?.payload;
  }

  /** Deletes the rows of all sessions that the checks name. */
  async remove(tx: Transaction, checks: readonly Check[]): Promise<void> {
    const ids = checks.filter(({ provider }) => provider !== undefined).map(idOf);
    if (ids.length > 0)
      await deleteRows(
        tx,
        'oidc_artifacts',
        ['id'],
        [...new Set(ids)].map((id) => [id]),
        `kind = '${KIND}'`,
      );
  }
}

const idOf = ({ provider = '', upstreamPerson = '', upstreamSession = '' }: UpstreamSession): string =>
  secretDigest(JSON.stringify(['sign-out at provider', provider, upstreamPerson, upstreamSession]));
