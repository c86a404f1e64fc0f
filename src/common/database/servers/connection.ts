// A connection to one server of DATABASE_URL outside the pools, for questions about the server itself.
import mysql2, { type Connection, type ConnectionOptions } from 'mysql2';
import type { ServerHost } from '../../settings/values.js';
import { driverError } from '../errors/faults.js';

/** Time limit of a probe. A server that doesn't answer within it counts as gone. */
export const PROBE_MS = 1_000;

/** Galera knows this variable; MySQL doesn't. */
export const SYNC = 'SET SESSION wsrep_sync_wait=1';

const UNKNOWN_VARIABLE = 1193;

/** Uses a separate connection to a server, for at most `limitMs`, of which `connectMs` to connect. @throws the driver's error, or ETIMEDOUT */
export async function withServer<T>(
  options: ConnectionOptions,
  { host, port }: ServerHost,
  limitMs: number,
  use: (connection: Connection) => Promise<T>,
  connectMs = PROBE_MS,
): Promise<T> {
  const connection = mysql2.createConnection({ ...options, host, port, connectTimeout: connectMs });
  let timer: NodeJS.Timeout | undefined;
  try {
    // Without a listener, the end of a connection would be an uncaught error.
    const broken = new Promise<never>((_, reject) => {
      connection.on('error', reject);
      timer = setTimeout(() => reject(Object.assign(new Error('The server does not answer.'), { code: 'ETIMEDOUT' })), limitMs);
    });
    return await Promise.race([use(connection), broken]);
  } finally {
    clearTimeout(timer);
    connection.destroy();
  }
}

export function ask<Row>(connection: { query: Connection['query'] }, sql: string, values: Array<string | number> = []): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    connection.query(sql, values, (error, result) => (error ? reject(error) : resolve(result as unknown as Row[])));
  });
}

/** The name of a host in the agreement and in the log. */
export function nameOf({ host, port }: ServerHost): string {
  return `${host}:${port}`;
}

/** For a statement whose failure with this error number is a valid answer. */
export function unlessErrno(expected: number): (error: unknown) => undefined {
  return (error) => {
    if (driverError(error).errno !== expected) throw error;
    return undefined;
  };
}

/** For a statement that sets a variable some servers don't have. */
export const unlessUnknown = unlessErrno(UNKNOWN_VARIABLE);
