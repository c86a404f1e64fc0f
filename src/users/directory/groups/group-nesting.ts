// Checks in memory which groups may be nested: for one request, or for a batch with many of them.
import { DomainError } from '../../../common/primitives/domain-error.js';

/** Most groups in a chain of nested groups, both ends included. */
export const MAX_GROUP_DEPTH = 10;

/** A group that is a direct member of another one. */
export interface Nesting {
  groupNo: number;
  memberNo: number;
}

/** Reads the direct parents and children of groups. */
export interface NestingSource {
  /** All groups that contain one of `groupNos`. */
  parentsOf(groupNos: readonly number[]): Promise<Nesting[]>;
  /** Of the groups in `groupNos`, at least those that contain groups themselves, and one other: enough to compute their depth. */
  childrenOf(groupNos: readonly number[]): Promise<Nesting[]>;
}

export class NestingGraph {
  private readonly parents = new Map<number, Set<number>>();
  private readonly children = new Map<number, Set<number>>();

  private constructor() {}

  /** Loads what is needed to check `planned`: all groups above the groups, and the groups inside the members. */
  static async load(planned: readonly Nesting[], source: NestingSource): Promise<NestingGraph> {
    const graph = new NestingGraph();
    const groups = planned.map(({ groupNo }) => groupNo);
    const members = planned.map(({ memberNo }) => memberNo);
    await graph.walk(groups, (level) => source.parentsOf(level), 'groupNo');
    await graph.walk(members, (level) => source.childrenOf(level), 'memberNo');
    return graph;
  }

  add({ groupNo, memberNo }: Nesting): void {
    neighboursOf(this.parents, memberNo).add(groupNo);
    neighboursOf(this.children, groupNo).add(memberNo);
  }

  /** The cycle that a group would close as a member of another one: the chain from the member down to the group, both included. */
  circleOf({ groupNo, memberNo }: Nesting): number[] | undefined {
    const reachedFrom = new Map<number, number | undefined>([[groupNo, undefined]]);
    for (const no of reachedFrom.keys()) {
      if (no === memberNo) break;
      for (const parent of this.parents.get(no) ?? []) if (!reachedFrom.has(parent)) reachedFrom.set(parent, no);
    }
    if (!reachedFrom.has(memberNo)) return undefined;
    const chain: number[] = [];
    for (let at: number | undefined = memberNo; at !== undefined; at = reachedFrom.get(at)) chain.push(at);
    return chain;
  }

  /** Whether a group as a member of another one would make a chain that is too long. */
  isTooDeep({ groupNo, memberNo }: Nesting): boolean {
    return depthOf(this.parents, groupNo) + depthOf(this.children, memberNo) > MAX_GROUP_DEPTH;
  }

  /** The error if a group may not be put into another one. */
  refusalOf(nesting: Nesting): DomainError | undefined {
    if (this.circleOf(nesting)) return closesCircle();
    return this.isTooDeep(nesting) ? tooDeep() : undefined;
  }

  private async walk(from: readonly number[], read: (level: number[]) => Promise<Nesting[]>, next: keyof Nesting): Promise<void> {
    const known = new Set(from);
    for (let level = [...known]; level.length > 0;) {
      const found = await read(level);
      for (const nesting of found) this.add(nesting);
      level = [...new Set(found.map((nesting) => nesting[next]))].filter((no) => !known.has(no));
      for (const no of level) known.add(no);
    }
  }
}

/** @param names of the groups in the cycle, each of which contains the next; names are not read for a batch */
export function closesCircle(names: readonly string[] = []): DomainError {
  const circle = names.length === 0 ? '' : `: ${[...names, names[0]].map((name) => `"${name}"`).join(' has ')}`;
  return new DomainError('invalid', 'group.circle', `This would close a circle of groups${circle}.`, 'members');
}

export function tooDeep(): DomainError {
  const sentence = `Groups may be nested ${MAX_GROUP_DEPTH} deep; this would nest them deeper.`;
  return new DomainError('invalid', 'group.tooDeep', sentence, 'members');
}

/** Length of the longest chain in one direction, including the first group. Ends because there is no cycle and the depth is limited. */
function depthOf(neighbours: ReadonlyMap<number, ReadonlySet<number>>, no: number): number {
  let depth = 0;
  for (let level = new Set([no]); level.size > 0 && depth <= MAX_GROUP_DEPTH; depth++)
    level = new Set([...level].flatMap((one) => [...(neighbours.get(one) ?? [])]));
  return depth;
}

function neighboursOf(map: Map<number, Set<number>>, no: number): Set<number> {
  const found = map.get(no) ?? new Set<number>();
  map.set(no, found);
  return found;
}
