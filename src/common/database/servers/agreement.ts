// The agreement of all processes on the server in use: one row, in the database itself (docs/adr/0041-database-hosts.md).
import type { Connection } from 'mysql2';
import type { ServerHost } from '../../settings/values.js';
import { ask, nameOf, unlessErrno } from './connection.js';

/**
 * How long answers of the server in use count after the start of a probe that found it up to date and agreed on. Later answers need another
 * probe. A cluster must not expel a node sooner.
 */
export const TRUST_MS = 2_000;

/**
 * How long nothing is written after a move away from a server that may still answer: other processes may trust that server for this long.
 */
export const HANDOVER_MS = TRUST_MS + 750;

/** An agreement stands for at least this long, so that two processes that reach different servers don't keep overwriting it. */
const STANDS_SECONDS = 5;
/** An agreement further in the future than this was made with a wrong clock. */
const AHEAD_SECONDS = 60;

/** Other processes may not have followed an agreement younger than this yet. */
const NEW_SECONDS = Math.ceil(HANDOVER_MS / 1000);

const NO_SUCH_TABLE = 1146;
const DEADLOCK = 1213;

interface Agreement {
  /** How often the agreement has changed to another host. */
  epoch: number;
  /** Empty before the first agreement. */
  host: string;
  /** In seconds. */
  age: number;
}

/** The host agreed on. */
export interface Agreed {
  host: ServerHost;
  /** The agreement has just changed, so other processes may still trust the previous host. */
  isNew: boolean;
}

/** Replaces the agreed host without any condition. The parameter is the host's name. */
export const AGREE_ON = 'UPDATE database_node SET host = ?, epoch = epoch + 1, changed_s = UNIX_TIMESTAMP() WHERE id = 1';

/** @returns undefined before the migrations */
export async function readAgreement(connection: Connection): Promise<Agreement | undefined> {
  const sql = 'SELECT epoch, host, UNIX_TIMESTAMP() - changed_s AS age FROM database_node WHERE id = 1';
  const [row] = (await ask<Agreement>(connection, sql).catch(unlessErrno(NO_SUCH_TABLE))) ?? [];
  return row && { ...row, epoch: Number(row.epoch), age: Number(row.age) };
}

/**
 * The host in the agreement if it is usable, else the first usable one. The agreement is one row, so the first process to write it decides
 * for all.
 * @returns undefined if another process has just agreed on a host that is not usable here
 */
export async function agreeOnOne(connection: Connection, usable: readonly ServerHost[]): Promise<Agreed | undefined> {
  const [first] = usable as [ServerHost];
  // If another process writes first, the second attempt reads its choice.
  for (let attempt = 0; attempt < 2; attempt++) {
    const row = await readAgreement(connection);
    // Before the migrations there is no agreement: one process migrates, the others wait.
    if (!row) return { host: first, isNew: false };
    const agreed = usable.find((host) => nameOf(host) === row.host);
    // The very first agreement replaces no other host.
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
