// The meaning of all engines' and drivers' errors, in one table, so that a failing database never counts as a failure of this service.

/**
 * - `again`: the server undid the unit of work, which may succeed if it runs again at once.
 * - `lost`: the connection is gone. Uncommitted changes are undone; the outcome of a COMMIT under way is unknown.
 * - `open`: the statement failed; if it was a COMMIT, its outcome is unknown. The connection still works.
 * - `refused`: the server doesn't do this now, or doesn't accept the connection. Nothing was done.
 * - `silent`: like `lost`, because the server sent nothing for too long. A retry would wait as long again.
 * - `slow`: a time limit was reached, and the statement was undone.
 */
export type Fault = 'again' | 'lost' | 'open' | 'refused' | 'silent' | 'slow';

/** By the error number of MariaDB and MySQL. */
const BY_NUMBER: Readonly<Record<Fault, readonly number[]>> = {
  again: [
    1020, // record has changed since it was read (innodb_snapshot_isolation)
    1047, // Galera: the node is not ready
    1205, // lock wait timeout; undoes the statement only, so the unit is rolled back
    1213, // deadlock; Galera: another node committed first
    1412, // a table was changed meanwhile
    1615, // a table was changed meanwhile, for a prepared statement
    3101, // MySQL, group replication: another server committed first
    8022, // TiDB: COMMIT failed and was undone
    8028, // TiDB: a table was changed meanwhile
    9007, // TiDB: write conflict in an optimistic transaction
  ],
  lost: [
    1053, // the server shuts down
    1077, // shut down normally
    1152, // connection aborted
    1158, // network errors, to 1161
    1159,
    1160,
    1161,
    1184, // connection aborted before authentication
    1927, // connection killed
    4031, // MySQL: idle for too long
  ],
  open: [
    1180, // error during COMMIT; Galera: the node lost its cluster
    1317, // interrupted
    3100, // MySQL, group replication: the group rejected it
    9001, // TiDB: its placement driver did not answer
    9002, // TiDB: its storage did not answer, to 9005
    9003,
    9004,
    9005,
  ],
  refused: [
    3, // writing a file failed
    20, // disk full
    1016, // a file could not be opened, such as 24: too many
    1021, // disk full
    1024, // reading a file failed
    1026, // writing a file failed
    1030, // error of the storage engine, such as 28: no space
    1036, // a table that can only be read
    1037, // out of memory, to 1041
    1038,
    1041,
    1040, // too many connections
    1044, // no rights in this database
    1045, // wrong password
    1049, // no such database
    1114, // table full: no space
    1129, // this host is blocked
    1130, // this host is not allowed
    1135, // no thread for a connection
    1142, // no right to do this
    1203, // too many connections of this user
    1206, // no room for more locks
    1223, // a backup holds a read lock
    1226, // the user has used up its share
    1227, // no right to do this
    1290, // read_only
    1461, // too many prepared statements
    1637, // too many transactions
    1698, // access denied
    1792, // read-only transaction
    1820, // password expired
    1836, // read-only mode
    1862, // password expired
    3032, // MySQL: offline mode
  ],
  silent: [],
  slow: [
    1969, // MariaDB: max_statement_time
    3024, // MySQL: max_execution_time
  ],
};

/** By the code of the driver, of the network, or of SQLite; SQLite's extended codes begin with these. */
const BY_CODE: Readonly<Record<Fault, readonly string[]>> = {
  again: ['SQLITE_BUSY', 'SQLITE_LOCKED'],
  lost: [
    'PROTOCOL_CONNECTION_LOST',
    'PROTOCOL_SEQUENCE_TIMEOUT',
    'ECONNABORTED',
    'ECONNREFUSED',
    'ECONNRESET',
    'EAI_AGAIN',
    'EHOSTDOWN',
    'EHOSTUNREACH',
    'ENETDOWN',
    'ENETUNREACH',
    'ENOTFOUND',
    'EPIPE',
    'ETIMEDOUT',
  ],
  open: ['SQLITE_IOERR'],
  refused: [
    'NO_CONNECTION',
    'NO_SERVER',
    'SPREAD_CONNECTIONS',
    'HANDSHAKE_NO_SSL_SUPPORT',
    'HANDSHAKE_SSL_ERROR',
    'SQLITE_CANTOPEN',
    'SQLITE_FULL',
    'SQLITE_NOMEM',
    'SQLITE_READONLY',
  ],
  silent: ['SERVER_SILENT'],
  slow: [],
};

const FAULTS: ReadonlyMap<number | string, Fault> = new Map(
  (['again', 'lost', 'open', 'refused', 'silent', 'slow'] as const).flatMap((fault) =>
    [...BY_NUMBER[fault], ...BY_CODE[fault]].map((sign) => [sign, fault] as const),
  ),
);

/** The number of errors without one of their own, such as those that TiDB passes on from its components. */
const NUMBERLESS = 1105;
/** After errors with these messages, TiDB has undone the statement. */
const UNDONE = /lock wait timeout|pessimistic lock retry limit reached/i;

/** The properties that drivers set on their errors. */
export interface DriverError {
  errno?: number;
  code?: string;
  message?: string;
  fatal?: boolean;
  syscall?: string;
  driverError?: DriverError;
}

/** The error of the driver, which TypeORM wraps. */
export function driverError(error: unknown): DriverError {
  if (typeof error !== 'object' || error === null) return {};
  const outer = error as DriverError;
  return outer.driverError ?? outer;
}

/** The meaning of a database error. Undefined for any other error, and for a fault in the caller's statement. */
export function faultOf(error: unknown): Fault | undefined {
  const { errno, code, fatal, message = '' } = driverError(error);
  if (errno === NUMBERLESS) return UNDONE.test(message) ? 'again' : 'open';
  const embedded = typeof code === 'string' ? /^SQLITE_[A-Z]+/.exec(code)?.[0] : undefined;
  const known = FAULTS.get(embedded ?? code ?? '') ?? FAULTS.get(errno ?? 0);
  // A command on a closed connection has no code, only the flag that the connection is unusable.
  return known ?? (fatal === true ? 'lost' : undefined);
}

/** The number or code of an error, for the log and for looking it up in the manual. */
export function signOf(error: unknown): string {
  const { errno, code, message } = driverError(error);
  return [code, errno, code === undefined && errno === undefined ? message : undefined].filter((part) => part !== undefined).join(' ');
}

/** After one of these errors a server still answers reads, but writes nothing until its disk has room again or is replaced. */
const DISK_FAULTS: ReadonlySet<number | undefined> = new Set([3, 20, 1021, 1026, 1030, 1114]);

/** Whether the server's disk rejected a write. */
export function isDiskFault(error: unknown): boolean {
  return DISK_FAULTS.has(driverError(error).errno);
}

/** Whether the same unit of work may succeed if it runs again at once. */
export function isTransient(error: unknown): boolean {
  const fault = faultOf(error);
  return fault === 'again' || fault === 'lost';
}

/** System calls that fail before anything is sent. */
const CONNECTING: ReadonlySet<string | undefined> = new Set(['connect', 'getaddrinfo']);

/** Whether a COMMIT, or a statement that commits by itself, may have taken effect despite the error. */
export function isOutcomeOpen(error: unknown): boolean {
  const fault = faultOf(error);
  return fault === 'open' || fault === 'silent' || fault === 'slow' || (fault === 'lost' && !CONNECTING.has(driverError(error).syscall));
}

const FAULTS_OF_SERVER: ReadonlySet<Fault | undefined> = new Set<Fault>(['lost', 'silent', 'open']);
/** The node isn't ready, or accepts no writes. */
const ERRORS_OF_SERVER: ReadonlySet<number | undefined> = new Set([1047, 1290, 1836]);

/** Whether the error may mean that this server has failed and another one might work. */
export function isOfServer(error: unknown): boolean {
  const { errno, code } = driverError(error);
  return FAULTS_OF_SERVER.has(faultOf(error)) || ERRORS_OF_SERVER.has(errno) || code === 'NO_SERVER' || isDiskFault(error);
}
