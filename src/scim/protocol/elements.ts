/** Associated lists, which are not part of the record. A request changes their elements by value, without reading any of them. */
import {
  type Attribute,
  type ComplexAttribute,
  isApart,
  isWritable,
  type ListAttribute,
  type ResourceType,
  type SimpleAttribute,
} from './schema/attribute.js';
import type { Dialect } from './schema/dialect.js';
import type { Operation } from './patch.js';
import type { ResolvedFilter } from './query/filter.js';
import { RequiredError, ScimError } from './wire/scim-error.js';
import { byLowerName, isBlank, isObject, meant, readSimple, requireObject } from './validate.js';

/** The value of an element, and its place in the request. */
export interface GivenElement {
  readonly value: string;
  readonly where: string;
}

/** The change of a list. */
export interface ElementsChange {
  /** If true, the list ends up with exactly the elements of `put`. Otherwise those are added, and the elements of `dropped` removed. */
  readonly replaces: boolean;
  readonly put: readonly GivenElement[];
  readonly dropped: readonly string[];
}

/** The change of each list that a request names, by the name of the attribute. */
export type ElementChanges = Readonly<Record<string, ElementsChange>>;

/**
 * The changes in the body of a create or replacement. A list that the body doesn't name is kept (RFC 7644 section 3.5.1). @throws ScimError
 * `invalidValue`
 */
export function elementsOfResource(type: ResourceType, body: unknown, dialect: Dialect): ElementChanges {
  const members = byLowerName(requireObject(body), '');
  const changes: Record<string, ElementsChange> = {};
  for (const attribute of apartOf(type)) {
    const name = attribute.name.toLowerCase();
    if (!members.has(name) || (members.get(name) === null && dialect.nullKeepsMembers)) continue;
    changes[attribute.name] = { replaces: true, put: readElements(attribute, members.get(name), attribute.name, dialect), dropped: [] };
  }
  return changes;
}

/** Splits the operations of a PATCH into those on the record and the combined result of the others, in their order. @throws ScimError */
export function splitElementOperations(operations: readonly Operation[]): { operations: Operation[]; elements: ElementChanges } {
  const [own, apart]: [Operation[], Map<string, ElementsInProgress>] = [[], new Map()];
  for (const operation of operations) {
    const [list] = operation.path.steps;
    if (!list || !isApart(list)) {
      own.push(operation);
      continue;
    }
    const progress = apart.get(list.name) ?? { replaces: false, put: new Map(), dropped: new Set() };
    apart.set(list.name, progress);
    applyOperation(progress, list, operation);
  }
  const finished = ({ replaces, put, dropped }: ElementsInProgress): ElementsChange => ({
    replaces,
    put: [...put.values()],
    dropped: [...dropped],
  });
  return { operations: own, elements: Object.fromEntries([...apart].map(([name, progress]) => [name, finished(progress)])) };
}

interface ElementsInProgress {
  replaces: boolean;
  readonly put: Map<string, GivenElement>;
  readonly dropped: Set<string>;
}

/** RFC 7644 section 3.5.2: an existing element isn't added again, and removing a missing element is no error. */
function applyOperation(progress: ElementsInProgress, list: ListAttribute, { op, path, value, dialect }: Operation): void {
  const named = path.filter && valuesIn(path.filter, path.text);
  const isPart = path.steps.length > 1;
  if ((isPart && !(op === 'remove' && named)) || (named && op === 'replace')) throw unchangeable(list, path.text);
  const given = named ? named.map((one) => ({ value: one, where: path.text })) : readElements(list, value, path.text, dialect);
  if (op === 'replace' || (op === 'remove' && !named && (value === undefined || value === null || isBlank(value)))) {
    progress.replaces = true;
    progress.put.clear();
    progress.dropped.clear();
  }
  for (const element of given) {
    if (op === 'remove') {
      progress.put.delete(element.value);
      if (!progress.replaces) progress.dropped.add(element.value);
    } else {
      progress.dropped.delete(element.value);
      if (!progress.put.has(element.value)) progress.put.set(element.value, element);
    }
  }
}

/** The values in `value eq "a" or value eq "b"`. Any other filter would have to read every element. */
function valuesIn(filter: ResolvedFilter, text: string): string[] {
  if (filter.kind === 'compare' && filter.op === 'eq' && filter.attribute.at(-1)?.name === 'value') return [String(filter.value)];
  if (filter.kind === 'or') return filter.all.flatMap((part) => valuesIn(part, text));
  throw new ScimError('SCIM-FILTER-OPERATOR', `${text} must select by value eq, as in members[value eq "2819c223"].`);
}

/** One element or several; null and a blank text are none. Each must have a value, from which its other members are derived. */
function readElements(list: ListAttribute, given: unknown, where: string, dialect: Dialect): GivenElement[] {
  if (given === undefined || given === null || isBlank(given)) return [];
  const elements: unknown[] = Array.isArray(given) ? given : [given];
  return elements.map((element, index) => readValue(list, element, `${where}[${index}]`, dialect));
}

function readValue(list: ComplexAttribute, given: unknown, where: string, dialect: Dialect): GivenElement {
  const element = meant(list, given, dialect);
  if (!isObject(element)) throw new ScimError('SCIM-VALUE-TYPE', `${where} must be an object.`);
  const attribute = list.subAttributes.find(({ name }) => name === 'value') as SimpleAttribute;
  const value = readSimple(attribute, byLowerName(element, `${where}.`).get('value'), `${where}.value`, dialect);
  if (typeof value !== 'string') throw new RequiredError([`${where}.value`]);
  return { value, where: `${where}.value` };
}

function apartOf({ attributes }: ResourceType): ListAttribute[] {
  return attributes.filter((attribute: Attribute): attribute is ListAttribute => isApart(attribute) && isWritable(attribute));
}

/** RFC 7643 section 7, `immutable`: an element can be added and removed, but not changed. */
function unchangeable({ name }: ListAttribute, path: string): ScimError {
  return new ScimError('SCIM-PATCH-MUTABILITY', `${path} cannot be changed: elements of ${name} can be added and removed.`);
}
