// The state of redirects to identity providers: each is for one answer.
import { Injectable } from '@nestjs/common';
import { Database, DuplicateKeyError } from '../../../common/database/database.js';
import type { Statement, Transaction } from '../../../common/database/transaction.js';
import { Clock } from '../../../common/primitives/clock.js';
import { newSecret } from '../../../common/primitives/ids.js';

/** A browser that was redirected to a provider. */
export interface UpstreamRequestState {
  /** The digest of the handle that the answer must bring. */
  digest: string;
  providerNo: number;
  /** Sealed for the purpose `upstream-request`. */
  content: string;
  /** Microseconds since 1970 UTC. */
  expiresUs: number;
}

@Injectable()
export class UpstreamRequestsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Adds a state in a unit of work that limits their number. */
  async insertIn(tx: Transaction, state: UpstreamRequestState): Promise<void> {
    const { sql, values } = insertOf(state);
    await tx.run(sql, values);
  }

  /** @param name of the unit of work @param state with the digest of a random handle, so that a row that has it already is its own */
  async insert(name: string, state: UpstreamRequestState): Promise<void> {
    try {
      await this.database.insert(name, insertOf(state));
    } catch (error) {
      // An earlier attempt, whose response was lost, has inserted it.
      if (!(error instanceof DuplicateKeyError)) throw error;
    }
  }

  /** @returns undefined if the state was used, has expired, or its provider was removed or disabled meanwhile */
  async find(digest: string): Promise<Omit<UpstreamRequestState, 'digest'> | undefined> {
    const row = await this.database.query.row<{ provider_no: number; content: string; expires_us: number }>(
      `SELECT r.provider_no, r.content, r.expires_us FROM upstream_requests r JOIN identity_providers p ON p.no = r.provider_no
        WHERE r.digest = ? AND r.expires_us > ? AND p.enabled = ?`,
      [digest, this.clock.nowUs(), true],
    );
    return row && { providerNo: Number(row.provider_no), content: row.content, expiresUs: Number(row.expires_us) };
  }

  /**
   * Uses a state up, and erases its content. One statement: of several answers, in whichever processes, one gets it.
   * @param name of the unit of work
   */
  async use(name: string, digest: string): Promise<boolean> {
    const mark = newSecret(16);
    const proof = { sql: 'SELECT digest FROM upstream_requests WHERE digest = ? AND content = ?', values: [digest, mark] };
    return (await this.database.change(name, this.useOf(digest, mark), proof)) === 1;
  }

  /** Does the same in a unit of work. */
  async useIn(tx: Transaction, digest: string): Promise<boolean> {
    const { sql, values } = this.useOf(digest, '');
    return (await tx.run(sql, values)) === 1;
  }

  private useOf(digest: string, mark: string): Statement {
    return {
      sql: 'UPDATE upstream_requests SET content = ?, expires_us = 0 WHERE digest = ? AND expires_us > ?',
      values: [mark, digest, this.clock.nowUs()],
    };
  }
}

function insertOf({ digest, providerNo, content, expiresUs }: UpstreamRequestState): Statement {
  return {
    sql: 'INSERT INTO upstream_requests (digest, provider_no, content, expires_us) VALUES (?, ?, ?, ?)',
    values: [digest, providerNo, content, expiresUs],
  };
}
