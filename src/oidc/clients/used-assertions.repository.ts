// SQL of used assertions, so that none is used twice in any process; rows are purged once the assertion has expired.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { Database, DuplicateKeyError } from '../../common/database/database.js';

const KIND = 'Assertion';

@Injectable()
export class UsedAssertionsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Records an assertion. The primary key decides, so exactly one of any number of callers is first.
   * @returns whether this is its first use
   */
  use(digest: string, untilUs: number): Promise<boolean> {
    return this.database.write('use assertion', async (tx) => {
      try {
        await tx.run("INSERT INTO oidc_artifacts (kind, id, uid, payload, expires_us) VALUES (?, ?, NULL, '{}', ?)", [
          KIND,
          digest,
          untilUs,
        ]);
        return true;
      } catch (error) {
        if (!(error instanceof DuplicateKeyError)) throw error;
        // The id of an assertion that has expired may be given again before its row is purged.
        const sql = 'UPDATE oidc_artifacts SET expires_us = ? WHERE kind = ? AND id = ? AND expires_us < ?';
        return (await tx.run(sql, [untilUs, KIND, digest, this.clock.nowUs()])) === 1;
      }
    });
  }
}
