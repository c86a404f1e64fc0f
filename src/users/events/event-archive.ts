// Files of old events: one JSON object a line, gzip, durable before anything of it is deleted.
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { isoInstant } from '../../common/http/instants.js';
import { toEvent } from './events.service.js';
import type { StoredEvent } from './events.repository.js';

const pack = promisify(gzip);

/** The folder of the archive. */
export function archiveFolder(dataDir: string): string {
  return join(dataDir, 'event-archive');
}

/**
 * Writes events, at least one, into a file named after the first of them. What is there when this resolves survives a power cut.
 * @returns the name of the file
 */
export async function archiveEvents(dataDir: string, rows: readonly StoredEvent[]): Promise<string> {
  const folder = archiveFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [first] = rows;
  const name = `events-${isoInstant(first?.created_us ?? 0).replace(/[:.]/g, '-')}-${first?.tx_no}-${first?.ord}.ndjson.gz`;
  const content = await pack(rows.map(line).join(''));
  const unfinished = join(folder, `${name}.part`);
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, join(folder, name));
  await syncFolder(folder);
  return name;
}

/** The name of a file is in its folder, which has to reach the disk by itself. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function line(row: StoredEvent): string {
  const [event] = toEvent(row);
  const type = event?.type ?? `number ${row.type_no}`;
  const aggregate = { id: row.aggregate_id, type: row.aggregate_type, resourceOwner: row.org_id ?? '' };
  const record = {
    creationDate: isoInstant(row.created_us),
    type,
    aggregate,
    sequence: row.sequence,
    editor: row.editor,
    payload: JSON.parse(row.payload) as unknown,
    place: [row.tx_no, row.ord],
  };
  return `${JSON.stringify(record)}\n`;
}
