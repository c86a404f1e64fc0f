// Client secrets of service users and applications: made here, shown once, kept as digests.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { equalSecrets, secretDigest } from '../../common/crypto/digest.js';
import { Database, type Transaction } from '../../common/database/database.js';
import { newId, newSecret } from '../../common/ids.js';

@Injectable()
export class ClientSecrets {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Makes one more secret for an owner (a user's or an application's number). @returns the secret, which cannot be read again */
  async create(tx: Transaction, ownerNo: number): Promise<string> {
    const secret = newSecret();
    await tx.run('INSERT INTO client_secrets (id, owner_no, digest, created_us, expires_us) VALUES (?, ?, ?, ?, NULL)', [
      newId(),
      ownerNo,
      secretDigest(secret),
      this.clock.nowUs(),
    ]);
    return secret;
  }

  /** Whether `secret` is one of the owner's that has not expired. */
  async matches(ownerNo: number, secret: string): Promise<boolean> {
    const rows = await this.database.query.rows<{ digest: string }>(
      'SELECT digest FROM client_secrets WHERE owner_no = ? AND (expires_us IS NULL OR expires_us > ?)',
      [ownerNo, this.clock.nowUs()],
    );
    const digest = secretDigest(secret);
    return rows.some((row) => equalSecrets(row.digest, digest));
  }
}
