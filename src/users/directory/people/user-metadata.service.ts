// User metadata, which other systems store.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { Transaction } from '../../../common/database/transaction.js';
import type { Precondition } from '../../../common/database/precondition.js';
import { EventLog } from '../../events/events.service.js';
import { assertMetadataEntry, assertMetadataFits, unknownKey, type MetadataEntry } from '../../organizations/metadata-entry.js';
import { unknownPerson } from './person/person-refusals.js';
import { UserMetadataRepository } from './user-metadata.repository.js';

export type { MetadataEntry } from '../../organizations/metadata-entry.js';

@Injectable()
export class UserMetadata {
  constructor(
    private readonly repository: UserMetadataRepository,
    private readonly database: Database,
    private readonly events: EventLog,
  ) {}

  /** All of a user's entries, by key. */
  listMetadata(userNo: number): Promise<MetadataEntry[]> {
    return this.repository.listByUser(userNo);
  }

  /** @throws DomainError `notFound` */
  async requireEntry(userNo: number, key: string): Promise<MetadataEntry> {
    const entry = (await this.repository.listByUser(userNo)).find((one) => one.key === key);
    if (entry) return entry;
    throw unknownKey();
  }

  /**
   * Sets entries, all or none; the others stay.
   * @throws DomainError `invalid`, `precondition` for too many, `notFound` for a deleted user, `changed` if `expected` throws it
   */
  async setEntries(
    userNo: number,
    entries: readonly MetadataEntry[],
    editor: string,
    expected?: Precondition<readonly MetadataEntry[]>,
  ): Promise<void> {
    await this.database.write('set user metadata', async (tx) => {
      if (!(await this.repository.lockUser(tx, userNo))) throw unknownPerson();
      await expected?.(await this.repository.listByUser(userNo, tx), tx);
      const kept = await this.repository.listKeys(tx, userNo);
      assertMetadataFits(new Set([...kept, ...entries.map(({ key }) => key)]));
      for (const entry of entries) await this.set(tx, userNo, entry, editor);
    });
  }

  /** Sets one entry as part of `tx`; the event names the key only. @throws DomainError `invalid` */
  async set(tx: Transaction, userNo: number, entry: MetadataEntry, editor: string): Promise<void> {
    assertMetadataEntry(entry);
    await this.repository.replaceMetadata(tx, userNo, entry);
    await this.events.appendAboutUser(tx, userNo, { type: 'user.metadata.set', editor, payload: { key: entry.key } });
  }

  /** Removes entries. Keys that don't exist are ignored. @returns how many were removed @throws DomainError `changed` if `expected` throws it */
  removeEntries(
    userNo: number,
    keys: readonly string[],
    editor: string,
    expected?: Precondition<readonly MetadataEntry[]>,
  ): Promise<number> {
    return this.database.write('remove user metadata', async (tx) => {
      await this.repository.lockUser(tx, userNo);
      await expected?.(await this.repository.listByUser(userNo, tx), tx);
      let removed = 0;
      for (const key of new Set(keys)) {
        if (!(await this.repository.deleteMetadata(tx, userNo, key))) continue;
        removed++;
        await this.events.appendAboutUser(tx, userNo, { type: 'user.metadata.removed', editor, payload: { key } });
      }
      return removed;
    });
  }
}
