// What a removed group leaves behind: the rows of its members. They have no effect any more, so however many they are, the removal is at once;
// a few are deleted in its unit of work, the rest afterwards, a batch at a time.
import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../common/database/database.js';
import { Jobs } from '../../common/work/jobs.service.js';
import { Leases, type Lease } from '../../common/work/leases.service.js';
import { GroupMembersRepository } from './group-members.repository.js';

const EVERY_MS = 60_000;
const LEASE_MS = 60_000;
/** Rows per unit of work, so that a single writer is free again within about ten milliseconds. */
const BATCH = 500;

@Injectable()
export class GroupRemovals {
  /** Deletes what is left now, unless another process does. */
  readonly deleteLeftovers: () => Promise<void>;

  constructor(
    private readonly repository: GroupMembersRepository,
    private readonly database: Database,
    jobs: Jobs,
    private readonly leases: Leases,
  ) {
    const runUnderLease = (lease: Lease) => this.deleteUnderLease(lease);
    this.deleteLeftovers = jobs.register({ name: 'group removals', everyMs: EVERY_MS, leaseMs: LEASE_MS, runUnderLease });
  }

  /** Deletes the rows of the members of a group that `tx` removes; more than a few only after it. */
  async removeMembers(tx: Transaction, groupNo: number): Promise<void> {
    if (!(await this.repository.deletePortion(tx, groupNo, BATCH))) return;
    await this.repository.insertRemoval(tx, groupNo);
    tx.afterCommit(() => void this.deleteLeftovers());
  }

  private async deleteUnderLease(lease: Lease): Promise<void> {
    for (let no = await this.repository.nextRemoval(); no !== undefined; no = await this.repository.nextRemoval()) {
      const groupNo = no;
      await this.database.write('delete members of a removed group', async (tx) => {
        await this.leases.assertHeld(tx, lease, LEASE_MS);
        if (!(await this.repository.deletePortion(tx, groupNo, BATCH))) await this.repository.deleteRemoval(tx, groupNo);
      });
    }
  }
}
