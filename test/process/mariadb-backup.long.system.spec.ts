// The backup of a MariaDB that serves, restored as docs/backup.md says: with its binary log nothing is lost; without it nothing revives.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandLine, type CommandLine } from '../support/command-line.js';
import { blocksUnder } from '../support/guide-blocks.js';
import { clientToken, post } from '../support/oauth.js';
import { Ground, type Process } from '../support/processes.js';
import { requirePrograms } from '../support/programs.js';
import { freePort, send, type HttpService } from '../support/service.js';

const PUBLIC_URL = 'http://127.0.0.1:65000';
const LOGGED = 'log_bin=binlog\nsync_binlog=1\nserver_id=1';

let folder: string;
let port: number;
let ground: Ground;
let cli: CommandLine;
let copy: string;
let revoked: string;
const started: string[] = [];

const server = (name: string, command: 'start' | 'stop') => {
  const env = {
    ...process.env,
    MARIADB_TEST_DIR: join(folder, name),
    MARIADB_TEST_PORT: String(port),
    MARIADB_TEST_POOL: '64M',
    MARIADB_TEST_SETTINGS: LOGGED,
  };
  execFileSync('bash', ['test/support/mariadb.sh', command], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  if (command === 'start') started.push(name);
  else started.splice(started.indexOf(name), 1);
};
const socketOf = (name: string) => `--socket=${join(folder, name, 'm.sock')}`;
const asRoot = (name: string) => [socketOf(name), '--user=root'];
const speak = ({ url }: Process): HttpService => ({
  url,
  call: (method, path, body, { token = ground.credentials.serviceUser.personalAccessToken, type, headers = {} } = {}) =>
    send(url + path, method, body, { ...headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) }, type),
});
const add = async (process: Process, name: string) => {
  const { status } = await speak(process).call('POST', '/admin/v1/organizations', { name, primaryDomain: `${name}.example` });
  expect(status).toBe(201);
};
const names = async (process: Process, token: string) => {
  const { body } = await speak(process).call('GET', '/admin/v1/organizations', undefined, { token });
  return (body.organizations as Array<{ name: string }>).map(({ name }) => name);
};
const statusOf = async (process: Process, token: string) =>
  (await speak(process).call('GET', '/admin/v1/organizations', undefined, { token })).status;

/** Makes the backup as docs/backup.md says, by the user of the database that it makes. */
function backUp(name: string): void {
  const guide = readFileSync('docs/backup.md', 'utf8');
  const [sql = '', options = '', command = ''] = ['sql', 'ini', 'sh'].flatMap((language) => blocksUnder(guide, '## MariaDB', language));
  execFileSync('mariadb', asRoot(name), { input: sql });
  const file = join(folder, 'backup.cnf');
  writeFileSync(file, options, { mode: 0o600 });
  // This server is not where Debian's is.
  const typed = `${command.trim()} ${socketOf(name)} --datadir=${join(folder, name, 'data')}`;
  const made = spawnSync('sh', ['-euc', typed.replace(/ \/backups\/\S+/, ` ${copy}`).replace('/etc/gatehouse/backup.cnf', file)]);
  expect([made.status, made.stderr.toString()]).toEqual([0, '']);
  expect(readFileSync(`${copy}.log`, 'utf8')).toMatch(/user: backup, password: set/);
}

/** A data directory made of the backup. */
function copyBack(name: string): void {
  const data = join(folder, name, 'data');
  mkdirSync(data, { recursive: true });
  chmodSync(join(folder, name), 0o711);
  expect(spawnSync('mariadb-backup', ['--copy-back', `--target-dir=${copy}`, `--datadir=${data}`]).status).toBe(0);
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'mysql:mysql', join(folder, name)]);
}

beforeAll(async () => {
  requirePrograms('mariadbd', 'mariadb-backup', 'bash', 'sh');
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-mariadb-backup-'));
  chmodSync(folder, 0o711);
  port = await freePort();
  server('first', 'start');
  cli = commandLine();
  ground = await Ground.make({ DATABASE_URL: `mariadb://gatehouse:gatehouse@127.0.0.1:${port}/gatehouse`, PUBLIC_URL });
  const service = await ground.start({ PUBLIC_URL });
  await add(service, 'before');
  revoked = await clientToken(speak(service), ground.credentials.serviceUser);
  copy = join(folder, 'copy');
  backUp('first');
  await add(service, 'after');
  await post(speak(service), '/oauth/v2/revoke', { token: revoked }, ground.credentials.serviceUser);
  expect(await statusOf(service, revoked)).toBe(401);
  await service.end('SIGKILL');
  server('first', 'stop');
}, 240_000);
afterAll(async () => {
  while (started.length > 0) server(started[0] ?? '', 'stop');
  await ground?.clear();
  cli?.remove();
  rmSync(folder, { recursive: true, force: true });
});

it('with the binary log everything is there again, and what was revoked stays revoked', async () => {
  copyBack('second');
  server('second', 'start');
  const info = ['mariadb_backup_binlog_info', 'xtrabackup_binlog_info'].map((name) => join(copy, name)).find(existsSync) ?? '';
  const [log = '', position = ''] = readFileSync(info, 'utf8').split(/\s/);
  const logs = readdirSync(join(folder, 'first', 'data')).filter((name) => /^binlog\.\d+$/.test(name) && name >= log);
  const statements = execFileSync(
    'mariadb-binlog',
    [`--start-position=${position}`, ...logs.map((name) => join(folder, 'first', 'data', name))],
    { maxBuffer: 2 ** 28 },
  );
  execFileSync('mariadb', asRoot('second'), { input: statements });
  const service = await ground.start({ PUBLIC_URL });
  expect(await names(service, ground.credentials.serviceUser.personalAccessToken)).toEqual(expect.arrayContaining(['before', 'after']));
  expect(await statusOf(service, revoked)).toBe(401);
  await service.end('SIGTERM');
  server('second', 'stop');
});

it('without the log, gatehouse restore --after-loss ends what was issued', async () => {
  copyBack('third');
  server('third', 'start');
  Object.assign(cli.env, ground.env, { PUBLIC_URL });
  expect(await cli.run('restore', '--after-loss')).toMatchObject({ code: 0, stderr: expect.stringContaining('Ended every token') });
  const service = await ground.start({ PUBLIC_URL });
  for (const token of [revoked, ground.credentials.serviceUser.personalAccessToken]) expect(await statusOf(service, token)).toBe(401);
  const token = await clientToken(speak(service), ground.credentials.serviceUser);
  const left = await names(service, token);
  expect([left.includes('before'), left.includes('after')]).toEqual([true, false]);
});
