// Criteria to a WHERE clause with parameters only. Equality for now; what is not compiled yet is refused, never ignored.
import { DomainError } from '../../common/errors.js';
import type { SqlValue } from '../../common/database/dialect.js';
import { foldKey, MAX_KEY, searchKey } from '../fold.js';
import type { Criteria } from './criteria.js';
import { KEY_COLUMNS, LIST_NUMBERS, TEXT_COLUMNS } from './person.columns.js';

interface Clause {
  sql: string;
  values: SqlValue[];
}

type Compare = Extract<Criteria, { kind: 'compare' }>;

/** Columns whose value is compared as it is. */
const EXACT_COLUMNS: Readonly<Record<string, string>> = { id: 'id', active: 'active', createdUs: 'created_us', modifiedUs: 'modified_us' };

/**
 * The condition on the row `u` of `users`; it does not repeat the organization of the outer row, but every inner query has its own.
 * @throws DomainError `invalid` for a comparison that is not supported
 */
export function compileCriteria(orgNo: number, criteria: Criteria | undefined): Clause {
  if (!criteria) return { sql: '1 = 1', values: [] };
  switch (criteria.kind) {
    case 'and':
    case 'or':
      return join(
        criteria.kind,
        criteria.all.map((part) => compileCriteria(orgNo, part)),
      );
    case 'not': {
      const inner = compileCriteria(orgNo, criteria.of);
      // Two-valued logic: what is unknown to SQL is false to us, so its negation is true.
      return { sql: `NOT COALESCE(${inner.sql}, FALSE)`, values: inner.values };
    }
    case 'element':
      return compileElement(orgNo, criteria.list, criteria.of);
    case 'compare':
      return compileCompare(orgNo, criteria);
  }
}

function compileCompare(orgNo: number, compare: Compare): Clause {
  if (compare.op !== 'eq') throw unsupported(`The operator "${compare.op}"`);
  const { field, value } = compare;
  if (Object.hasOwn(EXACT_COLUMNS, field)) return { sql: `u.${EXACT_COLUMNS[field]} = ?`, values: [value] };
  if (field === 'externalId') {
    return {
      sql: 'u.no IN (SELECT e.user_no FROM external_ids e WHERE e.org_no = ? AND e.domain_no = 0 AND e.value = ?)',
      values: [orgNo, value],
    };
  }
  if (Object.hasOwn(KEY_COLUMNS, field)) {
    const { column, length } = KEY_COLUMNS[field as keyof typeof KEY_COLUMNS];
    return { sql: `u.${column} = ?`, values: [searchKey(String(value), length)] };
  }
  if (Object.hasOwn(TEXT_COLUMNS, field) && compare.caseExact)
    return { sql: `u.${TEXT_COLUMNS[field as keyof typeof TEXT_COLUMNS]} = ?`, values: [value] };
  throw unsupported(`Filtering by "${field}"`);
}

/** One element of a list: its value, found through the index of `user_values`. */
function compileElement(orgNo: number, list: string, of: Criteria): Clause {
  const attributeNo = LIST_NUMBERS[list as keyof typeof LIST_NUMBERS] as number | undefined;
  if (
    attributeNo === undefined ||
    of.kind !== 'compare' ||
    of.op !== 'eq' ||
    of.field !== 'value' ||
    foldKey(String(of.value)).length > MAX_KEY
  )
    throw unsupported(`This condition on the elements of "${list}"`);
  return {
    sql: 'u.no IN (SELECT v.user_no FROM user_values v WHERE v.org_no = ? AND v.attr_no = ? AND v.value_key = ?)',
    values: [orgNo, attributeNo, foldKey(String(of.value))],
  };
}

function join(kind: 'and' | 'or', parts: Clause[]): Clause {
  if (parts.length === 0) return { sql: kind === 'and' ? '1 = 1' : '1 = 0', values: [] };
  return { sql: `(${parts.map(({ sql }) => sql).join(kind === 'and' ? ' AND ' : ' OR ')})`, values: parts.flatMap(({ values }) => values) };
}

function unsupported(what: string): DomainError {
  return new DomainError('invalid', 'filter.unsupported', `${what} is not supported by this version.`, 'filter');
}
