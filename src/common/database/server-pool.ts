// The connections of one role to a database server: how many there are, and how long anything waits for them.
import mysql2, { type ConnectionOptions, type Pool, type PoolConnection, type PoolOptions } from 'mysql2';
import type { ServerHost } from '../settings/values.js';
import type { SqlValue } from './dialect.js';
import { driverError, faultOf, isOfServer } from './faults.js';
import { DATABASE_LIMITS } from './limits.js';
import { HANDOVER_MS } from './server-agreement.js';
import { unlessUnknown } from './server-connection.js';
import { IDENTITY, identityIn, isTidbIn } from './server-looks.js';
import type { Movable, ServerNodes } from './server-nodes.js';

/** After which an idle connection shows that it is there: firewalls forget those that do not, and tell nobody. */
const KEEP_ALIVE_MS = 30_000;
/** Between two attempts while another server is sought. */
const AGAIN_MS = 50;
/** After a move by choice, for so long units of work end where they began. */
const GRACE_MS = 10_000;

/** The server holds as many prepared statements as it may, of all its connections together. */
const TOO_MANY_STATEMENTS = 1461;

/** For whatever reason a server lets nobody in: nothing was sent, and the connection is of no use. */
const NOT_CONNECTED = { fatal: true, syscall: 'connect' };

/** Connections do not all lead to one server. */
export const SPREAD = 'SPREAD_CONNECTIONS';

const { connectMs, silenceMs, waitMs } = DATABASE_LIMITS;

/** What a process that is frozen or cut off has locked is free after this; elsewhere the other settings of a session say so. Before 6.5.9 and 7.6 unknown. */
const TIDB_SESSION = `SET SESSION tidb_idle_transaction_timeout = ${silenceMs / 1000}`;

/** What a statement sends back. */
type Answer = (error: Error | null, result?: unknown) => void;

/** What of mysql2's pools is used here, and by TypeORM; its connections go where the nodes say. */
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

  /** All connections, those not in use, and how many callers wait for one. */
  get state(): { open: number; idle: number; waiting: number } {
    const inside = this.pool as unknown as PoolInside | undefined;
    if (!inside) return { open: 0, idle: 0, waiting: 0 };
    return { open: inside._allConnections.length, idle: inside._freeConnections.length, waiting: inside._connectionQueue.length };
  }

  /** Grows whenever what was read before may be of another server. */
  get moves(): number {
    return this.nodes.moves;
  }

  /** Whether a read may be slow because it waits for what others have written. */
  get isCatchingUp(): boolean {
    return this.nodes.isCatchingUp;
  }

  /** How long no unit of work may begin yet. */
  get heldMs(): number {
    return this.isForWriting ? this.nodes.heldMs : 0;
  }

  move(to: ServerHost, extra: readonly string[], isGraceful: boolean): void {
    const before = this.pool;
    const { host, port } = to;
    this.at = to;
    this.extra = extra;
    const limits = { connectTimeout: connectMs, enableKeepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS };
    this.pool = mysql2.createPool({ ...this.options, ...limits, host, port });
    // The pool hears the first error of a connection, and would let the process die of the second.
    this.pool.on('connection', (connection) => connection.on('error', () => undefined));
    if (!before) return;
    leave(before);
    setTimeout(() => retire(before), isGraceful ? GRACE_MS : 0).unref();
  }

  getConnection(done: (error: Error | null, connection: PoolConnection) => void): void {
    const heldUntilMs = performance.now() + waitMs + HANDOVER_MS;
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
    /** Connected while nothing may be written yet: whoever waits for no more than that is not refused. */
    const hold = (connection: PoolConnection): void => {
      clearTimeout(timer);
      setTimeout(() => {
        timer = setTimeout(late, heldUntilMs - performance.now());
        if (this.leadsHere(connection)) return enter(connection);
        connection.destroy();
        attempt();
      }, this.heldMs);
    };
    const enter = (connection: PoolConnection): void => (this.heldMs > 0 && !isLate ? hold(connection) : settle(null, connection));
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
    /** The server lets nobody else in: one of those that are in will do, as long as there are any. */
    const share = (refused: Error): void => {
      const { open, idle } = this.state;
      if (idle > 0) attempt();
      else if (open === 0) settle(refused);
      else if (!isLate) setTimeout(share, AGAIN_MS, refused);
    };
    attempt();
  }

  /** One prepared statement on any connection, which others may have while it is not settled yet whether its answer counts. */
  execute(sql: string, values: SqlValue[], done: Answer): void {
    this.getConnection((refused, connection) => {
      if (refused) return done(refused);
      // The limit of waits for locks holds in transactions alone on TiDB, unless `pessimistic-auto-commit` is on.
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
    // The others have moved meanwhile: whatever begins now begins where they are.
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

  /** Its answers need no confirmation: they are of the connection, and not of the data. */
  private async prepare(connection: PoolConnection, host: ServerHost): Promise<void> {
    const { moves } = this;
    const ask = (sql: string) =>
      new Promise<unknown>((resolve, reject) => queryOn(connection, sql, (error, result) => (error ? reject(error) : resolve(result))));
    origins.set(connection, { nodes: this.nodes, host, moves });
    const said = await ask(IDENTITY);
    if (isTidbIn(said)) {
      this.nodes.isTidb = true;
      await ask(TIDB_SESSION).catch(unlessUnknown);
    } else if (!(await this.nodes.admits(identityIn(said)))) throw spread();
    for (const sql of this.session) await ask(sql);
    for (const sql of this.extra) await ask(sql).catch(unlessUnknown);
  }

  /** Whether nobody has moved since the connection was made. */
  private leadsHere(connection: PoolConnection): boolean {
    return origins.get(connection)?.moves === this.moves;
  }
}

/** Where a connection leads, whatever it is used for, and as of which move; who hears of its errors and knows whether its answers count. */
const origins = new WeakMap<ServerConnection, { nodes: ServerNodes; host: ServerHost; moves: number }>();

/** Nobody begins there any more. What nobody uses ends, now and when it is given back: beside the next pool it would be too many for the server. */
function leave(pool: Pool): void {
  const { _freeConnections: idle, _connectionQueue: line } = pool as unknown as PoolInside;
  // The pool would open new connections for them, where it leads.
  while (line.length > 0) line.shift()(noConnection());
  while (idle.length > 0) idle.get(0).destroy();
  pool.on('release', (connection) => connection.destroy());
}

/** Ends all connections of a pool, whatever they do. */
function retire(pool: Pool): void {
  const inside = pool as unknown as PoolInside;
  for (let at = inside._allConnections.length - 1; at >= 0; at--)
    breakOff(inside._allConnections.get(at), 'The database is worked with on another server.');
  pool.end(() => undefined);
}

/** What mysql2 tells nobody but who looks; its version is pinned, and a test on a server looks. */
interface PoolInside {
  _allConnections: { length: number; get(at: number): PoolConnection };
  _freeConnections: { length: number; get(at: number): PoolConnection };
  _connectionQueue: { length: number; shift(): (error: Error) => void };
}

/** A prepared statement, whose answer is not waited for for ever. */
export function executeOn(connection: ServerConnection, sql: string, values: SqlValue[], done: Answer): void {
  const settle = orSilence(connection, done);
  try {
    connection.execute(sql, values, (error, result) => {
      if (driverError(error).errno !== TOO_MANY_STATEMENTS) return settle(error, result);
      // Nothing was done. As text it needs no room there; the driver quotes the values, and an error must not tell them.
      connection.query(sql, values, (failure, answer) => settle(failure && Object.assign(failure, { sql }), answer));
    });
  } catch (error) {
    // A value that cannot be bound.
    settle(error as Error);
  }
}

/** A statement that commits by itself, with the words of a transaction around it. */
function executeAndCommit(connection: ServerConnection, sql: string, values: SqlValue[], done: Answer): void {
  queryOn(connection, 'START TRANSACTION', (refused) => {
    if (refused) return done(refused);
    executeOn(connection, sql, values, (error, result) => {
      if (!error) return queryOn(connection, 'COMMIT', (failure) => done(failure, result));
      queryOn(connection, 'ROLLBACK', (failure) => {
        // The next statement would commit what was not undone.
        if (failure) breakOff(connection, 'A statement could not be undone.');
        done(error);
      });
    });
  });
}

/** A statement as text, likewise. */
export function queryOn(connection: ServerConnection, sql: string, done: Answer): void {
  const settle = orSilence(connection, done);
  connection.query(sql, [], settle);
}

/** A connection of a pool, as far as statements need it. */
export interface ServerConnection {
  execute(sql: string, values: SqlValue[], done: Answer): unknown;
  query(sql: string, values: SqlValue[], done: Answer): unknown;
}

/** A server that says nothing for so long does not answer any more: its connection is broken, so that the driver ends everything on it. */
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

/** Waits until it is settled whether what a connection has answered so far counts. What others may have left counts as an answer that was lost. */
export function confirmed(connection: ServerConnection, tell: (uncertain: Error | null) => void): void {
  const { nodes, moves = 0 } = origins.get(connection) ?? {};
  const confirming = nodes?.confirm(moves);
  if (!confirming) return tell(null);
  void confirming.then((counts) => tell(counts ? null : lost('Others may have left this server.')));
}

/** Ends a connection as if the network had, and everything on it. */
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
