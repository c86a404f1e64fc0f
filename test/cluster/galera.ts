// The three nodes of test/support/galera.sh.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SCRIPT = fileURLToPath(new URL('../support/galera.sh', import.meta.url));
const run = promisify(execFile);

export type Node = 1 | 2 | 3;
export const NODES: readonly Node[] = [1, 2, 3];
/** Where a service runs: with the nodes, but in a network of its own. */
export type Seat = 4 | 5;
type Deed = 'kill' | 'end' | 'run' | 'pause' | 'resume' | 'cut' | 'unplug' | 'mend' | 'fill' | 'drain';
/** What not every machine lets a test do, or not as it happens to a machine. */
export type Ability = 'cut' | 'unplug' | 'part' | 'fill';

/** What they are, and what takes them away. */
export const ABILITIES: Readonly<Record<Ability, string>> = {
  cut: 'the network cuts off a node (without network namespaces its own switch does)',
  unplug: 'the network loses a node (needs network namespaces)',
  part: 'the network parts a node from one of the services (needs network namespaces)',
  fill: 'a node has a disk of its own to fill (needs the right to mount)',
};

export class Galera {
  private constructor(private readonly abilities: ReadonlySet<string>) {}

  static async start(): Promise<Galera> {
    await run(SCRIPT, ['start']);
    return new Galera(new Set((await run(SCRIPT, ['can'])).stdout.split('\n')));
  }

  can(ability: Ability): boolean {
    return this.abilities.has(ability);
  }

  async do(deed: Deed, node: Node): Promise<void> {
    await run(SCRIPT, [deed, String(node)]);
  }

  /** Parts a node from one service, until it is mended. */
  async part(node: Node, seat: Seat): Promise<void> {
    await run(SCRIPT, ['part', String(node), String(seat)]);
  }

  /** The address of a service, and the words that run a program there. */
  async seat(seat: Seat): Promise<{ address: string; within: string[] }> {
    const [address = '', ...within] = (await this.ask('seat', seat)).split('\n');
    return { address, within };
  }

  /** Of all nodes: the services choose. */
  async url(): Promise<string> {
    return this.ask('url');
  }

  /** A node as services name it. */
  async host(node: Node): Promise<string> {
    return /@(.*)\//.exec(await this.ask('url', node))?.[1] ?? '';
  }

  /** On the first node, from which it reaches the others. */
  async runSql(sql: string): Promise<void> {
    await this.ask('sql', 1, sql);
  }

  async state(node: Node): Promise<string> {
    return this.ask('state', node);
  }

  /** Which change of the cluster a node has seen last. One that was frozen or cut off says for a while what was so before. */
  async view(node: Node): Promise<string> {
    const said = await this.ask('sql', node, "SHOW STATUS LIKE 'wsrep_cluster_conf_id'").catch(() => '');
    return said.split('\t')[1] ?? 'silent';
  }

  /** The node that the services have agreed on last: one that was frozen a moment ago does not know of it yet. */
  async inUse(): Promise<Node> {
    const agreements = await Promise.all(NODES.map((node) => this.agreementAt(node)));
    const [last] = agreements.toSorted((a, b) => b.epoch - a.epoch);
    for (const node of NODES) if (last?.host === (await this.host(node))) return node;
    throw new Error('No node says which one is in use.');
  }

  private async agreementAt(node: Node): Promise<{ epoch: number; host: string }> {
    const said = await this.ask('sql', node, 'SELECT epoch, host FROM gatehouse.database_node').catch(() => '');
    const [epoch = '', host = ''] = said.split('\t');
    return { epoch: Number(epoch), host };
  }

  async stop(): Promise<void> {
    await run(SCRIPT, ['stop']);
  }

  private async ask(...parts: Array<string | number>): Promise<string> {
    return (await run(SCRIPT, parts.map(String))).stdout.trim();
  }
}
