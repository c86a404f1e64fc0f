// What a service is made of while it runs: memory, handles, open files, and the rows of its tables.
import { readdirSync } from 'node:fs';
import Libsql from 'libsql';
import mysql from 'mysql2/promise';
import { HAS_PROC, residentMiB } from './processes.mjs';

/** @typedef {import('./growth.mjs').Sample} Sample */

/** @param {import('./service.mjs').Service} service @param {number} metricsPort @returns {Promise<Omit<Sample, 'flows'>>} */
export async function sample(service, metricsPort) {
  const { pid, databaseUrl } = service;
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  /** @type {Record<string, number>} */
  const figures = {
    'heap MiB': await service.liveHeapMiB(),
    handles: Number(/^nodejs_active_handles_total (\S+)/m.exec(text)?.[1]),
  };
  if (HAS_PROC) {
    figures['resident MiB'] = residentMiB(pid) ?? 0;
    figures['descriptors'] = readdirSync(`/proc/${pid}/fd`).length;
  }
  return {
    figures,
    rows: databaseUrl.startsWith('sqlite:') ? rowsOfFile(databaseUrl.slice('sqlite:'.length)) : await rowsOfServer(databaseUrl),
  };
}

/** @param {string} file @returns {Record<string, number>} */
function rowsOfFile(file) {
  const database = new Libsql(file);
  try {
    database.pragma('busy_timeout=5000');
    const named = /** @type {Array<{ name: string }>} */ (
      database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all()
    );
    const count = (/** @type {string} */ name) =>
      /** @type {{ n: number }} */ (database.prepare(`SELECT COUNT(*) AS n FROM ${name}`).get()).n;
    return Object.fromEntries(named.map(({ name }) => [name, count(name)]));
  } finally {
    database.close();
  }
}

/** @param {string} url @returns {Promise<Record<string, number>>} */
async function rowsOfServer(url) {
  const connection = await mysql.createConnection(url.replace(/^mariadb:/, 'mysql:'));
  try {
    const [tables] = /** @type {any} */ (
      await connection.query('SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()')
    );
    /** @type {Record<string, number>} */
    const rows = {};
    for (const { name } of tables) {
      const [[{ n }]] = /** @type {any} */ (await connection.query(`SELECT COUNT(*) AS n FROM \`${name}\``));
      rows[name] = Number(n);
    }
    return rows;
  } finally {
    await connection.end();
  }
}
