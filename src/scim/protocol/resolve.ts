/** Binds a parsed filter to the rows of an attribute table and checks that it can be asked (RFC 7644 section 3.4.2.2). */
import { descend, findSteps, type Attribute, type ComplexAttribute, type ResourceType, type SimpleAttribute } from './attribute.js';
import type { Filter, Operand } from './filter.js';
import { UNSTORABLE } from './normalizer.js';
import { ScimError } from './scim-error.js';
import { parseTimestamp } from './timestamp.js';

/** The rows from the outermost to the compared one. */
export type Steps = readonly Attribute[];

/**
 * A filter whose names are rows. A comparison only meets single values: one on a list has become a value path, one with `null` a `pr`,
 * the operand has the type of the attribute (a dateTime is microseconds since 1970 UTC). An empty `and` is true.
 */
export type ResolvedFilter = Filter<Steps>;

type Compare<A> = Extract<Filter<A>, { kind: 'compare' }>;
type FindSteps = (name: string) => Steps | undefined;

/** Resolves a filter on resources of a type. Throws `invalidFilter` for unknown attributes, operators and values that do not fit. */
export function resolveFilter(filter: Filter, type: ResourceType): ResolvedFilter {
  return resolve(filter, (name) => findSteps(type, name));
}

/** Resolves the filter in the brackets of a value path: on one element of a list. Throws `invalidFilter`. */
export function resolveElementFilter(filter: Filter, list: ComplexAttribute): ResolvedFilter {
  return resolve(filter, (name) => descend(list.subAttributes, name));
}

function resolve(filter: Filter, find: FindSteps): ResolvedFilter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, all: filter.all.map((part) => resolve(part, find)) };
    case 'not':
      return { kind: 'not', of: resolve(filter.of, find) };
    case 'valuePath': {
      const attribute = find(filter.attribute) ?? unknownAttribute(filter);
      const list = attribute.at(-1);
      if (list?.type !== 'complex' || !list.multiValued) {
        throw new ScimError('SCIM-FILTER-ATTRIBUTE', `${filter.attribute} at character ${filter.at} is no list and takes no brackets.`);
      }
      return { kind: 'valuePath', attribute, of: resolveElementFilter(filter.of, list), at: filter.at };
    }
    case 'compare':
      return resolveComparison(filter, find(filter.attribute) ?? unknownAttribute(filter));
  }
}

function resolveComparison(filter: Compare<string>, steps: Steps): ResolvedFilter {
  const listAt = steps.findIndex((step) => step.type === 'complex' && step.multiValued);
  if (listAt < 0) return resolveSingle(filter, steps);
  const list = steps[listAt] as ComplexAttribute;
  const inside = steps.slice(listAt + 1);
  const of = inside.length > 0 ? resolveSingle(filter, inside) : resolveWhole(filter, list);
  return { kind: 'valuePath', attribute: steps.slice(0, listAt + 1), of, at: filter.at };
}

/** A list compared as a whole: `emails pr` asks for any element, any other operator means the `value` of one. */
function resolveWhole(filter: Compare<string>, list: ComplexAttribute): ResolvedFilter {
  if (filter.op === 'pr') return { kind: 'and', all: [] };
  return resolveSingle(filter, descend(list.subAttributes, 'value') ?? notSupported(filter));
}

function resolveSingle(filter: Compare<string>, steps: Steps): ResolvedFilter {
  const { op, value, at } = filter;
  const attribute = steps.at(-1) ?? unknownAttribute(filter);
  if (!attribute.operators.includes(op)) return notSupported(filter);
  if (op === 'pr') return { kind: 'compare', attribute: steps, op, at };
  if (attribute.type === 'complex') return notSupported(filter);
  if (value === null || value === undefined) {
    const present: ResolvedFilter = { kind: 'compare', attribute: steps, op: 'pr', at };
    return op === 'ne' ? present : op === 'eq' ? { kind: 'not', of: present } : notSupported(filter);
  }
  const operand = OPERANDS[attribute.type](value, attribute);
  if (operand === undefined) {
    throw new ScimError('SCIM-FILTER-VALUE', `${filter.attribute} at character ${at} cannot be compared with ${JSON.stringify(value)}.`);
  }
  return { kind: 'compare', attribute: steps, op, value: operand, at };
}

/** A given operand as the attribute's type keeps its values; `undefined` when it does not fit. */
const OPERANDS: Record<SimpleAttribute['type'], (value: Operand, attribute: SimpleAttribute) => Operand | undefined> = {
  string: textOperand,
  reference: textOperand,
  binary: textOperand,
  boolean: (value) => toBoolean(value),
  dateTime: (value) => (typeof value === 'string' ? parseTimestamp(value) : undefined),
};

function textOperand(value: Operand, attribute: SimpleAttribute): Operand | undefined {
  if (typeof value !== 'string') return undefined;
  const text = 'normalizer' in attribute && attribute.normalizer.operand ? attribute.normalizer.operand(value) : value;
  return UNSTORABLE.test(text.replace(/[\t\n\r]/g, '')) ? undefined : text;
}

/**
 * The boolean a JSON value stands for, `undefined` when none.
 * Deviation: the texts "True" and "False" in any case count as booleans, because Entra ID sends them.
 */
export function toBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.toLowerCase() : undefined;
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

function unknownAttribute(filter: { attribute: string; at: number }): never {
  throw new ScimError('SCIM-FILTER-ATTRIBUTE', `There is no attribute ${filter.attribute} (at character ${filter.at} of the filter).`);
}

function notSupported(filter: Compare<string>): never {
  throw new ScimError('SCIM-FILTER-OPERATOR', `${filter.attribute} at character ${filter.at} cannot be filtered with ${filter.op}.`);
}
