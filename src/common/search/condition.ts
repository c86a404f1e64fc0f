// Criteria normalized for SQL: every "not" is at a leaf, where two-valued logic is easy.
import { foldKey } from '../identifiers/fold.js';
import type { Criteria, CriteriaOperator, CriteriaValue } from './criteria.js';

/** The remaining operators: `ne` is a negated `eq`. */
export type LeafOperator = Exclude<CriteriaOperator, 'ne'> | 'pr';

/** A comparison of a field; a text is folded already if needed. */
export interface CompareLeaf {
  readonly kind: 'compare';
  readonly field: string;
  readonly op: LeafOperator;
  readonly value: CriteriaValue;
  readonly negated: boolean;
}

/** One element of a list matches `of`; negated: no element does. */
export interface ElementLeaf {
  readonly kind: 'element';
  readonly list: string;
  readonly of: Condition;
  readonly negated: boolean;
}

export type Leaf = CompareLeaf | ElementLeaf;
/** All parts, or any of them. */
export interface Junction {
  readonly kind: 'and' | 'or';
  readonly all: readonly Condition[];
}
export type Condition = Junction | Leaf;

export function isJunction(condition: Condition): condition is Junction {
  return condition.kind === 'and' || condition.kind === 'or';
}

/** Normalizes criteria (De Morgan). */
export function toCondition(criteria: Criteria, negated = false): Condition {
  switch (criteria.kind) {
    case 'and':
    case 'or':
      return junction(
        negated === (criteria.kind === 'and') ? 'or' : 'and',
        criteria.all.map((part) => toCondition(part, negated)),
      );
    case 'not':
      return toCondition(criteria.of, !negated);
    case 'element':
      return { kind: 'element', list: criteria.list, of: toCondition(criteria.of), negated };
    case 'compare': {
      const { field, op } = criteria;
      if (op === 'pr') return { kind: 'compare', field, op, value: '', negated };
      const value = typeof criteria.value === 'string' && !criteria.caseExact ? foldKey(criteria.value) : criteria.value;
      return op === 'ne' ? { kind: 'compare', field, op: 'eq', value, negated: !negated } : { kind: 'compare', field, op, value, negated };
    }
  }
}

/** Constant conditions are resolved here: no index answers them. */
function junction(kind: Junction['kind'], all: readonly Condition[]): Condition {
  const settling = all.find((part) => isSettled(part) && part.kind !== kind);
  return settling ?? { kind, all: all.filter((part) => !isSettled(part)) };
}

/** Whether it is constant: true (`and` of nothing) or false (`or` of nothing). */
function isSettled(condition: Condition): boolean {
  return isJunction(condition) && condition.all.length === 0;
}

/** Whether the condition always matches. */
export function isTrue(condition: Condition): boolean {
  return condition.kind === 'and' && isSettled(condition);
}

/** Whether the condition never matches. */
export function isFalse(condition: Condition): boolean {
  return condition.kind === 'or' && isSettled(condition);
}

/** Every leaf of a condition, not those inside elements. */
export function leavesOf(condition: Condition): readonly Leaf[] {
  return isJunction(condition) ? condition.all.flatMap(leavesOf) : [condition];
}

/** The leaves that must all hold; none for a disjunction. */
export function conjuncts(condition: Condition): readonly Leaf[] {
  if (!isJunction(condition)) return [condition];
  return condition.kind === 'and' || condition.all.length === 1 ? condition.all.flatMap(conjuncts) : [];
}
