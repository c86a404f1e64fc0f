/** Resolves a parsed filter to the rows of an attribute table and checks that it is allowed (RFC 7644 section 3.4.2.2). */
import {
  descend,
  findSteps,
  type ComplexAttribute,
  type DerivedText,
  type ResourceType,
  type SimpleAttribute,
} from '../schema/attribute.js';
import { COMPARISONS, matches } from './evaluate.js';
import type { Filter, Operand, Steps, ResolvedFilter } from './filter.js';
import { UNSTORABLE } from '../schema/normalizer.js';
import { ScimError } from '../wire/scim-error.js';
import { parseTimestamp } from '../wire/timestamp.js';

type Compare<A> = Extract<Filter<A>, { kind: 'compare' }>;
type Leaf = Extract<Filter, { attribute: string }>;
/** The scope in which the names of a filter are resolved; `type` is set for whole resources. */
interface Table {
  find(name: string): Steps | undefined;
  type?: ResourceType;
  /** The types whose attributes the filter may also name. */
  searched?: readonly ResourceType[];
}

const ALWAYS: ResolvedFilter = { kind: 'and', all: [] };
const NEVER: ResolvedFilter = { kind: 'or', all: [] };

/**
 * Resolves a filter on resources of a type. Throws `invalidFilter` for unknown attributes, operators, and values that don't fit.
 * @param searched all types of a search, if there are several: an attribute of another type has no value in this one
 */
export function resolveFilter(filter: Filter, type: ResourceType, searched: readonly ResourceType[] = []): ResolvedFilter {
  return resolve(filter, { find: (name) => findSteps(type, name), type, searched });
}

/** Resolves the filter in the brackets of a value path, which applies to one element of a list. Throws `invalidFilter`. */
export function resolveElementFilter(filter: Filter, list: ComplexAttribute): ResolvedFilter {
  return resolve(filter, { find: (name) => descend(list.subAttributes, name) });
}

function resolve(filter: Filter, table: Table): ResolvedFilter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, all: filter.all.map((part) => resolve(part, table)) };
    case 'not':
      return { kind: 'not', of: resolve(filter.of, table) };
    case 'valuePath': {
      const attribute = table.find(filter.attribute);
      if (!attribute) return resolveWithoutValue(filter, table);
      const list = attribute.at(-1);
      if (list?.type !== 'complex' || !list.multiValued) {
        throw new ScimError(
          'SCIM-FILTER-ATTRIBUTE',
          `${filter.attribute} at character ${filter.at} is not multi-valued and takes no brackets.`,
        );
      }
      return { kind: 'valuePath', attribute, of: resolveElementFilter(filter.of, list), at: filter.at };
    }
    case 'compare': {
      const steps = table.find(filter.attribute);
      if (!steps) return resolveWithoutValue(filter, table);
      const texts = table.type && steps.at(-1)?.derived?.(table.type);
      return texts ? resolveDerived(filter, texts, table) : resolveComparison(filter, steps);
    }
  }
}

/**
 * A condition on an attribute that the type lacks but another searched type has (RFC 7644 section 3.4.2.1). It is resolved by that type, for a
 * resource without a value.
 */
function resolveWithoutValue(filter: Leaf, { searched = [] }: Table): ResolvedFilter {
  const owner = searched.find((type) => findSteps(type, filter.attribute)) ?? unknownAttribute(filter);
  return matches(resolveFilter(filter, owner), {}) ? ALWAYS : NEVER;
}

/** A comparison with derived values, which are not stored: true for a resource that has a matching one. */
function resolveDerived(filter: Compare<string>, texts: readonly DerivedText[], table: Table): ResolvedFilter {
  const { op, value } = filter;
  if (op === 'pr' || value === null || value === undefined) return presence(filter, ALWAYS);
  if (typeof value !== 'string') return doesNotFit(filter);
  const has = ({ extension }: DerivedText): ResolvedFilter =>
    extension === undefined ? ALWAYS : { kind: 'compare', attribute: table.find(extension) ?? [], op: 'pr', at: 0 };
  return { kind: 'or', all: texts.filter(({ text }) => COMPARISONS[op](text, value)).map(has) };
}

function resolveComparison(filter: Compare<string>, steps: Steps): ResolvedFilter {
  const listAt = steps.findIndex((step) => step.type === 'complex' && step.multiValued);
  if (listAt < 0) return resolveSingle(filter, steps);
  const list = steps[listAt] as ComplexAttribute;
  const inside = steps.slice(listAt + 1);
  const some = (of: ResolvedFilter): ResolvedFilter => ({ kind: 'valuePath', attribute: steps.slice(0, listAt + 1), of, at: filter.at });
  if (inside.length > 0) return some(resolveSingle(filter, inside));
  // For a list as a whole, presence means any element, and every other comparison the `value` of an element.
  if (asksForPresence(filter)) return presence(filter, some(ALWAYS));
  return some(resolveSingle(filter, descend(list.subAttributes, 'value') ?? notSupported(filter)));
}

function asksForPresence({ op, value }: Compare<string>): boolean {
  return op === 'pr' || value === null || value === undefined;
}

/** `ne null` is `pr`, and `eq null` its opposite (RFC 7643 section 2.5: null is no value). */
function presence(filter: Compare<string>, present: ResolvedFilter): ResolvedFilter {
  if (filter.op === 'eq') return { kind: 'not', of: present };
  return filter.op === 'pr' || filter.op === 'ne' ? present : notSupported(filter);
}

function resolveSingle(filter: Compare<string>, named: Steps): ResolvedFilter {
  const { op, value, at } = filter;
  const steps = asksForPresence(filter) ? named : simpleSteps(named);
  const attribute = steps.at(-1) ?? unknownAttribute(filter);
  if (!attribute.operators.includes(asksForPresence(filter) ? 'pr' : op)) return notSupported(filter);
  if (op === 'pr' || value === null || value === undefined) return presence(filter, { kind: 'compare', attribute: steps, op: 'pr', at });
  if (attribute.type === 'complex') return notSupported(filter);
  const operand = OPERANDS[attribute.type](value, attribute, op === 'eq' || op === 'ne');
  return operand === undefined ? doesNotFit(filter) : { kind: 'compare', attribute: steps, op, value: operand, at };
}

/**
 * Deviation: a comparison with an object, as with a list, applies to its `value`. Entra ID sends manager in this form (RFC 7644 requires
 * `manager.value`).
 */
function simpleSteps(steps: Steps): Steps {
  const attribute = steps.at(-1);
  const value = attribute?.type === 'complex' ? descend(attribute.subAttributes, 'value') : undefined;
  return value ? [...steps, ...value] : steps;
}

/** An operand normalized like stored values; `whole` if it isn't just a part of one. `undefined` if the type doesn't match. */
const OPERANDS: Record<SimpleAttribute['type'], (value: Operand, attribute: SimpleAttribute, whole: boolean) => Operand | undefined> = {
  string: textOperand,
  reference: textOperand,
  binary: textOperand,
  boolean: (value) => toBoolean(value),
  dateTime: (value) => (typeof value === 'string' ? parseTimestamp(value) : undefined),
};

/** A whole value is normalized before the search, so that the search finds the resource that blocks a create. */
function textOperand(value: Operand, attribute: SimpleAttribute, whole: boolean): Operand | undefined {
  if (typeof value !== 'string' || !('normalizer' in attribute)) return undefined;
  const { accept, operand = (part: string) => part } = attribute.normalizer;
  const text = (whole && accept(value)) || operand(value);
  return UNSTORABLE.test(text.replace(/[\t\n\r]/g, '')) ? undefined : text;
}

/**
 * The boolean that a JSON value represents, `undefined` if none.
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

function doesNotFit({ attribute, at, value }: Compare<string>): never {
  throw new ScimError('SCIM-FILTER-VALUE', `${attribute} at character ${at} cannot be compared with ${JSON.stringify(value)}.`);
}

function notSupported(filter: Compare<string>): never {
  throw new ScimError('SCIM-FILTER-OPERATOR', `${filter.attribute} at character ${filter.at} cannot be filtered with ${filter.op}.`);
}
