// The SQL of address locks: rows on which units of work wait when they give people the same e-mail address without a proof.
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DuplicateKeyError } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { insertRows } from '../../../common/database/multi-row.js';
import { Clock } from '../../../common/primitives/clock.js';

/** A folded address within one organization. */
export interface OrganizationAddress {
  orgNo: number;
  key: string;
}

/** Lock numbers stay below 2^48, which every engine and JavaScript can represent. */
const NUMBER_BYTES = 6;

@Injectable()
export class AddressLocksRepository {
  constructor(private readonly clock: Clock) {}

  /**
   * Waits for every other unit of work, in any process, that has locked one of these addresses, and holds the locks until `tx` ends. On a cluster
   * that accepts writes on several nodes, one of the two units fails at its COMMIT and is retried.
   */
  async lockAddresses(tx: Transaction, addresses: readonly OrganizationAddress[]): Promise<void> {
    // Every unit locks in the same order, so that two units can't deadlock.
    const numbers = [...new Set(addresses.map(numberOf))].sort((a, b) => a - b);
    const nowUs = this.clock.nowUs();
    try {
      await insertRows(
        tx,
        'address_locks',
        ['no', 'expires_us'],
        numbers.map((no) => [no, nowUs]),
      );
    } catch (error) {
      if (!(error instanceof DuplicateKeyError)) throw error;
      for (const no of numbers) await this.lockOne(tx, no, nowUs);
    }
  }

  /** Rewrites a row that an earlier unit left behind, which locks it as well. */
  private async lockOne(tx: Transaction, no: number, nowUs: number): Promise<void> {
    const rewrite = () => tx.run('UPDATE address_locks SET expires_us = ? WHERE no = ?', [nowUs, no]);
    if ((await rewrite()) > 0) return;
    try {
      await tx.run('INSERT INTO address_locks (no, expires_us) VALUES (?, ?)', [no, nowUs]);
    } catch (error) {
      if (!(error instanceof DuplicateKeyError)) throw error;
      await rewrite();
    }
  }
}

function numberOf({ orgNo, key }: OrganizationAddress): number {
  return createHash('sha256').update(`${orgNo} ${key}`).digest().readUIntBE(0, NUMBER_BYTES);
}
