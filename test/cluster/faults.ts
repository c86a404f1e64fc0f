// What goes wrong, to whom, for how long, and how it is put right again.
import type { Ability, Galera, Node, Seat } from './galera.js';
import type { Random } from './random.js';
import type { Side } from './side.js';

/** `node` is one of the three, `side` the service that is hit, `seat` where its connections to the nodes begin. */
export interface Target {
  galera: Galera;
  node: Node;
  side: Side;
  seat: Seat;
}

export interface Fault {
  name: string;
  /** Whether it happens to a node of the database or to a service. */
  hits: 'node' | 'service';
  /** Where it cannot be done, it is said to be missing. */
  needs?: Ability;
  /** Also in the short form, which has no time for those that take a minute or are told by another. */
  isShort?: true;
  /** Nobody need notice: what is written meanwhile may have its room already. */
  mayPass?: true;
  begin(target: Target): Promise<unknown>;
  holdMs: number;
  end(target: Target): Promise<unknown>;
}

/** A node is suspected by the others after five seconds, the default of Galera. */
const BEYOND_SUSPICION_MS = 8_000;
/** A process has moved by then, and what it had sent to the node before is still under way: the network repeats it. */
const MOVED_MS = 3_500;

export const FAULTS: readonly Fault[] = [
  {
    name: 'node killed',
    hits: 'node',
    isShort: true,
    begin: ({ galera, node }) => galera.do('kill', node),
    holdMs: 2_000,
    end: ({ galera, node }) => galera.do('run', node),
  },
  {
    name: 'node restarted',
    hits: 'node',
    begin: ({ galera, node }) => galera.do('end', node),
    holdMs: 0,
    end: ({ galera, node }) => galera.do('run', node),
  },
  {
    name: 'node frozen',
    hits: 'node',
    begin: ({ galera, node }) => galera.do('pause', node),
    holdMs: BEYOND_SUSPICION_MS,
    end: ({ galera, node }) => galera.do('resume', node),
  },
  {
    name: 'node cut off from the others',
    hits: 'node',
    isShort: true,
    begin: ({ galera, node }) => galera.do('cut', node),
    holdMs: BEYOND_SUSPICION_MS,
    end: ({ galera, node }) => galera.do('mend', node),
  },
  {
    name: 'node unplugged',
    hits: 'node',
    needs: 'unplug',
    begin: ({ galera, node }) => galera.do('unplug', node),
    holdMs: BEYOND_SUSPICION_MS,
    end: ({ galera, node }) => galera.do('mend', node),
  },
  {
    name: 'node cut off from a service',
    hits: 'node',
    needs: 'part',
    isShort: true,
    begin: ({ galera, node, seat }) => galera.part(node, seat),
    holdMs: BEYOND_SUSPICION_MS,
    end: ({ galera, node }) => galera.do('mend', node),
  },
  {
    name: 'node briefly cut off from a service',
    hits: 'node',
    needs: 'part',
    begin: ({ galera, node, seat }) => galera.part(node, seat),
    holdMs: MOVED_MS,
    end: ({ galera, node }) => galera.do('mend', node),
  },
  {
    name: 'disk of a node full',
    hits: 'node',
    mayPass: true,
    needs: 'fill',
    begin: ({ galera, node }) => galera.do('fill', node),
    holdMs: 10_000,
    end: ({ galera, node }) => galera.do('drain', node),
  },
  {
    name: 'service killed',
    hits: 'service',
    isShort: true,
    begin: ({ side }) => side.end('SIGKILL'),
    holdMs: 500,
    end: ({ side }) => side.start(),
  },
  {
    name: 'service restarted',
    hits: 'service',
    isShort: true,
    begin: ({ side }) => side.end('SIGTERM'),
    holdMs: 0,
    end: ({ side }) => side.start(),
  },
  {
    name: 'service frozen',
    hits: 'service',
    isShort: true,
    begin: async ({ side }) => side.signal('SIGSTOP'),
    holdMs: 4_000,
    end: async ({ side }) => side.signal('SIGCONT'),
  },
];

/** A fault and whom it hits: the node that the services work with or another one, the first service or the second. */
export interface Strike {
  name: string;
  fault: Fault;
  /** 0 is the node in use, 1 and 2 are those that follow it. */
  nodeAfter: number;
  service: number;
}

/** Every fault once, in an order by chance; a node that is hit is the one in use, and in the long form another one as well. */
export function roundOf(faults: readonly Fault[], random: Random, isLong: boolean): Strike[] {
  const strikes = faults.flatMap((fault): Strike[] => {
    const service = random.below(2);
    if (fault.hits === 'service') return [{ name: fault.name, fault, nodeAfter: 0, service }];
    const inUse = { name: `${fault.name} (in use)`, fault, nodeAfter: 0, service };
    return isLong ? [inUse, { ...inUse, name: `${fault.name} (another)`, nodeAfter: 1 + random.below(2) }] : [inUse];
  });
  return random.shuffled(strikes);
}
