// A condition on people as SQL with parameters only; it is true or false, never NULL.
import type { Clause, JsonList, SqlWords } from '../../../../common/database/engines/sql-words.js';
import {
  compared,
  conditionClause,
  exists,
  FALSE,
  joined,
  leafClause,
  TRUE,
  type SearchColumn,
} from '../../../../common/search/comparison-to-sql.js';
import { conjuncts, leavesOf, type CompareLeaf, type Condition, type ElementLeaf, type Leaf } from '../../../../common/search/condition.js';
import { MEMBERS, SEARCH_COLUMNS, VALUE_FIELDS, VALUE_NUMBERS, valueSearchColumns } from '../person/person.columns.js';

/** The organization to search, and the SQL words of the engine. */
export interface Scope {
  readonly orgNo: number;
  /** The provisioning domain whose external ids are compared. */
  readonly domainNo: number;
  readonly words: SqlWords;
  /** The groups that the `groups` leaves of the condition ask for, with nested groups. */
  readonly groups?: GroupNumbers;
  /**
   * Few people are read, so elements are tested per person. Otherwise MariaDB may first collect all matching elements of the organization, which can
   * take seconds.
   */
  readonly apart?: boolean;
}

/** Numbers of groups by leaf; a leaf without an entry asks for any group. */
export type GroupNumbers = ReadonlyMap<ElementLeaf, readonly number[]>;

/** Whether a leaf asks for the groups of a person. */
export function isGroupsLeaf(leaf: Leaf): leaf is ElementLeaf & { readonly list: 'groups' } {
  return leaf.kind === 'element' && leaf.list === 'groups';
}

/** The condition on the row `u` of `users`, without the organization, which every inner query contains. */
export function personClause(scope: Scope, condition: Condition): Clause {
  return conditionClause(condition, (leaf) => (leaf.kind === 'element' ? elementClause(scope, leaf) : personLeaf(scope, leaf)));
}

/** The condition on a row of `user_values`, with the alias `v` by default. */
export function valueClause(words: SqlWords, condition: Condition, v = 'v'): Clause {
  const columns = valueSearchColumns(v);
  return conditionClause(condition, (leaf) => leafClause(words, leaf as CompareLeaf, columns[(leaf as CompareLeaf).field]));
}

/** Whether the elements can be tested in `user_values`; otherwise in JSON. */
export function isIndexedElement({ list, of }: ElementLeaf): boolean {
  return Object.hasOwn(VALUE_NUMBERS, list) && leavesOf(of).every((leaf) => leaf.kind === 'compare' && VALUE_FIELDS.has(leaf.field));
}

function personLeaf(scope: Scope, leaf: CompareLeaf): Clause {
  return leaf.field === 'externalId' ? externalIdClause(scope, leaf) : leafClause(scope.words, leaf, SEARCH_COLUMNS[leaf.field]);
}

function externalIdClause({ orgNo, domainNo, words }: Scope, leaf: CompareLeaf): Clause {
  const { sql, values } = externalIdTest(words, leaf);
  return exists(
    {
      sql: `SELECT 1 FROM external_ids e WHERE e.user_no = u.no AND e.org_no = ? AND e.domain_no = ? AND ${sql}`,
      values: [orgNo, domainNo, ...values],
    },
    leaf.negated,
  );
}

/** The condition on a row `e` of `external_ids`, whether negated or not. */
export function externalIdTest(words: SqlWords, leaf: CompareLeaf): Clause {
  return compared(words, leaf, { sql: 'e.value', kind: 'text' });
}

function elementClause(scope: Scope, leaf: ElementLeaf): Clause {
  if (isGroupsLeaf(leaf)) return groupsClause(scope, leaf);
  if (isIndexedElement(leaf)) {
    const { sql, values } = valueClause(scope.words, leaf.of);
    const attributeNo = VALUE_NUMBERS[leaf.list as keyof typeof VALUE_NUMBERS];
    return exists(
      {
        sql: `SELECT 1 FROM user_values v WHERE v.user_no = u.no AND v.attr_no = ${attributeNo} AND v.org_no = ? AND ${sql}`,
        values: [scope.orgNo, ...values],
      },
      leaf.negated,
      scope.apart,
    );
  }
  return Object.hasOwn(MEMBERS, leaf.list) ? jsonClause(scope.words, leaf) : leaf.negated ? TRUE : FALSE;
}

/** Matches direct members of one of the groups, or of any group. */
function groupsClause(scope: Scope, leaf: ElementLeaf): Clause {
  const test = membershipTest(scope, leaf);
  return exists(
    { sql: `SELECT 1 FROM group_members m WHERE m.member_no = u.no AND ${test.sql}`, values: test.values },
    leaf.negated,
    scope.apart,
  );
}

/** The condition on a row `m` of `group_members`, whether negated or not. */
export function membershipTest({ orgNo, groups }: Scope, leaf: ElementLeaf): Clause {
  const numbers = groups?.get(leaf);
  if (numbers?.length === 0) return FALSE;
  const among = numbers ? `m.group_no IN (${numbers.map(() => '?').join(', ')}) AND ` : '';
  return { sql: `${among}m.kind = 'user' AND m.org_no = ?`, values: [...(numbers ?? []), orgNo] };
}

/** The lists in their folded form. */
const DOCUMENT = 'COALESCE(u.lists_key, u.lists)';

/** An element that is only in the JSON. Its text is searched first, because parsing JSON is slow. */
function jsonClause(words: SqlWords, { list, of, negated }: ElementLeaf): Clause {
  const all = joined('AND', [
    words.contains(DOCUMENT, `"${list}":[{`),
    ...needles(of).map((text) => words.contains(DOCUMENT, text)),
    anyElementClause(words, { document: DOCUMENT, name: list }, of),
  ]);
  return negated ? { sql: `NOT ${all.sql}`, values: all.values } : all;
}

function anyElementClause(words: SqlWords, list: JsonList, of: Condition): Clause {
  if (of.kind === 'compare' && of.op === 'pr' && !of.negated && of.field !== 'primary' && isMember(list.name, of.field))
    return words.anyElementHas(list, of.field);
  return words.anyElement(list, (members) => {
    const column = (field: string): SearchColumn | undefined => {
      if (!isMember(list.name, field)) return undefined;
      if (field === 'primary') return { sql: members.flag(field), kind: 'flag' };
      return { sql: members.text(field), kind: 'text', missing: 'null' };
    };
    return conditionClause(of, (leaf) => leafClause(words, leaf as CompareLeaf, column((leaf as CompareLeaf).field)));
  });
}

/** Member names are written into the SQL, so only names from the table are allowed. */
function isMember(list: string, field: string): boolean {
  return MEMBERS[list as keyof typeof MEMBERS].includes(field);
}

const CONTAINING: ReadonlySet<CompareLeaf['op']> = new Set(['eq', 'co', 'sw', 'ew']);

/** Texts that the JSON of a matching element must contain. */
function needles(of: Condition): string[] {
  return conjuncts(of).flatMap((leaf) =>
    leaf.kind === 'compare' && !leaf.negated && CONTAINING.has(leaf.op) && typeof leaf.value === 'string' && leaf.value !== ''
      ? [JSON.stringify(leaf.value).slice(1, -1)]
      : [],
  );
}
