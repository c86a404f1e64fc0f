// Archive files of old events: one JSON object per line, gzip, durable before any of their events is deleted.
import { open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { makeFolder, sync } from '../../common/files/durable-files.js';
import { isoInstant, usOfIso } from '../../common/http/instants.js';
import { blankPersonalData } from './event-types.js';
import { toEvent } from './events.service.js';
import type { StoredEvent } from './events.repository.js';

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];
const ENDING = '.ndjson.gz';
const LINES_AT_ONCE = 500;

/** The members of a line that blanking reads. */
interface ArchivedEvent {
  creationDate: string;
  type: string;
  aggregate: { id: string };
  payload: Record<string, unknown>;
}

/** The files that a pass over the archive skipped. */
interface Passed {
  damaged: string[];
  /** Read errors of a disk or a network may be temporary. */
  unread: string[];
}

export function archiveFolder(dataDir: string): string {
  return join(dataDir, 'event-archive');
}

/**
 * Writes events, at least one, to a file named after the first of them. When this resolves, the file survives a power failure.
 * @returns the name of the file
 */
export async function archiveEvents(dataDir: string, rows: readonly StoredEvent[]): Promise<string> {
  const folder = archiveFolder(dataDir);
  await makeFolder(folder);
  const [first] = rows;
  const name = `events-${isoInstant(first?.created_us ?? 0).replace(/[:.]/g, '-')}-${first?.tx_no}-${first?.ord}${ENDING}`;
  await replaceFile(folder, name, rows.map(line).join(''));
  return name;
}

/** The key of the first event in a file, from the name of the file; undefined for other files. */
export function firstPlaceIn(name: string): [txNo: number, ord: number] | undefined {
  const [, txNo, ord] = /-(\d+)-(\d+)\.ndjson\.gz$/.exec(name) ?? [];
  return txNo === undefined || ord === undefined ? undefined : [Number(txNo), Number(ord)];
}

/** Creates or replaces a file atomically with compressed text. */
async function replaceFile(folder: string, name: string, text: string): Promise<void> {
  const unfinished = join(folder, `${name}.part`);
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(await pack(text));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, join(folder, name));
  await sync(folder);
}

/**
 * Blanks the personal data of deleted people in the archive; files without such data stay untouched.
 * @param removed id → time of removal (µs); later events are about another person with the same id
 * @param beforeEach is called before each file, and throws if another process has taken over
 * @returns names of damaged files, and of files and folders that could not be read this time
 */
export async function blankArchive(
  dataDir: string,
  removed: ReadonlyMap<string, number>,
  beforeEach: () => Promise<void>,
): Promise<Passed> {
  const folder = archiveFolder(dataDir);
  const passed: Passed = { damaged: [], unread: [] };
  const names = await readdir(folder).catch((error: unknown) => (isMissing(error) ? [] : undefined));
  if (names === undefined) passed.unread.push(folder);
  for (const name of (names ?? []).filter((one) => one.endsWith(ENDING)).sort()) {
    await beforeEach();
    const packed = await readFile(join(folder, name)).catch(() => undefined);
    if (packed === undefined) {
      passed.unread.push(name);
      continue;
    }
    const text = await unpack(packed)
      .then((bytes) => blankedText(bytes.toString(), removed))
      .catch(() => null);
    if (text === null) passed.damaged.push(name);
    else if (text !== undefined) await replaceFile(folder, name, text);
  }
  return passed;
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** @returns undefined if there is nothing to blank */
async function blankedText(text: string, removed: ReadonlyMap<string, number>): Promise<string | undefined> {
  const lines = text.split('\n');
  let changed = false;
  for (const [at, before] of lines.entries()) {
    // Yields to other requests.
    if (at % LINES_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
    const after = blankedLine(before, removed);
    changed ||= after !== before;
    lines[at] = after;
  }
  return changed ? lines.join('\n') : undefined;
}

function blankedLine(text: string, removed: ReadonlyMap<string, number>): string {
  if (text === '') return text;
  const record = JSON.parse(text) as ArchivedEvent;
  const until = removed.get(record.aggregate.id);
  if (until === undefined || usOfIso(record.creationDate) > until) return text;
  const payload = blankPersonalData(record.type, record.payload);
  return payload === record.payload ? text : JSON.stringify({ ...record, payload });
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
