// Backup while serving, restore, and what a restore must not bring back: docs/adr/0038-backup.md.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { bootstrapFile, type BootstrapCredentials } from '../../src/bootstrap.js';
import { EVENT_TYPES } from '../../src/users/events/event-types.js';
import { commandLine, type CommandLine } from '../support/command-line.js';
import { clientToken, post } from '../support/oauth.js';
import { Ground, type Process } from '../support/processes.js';
import { send, type HttpService } from '../support/service.js';
import { startHere } from '../support/start-here.js';

const PUBLIC_URL = 'http://127.0.0.1:65000';

let cli: CommandLine;
let ground: Ground;
let first: Process;
let credentials: BootstrapCredentials;
/** Organizations whose creation was acknowledged before the backup began. */
let acknowledged: string[];
let revoked: string;
/** Of a follower who has read everything, and more events that were lost than come after the restore. */
let cursor: string | undefined;
let folder: string;

const speak = ({ url }: { url: string }): HttpService => ({
  url,
  call: (method, path, body, { token = credentials.serviceUser.personalAccessToken, type, headers = {} } = {}) =>
    send(url + path, method, body, { ...headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) }, type),
});
const statusWith = async (process: { url: string }, token: string) =>
  (await speak(process).call('GET', '/admin/v1/organizations', undefined, { token })).status;
const follow = async (process: { url: string }, from: object, token?: string) =>
  (
    await speak(process).call(
      'POST',
      '/admin/v1/events/_search',
      { follow: true, limit: 1_000, ...from },
      token === undefined ? {} : { token },
    )
  ).body as { events: Array<{ type: { type: string } }>; cursor: string };
const place = (name: string) => {
  const dataDir = join(ground.dataDir, name);
  mkdirSync(dataDir, { recursive: true });
  return { DATA_DIR: dataDir, PUBLIC_URL };
};

beforeAll(async () => {
  cli = commandLine();
  ground = await Ground.make({ DATABASE_URL: '', MASTER_KEY: '' });
  first = await ground.start({ PUBLIC_URL });
  credentials = JSON.parse(readFileSync(bootstrapFile(ground.dataDir), 'utf8')) as BootstrapCredentials;
  Object.assign(cli.env, { DATA_DIR: ground.dataDir, PUBLIC_URL });
  revoked = await clientToken(speak(first), credentials.serviceUser);
  folder = join(cli.folder, 'backup');

  acknowledged = [];
  const made: string[] = [];
  let running = true;
  const writer = (async () => {
    for (let i = 0; running; i++) {
      const { status, body } = await speak(first).call('POST', '/admin/v1/organizations', {
        name: `o${i}`,
        primaryDomain: `o${i}.example`,
      });
      expect(status).toBe(201);
      made.push(body.orgId as string);
    }
  })();
  await vi.waitFor(() => expect(made.length).toBeGreaterThan(5), { timeout: 30_000 });
  acknowledged = [...made];
  expect(await cli.run('backup', folder)).toMatchObject({ code: 0 });
  running = false;
  await writer;
  // After the backup: the loss takes it away.
  for (let i = 0; i < 20; i++)
    await speak(first).call('POST', '/admin/v1/organizations', { name: `lost${i}`, primaryDomain: `lost${i}.example` });
  ({ cursor } = await follow(first, {}));
  await post(speak(first), '/oauth/v2/revoke', { token: revoked }, credentials.serviceUser);
  expect(await statusWith(first, revoked)).toBe(401);
});
afterAll(async () => {
  await ground.clear();
  cli.remove();
});

it('a backup is for its owner only, with database, key and a manifest', () => {
  expect(readdirSync(folder).toSorted()).toEqual(['gatehouse.db', 'manifest.json', 'master.key']);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
});

it('a folder with something in it is refused, and the key is left out if that is wanted', async () => {
  expect(await cli.run('backup', folder)).toMatchObject({ code: 2, stderr: expect.stringContaining('not empty') });
  const keyless = join(cli.folder, 'keyless');
  expect(await cli.run('backup', keyless, '--no-key')).toMatchObject({ code: 0, stderr: expect.stringContaining('no master key') });
  expect(readdirSync(keyless).toSorted()).toEqual(['gatehouse.db', 'manifest.json']);
});

it('a key file from before the key was set elsewhere is no part of a backup, which says that it has no key', async () => {
  const [inUse, inFile] = [join(cli.folder, 'other-key'), join(cli.folder, 'same-key')];
  cli.env['MASTER_KEY'] = Buffer.alloc(32, 9).toString('base64');
  expect(await cli.run('backup', inUse)).toMatchObject({ code: 0, stderr: expect.stringContaining('It has no master key') });
  cli.env['MASTER_KEY'] = readFileSync(join(ground.dataDir, 'master.key'), 'utf8').trim();
  expect(await cli.run('backup', inFile)).toMatchObject({ code: 0, stderr: expect.stringContaining('It has the master key') });
  delete cli.env['MASTER_KEY'];
  expect([inUse, inFile].map((one) => existsSync(join(one, 'master.key')))).toEqual([false, true]);
});

it('a restore refuses a service that runs, and a place where something is', async () => {
  expect(await cli.run('restore', folder)).toMatchObject({ code: 1, stderr: expect.stringContaining('Stop the service first') });
  Object.assign(cli.env, place('occupied'));
  writeFileSync(join(ground.dataDir, 'occupied', 'master.key'), 'x');
  expect(await cli.run('restore', folder)).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing is overwritten') });
  expect(readFileSync(join(ground.dataDir, 'occupied', 'master.key'), 'utf8')).toBe('x');
});

it('a restore that is refused changes nothing of the database that is there, nor its write-ahead log', async () => {
  Object.assign(cli.env, place('in-use'));
  const contents = { 'gatehouse.db': 'pages', 'gatehouse.db-wal': 'what was committed since', 'gatehouse.db-shm': 'its index' };
  for (const [name, text] of Object.entries(contents)) writeFileSync(join(ground.dataDir, 'in-use', name), text);
  expect(await cli.run('restore', folder)).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing is overwritten') });
  for (const [name, text] of Object.entries(contents)) expect(readFileSync(join(ground.dataDir, 'in-use', name), 'utf8')).toBe(text);
});

it('a damaged backup is refused, and leaves nothing', async () => {
  const damaged = join(cli.folder, 'damaged');
  mkdirSync(damaged);
  for (const name of readdirSync(folder)) writeFileSync(join(damaged, name), readFileSync(join(folder, name)));
  const bytes = readFileSync(join(damaged, 'gatehouse.db'));
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(join(damaged, 'gatehouse.db'), bytes);
  Object.assign(cli.env, place('damaged'));
  expect(await cli.run('restore', damaged)).toMatchObject({ code: 1, stderr: expect.stringContaining('damaged') });
  expect(existsSync(join(ground.dataDir, 'damaged', 'gatehouse.db'))).toBe(false);
});

it.each([
  ['is no object', 'null'],
  ['names no files', '{"format":1}'],
  ['names the folder above', '{"format":1,"files":{"..":"x"}}'],
  ['names a file elsewhere', '{"format":1,"files":{"../../master.key":"x"}}'],
])('a manifest that %s is refused in words', async (_what, manifest) => {
  const forged = mkdtempSync(join(cli.folder, 'forged-'));
  writeFileSync(join(forged, 'manifest.json'), manifest);
  Object.assign(cli.env, place('forged'));
  expect(await cli.run('restore', forged)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^[^\n]*The backup is damaged: [^\n]*\n$/),
  });
  expect(readdirSync(join(ground.dataDir, 'forged'))).toEqual([]);
});

/** The backup as if something else had been in its database when it was made. */
function alteredBackup(name: string, sql: string): string {
  const altered = join(cli.folder, name);
  cpSync(folder, altered, { recursive: true });
  const file = join(altered, 'gatehouse.db');
  const database = new Libsql(file);
  database.exec(sql);
  database.close();
  const manifest = JSON.parse(readFileSync(join(altered, 'manifest.json'), 'utf8')) as { files: Record<string, string> };
  manifest.files['gatehouse.db'] = createHash('sha256').update(readFileSync(file)).digest('hex');
  writeFileSync(join(altered, 'manifest.json'), JSON.stringify(manifest));
  return altered;
}

it('a backup of a newer version is restored if that one only added, and names the version that is needed if not', async () => {
  const newer = "INSERT INTO migrations (timestamp, name) VALUES (1800000000001, 'Newer1800000000001');";
  Object.assign(cli.env, place('added'));
  expect(await cli.run('restore', alteredBackup('adding', newer))).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/does not know Newer1800000000001\. They only add[^]*Restored 2 files/),
  });
  const floor = "INSERT INTO schema_floors (migration, version, because) VALUES ('Newer1800000000001', '9.0.0', 'it would let people in');";
  Object.assign(cli.env, place('ended'));
  expect(await cli.run('restore', alteredBackup('ending', newer + floor))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('needs version 9.0.0 or later: it would let people in (Newer1800000000001)'),
  });
  // The lock itself holds nothing.
  expect(readdirSync(join(ground.dataDir, 'ended'))).toEqual(['gatehouse.db.lock']);
});

it('a backup from before the baseline of migrations is refused with the build to upgrade through', async () => {
  const older = "UPDATE migrations SET timestamp = 1700000000000, name = 'FirstTables1700000000000';";
  Object.assign(cli.env, place('older'));
  expect(await cli.run('restore', alteredBackup('older', older))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is too old: Upgrade through v0.1.0-long-sequence.'),
  });
  expect(readdirSync(join(ground.dataDir, 'older'))).toEqual(['gatehouse.db.lock']);
});

it('what was acknowledged before the backup is there again; what was revoked after it is good again, and the restore says so', async () => {
  Object.assign(cli.env, place('plain'));
  expect(await cli.run('restore', folder)).toMatchObject({ code: 0, stderr: expect.stringContaining('--after-loss') });
  const restored = await startHere(ground.env, place('plain'));
  for (const orgId of acknowledged) expect((await speak(restored).call('GET', `/admin/v1/organizations/${orgId}`)).status).toBe(200);
  expect(await statusWith(restored, revoked)).toBe(200);
  await restored.close();
});

/** No service that was lost can have given so many numbers in its time. */
const LOST_NUMBERS = 1e12;

/** The number of the unit of work that has the event of the loss. */
function unitOfLoss(file: string): number {
  const database = new Libsql(file, { readonly: true });
  const row = database.prepare('SELECT tx_no FROM events WHERE type_no = ?').get(EVENT_TYPES['instance.tokens.revoked'].no) as {
    tx_no: number;
  };
  database.close();
  return row.tx_no;
}

it('after a loss nothing that was issued is good any more, and new tokens are', async () => {
  await first.end('SIGKILL');
  Object.assign(cli.env, place('lost'));
  const restoring = cli.run('restore', folder, '--after-loss');
  const file = join(ground.dataDir, 'lost', 'gatehouse.db');
  // From the moment it is there it is as it is meant to be, whatever ends the command.
  let isOver = false;
  void restoring.finally(() => (isOver = true));
  while (!existsSync(file) && !isOver) await new Promise((resolve) => setTimeout(resolve, 1));
  expect(unitOfLoss(file)).toBeGreaterThan(LOST_NUMBERS);
  expect(await restoring).toMatchObject({ code: 0, stderr: expect.stringContaining('Ended every token') });
  expect(readdirSync(join(ground.dataDir, 'lost')).filter((name) => name.includes('.part'))).toEqual([]);
  const restored = await startHere(ground.env, place('lost'));
  expect(await statusWith(restored, revoked)).toBe(401);
  expect(await statusWith(restored, credentials.serviceUser.personalAccessToken)).toBe(401);
  const token = await clientToken(speak(restored), credentials.serviceUser);
  expect(await statusWith(restored, token)).toBe(200);
  const search = { eventTypes: ['instance.tokens.revoked'] };
  const { body } = await speak(restored).call('POST', '/admin/v1/events/_search', search, { token });
  expect(body.events).toHaveLength(1);
  const followed = await follow(restored, { cursor }, token);
  expect(followed.events.map(({ type }) => type.type)).toContain('instance.tokens.revoked');
  await restored.close();
  // The same backup restored once more: tokens of the time between must not fit either.
  Object.assign(cli.env, place('twice'));
  expect(await cli.run('restore', folder, '--after-loss')).toMatchObject({ code: 0 });
  const twice = await startHere(ground.env, place('twice'));
  expect(await statusWith(twice, token)).toBe(401);
  await twice.close();
});
