// Makes the data set of a release for the upgrade tests: `npm run upgrade:dataset -- NAME [FOLDER OF A BUILD]`, once on each engine.
// NAME is the release; without a folder, the build here makes it. Writes test/upgrade/NAME. CONTRIBUTING says when.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import mysql from 'mysql2/promise';
import { dumpEmbedded } from './dump-embedded.mjs';
import { fill } from './fill.mjs';

const PUBLIC_URL = 'https://id.example.com';
const READY_MS = 120_000;

const [name = '', folder = '.'] = process.argv.slice(2);
const server = process.env['TEST_DATABASE_URL'];
if (!/^[\w.-]+$/.test(name) || !server) {
  console.error(
    'Usage: npm run upgrade:dataset -- NAME [FOLDER OF A BUILD], with TEST_DATABASE_URL naming a MariaDB or none for a private one',
  );
  process.exit(2);
}
const target = resolve('test/upgrade', name);
mkdirSync(target, { recursive: true });
await makeOnEmbedded();
await makeOnServer(server);

async function makeOnEmbedded() {
  await withService({}, async (known, dataDir) => {
    save('embedded', dumpEmbedded(join(dataDir, 'gatehouse.db')), known);
  });
}

/** @param {string} url */
async function makeOnServer(url) {
  const schema = `gatehouse_dataset_${randomBytes(4).toString('hex')}`;
  const own = new URL(url);
  own.pathname = `/${schema}`;
  const connection = await mysql.createConnection(url.replace(/^mariadb:/, 'mysql:'));
  await connection.query(`CREATE DATABASE ${schema}`);
  try {
    await withService({ DATABASE_URL: own.href }, async (known) => save('server', dumpServer(own), known));
  } finally {
    await connection.query(`DROP DATABASE ${schema}`);
    await connection.end();
  }
}

/** @param {Record<string, string>} env @param {(known: object, dataDir: string) => Promise<void>} use the data, once the service has stopped */
async function withService(env, use) {
  const dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-dataset-'));
  const port = await freePort();
  const masterKey = randomBytes(32).toString('base64');
  const settings = {
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL,
    MASTER_KEY: masterKey,
    PASSWORD_HASH_COST: '10',
    LOG_LEVEL: 'warn',
  };
  const child = spawn(process.execPath, ['dist/src/main.js'], {
    cwd: resolve(folder),
    env: { PATH: process.env['PATH'], ...settings, ...env },
    stdio: 'inherit',
  });
  const ended = new Promise((done) => child.once('close', done));
  try {
    const listening = `http://127.0.0.1:${port}`;
    await untilReady(listening);
    const bootstrap = JSON.parse(readFileSync(join(dataDir, 'bootstrap.json'), 'utf8'));
    const known = { madeAt: new Date().toISOString(), masterKey, ...(await fill(PUBLIC_URL, listening, bootstrap)) };
    child.kill('SIGTERM');
    await ended;
    await use(known, dataDir);
  } finally {
    child.kill('SIGKILL');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** @param {string} listening */
async function untilReady(listening) {
  for (const deadline = Date.now() + READY_MS; ;) {
    const ready = await fetch(`${listening}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    if (Date.now() > deadline) throw new Error('The service did not start.');
    await new Promise((resume) => setTimeout(resume, 100));
  }
}

/** @param {URL} url @returns {string} */
function dumpServer({ hostname, port, username, password, pathname }) {
  const quiet = [
    '--skip-comments',
    '--skip-add-locks',
    '--skip-disable-keys',
    '--skip-add-drop-table',
    '--no-tablespaces',
    '--order-by-primary',
  ];
  const place = [
    '-h',
    hostname,
    '-P',
    port,
    '-u',
    username,
    `-p${password}`,
    '--hex-blob',
    '--default-character-set=utf8mb4',
    pathname.slice(1),
  ];
  const { status, stdout, stderr } = spawnSync('mariadb-dump', [...quiet, ...place], { encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`mariadb-dump failed: ${stderr}`);
  // Lines for MariaDB's own client, which another engine does not take.
  return stdout.replace(/^\/\*M?!.*\n/gm, '');
}

/** @param {string} engine @param {string} dump @param {object} known */
function save(engine, dump, known) {
  writeFileSync(join(target, `${engine}.sql`), dump);
  writeFileSync(join(target, `${engine}.json`), `${JSON.stringify(known, null, 1)}\n`);
}

/** @returns {Promise<number>} */
async function freePort() {
  const probe = createServer();
  await new Promise((done) => probe.listen(0, '127.0.0.1', () => done(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (probe.address());
  await new Promise((done) => probe.close(done));
  return port;
}
