import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { GroupCounts } from '../organizations/organization-counts.repository.js';
import { isTrue, toCondition } from '../search/condition.js';
import type { Criteria } from '../search/criteria.js';
import type { PagePosition } from '../search/page-position.js';
import { SearchQueue } from '../search/search-queue.js';
import type { Group } from './group.js';
import { GroupMembersRepository } from './group-members.repository.js';
import {
  costOf,
  GroupSearchRepository,
  isImpossible,
  memberIdsIn,
  type GroupOrderField,
  type GroupSearchPlan,
} from './group-search.repository.js';

export interface GroupSearchRequest {
  /** Fields of a group; `members` is a list of `value` (the id) and `type`. */
  readonly criteria?: Criteria;
  /** Whose external ids are read and compared; 0, the default, is the shared domain. */
  readonly domainNo?: number;
  /** Default: in the order in which they were added. */
  readonly order?: { readonly field: GroupOrderField; readonly descending: boolean };
  /** Number of groups to skip, counted from `after` if given. */
  readonly offset: number;
  /** Maximum number of groups; 0 only counts. */
  readonly limit: number;
  /** Only those after this place. */
  readonly after?: PagePosition;
  /** The total, if known from an earlier page. */
  readonly total?: number;
}

export interface GroupPage {
  readonly total: number;
  readonly groups: readonly Group[];
  /** The place of the last one, if there are more. */
  readonly next?: PagePosition;
}

/** Searches of groups, with their members left alone. */
@Injectable()
export class GroupSearch {
  private readonly queue: SearchQueue;

  constructor(
    private readonly repository: GroupSearchRepository,
    private readonly members: GroupMembersRepository,
    private readonly counts: GroupCounts,
    database: Database,
  ) {
    this.queue = new SearchQueue(database.search.concurrency);
  }

  /** @throws DomainError `invalid` for a search that takes too long, `tooMany` if it waits too long for its turn */
  async search(orgNo: number, request: GroupSearchRequest): Promise<GroupPage> {
    const condition = request.criteria && toCondition(request.criteria);
    const asked = condition && !isTrue(condition) ? condition : undefined;
    const named = asked ? await this.members.findByIds(orgNo, memberIdsIn(asked)) : [];
    const plan: GroupSearchPlan = {
      orgNo,
      domainNo: request.domainNo ?? 0,
      condition: asked,
      order: request.order ?? { field: 'createdUs', descending: false },
      members: new Map(named.map((member) => [member.id, member])),
    };
    if (isImpossible(plan)) return { total: 0, groups: [] };
    return costOf(plan) !== 'all' ? this.findPage(plan, request) : this.queue.enqueueSearch(orgNo, () => this.findPage(plan, request));
  }

  /** `limit` groups after the one numbered `after` whose names contain a text, whatever its case. @throws DomainError as `search` does */
  async findByName(orgNo: number, text: string, after: number, limit: number): Promise<readonly Group[]> {
    const { groups } = await this.search(orgNo, {
      criteria: { kind: 'compare', field: 'displayName', op: 'co', value: text, caseExact: false },
      order: { field: 'no', descending: false },
      after: { key: after, no: after },
      offset: 0,
      limit,
      // Nobody is told the total, so nobody need count.
      total: 0,
    });
    return groups;
  }

  private async findPage(plan: GroupSearchPlan, { offset, limit, after, total: known }: GroupSearchRequest): Promise<GroupPage> {
    const found = limit === 0 ? [] : await this.repository.listMatches(plan, { offset, limit, after });
    const shown = found.slice(0, limit);
    const isWhole = !after && limit > 0 && found.length <= limit && (offset === 0 || found.length > 0);
    const counted = known ?? (isWhole ? offset + found.length : await this.count(plan));
    const last = shown.at(-1);
    return {
      // One may have been added between the two.
      total: Math.max(counted, after ? 0 : shown.length && offset + shown.length),
      groups: shown.map(({ group }) => group),
      ...(last && found.length > limit ? { next: { key: last.key, no: last.group.no } } : {}),
    };
  }

  private count(plan: GroupSearchPlan): Promise<number> {
    return plan.condition ? this.repository.countMatches(plan) : this.counts.countIn(plan.orgNo);
  }
}
