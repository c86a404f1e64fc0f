// What a server of DATABASE_URL says of itself and of the agreement.
import type { Connection, ConnectionOptions } from 'mysql2';
import { inTime } from '../primitives/in-time.js';
import type { ServerHost } from '../settings/values.js';
import { readAgreement } from './server-agreement.js';
import { ask, LOOK_MS, SYNC, unlessUnknown, withServer } from './server-connection.js';

/** A node that takes longer to apply what others have written has fallen behind. */
const BEHIND_MS = 500;
/** So long before the end of a look it is settled what a server has not said. */
const LAST_WORD_MS = 50;

/** Asks a node for what it knows of its cluster; nothing elsewhere. */
const CLUSTER = "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready', 'wsrep_cluster_size')";

/** By which TiDB is known: its version can be set to any text, as behind a proxy. */
const PRODUCT = "'version', 'tidb_txn_mode'";

/** Asks a server for its product, and for what distinguishes it from another, as far as it tells. */
export const IDENTITY = `SHOW VARIABLES WHERE Variable_name IN ('hostname', 'port', 'server_id', 'server_uuid', 'wsrep_node_name', ${PRODUCT})`;

interface Variable {
  Variable_name: string;
  Value: string;
}

/** What a server says of itself and of the agreement. */
export interface Look {
  /** It takes writes, and belongs to the cluster that counts. */
  isUsable: boolean;
  /** It answers reads, whether or not it takes writes. */
  isRead: boolean;
  /** It does not apply what others write: the agreement there may be an old one. */
  isBehind: boolean;
  agreed: string | undefined;
  /** How often another host had been agreed on. */
  epoch: number;
  /** How many nodes its cluster has. */
  size: number | undefined;
  /** It is a server of TiDB: whichever of them is asked, all have the same data, and nothing needs to be agreed on. */
  isTidb: boolean;
}

const NOTHING_AGREED: Pick<Look, 'agreed' | 'epoch'> = { agreed: undefined, epoch: 0 };

/**
 * Asks a server whether it can be worked with, and what was agreed on as far as it knows.
 * @param options how to connect, but for the host
 * @param isUsed whether this process works with it
 */
export function lookAt(options: ConnectionOptions, host: ServerHost, isUsed: boolean): Promise<Look> {
  const startedMs = performance.now();
  return withServer(options, host, LOOK_MS, async (connection) => {
    const said = await ask<Variable>(connection, `SHOW GLOBAL VARIABLES WHERE Variable_name IN ('read_only', 'wsrep_on', ${PRODUCT})`);
    const cluster = await ask<Variable>(connection, CLUSTER);
    const size = sizeIn(cluster);
    const values = new Map([...said, ...cluster].map(({ Variable_name: name, Value: value }) => [name, value]));
    const isRead = values.get('wsrep_on') !== 'ON' || values.get('wsrep_ready') === 'ON';
    const isUsable = isRead && values.get('read_only') !== 'ON';
    const isTidb = isTidbIn(said);
    const known = { isUsable, isRead, size, isTidb };
    // What nobody can go to need not be asked; where reads go on, others may have left.
    if (isTidb || !isRead || (!isUsable && !isUsed)) return { ...known, isBehind: false, ...NOTHING_AGREED };
    const agreement = async () => {
      const row = await readAgreement(connection);
      return row ? { agreed: row.host || undefined, epoch: row.epoch } : NOTHING_AGREED;
    };
    // What others know counts as they know it. Whoever works here must not miss that others have left, as on a node with a full disk, which
    // applies nothing any more.
    const before = isUsed ? NOTHING_AGREED : await agreement();
    await ask(connection, SYNC).catch(unlessUnknown);
    // Whoever has said so much is not silent, however slow it is.
    const leftMs = LOOK_MS - LAST_WORD_MS - (performance.now() - startedMs);
    const upToDate = agreement().then((agreed): Look => ({ ...known, isBehind: false, ...agreed }));
    return inTime(upToDate, Math.min(BEHIND_MS, leftMs), () => ({ ...known, isBehind: true, ...before }));
  });
}

/** How many nodes the cluster of a server has; undefined where it has none. */
export async function clusterSizeOn(connection: Connection): Promise<number | undefined> {
  return sizeIn(await ask(connection, CLUSTER));
}

function sizeIn(answer: readonly Variable[]): number | undefined {
  const size = answer.find(({ Variable_name: name }) => name === 'wsrep_cluster_size')?.Value;
  return size === undefined ? undefined : Number(size);
}

/** What distinguishes a server, of its answer to {@link IDENTITY}. */
export function identityIn(answer: unknown): string {
  const own = (answer as Variable[]).filter(({ Variable_name: name }) => !PRODUCT.includes(name));
  return own.map(({ Value: value }) => value).join(' ');
}

/** Whether a server is one of TiDB, of its answer to {@link IDENTITY}. */
export function isTidbIn(answer: unknown): boolean {
  return (answer as Variable[]).some(
    ({ Variable_name: name, Value: value }) => name === 'tidb_txn_mode' || (name === 'version' && value.includes('TiDB')),
  );
}
