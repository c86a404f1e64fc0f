// What goes wrong, to whom, for how long, and how it is put right again.
import type { Ability, Galera, Node } from './galera.js';
import type { Side } from './side.js';

/** `node` is one of the three, `side` the service that is hit. */
export interface Target {
  galera: Galera;
  node: Node;
  side: Side;
}

export interface Fault {
  name: string;
  /** Where it cannot be done, it is said to be missing. */
  needs?: Ability;
  /** Also in the short form, which takes those that differ most. */
  isShort?: true;
  begin(target: Target): Promise<unknown>;
  holdMs: number;
  end(target: Target): Promise<unknown>;
}

/** A node is suspected by the others after five seconds, the default of Galera. */
const BEYOND_SUSPICION_MS = 8_000;

export const FAULTS: readonly Fault[] = [
  {
    name: 'node killed',
    isShort: true,
    begin: ({ galera, node }) => galera.do('kill', node),
    holdMs: 2_000,
    end: ({ galera, node }) => galera.do('run', node),
  },
  {
    name: 'node restarted',
    begin: ({ galera, node }) => galera.do('end', node),
    holdMs: 0,
    end: ({ galera, node }) => galera.do('run', node),
  },
  {
    name: 'node frozen',
    begin: ({ galera, node }) => galera.do('pause', node),
    holdMs: BEYOND_SUSPICION_MS,
    end: ({ galera, node }) => galera.do('resume', node),
  },
  {
    name: 'node cut off from the others',
    isShort: true,
    begin: ({ galera, node }) => galera.do('cut', node),
    holdMs: BEYOND_SUSPICION_MS,
    end: ({ galera, node }) => galera.do('mend', node),
  },
  {
    name: 'node unplugged',
    needs: 'unplug',
    begin: ({ galera, node }) => galera.do('unplug', node),
    holdMs: BEYOND_SUSPICION_MS,
    end: ({ galera, node }) => galera.do('mend', node),
  },
  {
    name: 'disk of a node full',
    needs: 'fill',
    begin: ({ galera, node }) => galera.do('fill', node),
    holdMs: 5_000,
    end: ({ galera, node }) => galera.do('drain', node),
  },
  {
    name: 'service killed',
    isShort: true,
    begin: ({ side }) => side.end('SIGKILL'),
    holdMs: 500,
    end: ({ side }) => side.start(),
  },
  {
    name: 'service restarted',
    begin: ({ side }) => side.end('SIGTERM'),
    holdMs: 0,
    end: ({ side }) => side.start(),
  },
  {
    name: 'service frozen',
    isShort: true,
    begin: async ({ side }) => side.signal('SIGSTOP'),
    holdMs: 4_000,
    end: async ({ side }) => side.signal('SIGCONT'),
  },
];
