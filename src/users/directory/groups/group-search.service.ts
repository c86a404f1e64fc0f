import { Injectable } from '@nestjs/common';
import { GroupCounts } from '../../organizations/organization-counts.repository.js';
import { isTrue, toCondition } from '../../../common/search/condition.js';
import type { Criteria, CriteriaOperator } from '../../../common/search/criteria.js';
import type { PagePosition } from '../../../common/search/page-position.js';
import { SearchQueue } from '../../../common/search/search-queue.js';
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
import type { Listed, ListFacts, ListQuery } from '../../../common/primitives/list-query.js';

export interface GroupSearchRequest {
  /** Fields of a group; `members` is a list of `value` (the id) and `type`. */
  readonly criteria?: Criteria;
  /** The provisioning domain whose external ids are read and compared; 0, the default, is the shared domain. */
  readonly domainNo?: number;
  /** Default: the order in which groups were added. */
  readonly order?: { readonly field: GroupOrderField; readonly descending: boolean };
  /** Number of groups to skip, counted from `after` if given. */
  readonly offset: number;
  /** Maximum number of groups; 0 only counts. */
  readonly limit: number;
  /** Only groups after this position. */
  readonly after?: PagePosition;
  /** The total, if known from an earlier page. */
  readonly total?: number;
}

export interface GroupPage {
  readonly total: number;
  readonly groups: readonly Group[];
  /** The position of the last group, if there are more. */
  readonly next?: PagePosition;
}

/** The list of an organization's groups. */
export const GROUP_LIST = {
  sorts: { name: 'displayName', createdAt: 'createdUs', changedAt: 'modifiedUs' },
  filters: {
    name: { kind: 'startsWith', field: 'displayName', op: 'sw', sort: 'name' },
    q: { kind: 'contains', field: 'displayName', op: 'co', description: 'only groups whose names contain this, whatever its case' },
    createdAfter: { kind: 'after', field: 'createdUs', op: 'gt', sort: 'createdAt' },
    createdBefore: { kind: 'before', field: 'createdUs', op: 'lt', sort: 'createdAt' },
    changedAfter: { kind: 'after', field: 'modifiedUs', op: 'gt', sort: 'changedAt' },
  },
} as const satisfies ListFacts & { filters: Record<string, { field: string; op: CriteriaOperator }> };

function filterOf(name: keyof typeof GROUP_LIST.filters, value: string | number): Criteria {
  const { field, op } = GROUP_LIST.filters[name];
  return { kind: 'compare', field, op, value, caseExact: false };
}

/** Searches groups, without reading their members. */
@Injectable()
export class GroupSearch {
  constructor(
    private readonly repository: GroupSearchRepository,
    private readonly members: GroupMembersRepository,
    private readonly counts: GroupCounts,
    private readonly queue: SearchQueue,
  ) {}

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

  /** A page of the list of groups. @throws DomainError as `search` does */
  async list(orgNo: number, { limit, sort, descending, position, filters, total }: ListQuery): Promise<Listed<Group>> {
    const field = sort === undefined ? 'no' : GROUP_LIST.sorts[sort as keyof typeof GROUP_LIST.sorts];
    const all = Object.entries(filters).map(([name, value]) => filterOf(name as keyof typeof GROUP_LIST.filters, value));
    const found = await this.search(orgNo, {
      ...(all.length > 0 && { criteria: { kind: 'and', all } as const }),
      order: { field, descending },
      ...(position && { after: { key: position.key ?? position.no, no: Number(position.no) } }),
      offset: 0,
      limit,
      // A known total of 0 avoids a count that was not requested.
      ...(!total && { total: 0 }),
    });
    const { next } = found;
    return {
      entries: found.groups,
      ...(next && { next: { no: next.no, ...(sort !== undefined && { key: next.key }) } }),
      ...(total && { total: found.total }),
    };
  }

  private async findPage(plan: GroupSearchPlan, { offset, limit, after, total: known }: GroupSearchRequest): Promise<GroupPage> {
    const found = limit === 0 ? [] : await this.repository.listMatches(plan, { offset, limit, after });
    const shown = found.slice(0, limit);
    const isWhole = !after && limit > 0 && found.length <= limit && (offset === 0 || found.length > 0);
    const counted = known ?? (isWhole ? offset + found.length : await this.count(plan));
    const last = shown.at(-1);
    return {
      // A group may have been added between the two queries.
      total: Math.max(counted, after ? 0 : shown.length && offset + shown.length),
      groups: shown.map(({ group }) => group),
      ...(last && found.length > limit ? { next: { key: last.key, no: last.group.no } } : {}),
    };
  }

  private count(plan: GroupSearchPlan): Promise<number> {
    return plan.condition ? this.repository.countMatches(plan) : this.counts.countIn(plan.orgNo);
  }
}
