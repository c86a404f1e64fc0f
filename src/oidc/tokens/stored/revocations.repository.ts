// SQL of single access tokens revoked before their expiry; all other tokens end with their grant.
import { Injectable } from '@nestjs/common';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import { asUnfinished } from '../../../common/database/errors/refusals.js';
import { GrantsRepository } from './grants.repository.js';

@Injectable()
export class RevocationsRepository {
  constructor(
    private readonly database: Database,
    private readonly grants: GrantsRepository,
  ) {}

  /**
   * Revokes one token, and the authorizations exchanged from it. @param untilUs when the token would have expired, after which the row can
   * be deleted
   */
  async add(jti: string, untilUs: number): Promise<void> {
    await this.database.write('revoke token', async (tx) => {
      try {
        await tx.run('INSERT INTO revoked_tokens (jti, until_us) VALUES (?, ?)', [jti, untilUs]);
      } catch (error) {
        // Revoked already: the same outcome (RFC 7009 section 2.2).
        if (!(error instanceof DuplicateKeyError)) throw error;
      }
      await this.grants.revokeOfOrigin(tx, jti);
    });
    // An exchange that committed meanwhile; a later one finds the row that is committed now.
    await this.database
      .write('revoke exchanged authorizations', (tx) => this.grants.revokeOfOrigin(tx, jti))
      .catch((error: unknown) => Promise.reject(asUnfinished(error)));
  }
}
