// The agreement of all processes on the server that is worked with: one row, in the database itself (docs/adr/0041-database-hosts.md).
import type { Connection } from 'mysql2';
import type { ServerHost } from '../settings/values.js';
import { ask, nameOf, unlessErrno } from './server-connection.js';

/**
 * So long after a look that found the server in use to be up to date and agreed on, its answers count; then it is looked at again. A cluster must
 * not part with a node sooner.
 */
export const TRUST_MS = 2_000;

/** After a move away from a server that may still answer others, these may trust it for a while; nothing is written elsewhere before. */
export const HANDOVER_MS = TRUST_MS + 750;

/** So long the agreement stands at least: two processes that reach different servers do not tear at it. */
const STANDS_SECONDS = 5;
/** One from so far in the future was made with a clock that was wrong. */
const AHEAD_SECONDS = 60;

/** An agreement younger than this may be followed by others only now. */
const NEW_SECONDS = Math.ceil(HANDOVER_MS / 1000);

const NO_SUCH_TABLE = 1146;
const DEADLOCK = 1213;

interface Agreement {
  /** How often another host had been agreed on. */
  epoch: number;
  /** Empty before the first time. */
  host: string;
  /** In seconds. */
  age: number;
}

/** What is agreed on. */
export interface Agreed {
  host: ServerHost;
  /** Another host was agreed on a moment ago, and may still be trusted by others. */
  isNew: boolean;
}

/** Agrees on another host, whatever was agreed on before. Its value is the name. */
export const AGREE_ON = 'UPDATE database_node SET host = ?, epoch = epoch + 1, changed_s = UNIX_TIMESTAMP() WHERE id = 1';

/** @returns undefined before the migrations */
export async function readAgreement(connection: Connection): Promise<Agreement | undefined> {
  const sql = 'SELECT epoch, host, UNIX_TIMESTAMP() - changed_s AS age FROM database_node WHERE id = 1';
  const [row] = (await ask<Agreement>(connection, sql).catch(unlessErrno(NO_SUCH_TABLE))) ?? [];
  return row && { ...row, epoch: Number(row.epoch), age: Number(row.age) };
}

/**
 * The host in the agreement if it can be used, else the first that can: the agreement is one row, so the first process decides for all.
 * @returns undefined if others decided just now for one that cannot
 */
export async function agreeOnOne(connection: Connection, usable: readonly ServerHost[]): Promise<Agreed | undefined> {
  const [first] = usable as [ServerHost];
  // Whoever is slower takes what the faster one has written.
  for (let attempt = 0; attempt < 2; attempt++) {
    const row = await readAgreement(connection);
    // Before the migrations there is nothing to agree about: one process makes them, the others wait.
    if (!row) return { host: first, isNew: false };
    const agreed = usable.find((host) => nameOf(host) === row.host);
    // The first one of all follows none.
    if (agreed) return { host: agreed, isNew: row.epoch > 1 && row.age <= NEW_SECONDS };
    const result = (await ask(
      connection,
      `UPDATE database_node SET host = ?, epoch = epoch + 1, changed_s = UNIX_TIMESTAMP()
       WHERE id = 1 AND epoch = ? AND (host = '' OR changed_s NOT BETWEEN UNIX_TIMESTAMP() - ${STANDS_SECONDS - 1} AND UNIX_TIMESTAMP() + ${AHEAD_SECONDS})`,
      [nameOf(first), row.epoch],
    ).catch(unlessErrno(DEADLOCK))) as { affectedRows: number } | undefined;
    if (result?.affectedRows === 1) return { host: first, isNew: row.host !== '' };
  }
  return undefined;
}
