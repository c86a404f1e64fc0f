// Organization metadata, which other systems store.
import { Injectable } from '@nestjs/common';
import { ConfigVersion } from '../../common/database/config-version.js';
import { Database } from '../../common/database/database.js';
import type { Precondition } from '../../common/database/precondition.js';
import { EventLog } from '../events/events.service.js';
import { assertMetadataEntry, assertMetadataFits, unknownKey, type MetadataEntry } from './metadata-entry.js';
import { OrganizationMetadataRepository } from './organization-metadata.repository.js';
import type { Organization } from './organizations.repository.js';

@Injectable()
export class OrganizationMetadata {
  constructor(
    private readonly repository: OrganizationMetadataRepository,
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly config: ConfigVersion,
  ) {}

  /** All of an organization's entries, by key. */
  listMetadata({ no }: Pick<Organization, 'no'>): Promise<MetadataEntry[]> {
    return this.repository.listByOrganization(no);
  }

  /** @throws DomainError `notFound` */
  async requireEntry({ no }: Organization, key: string): Promise<MetadataEntry> {
    const entry = (await this.repository.listByOrganization(no)).find((one) => one.key === key);
    if (entry) return entry;
    throw unknownKey();
  }

  /**
   * Sets entries, all or none; the others stay. Events contain only the keys.
   * @throws DomainError `invalid`, `precondition` for too many, `changed` if `expected` throws it
   */
  async setEntries(
    { no, id }: Organization,
    entries: readonly MetadataEntry[],
    editor: string,
    expected?: Precondition<readonly MetadataEntry[]>,
  ): Promise<void> {
    await this.database.write('set organization metadata', async (tx) => {
      // Same lock order as all other changes of organizations: events take this lock as well.
      await this.config.lock(tx);
      await this.repository.lockOrganization(tx, no);
      await expected?.(await this.repository.listByOrganization(no, tx), tx);
      const kept = await this.repository.listKeys(tx, no);
      assertMetadataFits(new Set([...kept, ...entries.map(({ key }) => key)]));
      for (const entry of entries) {
        assertMetadataEntry(entry);
        await this.repository.replaceMetadata(tx, no, entry);
        await this.events.appendNext(tx, { type: 'org.metadata.set', orgNo: no, id, editor, payload: { key: entry.key } });
      }
    });
  }

  /** Removes entries. Keys that don't exist are ignored. @returns how many were removed @throws DomainError `changed` if `expected` throws it */
  removeEntries(
    { no, id }: Organization,
    keys: readonly string[],
    editor: string,
    expected?: Precondition<readonly MetadataEntry[]>,
  ): Promise<number> {
    return this.database.write('remove organization metadata', async (tx) => {
      // Same lock order as all other changes of organizations: events take this lock as well.
      await this.config.lock(tx);
      await this.repository.lockOrganization(tx, no);
      await expected?.(await this.repository.listByOrganization(no, tx), tx);
      let removed = 0;
      for (const key of new Set(keys)) {
        if (!(await this.repository.deleteMetadata(tx, no, key))) continue;
        removed++;
        await this.events.appendNext(tx, { type: 'org.metadata.removed', orgNo: no, id, editor, payload: { key } });
      }
      return removed;
    });
  }
}
