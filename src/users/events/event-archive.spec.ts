import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { syncedBy } from '../../../test/support/synced.js';
import { archiveEvents, archiveFolder } from './event-archive.js';
import type { StoredEvent } from './events.repository.js';

const EVENT: StoredEvent = {
  tx_no: 1,
  ord: 0,
  created_us: 0,
  type_no: 1,
  aggregate_type: 'user',
  aggregate_id: 'ada',
  org_id: null,
  sequence: 1,
  editor: 'SYSTEM',
  payload: '{}',
  subject_id: null,
};

it('the first archive survives a power failure: its file, its folder, and the folder above, which names the new one', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'archive-'));
  const inodeOf = (...path: string[]) => statSync(join(...path)).ino;
  try {
    let name = '';
    const first = await syncedBy(dataDir, async () => (name = await archiveEvents(dataDir, [EVENT])));
    const folder = archiveFolder(dataDir);
    expect(first).toEqual([inodeOf(dataDir), inodeOf(folder, name), inodeOf(folder)]);
    const second = await syncedBy(dataDir, async () => (name = await archiveEvents(dataDir, [{ ...EVENT, tx_no: 2 }])));
    expect(second).toEqual([inodeOf(folder, name), inodeOf(folder)]);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
});
