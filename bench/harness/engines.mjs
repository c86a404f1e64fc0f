// The databases the service is measured on: files, or a private MariaDB server that is started here and stopped at the end.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import mysql from 'mysql2/promise';
import { isInstalled, pinned } from './processes.mjs';
import { freePort } from './service.mjs';
import { recordStatements } from './statements.mjs';

const SCRIPT = fileURLToPath(new URL('../../test/support/mariadb.sh', import.meta.url));

/**
 * @typedef {'sqlite' | 'mariadb'} EngineName
 * `recordStatements`: what the server is asked while something is measured.
 * @typedef {{
 *   name: EngineName, about: string, freshDatabase(kept?: boolean): Promise<string>,
 *   recordStatements?(measured: () => Promise<{ count: number }>): Promise<import('./statements.mjs').Statements>,
 * }} Engine
 */

/** @returns {boolean} whether MariaDB can be measured here */
export function hasMariadb() {
  return process.env['TEST_DATABASE_URL'] !== undefined || isInstalled('mariadbd');
}

/** A folder that is removed at the end. @param {import('./processes.mjs').Cleanup} cleanup @returns {string} */
export function scratchFolder(cleanup) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** @param {EngineName} name @param {import('./processes.mjs').Cleanup} cleanup @param {import('./processes.mjs').Cores} cores @returns {Promise<Engine>} */
export function openEngine(name, cleanup, cores) {
  return name === 'sqlite' ? openSqlite(cleanup) : openMariadb(cleanup, cores);
}

/** @param {import('./processes.mjs').Cleanup} cleanup @returns {Promise<Engine>} */
async function openSqlite(cleanup) {
  return {
    name: 'sqlite',
    about: 'SQLite in a file, every commit on disk',
    freshDatabase: async () => `sqlite:${join(scratchFolder(cleanup), 'gatehouse.db')}`,
  };
}

/** @param {import('./processes.mjs').Cleanup} cleanup @param {import('./processes.mjs').Cores} cores @returns {Promise<Engine>} */
async function openMariadb(cleanup, cores) {
  const server = process.env['TEST_DATABASE_URL'] ?? (await startMariadb(cleanup, cores));
  const connection = await mysql.createConnection(server.replace(/^mariadb:/, 'mysql:'));
  cleanup.add(() => connection.end());
  const [rows] = await connection.query('SELECT VERSION() AS version, @@innodb_flush_log_at_trx_commit AS flushed');
  const { version, flushed } = /** @type {Array<{ version: string, flushed: number }>} */ (rows)[0] ?? { version: '?', flushed: 0 };
  let databases = 0;
  return {
    name: 'mariadb',
    about: `MariaDB ${version}, ${Number(flushed) === 1 ? 'every commit on disk' : `innodb_flush_log_at_trx_commit=${flushed}`}`,
    async freshDatabase(kept = false) {
      const database = `gatehouse_bench_${process.pid}_${++databases}`;
      await connection.query(`CREATE DATABASE ${database}`);
      if (!kept) cleanup.add(() => connection.query(`DROP DATABASE ${database}`));
      const url = new URL(server);
      url.pathname = `/${database}`;
      return url.href;
    },
    recordStatements: (measured) => recordStatements(connection, measured),
  };
}

/** @param {import('./processes.mjs').Cleanup} cleanup @param {import('./processes.mjs').Cores} cores @returns {Promise<string>} its address */
async function startMariadb(cleanup, cores) {
  const folder = scratchFolder(cleanup);
  // A server that gives up root's rights must still reach its folder.
  chmodSync(folder, 0o755);
  const env = { ...process.env, MARIADB_TEST_DIR: folder, MARIADB_TEST_PORT: String(await freePort()) };
  const [command, args] = pinned(cores.database, 'bash', [SCRIPT, 'start']);
  // In a group of its own: Ctrl-C must not cut the script off between starting the server and knowing its process id.
  const script = spawn(command, args, { env, detached: true, stdio: ['ignore', 'ignore', 'inherit'] });
  const started = new Promise((resolve) => script.once('close', resolve));
  cleanup.add(async () => {
    await started;
    execFileSync('bash', [SCRIPT, 'stop'], { env, stdio: 'ignore' });
  });
  if ((await started) !== 0) throw new Error('MariaDB did not start.');
  return execFileSync('bash', [SCRIPT, 'url'], { env }).toString().trim();
}
