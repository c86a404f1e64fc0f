/** Evaluates filters in memory: for value paths of PATCH, and as the reference for the equivalent SQL. */
import type { Attribute, Operator, SimpleAttribute } from '../schema/attribute.js';
import type { Operand, ResolvedFilter, Steps } from './filter.js';
import { parseTimestamp } from '../wire/timestamp.js';
import { compareKeys, foldKey } from '../../../common/identifiers/fold.js';

/** A JSON object with canonical attribute names: a resource or an element of a list. */
export type JsonObject = Record<string, unknown>;

/**
 * Whether a resource or an element matches the filter. Two-valued: with an absent value, `ne` is true and any other comparison is false.
 */
export function matches(filter: ResolvedFilter, target: JsonObject): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.all.every((part) => matches(part, target));
    case 'or':
      return filter.all.some((part) => matches(part, target));
    case 'not':
      return !matches(filter.of, target);
    case 'valuePath': {
      const elements = valueAt(target, filter.attribute);
      return Array.isArray(elements) && elements.some((element: JsonObject) => matches(filter.of, element));
    }
    case 'compare':
      return compare(filter.op, valueAt(target, filter.attribute), filter.value, filter.attribute.at(-1) as Attribute);
  }
}

/** Whether two values of one attribute are equal by the rules of a filter. */
export function sameValue(attribute: SimpleAttribute, one: unknown, other: unknown): boolean {
  return comparable(attribute, one) === comparable(attribute, other);
}

function valueAt(target: JsonObject, steps: Steps): unknown {
  return steps.reduce<unknown>((value, step) => (value as JsonObject | undefined)?.[step.name], target);
}

function compare(op: Operator, stored: unknown, operand: Operand | undefined, attribute: Attribute): boolean {
  if (attribute.type === 'complex') return stored !== undefined;
  const value = comparable(attribute, stored);
  if (op === 'pr') return value !== undefined;
  const wanted = attribute.type === 'dateTime' ? (operand as number) : comparable(attribute, operand);
  if (value === undefined || wanted === undefined) return op === 'ne';
  return COMPARISONS[op](value, wanted);
}

type Comparable = string | number | boolean;

/** RFC 7644 section 3.4.2.2, table 3. */
export const COMPARISONS: Record<Exclude<Operator, 'pr'>, (value: Comparable, operand: Comparable) => boolean> = {
  eq: (value, operand) => value === operand,
  ne: (value, operand) => value !== operand,
  co: (value, operand) => String(value).includes(String(operand)),
  sw: (value, operand) => String(value).startsWith(String(operand)),
  ew: (value, operand) => String(value).endsWith(String(operand)),
  gt: (value, operand) => order(value, operand) > 0,
  ge: (value, operand) => order(value, operand) >= 0,
  lt: (value, operand) => order(value, operand) < 0,
  le: (value, operand) => order(value, operand) <= 0,
};

/** Orders numbers by value and texts by code point; booleans have no order and are never passed. */
function order(value: Comparable, operand: Comparable): number {
  return compareKeys(value as string | number, operand as string | number);
}

/** A value in the form used for comparison: folded unless it is case exact. */
export function comparable(attribute: SimpleAttribute, value: unknown): Comparable | undefined {
  switch (attribute.type) {
    case 'boolean':
      return (value as boolean | undefined) ?? attribute.assumed;
    case 'dateTime':
      return typeof value === 'string' ? parseTimestamp(value) : undefined;
    case 'string':
    case 'reference':
    case 'binary':
      return typeof value !== 'string' ? undefined : attribute.caseExact ? value : foldKey(value);
  }
}
