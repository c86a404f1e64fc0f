// Which groups may be put into which, judged in memory, so that a batch with many of them needs few queries.
import { MAX_GROUP_DEPTH } from '../group-graph/group-graph.repository.js';

/** A group that is a direct member of another one. */
export interface Nesting {
  groupNo: number;
  memberNo: number;
}

/** Reads the direct neighbours of groups. */
export interface NestingSource {
  parentsOf(groupNos: readonly number[]): Promise<Nesting[]>;
  childrenOf(groupNos: readonly number[]): Promise<Nesting[]>;
}

export class NestingGraph {
  private readonly parents = new Map<number, Set<number>>();
  private readonly children = new Map<number, Set<number>>();

  private constructor() {}

  /** What has to be known to judge `planned`: everything above the groups, and everything inside the members. */
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

  has({ groupNo, memberNo }: Nesting): boolean {
    return this.parents.get(memberNo)?.has(groupNo) ?? false;
  }

  /** Why a group may not be put into another one. */
  refusalOf({ groupNo, memberNo }: Nesting): 'circle' | 'tooDeep' | undefined {
    if (this.reachableFrom(groupNo).has(memberNo)) return 'circle';
    return depthOf(this.parents, groupNo) + depthOf(this.children, memberNo) > MAX_GROUP_DEPTH ? 'tooDeep' : undefined;
  }

  private reachableFrom(groupNo: number): Set<number> {
    const found = new Set([groupNo]);
    for (const no of found) for (const parent of this.parents.get(no) ?? []) found.add(parent);
    return found;
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

/** Groups of the longest chain in one direction, the first one included. There is no circle, and no chain is longer than the bound. */
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
