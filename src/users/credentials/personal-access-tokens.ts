// Long-lived tokens of service users: made here, shown once, kept as digests.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { secretDigest } from '../../common/crypto/digest.js';
import { Database, type Transaction } from '../../common/database/database.js';
import { DomainError } from '../../common/errors.js';
import { newId, newSecret } from '../../common/ids.js';

/** Tells people and secret scanners what a string is. */
export const PERSONAL_ACCESS_TOKEN_PREFIX = 'gpat_';

export interface PersonalAccessToken {
  id: string;
  userNo: number;
  scope: string;
  audience: string[];
  createdUs: number;
  expiresUs: number | null;
}

@Injectable()
export class PersonalAccessTokens {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @param expiresUs when it ends, in microseconds, or null for never. @returns the token, which cannot be read again */
  async create(tx: Transaction, userNo: number, expiresUs: number | null): Promise<{ id: string; token: string }> {
    const now = this.clock.nowUs();
    if (expiresUs !== null && expiresUs <= now)
      throw new DomainError('invalid', 'personalAccessToken.expired', 'The expiry must lie in the future.', 'expiresAt');
    const created = { id: newId(), token: PERSONAL_ACCESS_TOKEN_PREFIX + newSecret() };
    await tx.run(
      'INSERT INTO personal_access_tokens (id, user_no, digest, scope, audience, created_us, expires_us, last_used_us) VALUES (?, ?, ?, ?, ?, ?, ?, NULL)',
      [created.id, userNo, secretDigest(created.token), 'openid profile', '[]', now, expiresUs],
    );
    return created;
  }

  /** Ends a token at once. @throws DomainError `notFound` */
  async remove(tx: Transaction, userNo: number, id: string): Promise<void> {
    if ((await tx.run('DELETE FROM personal_access_tokens WHERE id = ? AND user_no = ?', [id, userNo])) === 1) return;
    throw new DomainError('notFound', 'personalAccessToken.notFound', 'There is no such personal access token.');
  }

  /** @returns the token's record, or undefined when it is unknown or has expired */
  async findByToken(token: string): Promise<PersonalAccessToken | undefined> {
    if (!token.startsWith(PERSONAL_ACCESS_TOKEN_PREFIX)) return undefined;
    const row = await this.database.query.row<{
      id: string;
      user_no: number;
      scope: string;
      audience: string;
      created_us: number;
      expires_us: number | null;
    }>(
      'SELECT id, user_no, scope, audience, created_us, expires_us FROM personal_access_tokens WHERE digest = ? AND (expires_us IS NULL OR expires_us > ?)',
      [secretDigest(token), this.clock.nowUs()],
    );
    return (
      row && {
        id: row.id,
        userNo: row.user_no,
        scope: row.scope,
        audience: JSON.parse(row.audience) as string[],
        createdUs: row.created_us,
        expiresUs: row.expires_us,
      }
    );
  }
}
