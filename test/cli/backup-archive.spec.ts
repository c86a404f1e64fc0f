// A backup made while old events move from the database into their archive: each event is in it, and a restored service archives none of them twice.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Libsql from 'libsql';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { archiveFolder, firstPlaceIn } from '../../src/users/events/event-archive.js';
import { EventRetention } from '../../src/users/events/event-retention.service.js';
import { commandLine, type CommandLine } from '../support/command-line.js';
import { createPerson } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

const DAY_MS = 86_400_000;
const OWN_FILES = { DATABASE_URL: '', MASTER_KEY: '', EVENT_RETENTION_DAYS: '1' };

interface Line {
  creationDate: string;
  type: string;
  aggregate: { id: string };
  place: [txNo: number, ord: number];
}

let cli: CommandLine;
let service: TestService;
let backup: string;
/** Events that were there before the backup began, by their places. */
let before: string[];
const added: string[] = [];

/** Finished files: what is being written has another ending. */
const namesIn = (folder: string) => readdirSync(folder).filter((name) => firstPlaceIn(name) !== undefined);
const archived = (folder: string) =>
  namesIn(folder).flatMap((name) =>
    gunzipSync(readFileSync(join(folder, name)))
      .toString()
      .trim()
      .split('\n')
      .map((line) => ({ name, ...(JSON.parse(line) as Line) })),
  );
const placesIn = (folder: string) => archived(folder).map(({ place }) => place.join(' '));

function tablePlaces(file: string): string[] {
  const database = new Libsql(file);
  try {
    const rows = database.prepare('SELECT tx_no, ord FROM events').all() as Array<{ tx_no: number; ord: number }>;
    return rows.map(({ tx_no, ord }) => `${tx_no} ${ord}`);
  } finally {
    database.close();
  }
}

const places = (dataDir: string) => [...tablePlaces(join(dataDir, 'gatehouse.db')), ...placesIn(archiveFolder(dataDir))];
const doubled = (all: readonly string[]) => all.filter((place, at) => all.indexOf(place) !== at);

beforeAll(async () => {
  cli = commandLine();
  service = await startService(OWN_FILES);
  const { dataDir } = service.settings;
  Object.assign(cli.env, { DATA_DIR: dataDir });
  backup = join(cli.folder, 'backup');
  let running = true;
  // A day of the service in some milliseconds: somebody is added, and what is older than a day goes into a file.
  const days = (async () => {
    while (running) {
      added.push((await createPerson(service)).id);
      service.get(Clock).advance(DAY_MS);
      await service.get(EventRetention).applyRetention();
    }
  })();
  await vi.waitFor(() => expect(namesIn(archiveFolder(dataDir)).length).toBeGreaterThan(5), { timeout: 30_000 });
  before = placesIn(archiveFolder(dataDir));
  const files = namesIn(archiveFolder(dataDir)).length;
  expect(await cli.run('backup', backup)).toMatchObject({ code: 0 });
  expect(namesIn(archiveFolder(dataDir)).length).toBeGreaterThan(files);
  running = false;
  await days;
});
afterAll(async () => {
  await service.close();
  cli.remove();
});

it('the backup has every event, in its database or in a file of its archive', () => {
  const table = tablePlaces(join(backup, 'gatehouse.db'));
  const files = placesIn(archiveFolder(backup));
  expect(before.filter((place) => !table.includes(place) && !files.includes(place))).toEqual([]);
  expect(before.length).toBeGreaterThan(5);
  expect(readdirSync(archiveFolder(backup))).toEqual(namesIn(archiveFolder(backup)));
});

it('files that were written after the database was copied are left out: it has their events', () => {
  const table = tablePlaces(join(backup, 'gatehouse.db'));
  const firsts = archived(archiveFolder(backup)).filter(({ name }, at, all) => name !== all[at - 1]?.name);
  expect(firsts.filter(({ place }) => table.includes(place.join(' ')))).toEqual([]);
  // Told by their names.
  for (const { name, place } of firsts) expect(name).toContain(`-${place.join('-')}.ndjson.gz`);
});

describe('a restored service', () => {
  let dataDir: string;
  let restored: TestService;
  beforeAll(async () => {
    dataDir = join(cli.folder, 'restored');
    Object.assign(cli.env, { DATA_DIR: dataDir });
    expect(await cli.run('restore', backup)).toMatchObject({ code: 0 });
    restored = await startService({ ...OWN_FILES, DATA_DIR: dataDir });
  });
  afterAll(() => restored.close());

  it('has the archive beside its database, for its owner only', () => {
    const names = (folder: string) => readdirSync(archiveFolder(folder)).toSorted();
    expect(names(dataDir)).toEqual(names(backup));
    expect(names(dataDir).length).toBeGreaterThan(5);
    const all = archived(archiveFolder(dataDir));
    expect(all.filter(({ aggregate }) => aggregate.id === added[0]).map(({ type }) => type)).toEqual(['user.human.added']);
    for (const { creationDate, name } of all) expect([name, Number.isNaN(Date.parse(creationDate))]).toEqual([name, false]);
  });

  it('searches the events that are not archived yet', async () => {
    const { personalAccessToken: token } = service.credentials.serviceUser;
    const { status, body } = await restored.call('POST', '/admin/v1/events/_search', { eventTypes: ['user.human.added'] }, { token });
    expect([status, body.events.length]).toEqual([200, expect.any(Number)]);
    const table = tablePlaces(join(dataDir, 'gatehouse.db'));
    expect(table.length).toBeGreaterThan(body.events.length);
    const inFiles = new Set(archived(archiveFolder(dataDir)).map(({ aggregate }) => aggregate.id));
    expect(body.events.filter(({ aggregate }: Line) => inFiles.has(aggregate.id))).toEqual([]);
  });

  it('archives the others when they are old enough, and has each event once', async () => {
    const known = places(dataDir);
    restored.get(Clock).advance(service.get(Clock).nowMs() - Date.now() + 3 * DAY_MS);
    await restored.get(EventRetention).applyRetention();
    const now = places(dataDir);
    expect(known.filter((place) => !now.includes(place))).toEqual([]);
    expect(doubled(now)).toEqual([]);
    expect(placesIn(archiveFolder(dataDir)).length).toBeGreaterThan(placesIn(archiveFolder(backup)).length);
  });
});
