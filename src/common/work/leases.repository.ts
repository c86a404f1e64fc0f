// The rows of leases: the owner of a job, until when, how often it changed, and how its last run ended.
import { Injectable } from '@nestjs/common';
import type { Query, Transaction } from '../database/transaction.js';

/** `fencingToken` grows with every owner. */
export interface StoredLease {
  owner: string;
  untilUs: number;
  fencingToken: number;
}

/** A run of a job that ended. `failure` is the reason, without secrets. */
export interface EndedRun {
  startedUs: number;
  endedUs: number;
  failure?: string;
}

/** The state of a job in its row. */
export interface LeaseState {
  untilUs: number;
  lastRun?: EndedRun;
}

/** An assigned lease. Writes of a former owner, or with an older fencing token, match no row. */
interface HeldLease {
  name: string;
  owner: string;
  fencingToken: number;
}

@Injectable()
export class LeasesRepository {
  async findForUpdate(tx: Transaction, name: string): Promise<StoredLease | undefined> {
    const row = await tx.row<{ owner: string; until_us: number; fence: number }>(
      `SELECT owner, until_us, fence FROM leases WHERE name = ?${tx.forUpdate}`,
      [name],
    );
    return row && { owner: row.owner, untilUs: row.until_us, fencingToken: row.fence };
  }

  /** @throws DuplicateKeyError when another process created the row meanwhile */
  async insertLease(tx: Transaction, name: string, { owner, untilUs, fencingToken }: StoredLease): Promise<void> {
    await tx.run('INSERT INTO leases (name, owner, until_us, fence) VALUES (?, ?, ?, ?)', [name, owner, untilUs, fencingToken]);
  }

  /**
   * Gives the lease to a new owner. The condition on the fencing token decides, not a lock: on a cluster, only one node knows a lock.
   * @returns whether `fencingToken` was still current
   */
  async handOverLease(tx: Transaction, name: string, fencingToken: number, owner: string, untilUs: number): Promise<boolean> {
    const taken = await tx.run('UPDATE leases SET owner = ?, until_us = ?, fence = fence + 1 WHERE name = ? AND fence = ?', [
      owner,
      untilUs,
      name,
      fencingToken,
    ]);
    return taken === 1;
  }

  /** @returns whether the owner still holds it */
  async setEnd(tx: Transaction, { name, owner, fencingToken }: HeldLease, untilUs: number): Promise<boolean> {
    return (
      (await tx.run('UPDATE leases SET until_us = ? WHERE name = ? AND owner = ? AND fence = ?', [untilUs, name, owner, fencingToken])) ===
      1
    );
  }

  /** Records how a run ended. @param releases gives the lease back; otherwise it expires */
  async endRun(
    tx: Transaction,
    { name, owner, fencingToken }: HeldLease,
    { startedUs, endedUs, failure }: EndedRun,
    releases: boolean,
  ): Promise<void> {
    const end = releases ? 'until_us = 0, ' : '';
    await tx.run(`UPDATE leases SET ${end}started_us = ?, ended_us = ?, failure = ? WHERE name = ? AND owner = ? AND fence = ?`, [
      startedUs,
      endedUs,
      failure ?? null,
      name,
      owner,
      fencingToken,
    ]);
  }

  /** By name; a job that never ran is absent. */
  async listStates(query: Query, names: readonly string[]): Promise<Map<string, LeaseState>> {
    const rows = await query.rows<LeaseStateRow>(
      `SELECT name, until_us, started_us, ended_us, failure FROM leases WHERE name IN (${names.map(() => '?').join(', ')})`,
      [...names],
    );
    return new Map(rows.map((row) => [row.name, leaseState(row)]));
  }

  async deleteLease(tx: Transaction, { name, owner, fencingToken }: HeldLease): Promise<void> {
    await tx.run('DELETE FROM leases WHERE name = ? AND owner = ? AND fence = ?', [name, owner, fencingToken]);
  }

  /** Of any owner. */
  async deleteByName(tx: Transaction, name: string): Promise<void> {
    await tx.run('DELETE FROM leases WHERE name = ?', [name]);
  }
}

interface LeaseStateRow {
  name: string;
  until_us: number;
  started_us: number | null;
  ended_us: number | null;
  failure: string | null;
}

function leaseState({ until_us: untilUs, started_us: startedUs, ended_us: endedUs, failure }: LeaseStateRow): LeaseState {
  if (startedUs === null || endedUs === null) return { untilUs };
  return { untilUs, lastRun: { startedUs, endedUs, ...(failure !== null && { failure }) } };
}
