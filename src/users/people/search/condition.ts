// Criteria with every "not" at its leaves, where two-valued logic is easy: what SQL is written from.
import { foldKey } from '../../identifiers/fold.js';
import type { Criteria, CriteriaOperator, CriteriaValue } from './criteria.js';

/** The operators that are left: `ne` is `eq`, negated. */
export type LeafOperator = Exclude<CriteriaOperator, 'ne'> | 'pr';

/** A comparison of a field; a text is folded already where it has to be. */
export interface CompareLeaf {
  readonly kind: 'compare';
  readonly field: string;
  readonly op: LeafOperator;
  readonly value: CriteriaValue;
  readonly negated: boolean;
}

/** One and the same element of a list fits `of`; negated: none does. */
export interface ElementLeaf {
  readonly kind: 'element';
  readonly list: string;
  readonly of: Condition;
  readonly negated: boolean;
}

export type Leaf = CompareLeaf | ElementLeaf;
/** All of it, or any of it. */
export interface Junction {
  readonly kind: 'and' | 'or';
  readonly all: readonly Condition[];
}
export type Condition = Junction | Leaf;

export function isJunction(condition: Condition): condition is Junction {
  return condition.kind === 'and' || condition.kind === 'or';
}

/** The same question in this form (De Morgan). */
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

/** What is always or never so is settled here: no index leads to it. */
function junction(kind: Junction['kind'], all: readonly Condition[]): Condition {
  const settling = all.find((part) => isSettled(part) && part.kind !== kind);
  return settling ?? { kind, all: all.filter((part) => !isSettled(part)) };
}

/** Whether it is true, `and` of nothing, or false, `or` of nothing, whoever is asked about. */
function isSettled(condition: Condition): boolean {
  return isJunction(condition) && condition.all.length === 0;
}

/** Whether everybody fits. */
export function isTrue(condition: Condition): boolean {
  return condition.kind === 'and' && isSettled(condition);
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
