// The three nodes of test/support/galera.sh.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SCRIPT = fileURLToPath(new URL('../support/galera.sh', import.meta.url));
const run = promisify(execFile);

export type Node = 1 | 2 | 3;
export const NODES: readonly Node[] = [1, 2, 3];
type Deed = 'kill' | 'end' | 'run' | 'pause' | 'resume' | 'cut' | 'unplug' | 'mend' | 'fill' | 'drain';
/** What not every machine lets a test do. */
export type Ability = 'unplug' | 'fill';

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

  async url(node: Node): Promise<string> {
    return (await run(SCRIPT, ['url', String(node)])).stdout.trim();
  }

  async state(node: Node): Promise<string> {
    return (await run(SCRIPT, ['state', String(node)])).stdout.trim();
  }

  async stop(): Promise<void> {
    await run(SCRIPT, ['stop']);
  }
}
