/** PATCH (RFC 7644 section 3.5.2): operations on a resource, generic over the attribute table. */
import {
  type Attribute,
  type ComplexAttribute,
  findSteps,
  isApart,
  isWritable,
  partOf,
  type ResourceType,
  type SimpleAttribute,
} from './schema/attribute.js';
import { type JsonObject, matches, sameValue } from './query/evaluate.js';
import { parsePathText, type ResolvedFilter } from './query/filter.js';
import { DEFAULT_DIALECT, type Dialect } from './schema/dialect.js';
import { LIMITS } from './wire/limits.js';
import { unlessEmpty } from './mapping.js';
import { URN } from './wire/messages.js';
import { parsePath, type Path } from './query/path.js';
import { omit, type Omissions, type Reading, readOrOmit } from './reading.js';
import { RequiredError, ScimError, ValueError } from './wire/scim-error.js';
import {
  boundList,
  byLowerName,
  dropHollowElements,
  isBlank,
  isHollow,
  isKept,
  isObject,
  meant,
  missing,
  onePrimary,
  readElement,
  readListOr,
  readSimple,
  requireObject,
  requireSchema,
  withoutRepetitions,
} from './validate.js';

const OPS = ['add', 'replace', 'remove'] as const;
type Op = (typeof OPS)[number];

/** One change at one path. An operation without a path has been split into one per member of its value. */
export interface Operation {
  readonly op: Op;
  readonly path: Path;
  readonly value?: unknown;
  readonly dialect: Dialect;
}

/** An operation being applied, with the elements that this PATCH has created for paths without a match. */
interface Applied extends Operation {
  readonly made: MadeElement[];
  readonly reading: Reading;
}

interface MadeElement {
  readonly element: JsonObject;
  readonly attribute: ComplexAttribute;
  readonly path: Path;
}

/**
 * Parses a PatchOp body; values are checked when they are applied. Throws `invalidSyntax` for any other body, `invalidPath`,
 * `invalidFilter`, `noTarget` for a remove without path, `mutability` for a read-only path, `invalidValue` for an unknown op or no value.
 * @param omissions receives the unknown attributes of extensions, and unknown members of a value without a path; their operations are omitted
 */
export function parsePatch(body: unknown, type: ResourceType, dialect: Dialect = DEFAULT_DIALECT, omissions?: Omissions): Operation[] {
  const message = requireObject(body);
  requireSchema(message, URN.patchOp);
  const operations = byLowerName(message, '').get('operations');
  // RFC 7644 section 3.5.2: one or more.
  if (!Array.isArray(operations) || operations.length === 0)
    throw new ScimError('SCIM-BODY-SYNTAX', 'The body must have "Operations", a list of one or more.');
  assertCount(operations);
  const parsed = operations.flatMap((operation: unknown, index) =>
    parseOperation(operation, `Operations[${index}]`, type, dialect, omissions),
  );
  // Checked again, because each member of a value without a path becomes a separate operation.
  assertCount(parsed);
  return parsed;
}

/**
 * Applies operations in order to a resource, which is changed and returned. It must be a copy without other references.
 * Required attributes that were already missing before (an imported user without e-mail, say) don't prevent other changes.
 * @param omissions receives values that can't be stored and aren't essential; the attribute stays as it was
 * @throws ScimError `invalidValue`, `noTarget`, `mutability` where a required attribute is removed
 */
export function patchResource(
  type: ResourceType,
  resource: JsonObject,
  operations: readonly Operation[],
  dialect: Dialect = DEFAULT_DIALECT,
  omissions?: Omissions,
): JsonObject {
  const lacking = () => missing(resource, type.attributes, dialect);
  const lackedBefore = new Set(lacking());
  const taken = new Set<string>();
  const made: MadeElement[] = [];
  let compared = 0;
  for (const operation of operations) {
    compared += comparisons(resource, operation);
    if (compared > LIMITS.patchComparisons)
      throw new ScimError('SCIM-PATCH-SIZE', 'The operations of this PATCH compare too many list elements; split it.');
    const had = new Set(takesAway(operation) ? lacking() : []);
    const reading: Reading = { dialect: operation.dialect, omissions, place: operation.path };
    const { steps } = operation.path;
    readOrOmit(reading, steps[0] as Attribute, () => change(resource, steps, { ...operation, made, reading }), undefined);
    if (takesAway(operation)) for (const path of lacking()) if (!had.has(path)) taken.add(path);
  }
  for (const one of made) assertFilled(resource, one, dialect, omissions);
  dropHollowElements(resource, type.attributes, dialect);
  const lost = lacking().filter((path) => !lackedBefore.has(path));
  // RFC 7644 section 3.5.2.2
  const removed = lost.filter((path) => taken.has(path));
  if (removed.length > 0) {
    throw new ScimError('SCIM-PATCH-MUTABILITY', `${[...new Set(removed)].join(', ')} is required: it can be replaced but not removed.`);
  }
  if (lost.length > 0) throw new RequiredError(lost);
  return resource;
}

/**
 * An element created for a path without a value would be dropped silently, so it is refused: its path matches nothing (RFC 7644 section
 * 3.5.2.3). It is dropped if a value of its list was omitted, which the warning already names.
 */
function assertFilled(resource: JsonObject, { element, attribute, path }: MadeElement, dialect: Dialect, omissions: Omissions): void {
  const isNamed = omissions?.some((error) => error.attribute?.startsWith(`${attribute.name}.`));
  if (!isNamed && isHollow(element, attribute, dialect) && holds(resource, element)) throw noTarget(path);
  const list = resource[attribute.name];
  if (isNamed && lacksValue(element, attribute) && Array.isArray(list))
    assign(resource, attribute, unlessEmpty(list.filter((one) => one !== element)));
}

function lacksValue(element: JsonObject, { subAttributes }: ComplexAttribute): boolean {
  return element.value === undefined && subAttributes.some(({ name }) => name === 'value');
}

function holds(value: unknown, element: JsonObject): boolean {
  if (value === element) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some((inner) => holds(inner, element));
}

/** The maximum number of element comparisons of an operation: sent with stored elements, or stored elements with a filter. */
function comparisons(resource: JsonObject, { op, path, value }: Operation): number {
  const stored = resource[path.steps[0]?.name ?? ''];
  const there = Array.isArray(stored) ? stored.length : 0;
  if (path.filter) return there * leavesOf(path.filter);
  const given = Array.isArray(value) && op !== 'replace' ? Math.min(value.length, LIMITS.listElements) : 0;
  return given * (there + given);
}

function leavesOf(filter: ResolvedFilter): number {
  if (filter.kind === 'compare') return 1;
  return filter.kind === 'not' || filter.kind === 'valuePath'
    ? leavesOf(filter.of)
    : filter.all.reduce((sum, part) => sum + leavesOf(part), 0);
}

/** RFC 7643 section 2.5: null removes a value. */
function takesAway({ op, value }: Operation): boolean {
  return op === 'remove' || value === null || (isObject(value) && Object.values(value).includes(null));
}

function parseOperation(operation: unknown, where: string, type: ResourceType, dialect: Dialect, omissions: Omissions): Operation[] {
  if (!isObject(operation)) throw new ScimError('SCIM-BODY-SYNTAX', `${where} must be an object.`);
  const members = byLowerName(operation, `${where}.`);
  const op = parseOp(members.get('op'), where, dialect);
  const value = members.get('value');
  const path = members.get('path') ?? '';
  if (typeof path !== 'string') throw new ScimError('SCIM-PATH-SYNTAX', `${where}.path must be a string.`);
  if (op !== 'remove' && value === undefined) throw new ScimError('SCIM-PATCH-VALUE', `${where} needs a value because its op is ${op}.`);
  if (path.trim() !== '') {
    const { attribute } = parsePathText(path);
    if (omissions && isOfUnknownExtension(attribute, type)) return withoutUnknown(attribute, omissions);
    return [settable({ op, path: parsePath(path, type), value, dialect })];
  }
  // RFC 7644 section 3.5.2.2
  if (op === 'remove') throw new ScimError('SCIM-PATCH-TARGET', `${where} needs a path because its op is remove.`);
  if (!isObject(value)) throw new ScimError('SCIM-PATCH-VALUE', `${where}.value must be an object because there is no path.`);
  return memberOperations(op, value, type, dialect, omissions);
}

const MAX_NAME = 200;
/** Core schemas of SCIM 2.0 and 1.1, in lower case. */
const CORE_SCHEMA = /^urn:(?:ietf:params:)?scim:schemas:core:/;

/**
 * Whether an attribute belongs to an unknown extension. Its operation is omitted, as such a member of a create is. A path to an unknown
 * attribute of the schema itself is refused in every dialect: it may be a misspelled `active`.
 */
function isOfUnknownExtension(attribute: string, type: ResourceType): boolean {
  const lower = attribute.toLowerCase();
  // Compared without the colon after the URN: a name with another separator, or none, is also a misspelled attribute of the schema.
  if (!lower.startsWith('urn:') || CORE_SCHEMA.test(lower) || lower.startsWith(type.schema.urn.toLowerCase())) return false;
  return findSteps(type, attribute) === undefined;
}

/** The name of an unknown attribute or member, for a log. Its filter may contain personal data. */
function loggable(name: string): string {
  return (name.split('[', 1)[0] as string).slice(0, MAX_NAME);
}

/** No operation for an unknown attribute. Of very many in a request, only the first are named. */
function withoutUnknown(attribute: string, omissions: Omissions): [] {
  const name = loggable(attribute);
  if (omissions && omissions.length < LIMITS.patchOperations) omissions.push(Object.assign(unknownAttribute(name), { attribute: name }));
  return [];
}

function unknownAttribute(path: string): ValueError {
  return new ValueError('SCIM-PATH-ATTRIBUTE', path, 'unknown attribute', 'is no attribute of this resource; see /Schemas.');
}

/** Names the unknown members in the value of an object; of very many in a request, only the first. */
function omitUnknownMembers(attribute: ComplexAttribute, value: JsonObject, { path, reading }: Applied): void {
  const { omissions } = reading;
  if (!omissions) return;
  const known = new Set(attribute.subAttributes.map(({ name }) => name.toLowerCase()));
  const unknown = Object.keys(value).filter((name) => !known.has(name.toLowerCase()));
  for (const name of unknown.slice(0, Math.max(0, LIMITS.patchOperations - omissions.length)))
    omit(reading, attribute, unknownAttribute(partOf(attribute, path.text, loggable(name))));
}

function assertCount(operations: readonly unknown[]): void {
  if (operations.length <= LIMITS.patchOperations) return;
  throw new ScimError('SCIM-PATCH-SIZE', `A PATCH may have at most ${LIMITS.patchOperations} operations; split it.`);
}

/** Deviation: op ignores case (RFC 7644 knows lower case only), because Entra ID sends `Add`, `Replace`, `Remove`. */
function parseOp(given: unknown, where: string, { anyCaseOperations }: Dialect): Op {
  const lower = typeof given === 'string' && anyCaseOperations ? given.toLowerCase() : given;
  const op = OPS.find((known) => known === lower);
  if (op) return op;
  throw new ScimError('SCIM-PATCH-OP', `${where}.op must be one of ${OPS.join(', ')}.`);
}

/**
 * Splits a value without a path into one operation per member; unknown and read-only members are ignored, as in a create request.
 * Deviation: names may be dotted, include a URN or be a value path, as Entra ID writes them. An object under the URN of the schema stands for
 * its members, as one under the URN of an extension does.
 * @param omissions receives the unknown members
 */
function memberOperations(op: Op, value: JsonObject, type: ResourceType, dialect: Dialect, omissions: Omissions): Operation[] {
  const members = Object.entries(value);
  assertCount(members);
  return members.flatMap(([name, member]) => {
    if (omissions && isOfUnknownExtension(name.split('[', 1)[0] as string, type)) return withoutUnknown(name, omissions);
    if (!dialect.memberPaths && /[.[:]/.test(name) && !isExtension(name, type))
      throw new ScimError('SCIM-PATH-SYNTAX', `${name} is not an attribute name: use it as the path.`);
    if (name.toLowerCase() === type.schema.urn.toLowerCase() && isObject(member))
      return memberOperations(op, member, type, dialect, omissions);
    const isSelecting = name.includes('[') && findSteps(type, parsePathText(name).attribute) !== undefined;
    const path = isSelecting ? parsePath(name, type) : { text: name, steps: findSteps(type, name) ?? [] };
    const [attribute] = path.steps;
    if (!attribute) return withoutUnknown(name, omissions);
    if (!path.steps.every(isWritable)) return [];
    return isApart(attribute) && member === null && dialect.nullKeepsMembers ? [] : [{ op, path, value: member, dialect }];
  });
}

/** RFC 7644 section 3.5.2: changing a read-only target is `mutability`, and so is removing a target that can only be set. */
function settable(operation: Operation): Operation {
  const { steps, text } = operation.path;
  if (!steps.every(isWritable)) throw new ScimError('SCIM-PATCH-MUTABILITY', `${text} is read-only and cannot be changed.`);
  if (steps.at(-1)?.mutability === 'writeOnly' && (operation.op === 'remove' || operation.value === null)) {
    throw new ScimError('SCIM-PATCH-MUTABILITY', `${text} can be set but not removed.`);
  }
  return operation;
}

/** Applies one operation at the place in `target` that `steps` lead to. */
function change(target: JsonObject, steps: readonly Attribute[], operation: Applied): void {
  const [attribute, ...inside] = steps;
  if (!attribute) return;
  if (attribute.type !== 'complex') setSimple(target, attribute, operation);
  else if (attribute.multiValued) setList(target, attribute, inside[0] as SimpleAttribute | undefined, operation);
  else setComplex(target, attribute, inside, operation);
}

function setSimple(target: JsonObject, attribute: SimpleAttribute, { op, path, value, dialect }: Operation): void {
  const given = op === 'remove' ? undefined : readSimple(attribute, value, path.text, dialect);
  if (given !== undefined || !isKept(attribute)) assign(target, attribute, given);
}

/** RFC 7644 section 3.5.2.3: in a complex attribute, sub-attributes that aren't named stay as they are. */
function setComplex(target: JsonObject, attribute: ComplexAttribute, inside: readonly Attribute[], operation: Applied): void {
  const { op, path, value } = operation;
  const child = (target[attribute.name] ?? {}) as JsonObject;
  if (inside.length > 0) {
    change(child, inside, operation);
  } else if (op === 'remove' || value === null || isBlank(value)) {
    return assign(target, attribute, undefined);
  } else {
    const given = meant(attribute, value, operation.dialect);
    if (!isObject(given)) throw new ValueError('SCIM-VALUE-TYPE', path.text, 'object', 'must be an object.');
    const members = byLowerName(given, `${path.text}.`);
    omitUnknownMembers(attribute, given, operation);
    for (const sub of attribute.subAttributes.filter(isWritable)) {
      const name = sub.name.toLowerCase();
      if (!members.has(name)) continue;
      const place = { text: partOf(attribute, path.text, sub.name), steps: [sub] };
      const changeSub = () => change(child, [sub], { ...operation, path: place, value: members.get(name) });
      // An object without its value is meaningless, so it is omitted as a whole.
      if (name === 'value') changeSub();
      else readOrOmit(operation.reading, sub, changeSub, undefined);
    }
  }
  assign(target, attribute, unlessEmpty(child));
}

function setList(target: JsonObject, attribute: ComplexAttribute, sub: SimpleAttribute | undefined, operation: Applied): void {
  const elements = (target[attribute.name] ?? []) as JsonObject[];
  const selecting = operation.path.filter !== undefined || sub !== undefined;
  const after = selecting ? changeSelected(elements, attribute, sub, operation) : changeWhole(elements, attribute, operation);
  assign(target, attribute, after.length > 0 ? after : undefined);
}

/** The path is the whole list: add appends elements, replace replaces all, remove removes all or those in `value`. */
function changeWhole(elements: JsonObject[], attribute: ComplexAttribute, operation: Applied): JsonObject[] {
  const { op, path, value, reading } = operation;
  const given = readListOr(op === 'replace' ? elements : undefined, attribute, isObject(value) ? [value] : value, path.text, reading);
  if (op === 'replace') return given;
  if (op === 'remove') {
    if (value === undefined || value === null || isBlank(value)) return [];
    return elements.filter((element) => !given.some((named) => isSameElement(attribute, element, named)));
  }
  const joined = [...elements];
  const targets = given.map((added) => {
    // RFC 7644 section 3.5.2.1: an existing value isn't added again.
    const same = joined.find((element) => isSameElement(attribute, element, added));
    if (!same) joined.push(added);
    return same ?? added;
  });
  // Checked before any element changes: a list that becomes too long may be omitted, and must then stay as it was.
  boundList(joined, attribute.name);
  const touched = given.map((added, at) => Object.assign(targets[at] as JsonObject, added));
  return afterChange(joined, touched, attribute, operation);
}

/** The path selects elements by a filter, or a sub-attribute of elements. */
function changeSelected(
  elements: JsonObject[],
  attribute: ComplexAttribute,
  sub: SimpleAttribute | undefined,
  operation: Applied,
): JsonObject[] {
  const { op, path, value, dialect } = operation;
  const selected = path.filter ? elements.filter((element) => matches(path.filter as ResolvedFilter, element)) : elements;
  // RFC 7644 section 3.12, noTarget: the filter of a path yields no match.
  if (selected.length === 0 && path.filter && !dialect.makeElements) throw noTarget(path);
  const removing = op === 'remove' || value === null;
  const given = removing ? {} : sub ? readSub(sub, operation) : readElement(attribute, value, path.text, operation.reading);
  if (sub && given[sub.name] === undefined) {
    for (const element of selected) delete element[sub.name];
    return sub.name === 'value'
      ? elements.filter((element) => !selected.includes(element))
      : withoutRepetitions(attribute, elements, selected);
  }
  if (removing) return elements.filter((element) => !selected.includes(element));
  if (selected.length === 0 && (op === 'add' || sub) && (dialect.makeElements || !path.filter)) {
    const made: JsonObject = { ...conditions(attribute, path, operation.reading), ...given };
    const meantOne = elements.find((element) => lacksOnlyWhatIsAsked(element, made, attribute));
    if (!meantOne) boundList([...elements, made], attribute.name);
    operation.made.push({ element: made, attribute, path });
    if (!meantOne) return afterChange([...elements, made], [made], attribute, operation);
    return afterChange(elements, [Object.assign(meantOne, made)], attribute, operation);
  }
  if (selected.length === 0) throw noTarget(path);
  for (const element of selected) {
    if (op === 'replace' && !sub) replaceElement(element, path);
    Object.assign(element, given);
  }
  return afterChange(elements, selected, attribute, operation);
}

/**
 * Whether an element has the value of an element about to be created, and no contradicting member.
 * An imported person may have an address without a type. If a directory sets the work address to the same value, it means that element. A
 * duplicate would leave the first one, which receives mail, out of date.
 */
function lacksOnlyWhatIsAsked(element: JsonObject, made: JsonObject, { subAttributes }: ComplexAttribute): boolean {
  const fits = (sub: SimpleAttribute) =>
    made[sub.name] === undefined ||
    (sub.name !== 'value' && element[sub.name] === undefined) ||
    sameValue(sub, element[sub.name], made[sub.name]);
  return made.value !== undefined && (subAttributes as readonly SimpleAttribute[]).every(fits);
}

function readSub(sub: SimpleAttribute, { value, path, dialect }: Operation): JsonObject {
  return { [sub.name]: readSimple(sub, value, path.text, dialect) };
}

/**
 * RFC 7644 section 3.5.2.3: a replaced element loses sub-attributes that the new value omits.
 * Deviation: it keeps those that the path compares by `eq`, so that `emails[type eq "work"]` still selects it afterwards.
 */
function replaceElement(element: JsonObject, path: Path): void {
  for (const name of Object.keys(element)) delete element[name];
  Object.assign(element, path.filter && equalities(path.filter));
}

/**
 * A new element with the values that the path requires, for a path without a match.
 * Deviation: RFC 7644 section 3.5.2.3 says `noTarget`; Entra ID expects `phoneNumbers[type eq "mobile"].value` to create the element.
 */
function conditions(attribute: ComplexAttribute, path: Path, { dialect, place }: Reading): JsonObject {
  const start = path.filter ? equalities(path.filter) : {};
  if (!start) throw noTarget(path);
  // No part of the path is omitted, and an error doesn't contain its values.
  return readElement(attribute, start, path.text, { dialect, ...(place && { place }) });
}

/** The values an element needs to match a conjunction of `eq`; `undefined` for any other filter. */
function equalities(filter: ResolvedFilter): JsonObject | undefined {
  if (filter.kind === 'compare' && filter.op === 'eq') return { [(filter.attribute.at(-1) as Attribute).name]: filter.value };
  if (filter.kind !== 'and') return undefined;
  const parts = filter.all.map(equalities);
  return parts.includes(undefined) ? undefined : (Object.assign({}, ...parts) as JsonObject);
}

/**
 * A list after a change of some of its elements (RFC 7643 section 2.4): the same (type, value) occurs once, and a new primary element demotes
 * the others. An element without a value demotes none, because it will be dropped.
 */
function afterChange(
  elements: JsonObject[],
  touched: readonly JsonObject[],
  attribute: ComplexAttribute,
  { path, dialect, reading }: Applied,
): JsonObject[] {
  onePrimary([...new Set(touched)], attribute, path.text, reading);
  if (touched.some((element) => element.primary === true && !isHollow(element, attribute, dialect))) {
    for (const element of elements) if (element.primary === true && !touched.includes(element)) element.primary = false;
  }
  return withoutRepetitions(attribute, elements, touched);
}

/** Whether `named` refers to this element: by value and type (RFC 7643 section 2.4), or without a value by all members except primary. */
function isSameElement(attribute: ComplexAttribute, element: JsonObject, named: JsonObject): boolean {
  const tells = (name: string) => (named.value === undefined ? name !== 'primary' : name === 'value' || name === 'type');
  const simple = attribute.subAttributes as readonly SimpleAttribute[];
  const asked = simple.filter(({ name }) => tells(name) && named[name] !== undefined);
  return asked.length > 0 && asked.every((sub) => sameValue(sub, element[sub.name], named[sub.name]));
}

/** The URN of an extension is the name of its attribute (RFC 7643 section 3.3). */
function isExtension(name: string, type: ResourceType): boolean {
  return type.extensions.some(({ urn }) => urn.toLowerCase() === name.toLowerCase());
}

function assign(target: JsonObject, attribute: Attribute, value: unknown): void {
  if (value === undefined) delete target[attribute.name];
  else target[attribute.name] = value;
}

function noTarget(path: Path): ScimError {
  return new ScimError('SCIM-PATCH-TARGET', `${path.text} matches no element, and none can be created from its conditions.`);
}
