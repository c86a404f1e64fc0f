// The groups that a search of people asks for. They are found first, with nested groups, whose members belong to them as well.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../../common/database/database.js';
import { DomainError } from '../../../../common/primitives/domain-error.js';
import { GroupGraph } from '../../../roles/group-graph/group-graph.repository.js';
import { conditionClause, leafClause, type SearchColumn } from '../../../../common/search/comparison-to-sql.js';
import { conjuncts, isTrue, leavesOf, type CompareLeaf, type Condition, type ElementLeaf } from '../../../../common/search/condition.js';
import { isGroupsLeaf, type GroupNumbers } from './criteria-to-sql.js';

/** Most groups that a search may cover. */
const MAX_GROUPS = 1_000;

/** Fields of an element of `groups`, in the row `g` of the group. */
const COLUMNS: Readonly<Record<string, SearchColumn>> = {
  value: { sql: 'g.id', kind: 'text' },
  display: { sql: 'g.display_name_key', kind: 'text', reversed: 'g.display_name_rev' },
};

@Injectable()
export class GroupsOfSearch {
  constructor(
    private readonly database: Database,
    private readonly graph: GroupGraph,
  ) {}

  /** The numbers of the groups for each `groups` leaf; a leaf that asks for any group has no entry. @throws DomainError `invalid` for too many */
  async findNumbers(orgNo: number, condition: Condition): Promise<GroupNumbers> {
    const numbers = new Map<ElementLeaf, readonly number[]>();
    for (const leaf of leavesOf(condition))
      if (isGroupsLeaf(leaf) && !isTrue(leaf.of)) numbers.set(leaf, await this.findGroups(orgNo, leaf.of));
    return numbers;
  }

  /** Whether the groups are found by a unique index; otherwise every group of the organization may be tested. */
  isLookUp(condition: Condition): boolean {
    return leavesOf(condition)
      .filter((leaf) => isGroupsLeaf(leaf) && !isTrue(leaf.of))
      .every((leaf) => conjuncts((leaf as ElementLeaf).of).some((one) => one.kind === 'compare' && one.op === 'eq' && !one.negated));
  }

  private async findGroups(orgNo: number, condition: Condition): Promise<number[]> {
    const { words } = this.database.search;
    const test = conditionClause(condition, (leaf) => leafClause(words, leaf as CompareLeaf, COLUMNS[(leaf as CompareLeaf).field]));
    const rows = await this.database.search.rows<{ no: number }>(
      `SELECT g.no FROM user_groups g WHERE g.org_no = ? AND ${test.sql} LIMIT ${MAX_GROUPS + 1}`,
      [orgNo, ...test.values],
      'many',
    );
    const found = await this.graph.withDescendants(
      orgNo,
      rows.slice(0, MAX_GROUPS).map(({ no }) => no),
    );
    if (rows.length > MAX_GROUPS || found.length > MAX_GROUPS)
      throw new DomainError('invalid', 'search.tooLong', `This asks for more than ${MAX_GROUPS} groups. Make it more specific.`, 'filter');
    return found;
  }
}
