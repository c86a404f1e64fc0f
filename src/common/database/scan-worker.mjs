// The thread in which an embedded database is searched row by row: plain SQL and rows cross the border, one statement at a time.
import { parentPort, workerData } from 'node:worker_threads';
import Libsql from 'libsql';

const connection = new Libsql(workerData.file, { readonly: true });

parentPort?.on('message', (/** @type {{ id: number, sql: string, values: unknown[] }} */ { id, sql, values }) => {
  try {
    parentPort?.postMessage({ id, rows: connection.prepare(sql).all(...values) });
  } catch (error) {
    parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
