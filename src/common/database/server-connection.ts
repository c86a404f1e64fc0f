// A connection to one server of DATABASE_URL beside the pools, for what is asked of the server itself.
import mysql2, { type Connection, type ConnectionOptions } from 'mysql2';
import type { ServerHost } from '../settings/values.js';
import { driverError } from './faults.js';

/** A server that does not say what it is asked within this is not there. */
export const LOOK_MS = 1_000;

/** What Galera knows, and MySQL does not. */
export const SYNC = 'SET SESSION wsrep_sync_wait=1';

const UNKNOWN_VARIABLE = 1193;

/** Works with a server on a connection of its own, for so long at most. @throws what the driver says, ETIMEDOUT */
export async function withServer<T>(
  options: ConnectionOptions,
  { host, port }: ServerHost,
  limitMs: number,
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = mysql2.createConnection({ ...options, host, port, connectTimeout: LOOK_MS });
  let timer: NodeJS.Timeout | undefined;
  try {
    // Without a listener, the end of a connection would be an error that nobody catches.
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

/** How a host is named in the agreement and in the log. */
export function nameOf({ host, port }: ServerHost): string {
  return `${host}:${port}`;
}

/** For a statement whose refusal by this error number is an answer too. */
export function unlessErrno(expected: number): (error: unknown) => undefined {
  return (error) => {
    if (driverError(error).errno !== expected) throw error;
    return undefined;
  };
}

/** For a statement that sets what not every server has. */
export const unlessUnknown = unlessErrno(UNKNOWN_VARIABLE);
