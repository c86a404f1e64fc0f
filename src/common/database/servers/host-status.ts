// Probes a server of DATABASE_URL: its own state, and the agreement it knows.
import type { Connection, ConnectionOptions } from 'mysql2';
import { inTime } from '../../concurrency/in-time.js';
import type { ServerHost } from '../../settings/values.js';
import { readAgreement } from './agreement.js';
import { ask, PROBE_MS, SYNC, unlessUnknown, withServer } from './connection.js';

/** A node that takes longer to apply the writes of others has fallen behind. */
const BEHIND_MS = 500;
/** Time kept before the end of a probe to conclude without the missing answers. */
const RESERVE_MS = 50;

/** The state of a node's cluster; no rows on other servers. */
const CLUSTER = "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready', 'wsrep_cluster_size')";

/** Variables that identify TiDB. Its version can be set to any text, for example behind a proxy. */
const PRODUCT = "'version', 'tidb_txn_mode'";

/** Reads the product of a server and the values that distinguish it from others, as far as it has them. */
export const IDENTITY = `SHOW VARIABLES WHERE Variable_name IN ('hostname', 'port', 'server_id', 'server_uuid', 'wsrep_node_name', ${PRODUCT})`;

interface Variable {
  Variable_name: string;
  Value: string;
}

/** The result of a probe. */
export interface HostStatus {
  /** The server accepts writes and belongs to the active part of its cluster. */
  isUsable: boolean;
  /** The server answers reads, whether or not it accepts writes. */
  isReadable: boolean;
  /** The server doesn't apply the writes of others, so its agreement may be an old one. */
  isBehind: boolean;
  agreed: string | undefined;
  /** How often the agreement has changed to another host. */
  epoch: number;
  /** The number of nodes in its cluster. */
  size: number | undefined;
  /** The server belongs to TiDB. All TiDB servers have the same data, so no agreement is needed. */
  isTidb: boolean;
}

const NOTHING_AGREED: Pick<HostStatus, 'agreed' | 'epoch'> = { agreed: undefined, epoch: 0 };

/**
 * Probes whether a server is usable, and reads the agreement that it knows.
 * @param options how to connect, without the host
 * @param isUsed whether this process uses the server
 */
export function probeHost(options: ConnectionOptions, host: ServerHost, isUsed: boolean): Promise<HostStatus> {
  const startedMs = performance.now();
  return withServer(options, host, PROBE_MS, async (connection) => {
    const variables = await ask<Variable>(connection, `SHOW GLOBAL VARIABLES WHERE Variable_name IN ('read_only', 'wsrep_on', ${PRODUCT})`);
    const cluster = await ask<Variable>(connection, CLUSTER);
    const size = sizeIn(cluster);
    const values = new Map([...variables, ...cluster].map(({ Variable_name: name, Value: value }) => [name, value]));
    const isReadable = values.get('wsrep_on') !== 'ON' || values.get('wsrep_ready') === 'ON';
    const isUsable = isReadable && values.get('read_only') !== 'ON';
    const isTidb = isTidbIn(variables);
    const known = { isUsable, isReadable, size, isTidb };
    // An unusable server needs no agreement. For the server in use, reads go on, and other processes may have left it.
    if (isTidb || !isReadable || (!isUsable && !isUsed)) return { ...known, isBehind: false, ...NOTHING_AGREED };
    const agreement = async () => {
      const row = await readAgreement(connection);
      return row ? { agreed: row.host || undefined, epoch: row.epoch } : NOTHING_AGREED;
    };
    // For other servers, the agreement counts as they know it now. For the server in use, only an up-to-date one counts: this process must
    // not miss that others have left, as when a full disk keeps the node from applying anything.
    const before = isUsed ? NOTHING_AGREED : await agreement();
    await ask(connection, SYNC).catch(unlessUnknown);
    // A server that has answered this much isn't silent, however slow it is.
    const leftMs = PROBE_MS - RESERVE_MS - (performance.now() - startedMs);
    const upToDate = agreement().then((agreed): HostStatus => ({ ...known, isBehind: false, ...agreed }));
    return inTime(upToDate, Math.min(BEHIND_MS, leftMs), () => ({ ...known, isBehind: true, ...before }));
  });
}

/** The number of nodes in a server's cluster; undefined without a cluster. */
export async function clusterSizeOn(connection: Connection): Promise<number | undefined> {
  return sizeIn(await ask(connection, CLUSTER));
}

function sizeIn(answer: readonly Variable[]): number | undefined {
  const size = answer.find(({ Variable_name: name }) => name === 'wsrep_cluster_size')?.Value;
  return size === undefined ? undefined : Number(size);
}

/** The identity of a server, from its answer to {@link IDENTITY}. */
export function identityIn(answer: unknown): string {
  const own = (answer as Variable[]).filter(({ Variable_name: name }) => !PRODUCT.includes(name));
  return own.map(({ Value: value }) => value).join(' ');
}

/** Whether a server belongs to TiDB, from its answer to {@link IDENTITY}. */
export function isTidbIn(answer: unknown): boolean {
  return (answer as Variable[]).some(
    ({ Variable_name: name, Value: value }) => name === 'tidb_txn_mode' || (name === 'version' && value.includes('TiDB')),
  );
}
