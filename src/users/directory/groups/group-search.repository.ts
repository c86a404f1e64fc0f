// Pages of groups. A condition that few groups can meet is found by its index; any other is tested along the index of the order.
import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database.js';
import type { SearchCost } from '../../../common/database/dialect.js';
import type { Clause, SqlWords } from '../../../common/database/engines/sql-words.js';
import {
  compared,
  conditionClause,
  exists,
  FALSE,
  joined,
  leafClause,
  TRUE,
  type SearchColumn,
} from '../../../common/search/comparison-to-sql.js';
import { conjuncts, isFalse, leavesOf, type CompareLeaf, type Condition, type ElementLeaf } from '../../../common/search/condition.js';
import type { PagePosition } from '../../../common/search/page-position.js';
import type { Group, GroupMember } from './group.js';
import { GROUP_COLUMNS, toGroup, WITH_EXTERNAL_ID, type GroupRow } from './groups.repository.js';

/** What groups can be sorted by, with the index in this order. For a unique column, the number must not be part of ORDER BY. */
const ORDERS = {
  displayName: { column: 'display_name_key', index: 'u_user_groups_name', unique: true },
  id: { column: 'id', index: 'user_groups_by_id', unique: true },
  no: { column: 'no', index: 'user_groups_by_number', unique: true },
  createdUs: { column: 'created_us', index: 'user_groups_by_created', unique: false },
  modifiedUs: { column: 'modified_us', index: 'user_groups_by_modified', unique: false },
} as const;

export type GroupOrderField = keyof typeof ORDERS;

/** Fields of a group's row `g`. */
const COLUMNS: Readonly<Record<string, SearchColumn>> = {
  id: { sql: 'g.id', kind: 'text' },
  displayName: { sql: 'g.display_name_key', kind: 'text', reversed: 'g.display_name_rev' },
  createdUs: { sql: 'g.created_us', kind: 'number' },
  modifiedUs: { sql: 'g.modified_us', kind: 'number' },
  version: { sql: 'g.version', kind: 'version' },
};

/** Fields whose values are nearly unique to a group. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['id', 'displayName', 'externalId']);

/** A search whose named members are already looked up. */
export interface GroupSearchPlan {
  orgNo: number;
  domainNo: number;
  condition: Condition | undefined;
  order: { field: GroupOrderField; descending: boolean };
  /** The members that the condition names, by id. */
  members: ReadonlyMap<string, GroupMember>;
}

/** The part of the matches that a page shows. */
export interface GroupWindow {
  offset: number;
  limit: number;
  after: PagePosition | undefined;
}

@Injectable()
export class GroupSearchRepository {
  constructor(private readonly database: Database) {}

  /**
   * The matches of a window in order, plus one more if there are more, each with its sort key. Rows of groups are read only for the window; earlier
   * matches are skipped in the index.
   */
  async listMatches(plan: GroupSearchPlan, { offset, limit, after }: GroupWindow): Promise<Array<{ group: Group; key: string | number }>> {
    const { column, unique } = ORDERS[plan.order.field];
    const from = this.matches(plan);
    const behind = afterClause(plan, after);
    const direction = plan.order.descending ? ' DESC' : '';
    const orderBy = (key: string, no: string) => `ORDER BY ${key}${direction}${unique ? '' : `, ${no}${direction}`}`;
    const window = `SELECT g.no, g.${column} AS k FROM ${from.sql} AND ${behind.sql} ${orderBy(`g.${column}`, 'g.no')} LIMIT ${limit + 1} OFFSET ${offset}`;
    const rows = await this.rows<GroupRow & { k: string | number }>(plan, {
      sql: `SELECT ${GROUP_COLUMNS}, w.k FROM (${window}) w ${this.database.search.words.thenJoin} user_groups g ON g.no = w.no
        ${WITH_EXTERNAL_ID} ${orderBy('w.k', 'w.no')}`,
      values: [...from.values, ...behind.values, plan.domainNo],
    });
    return rows.map((row) => ({ group: toGroup(row), key: row.k }));
  }

  async countMatches(plan: GroupSearchPlan): Promise<number> {
    const from = this.matches(plan);
    const [row] = await this.rows<{ total: number }>(plan, { sql: `SELECT COUNT(*) AS total FROM ${from.sql}`, values: from.values });
    return Number(row?.total ?? 0);
  }

  private rows<Row>(plan: GroupSearchPlan, { sql, values }: Clause): Promise<Row[]> {
    return this.database.search.rows<Row>(sql, [...values], costOf(plan));
  }

  /** The SQL after FROM such that `g` are exactly the matches, along the order's index if no better one exists. */
  private matches(plan: GroupSearchPlan): Clause {
    const { words } = this.database.search;
    const { orgNo, condition, order } = plan;
    const test = condition ? groupClause(words, plan, condition) : TRUE;
    const lead = leadOf(words, plan);
    const from = lead
      ? { sql: `${lead.sql} ${words.thenJoin} user_groups g ON g.no = l.no`, values: lead.values }
      : {
          sql: `user_groups g${condition && isNarrow(plan) ? '' : words.useIndex(rangeIndexOf(plan) ?? ORDERS[order.field].index)}`,
          values: [],
        };
    return { sql: `${from.sql} WHERE g.org_no = ? AND ${test.sql}`, values: [...from.values, orgNo, ...test.values] };
  }
}

/** How much a search reads. A search that reads every group of the organization has to queue. */
export function costOf(plan: GroupSearchPlan): SearchCost {
  if (isNarrow(plan)) return 'few';
  return rangeIndexOf(plan) === undefined ? 'all' : 'many';
}

/** An index of which a search without a better access path reads only the matching part. */
function rangeIndexOf({ condition }: GroupSearchPlan): string | undefined {
  for (const leaf of condition ? conjuncts(condition) : []) {
    if (leaf.kind === 'element' || leaf.negated || leaf.value === '' || !Object.hasOwn(ORDERS, leaf.field)) continue;
    if (leaf.op === 'ew' && leaf.field === 'displayName') return 'user_groups_by_name_end';
    if (!['co', 'ew', 'pr'].includes(leaf.op)) return ORDERS[leaf.field as GroupOrderField].index;
  }
  return undefined;
}

/** Whether few groups can match, or no condition is tested. */
function isNarrow({ condition, members }: Pick<GroupSearchPlan, 'condition' | 'members'>): boolean {
  if (!condition) return true;
  return conjuncts(condition).some((leaf) =>
    leaf.kind === 'element' ? memberOf(leaf, members) !== undefined : leaf.op === 'eq' && !leaf.negated && OWN_FIELDS.has(leaf.field),
  );
}

/** Whether no group can match, for example because the condition requires a member that does not exist. */
export function isImpossible({ condition, members }: Pick<GroupSearchPlan, 'condition' | 'members'>): boolean {
  if (condition && isFalse(condition)) return true;
  const leaves = condition ? conjuncts(condition) : [];
  return leaves.some((leaf) => leaf.kind === 'element' && idOf(leaf) !== undefined && memberOf(leaf, members) === undefined);
}

/** The ids that a condition names as members. */
export function memberIdsIn(condition: Condition): string[] {
  return leavesOf(condition).flatMap((leaf) =>
    leaf.kind === 'element'
      ? leavesOf(leaf.of).flatMap((inner) =>
          inner.kind === 'compare' && inner.field === 'value' && inner.op === 'eq' ? String(inner.value) : [],
        )
      : [],
  );
}

/** The numbers, as a table `l`, of a few groups that contain all matches: those of a member, or with an external id. */
function leadOf(words: SqlWords, { orgNo, domainNo, condition, members }: GroupSearchPlan): Clause | undefined {
  const leaves = condition ? conjuncts(condition) : [];
  if (leaves.some((leaf) => leaf.kind === 'compare' && leaf.op === 'eq' && !leaf.negated && ['id', 'displayName'].includes(leaf.field)))
    return undefined;
  const external = leaves.find(
    (leaf): leaf is CompareLeaf => leaf.kind === 'compare' && leaf.field === 'externalId' && leaf.op === 'eq' && !leaf.negated,
  );
  if (external) {
    const test = externalIdTest(words, external);
    return {
      sql: `(SELECT e.group_no AS no FROM group_external_ids e WHERE e.org_no = ? AND e.domain_no = ? AND ${test.sql}) l`,
      values: [orgNo, domainNo, ...test.values],
    };
  }
  const member = leaves.map((leaf) => (leaf.kind === 'element' ? memberOf(leaf, members) : undefined)).find((one) => one !== undefined);
  return (
    member && {
      sql: '(SELECT m.group_no AS no FROM group_members m WHERE m.member_no = ? AND m.kind = ? AND m.org_no = ?) l',
      values: [member.no, member.kind, orgNo],
    }
  );
}

/** The member that an element must be, if only one is possible. */
function memberOf(leaf: ElementLeaf, members: GroupSearchPlan['members']): GroupMember | undefined {
  return members.get(idOf(leaf) ?? '');
}

/** The id that an element must have. */
function idOf({ of, negated, list }: ElementLeaf): string | undefined {
  if (negated || list !== 'members') return undefined;
  const value = conjuncts(of).find(
    (leaf): leaf is CompareLeaf => leaf.kind === 'compare' && leaf.field === 'value' && leaf.op === 'eq' && !leaf.negated,
  );
  return value && String(value.value);
}

function groupClause(words: SqlWords, plan: GroupSearchPlan, condition: Condition): Clause {
  return conditionClause(condition, (leaf) => {
    if (leaf.kind === 'element') return memberClause(plan, leaf);
    return leaf.field === 'externalId' ? externalIdClause(words, plan, leaf) : leafClause(words, leaf, COLUMNS[leaf.field]);
  });
}

/** A direct member that meets the condition. */
function memberClause({ orgNo, members }: GroupSearchPlan, { list, of, negated }: ElementLeaf): Clause {
  if (list !== 'members') return negated ? TRUE : FALSE;
  const test = conditionClause(of, (leaf) => memberLeaf(members, leaf as CompareLeaf));
  return exists(
    { sql: `SELECT 1 FROM group_members m WHERE m.group_no = g.no AND m.org_no = ? AND ${test.sql}`, values: [orgNo, ...test.values] },
    negated,
  );
}

function memberLeaf(members: GroupSearchPlan['members'], { field, op, value, negated }: CompareLeaf): Clause {
  if (op === 'pr') return (field === 'value' || field === 'type') !== negated ? TRUE : FALSE;
  const member = members.get(String(value));
  const test: Clause =
    field === 'type'
      ? { sql: 'm.kind = ?', values: [String(value)] }
      : member
        ? { sql: '(m.kind = ? AND m.member_no = ?)', values: [member.kind, member.no] }
        : FALSE;
  return negated ? { sql: `NOT ${test.sql}`, values: test.values } : test;
}

function externalIdClause(words: SqlWords, { orgNo, domainNo }: GroupSearchPlan, leaf: CompareLeaf): Clause {
  const { sql, values } = externalIdTest(words, leaf);
  return exists(
    {
      sql: `SELECT 1 FROM group_external_ids e WHERE e.group_no = g.no AND e.org_no = ? AND e.domain_no = ? AND ${sql}`,
      values: [orgNo, domainNo, ...values],
    },
    leaf.negated,
  );
}

function externalIdTest(words: SqlWords, leaf: CompareLeaf): Clause {
  return compared(words, leaf, { sql: 'e.value', kind: 'text' });
}

/** Only groups after a position. Written as a range of the key first, because the engines do not use an index for row values. */
function afterClause({ order: { field, descending } }: GroupSearchPlan, after: PagePosition | undefined): Clause {
  if (!after) return TRUE;
  const { column } = ORDERS[field];
  const [from, behind] = descending ? ['<=', '<'] : ['>=', '>'];
  return joined('AND', [
    { sql: `g.${column} ${from} ?`, values: [after.key] },
    { sql: `(g.${column} ${behind} ? OR g.no ${behind} ?)`, values: [after.key, after.no] },
  ]);
}
