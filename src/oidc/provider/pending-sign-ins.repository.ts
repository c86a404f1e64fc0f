// Limits the rows of sign-ins that wait for a person: any stranger can start one. When there are too many of one network or in total, the oldest
// ones go; whoever comes back to one of those is offered to start it again.
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { keyedDigests } from '../../common/crypto/keyed-digest.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import type { Transaction } from '../../common/database/database.js';
import { networkOf } from '../../users/sign-in-attempts/client-network.js';

/** The total is limited in so many equal parts: a part is counted by its index in no time, and two sign-ins seldom meet in one. */
const SLOTS = 64;
/** Most rows that one new sign-in removes: more than one, so that a limit that was lowered is reached. */
const REMOVED_AT_ONCE = 20;

@Injectable()
export class PendingSignInsRepository {
  /** Of one IPv4 address or one /64 of IPv6; lowered by tests. */
  mostOfNetwork = 1_000;
  /** In each of the {@link SLOTS}: 32,000 in total; lowered by tests. */
  mostInSlot = 500;

  constructor(private readonly keyring: Keyring) {}

  /** Notes a sign-in that was just stored, and removes the oldest ones beyond the limits. @param id of its row @param address the IP address */
  async addPending(tx: Transaction, id: string, address: string, expiresUs: number): Promise<void> {
    const networkNo = numberOf(keyedDigests(this.keyring, 'sign-in start', networkOf(address))[0], 6);
    const slot = numberOf(id, 4) % SLOTS;
    await tx.run('DELETE FROM pending_sign_ins WHERE id = ?', [id]);
    await tx.run('INSERT INTO pending_sign_ins (id, network_no, slot, expires_us) VALUES (?, ?, ?, ?)', [id, networkNo, slot, expiresUs]);
    await this.removeOldest(tx, 'network_no', networkNo, this.mostOfNetwork);
    await this.removeOldest(tx, 'slot', slot, this.mostInSlot);
  }

  /** The sign-in is over. */
  async removePending(tx: Transaction, id: string): Promise<void> {
    await tx.run('DELETE FROM pending_sign_ins WHERE id = ?', [id]);
  }

  private async removeOldest(tx: Transaction, column: 'network_no' | 'slot', value: number, most: number): Promise<void> {
    const rows = await tx.rows<{ id: string }>(
      `SELECT id FROM pending_sign_ins WHERE ${column} = ? ORDER BY expires_us DESC LIMIT ${REMOVED_AT_ONCE} OFFSET ${most}`,
      [value],
    );
    for (const { id } of rows) {
      await tx.run('DELETE FROM pending_sign_ins WHERE id = ?', [id]);
      await tx.run("DELETE FROM oidc_artifacts WHERE kind = 'Interaction' AND id = ?", [id]);
    }
  }
}

function numberOf(text: string, bytes: number): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, bytes);
}
