// The connections of one role to a database server: how many there are, and how long a caller waits for one.
import mysql2, { type ConnectionOptions, type Pool, type PoolConnection, type PoolOptions } from 'mysql2';
import type { ServerHost } from '../../settings/values.js';
import type { SqlValue } from '../engines/sql-value.js';
import { driverError, faultOf, isOfServer } from '../errors/faults.js';
import { DATABASE_LIMITS } from '../errors/limits.js';
import { HANDOVER_MS } from './agreement.js';
import { unlessUnknown } from './connection.js';
import { IDENTITY, identityIn, isTidbIn } from './host-status.js';
import type { Movable, ServerNodes } from './host-selection.js';

/** An idle connection sends a keep-alive after this: firewalls silently drop connections without traffic. */
const KEEP_ALIVE_MS = 30_000;
/** The pause between two attempts while another server is sought. */
const AGAIN_MS = 50;
/** After a move by choice, units of work may end on the previous server for this long. */
const GRACE_MS = 10_000;

/** The limit of prepared statements, counted by the server over all connections, is reached. */
const TOO_MANY_STATEMENTS = 1461;

/** The server rejected the connection for some reason: nothing was sent, and the connection is unusable. */
const NOT_CONNECTED = { fatal: true, syscall: 'connect' };

/** New connections lead to different servers. */
export const SPREAD = 'SPREAD_CONNECTIONS';

const { connectMs, silenceMs, waitMs } = DATABASE_LIMITS;

/**
 * Ends transactions of a frozen or disconnected process after this time; on other servers the session settings do so. TiDB before 6.5.9 and
 * 7.6 doesn't know the variable.
 */
const TIDB_SESSION = `SET SESSION tidb_idle_transaction_timeout = ${silenceMs / 1000}`;

/** Receives the result of a statement. */
type Answer = (error: Error | null, result?: unknown) => void;

/** The part of mysql2's pool interface that this code and TypeORM use. Its connections follow the choice of {@link ServerNodes}. */
export class ServerPool implements Movable {
  private pool: Pool | undefined;
  private at: ServerHost | undefined;
  private extra: readonly string[] = [];

  /** @param session statements that each new connection runs first */
  constructor(
    private readonly options: PoolOptions,
    private readonly session: readonly string[],
    private readonly nodes: ServerNodes,
    private readonly isForWriting = false,
  ) {
    const { user, password, database, ssl, charset } = options;
    nodes.join(this, { user, password, database, ssl, charset } as ConnectionOptions);
  }

  /** Open connections, idle ones, and the number of callers that wait for one. */
  get state(): { open: number; idle: number; waiting: number } {
    const inside = this.pool as unknown as PoolInside | undefined;
    if (!inside) return { open: 0, idle: 0, waiting: 0 };
    return { open: inside._allConnections.length, idle: inside._freeConnections.length, waiting: inside._connectionQueue.length };
  }

  /** Grows whenever values read before may come from another server. */
  get moves(): number {
    return this.nodes.moves;
  }

  /** Whether a read may be slow because it waits for the writes of others. */
  get isCatchingUp(): boolean {
    return this.nodes.isCatchingUp;
  }

  /** How long no unit of work may begin yet. */
  get handoverMs(): number {
    return this.isForWriting ? this.nodes.handoverMs : 0;
  }

  move(to: ServerHost, extra: readonly string[], isGraceful: boolean): void {
    const before = this.pool;
    const { host, port } = to;
    this.at = to;
    this.extra = extra;
    const limits = { connectTimeout: connectMs, enableKeepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS };
    this.pool = mysql2.createPool({ ...this.options, ...limits, host, port });
    // The pool handles only the first error of a connection; a second one would end the process.
    this.pool.on('connection', (connection) => connection.on('error', () => undefined));
    if (!before) return;
    leave(before);
    setTimeout(() => retire(before), isGraceful ? GRACE_MS : 0).unref();
  }

  getConnection(done: (error: Error | null, connection: PoolConnection) => void): void {
    const deadlineMs = performance.now() + waitMs + HANDOVER_MS;
    let isLate = false;
    let last: Error | undefined;
    const late = (): void => {
      isLate = true;
      done(last ?? noConnection(), undefined as never);
    };
    let timer = setTimeout(late, waitMs);
    const settle = (error: Error | null, connection?: PoolConnection): void => {
      if (isLate) return connection?.release();
      clearTimeout(timer);
      done(error, connection as PoolConnection);
    };
    /** Keeps a connected caller waiting while writes are delayed, instead of refusing it. */
    const delay = (connection: PoolConnection): void => {
      clearTimeout(timer);
      setTimeout(() => {
        timer = setTimeout(late, deadlineMs - performance.now());
        if (this.leadsHere(connection)) return enter(connection);
        connection.destroy();
        attempt();
      }, this.handoverMs);
    };
    const enter = (connection: PoolConnection): void => (this.handoverMs > 0 && !isLate ? delay(connection) : settle(null, connection));
    const attempt = (): void => {
      if (isLate) return;
      this.take((error, connection) => {
        if (!error) return enter(connection as PoolConnection);
        last = error;
        if (this.nodes.hasChoice && isOfServer(error)) void this.nodes.recheck().then(() => setTimeout(attempt, AGAIN_MS));
        else if (faultOf(error) === 'refused' && driverError(error).syscall === NOT_CONNECTED.syscall) share(error);
        else settle(error);
      });
    };
    /** If the server accepts no further connections, waits for one of the open ones, as long as there are any. */
    const share = (refused: Error): void => {
      const { open, idle } = this.state;
      if (idle > 0) attempt();
      else if (open === 0) settle(refused);
      else if (!isLate) setTimeout(share, AGAIN_MS, refused);
    };
    attempt();
  }

  /** Runs one prepared statement on any connection. The connection is released before its answer is confirmed. */
  execute(sql: string, values: SqlValue[], done: Answer): void {
    this.getConnection((refused, connection) => {
      if (refused) return done(refused);
      // On TiDB the lock wait limit applies only in transactions, unless `pessimistic-auto-commit` is on.
      const execute = this.isForWriting && this.nodes.isTidb ? executeAndCommit : executeOn;
      execute(connection, sql, values, (error, result) => {
        connection.release();
        if (error) done(error);
        else confirmed(connection, (uncertain) => done(uncertain, result));
      });
    });
  }

  end(done: (error?: Error | null) => void): void {
    this.nodes.leave(this);
    if (this.pool) this.pool.end((error) => done(error));
    else done();
  }

  private take(settle: (error: Error | null, connection?: PoolConnection) => void): void {
    const { pool, at } = this;
    if (!pool || !at) return settle(noServer());
    // The pool has moved meanwhile: new work begins on the new server.
    const isLeft = () => pool !== this.pool;
    const takeAgain = (connection?: PoolConnection): void => {
      connection?.destroy();
      this.take(settle);
    };
    pool.getConnection((error, connection) => {
      if (isLeft()) return takeAgain(connection);
      if (error) return settle(Object.assign(error, NOT_CONNECTED));
      if (origins.get(connection)) return settle(null, connection);
      this.prepare(connection, at).then(
        () => (isLeft() ? takeAgain(connection) : settle(null, connection)),
        (refused: Error) => {
          if (isLeft()) return takeAgain(connection);
          connection.destroy();
          settle(refused);
        },
      );
    });
  }

  /** Answers here need no confirmation: they concern the connection, not the data. */
  private async prepare(connection: PoolConnection, host: ServerHost): Promise<void> {
    const { moves } = this;
    const ask = (sql: string) =>
      new Promise<unknown>((resolve, reject) => queryOn(connection, sql, (error, result) => (error ? reject(error) : resolve(result))));
    origins.set(connection, { nodes: this.nodes, host, moves });
    const variables = await ask(IDENTITY);
    if (isTidbIn(variables)) {
      this.nodes.isTidb = true;
      await ask(TIDB_SESSION).catch(unlessUnknown);
    } else if (!(await this.nodes.admits(identityIn(variables)))) throw spread();
    for (const sql of this.session) await ask(sql);
    for (const sql of this.extra) await ask(sql).catch(unlessUnknown);
  }

  /** Whether the process has not moved since the connection was made. */
  private leadsHere(connection: PoolConnection): boolean {
    return origins.get(connection)?.moves === this.moves;
  }
}

/** The host of each connection, the moves when it was made, and the nodes that receive its errors and confirm its answers. */
const origins = new WeakMap<ServerConnection, { nodes: ServerNodes; host: ServerHost; moves: number }>();

/**
 * Stops new work on a pool. Idle connections end now, the others when they are released: together with the next pool's they could exceed
 * the server's limit.
 */
function leave(pool: Pool): void {
  const { _freeConnections: idle, _connectionQueue: queue } = pool as unknown as PoolInside;
  // Otherwise the pool would open connections to its own server for these callers.
  while (queue.length > 0) queue.shift()(noConnection());
  while (idle.length > 0) idle.get(0).destroy();
  pool.on('release', (connection) => connection.destroy());
}

/** Ends all connections of a pool, including those in use. */
function retire(pool: Pool): void {
  const inside = pool as unknown as PoolInside;
  for (let at = inside._allConnections.length - 1; at >= 0; at--)
    breakOff(inside._allConnections.get(at), 'This process uses another database server now.');
  pool.end(() => undefined);
}

/** Private fields of mysql2's pool. Its version is pinned, and a test on a server checks the fields. */
interface PoolInside {
  _allConnections: { length: number; get(at: number): PoolConnection };
  _freeConnections: { length: number; get(at: number): PoolConnection };
  _connectionQueue: { length: number; shift(): (error: Error) => void };
}

/** Runs a prepared statement, with a limit on how long the server may be silent. */
export function executeOn(connection: ServerConnection, sql: string, values: SqlValue[], done: Answer): void {
  const settle = orSilence(connection, done);
  try {
    connection.execute(sql, values, (error, result) => {
      if (driverError(error).errno !== TOO_MANY_STATEMENTS) return settle(error, result);
      // Nothing was done. As text the statement needs no slot; the driver quotes the values, and the error must not reveal them.
      connection.query(sql, values, (failure, answer) => settle(failure && Object.assign(failure, { sql }), answer));
    });
  } catch (error) {
    // A value that cannot be bound.
    settle(error as Error);
  }
}

/** Wraps a statement that commits by itself in an explicit transaction. */
function executeAndCommit(connection: ServerConnection, sql: string, values: SqlValue[], done: Answer): void {
  queryOn(connection, 'START TRANSACTION', (refused) => {
    if (refused) return done(refused);
    executeOn(connection, sql, values, (error, result) => {
      if (!error) return queryOn(connection, 'COMMIT', (failure) => done(failure, result));
      queryOn(connection, 'ROLLBACK', (failure) => {
        // If the rollback failed, the next statement on this connection would commit the change.
        if (failure) breakOff(connection, 'A statement could not be undone.');
        done(error);
      });
    });
  });
}

/** Like {@link executeOn}, for a statement as text. */
export function queryOn(connection: ServerConnection, sql: string, done: Answer): void {
  const settle = orSilence(connection, done);
  connection.query(sql, [], settle);
}

/** The methods of a pool's connection that statements use. */
export interface ServerConnection {
  execute(sql: string, values: SqlValue[], done: Answer): unknown;
  query(sql: string, values: SqlValue[], done: Answer): unknown;
}

/** Breaks the connection when the server has been silent for `silenceMs`, so that the driver ends everything on it. */
function orSilence(connection: ServerConnection, done: Answer): Answer {
  const reason = `The server has not answered for ${silenceMs / 1000} s.`;
  const timer = setTimeout(() => breakOff(connection, reason, 'SERVER_SILENT'), silenceMs);
  return (error, result) => {
    clearTimeout(timer);
    const { nodes, host } = origins.get(connection) ?? {};
    if (error && host) nodes?.notice(error, host);
    done(error, result);
  };
}

/**
 * Waits until it is decided whether the connection's answers so far count. If other processes may have left its server, the answer counts
 * as lost.
 */
export function confirmed(connection: ServerConnection, report: (uncertain: Error | null) => void): void {
  const { nodes, moves = 0 } = origins.get(connection) ?? {};
  const confirming = nodes?.confirm(moves);
  if (!confirming) return report(null);
  void confirming.then((counts) => report(counts ? null : lost('Others may have left this server.')));
}

/** Ends a connection and everything on it, as a network failure would. */
export function breakOff(connection: ServerConnection, reason: string, code?: string): void {
  const { stream } = connection as unknown as { stream: { destroy(error: Error): void } };
  stream.destroy(lost(reason, code));
}

function lost(reason: string, code = 'PROTOCOL_CONNECTION_LOST'): Error {
  return Object.assign(new Error(reason), { code });
}

function noConnection(): Error {
  return Object.assign(new Error(`No connection was free within ${waitMs / 1000} s.`), { code: 'NO_CONNECTION' });
}

function noServer(): Error {
  return Object.assign(new Error('None of the servers in DATABASE_URL can be used.'), { code: 'NO_SERVER' });
}

function spread(): Error {
  const message = 'connections lead to several servers; name these in DATABASE_URL instead of their balancer';
  return Object.assign(new Error(message), { code: SPREAD });
}
