// Limits the rows of pending sign-ins, of pushed requests, of waiting devices and of redirects to identity providers, which any stranger can create.
// Above the limit of a network or in total, the oldest rows are removed. A person who returns to a removed sign-in can restart it.
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { keyedDigests } from '../../../common/crypto/keyed-digest.js';
import { Keyring } from '../../../common/crypto/keyring.service.js';
import type { Transaction } from '../../../common/database/transaction.js';
import { networkOf } from '../../../common/http/client-network.js';

/**
 * Seconds to finish a sign-in. Shorter-lived rows that are counted for as long are removed by their age; otherwise a full network would lose
 * each new one at once.
 */
export const SIGN_IN_SECONDS = 3_600;
/** The total is limited in this many equal slots. Counting one slot by its index is fast, and two sign-ins rarely meet in one slot. */
const SLOTS = 64;
/** Maximum rows removed by one new sign-in. It is more than one, so that the count falls after a limit is lowered. */
const REMOVED_AT_ONCE = 20;

@Injectable()
export class PendingSignInsRepository {
  /** Maximum per IPv4 address or IPv6 /64; lowered by tests. */
  mostOfNetwork = 1_000;
  /** Maximum in each of the {@link SLOTS}: 32,000 in total; lowered by tests. */
  mostInSlot = 500;

  constructor(private readonly keyring: Keyring) {}

  /**
   * Adds a sign-in that was just stored, and removes the oldest ones beyond the limits.
   * @param id of the row of the sign-in, request, device or redirect
   * @param address the IP address
   * @param expiresUs until when it counts; those that count longest are kept
   */
  async addPending(tx: Transaction, id: string, address: string, expiresUs: number): Promise<void> {
    await this.removePending(tx, id);
    await this.addNew(tx, id, address, expiresUs);
  }

  /** Does the same for an id that no unit of work has added before. */
  async addNew(tx: Transaction, id: string, address: string, expiresUs: number): Promise<void> {
    const networkNo = numberOf(keyedDigests(this.keyring, 'sign-in start', networkOf(address))[0], 6);
    const slot = numberOf(id, 4) % SLOTS;
    await tx.run('INSERT INTO pending_sign_ins (id, network_no, slot, expires_us) VALUES (?, ?, ?, ?)', [id, networkNo, slot, expiresUs]);
    await this.removeOldest(tx, 'network_no', networkNo, this.mostOfNetwork);
    await this.removeOldest(tx, 'slot', slot, this.mostInSlot);
  }

  /** Removes a sign-in that is over. */
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
      await tx.run("DELETE FROM oidc_artifacts WHERE kind IN ('Interaction', 'PushedAuthorizationRequest') AND id = ?", [id]);
      await tx.run('DELETE FROM device_requests WHERE id = ?', [id]);
      await tx.run('DELETE FROM upstream_requests WHERE digest = ?', [id]);
    }
  }
}

function numberOf(text: string, bytes: number): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, bytes);
}
