// The SQL of address locks: rows where units of work meet that give somebody the same e-mail address on trust.
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DuplicateKeyError, type Transaction } from '../../common/database/database.js';
import { insertRows } from '../../common/database/multi-row.js';
import { Clock } from '../../common/primitives/clock.js';

/** A folded address, as one organization knows it. */
export interface OrganizationAddress {
  orgNo: number;
  key: string;
}

/** Numbers of locks stay below 2^48, which every engine and JavaScript can hold. */
const NUMBER_BYTES = 6;

@Injectable()
export class AddressLocksRepository {
  constructor(private readonly clock: Clock) {}

  /**
   * Waits for every other unit of work, in any process, that has locked one of these addresses, and holds them until `tx` ends. On a cluster
   * that accepts writes on several nodes one of the two units fails at its COMMIT and is repeated.
   */
  async lockAddresses(tx: Transaction, addresses: readonly OrganizationAddress[]): Promise<void> {
    // In one order everywhere, so that two units do not wait for each other.
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

  /** A row that an earlier unit left behind is written again: that locks it as well. */
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
