/** Validates JSON against the attribute table (RFC 7643 section 2, RFC 7644 sections 3.3 and 3.5.1). */
import {
  isApart,
  isWritable,
  partOf,
  type Attribute,
  type ComplexAttribute,
  type ResourceType,
  type SimpleAttribute,
  type TextAttribute,
} from './schema/attribute.js';
import { comparable, type JsonObject } from './query/evaluate.js';
import { DEFAULT_DIALECT, type Dialect } from './schema/dialect.js';
import { LIMITS } from './wire/limits.js';
import { unlessEmpty } from './mapping.js';
import { omit, readOrOmit, type Omissions, type Reading } from './reading.js';
import { toBoolean } from './query/resolve.js';
import { RequiredError, ScimError, ValueError } from './wire/scim-error.js';

/**
 * Reads the body of a create request, or with `current` that of a replacement. In a replacement, attributes that the table keeps unless
 * given, or that answers show on request only, stay as they were if the body doesn't name them.
 * Unknown and read-only attributes are ignored (RFC 7644 section 3.3), and so are associated lists: elements.ts reads those.
 * @param omissions receives values that can't be stored and aren't essential; the attribute stays as it was
 * @returns canonical names, normalized values, initial values, everything required
 * @throws ScimError `invalidSyntax` if the body is no such resource, `invalidValue` with the path if a value isn't acceptable
 */
export function readResource(
  type: ResourceType,
  body: unknown,
  current?: JsonObject,
  dialect = DEFAULT_DIALECT,
  omissions?: Omissions,
): JsonObject {
  const object = requireObject(body);
  requireSchema(object, type.schema.urn);
  const resource = readMembers(type.attributes, object, (name) => name, { dialect, omissions }, current);
  if (current) keepUnseen(resource, type.attributes, current, byLowerName(object, ''));
  fillInitial(resource, type.attributes, current);
  dropHollowElements(resource, type.attributes, dialect);
  const lacking = missing(resource, type.attributes, dialect);
  if (lacking.length > 0)
    throw omissions?.find(({ attribute = '' }) => lacking.some((path) => concerns(attribute, path))) ?? new RequiredError(lacking);
  return resource;
}

/** Whether two attributes are the same or one is a part of the other. */
function concerns(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}

/** The body as an object. Throws `invalidSyntax`. */
export function requireObject(body: unknown): JsonObject {
  if (isObject(body)) return body;
  throw new ScimError('SCIM-BODY-SYNTAX', 'The body must be a JSON object.');
}

/** RFC 7643 section 3: `schemas` identifies the type of a message. Throws `invalidSyntax`. */
export function requireSchema(body: JsonObject, urn: string): void {
  const schemas = byLowerName(body, '').get('schemas');
  const named = Array.isArray(schemas) && schemas.some((entry) => typeof entry === 'string' && entry.toLowerCase() === urn.toLowerCase());
  if (!named) throw new ScimError('SCIM-BODY-SCHEMAS', `The body must have "schemas", a list that contains ${urn}.`);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of an object by lower-case name, because attribute names ignore case. Throws `invalidSyntax` if two differ only in case. */
export function byLowerName(object: JsonObject, where: string): Map<string, unknown> {
  const members = new Map<string, unknown>();
  for (const [name, value] of Object.entries(object)) {
    const lower = name.toLowerCase();
    if (members.has(lower)) throw new ScimError('SCIM-BODY-SYNTAX', `${where}${name} is given twice; names ignore case.`);
    members.set(lower, value);
  }
  return members;
}

/** Whether the attribute keeps its value when a request would remove it. */
export function isKept(attribute: Attribute): boolean {
  return 'keptUnlessGiven' in attribute && attribute.keptUnlessGiven === true;
}

/** Reads a single simple value; `undefined` if it is unassigned (null, RFC 7643 section 2.5, or blank). Throws `invalidValue`. */
export function readSimple(attribute: SimpleAttribute, value: unknown, where: string, dialect: Dialect): string | boolean | undefined {
  if (value === null || value === undefined) return undefined;
  return READERS[attribute.type](attribute as never, value, where, dialect);
}

/** Reads the elements of a list; null and a blank text are none. Throws `invalidValue`. */
function readList(attribute: ComplexAttribute, value: unknown, where: string, reading: Reading): JsonObject[] {
  if (value === null || value === undefined || isBlank(value)) return [];
  const list = isObject(value) && reading.dialect.singleElements ? [value] : value;
  if (!Array.isArray(list)) throw typeError(where, 'list', 'a list');
  boundList(list, where);
  const given = (list as unknown[])
    .map((element, index) => readOrOmit(reading, attribute, () => readElement(attribute, element, `${where}[${index}]`, reading), {}))
    .filter((element) => unlessEmpty(element) !== undefined);
  const elements = withoutRepetitions(attribute, given);
  onePrimary(elements, attribute, where, reading);
  return elements;
}

/** The elements of a list, or its previous ones if none of those sent can be stored. Throws `invalidValue`. */
export function readListOr(
  before: JsonObject[] | undefined,
  attribute: ComplexAttribute,
  value: unknown,
  where: string,
  reading: Reading,
): JsonObject[] {
  const omitted = reading.omissions?.length;
  const elements = readList(attribute, value, where, reading);
  return elements.length === 0 && reading.omissions?.length !== omitted ? (before ?? []) : elements;
}

/**
 * RFC 7643 section 2.4: the same (type, value) occurs once. A repetition completes the first occurrence, which is primary if either of them
 * is.
 * @param changed elements whose members take precedence over those of a repetition
 */
export function withoutRepetitions(
  { subAttributes }: ComplexAttribute,
  elements: readonly JsonObject[],
  changed: readonly JsonObject[] = [],
): JsonObject[] {
  const simple = subAttributes as readonly SimpleAttribute[];
  const [value, type] = ['value', 'type'].map((name) => simple.find((sub) => sub.name === name));
  if (!value) return [...elements];
  const found = new Map<string, JsonObject>();
  return elements.filter((element) => {
    if (element.value === undefined) return true;
    const key = JSON.stringify([comparable(value, element.value), type && comparable(type, element.type)]);
    const first = found.get(key);
    if (!first) {
      found.set(key, element);
      return true;
    }
    const isPrimary = first.primary === true || element.primary === true;
    Object.assign(first, element, changed.includes(first) && { ...first }, isPrimary && { primary: true });
    return false;
  });
}

/** Reads one object of sub-attributes, without checking required ones. Throws `invalidValue`. */
export function readElement(
  attribute: ComplexAttribute,
  value: unknown,
  where: string,
  reading: Reading,
  current?: JsonObject,
): JsonObject {
  if (!isObject(value)) throw typeError(where, 'object', 'an object');
  return readMembers(attribute.subAttributes, value, (name) => partOf(attribute, where, name), reading, current);
}

/**
 * The object that a value for a complex attribute represents. Deviation: a string represents its `value`, and outside of a list, a list of one
 * element that element, because Entra ID sends manager like that.
 */
export function meant({ subAttributes, multiValued }: ComplexAttribute, value: unknown, { plainValues }: Dialect): unknown {
  if (!plainValues || !subAttributes.some(({ name }) => name === 'value')) return value;
  const single: unknown = !multiValued && Array.isArray(value) && value.length === 1 ? value[0] : value;
  return typeof single === 'string' ? { value: single } : single;
}

/** If more than one of the elements is primary (RFC 7643 section 2.4), throws `invalidValue`, or keeps only the first as primary. */
export function onePrimary(elements: readonly JsonObject[], attribute: ComplexAttribute, where: string, reading: Reading): void {
  const [, ...others] = elements.filter((element) => element.primary === true);
  if (others.length === 0) return;
  omit(
    reading,
    attribute,
    new ValueError('SCIM-VALUE-PRIMARY', where, 'list', 'has more than one element with primary true; mark at most one.'),
  );
  for (const element of others) delete element.primary;
}

/** Throws `invalidValue` if a list has too many elements. */
export function boundList(elements: readonly unknown[], where: string): void {
  if (elements.length > LIMITS.listElements) {
    throw new ValueError('SCIM-VALUE-SIZE', where, 'list', `must have at most ${LIMITS.listElements} elements.`);
  }
}

/** Drops elements without a `value`, unless it is required: then the missing value is reported. */
export function dropHollowElements(resource: JsonObject, attributes: readonly Attribute[], dialect: Dialect): void {
  for (const attribute of attributes) {
    const value = resource[attribute.name];
    if (attribute.type !== 'complex' || value === undefined) continue;
    if (!attribute.multiValued) {
      dropHollowElements(value as JsonObject, attribute.subAttributes, dialect);
      continue;
    }
    const elements = (value as JsonObject[]).filter((element) => !isHollow(element, attribute, dialect));
    if (elements.length > 0) resource[attribute.name] = elements;
    else delete resource[attribute.name];
  }
}

/** The paths of required attributes that a resource lacks. A required list with at least one element is complete. */
export function missing(
  resource: JsonObject,
  attributes: readonly Attribute[],
  dialect: Dialect,
  pathOf: (name: string) => string = (name) => name,
): string[] {
  return attributes.flatMap((attribute) => {
    const required = isRequired(attribute, dialect);
    const path = pathOf(attribute.name);
    const within = (name: string) => partOf(attribute, path, name);
    const value = resource[attribute.name];
    if (attribute.type !== 'complex' || attribute.multiValued) {
      if (value === undefined) return required ? [path] : [];
      if (attribute.type !== 'complex') return [];
      return (value as JsonObject[]).flatMap((element) => missing(element, attribute.subAttributes, dialect, within));
    }
    return value === undefined && !required ? [] : missing((value ?? {}) as JsonObject, attribute.subAttributes, dialect, within);
  });
}

/** @param current the current members, kept where the new value is omitted */
function readMembers(
  attributes: readonly Attribute[],
  object: JsonObject,
  pathOf: (name: string) => string,
  reading: Reading,
  current?: JsonObject,
): JsonObject {
  const members = byLowerName(object, pathOf(''));
  const resource: JsonObject = {};
  for (const attribute of attributes) {
    if (!isWritable(attribute) || isApart(attribute)) continue;
    const { name } = attribute;
    const given = members.get(name.toLowerCase());
    if (given === undefined) continue;
    const read = () => readMember(attribute, given, pathOf(name), reading, current?.[name]);
    // An element or object without its value is meaningless, so it is omitted as a whole.
    const value = name === 'value' ? read() : readOrOmit(reading, attribute, read, current?.[name]);
    if (value !== undefined) resource[name] = value;
  }
  return resource;
}

function readMember(attribute: Attribute, value: unknown, where: string, reading: Reading, current: unknown): unknown {
  if (attribute.type !== 'complex') return readSimple(attribute, value, where, reading.dialect);
  if (attribute.multiValued) return unlessEmpty(readListOr(current as JsonObject[] | undefined, attribute, value, where, reading));
  return value === null || isBlank(value)
    ? undefined
    : unlessEmpty(readElement(attribute, meant(attribute, value, reading.dialect), where, reading, current as JsonObject | undefined));
}

/** RFC 7644 section 3.5.1: a client that sends back what it read must not remove attributes that it wasn't shown. */
function keepUnseen(
  resource: JsonObject,
  attributes: readonly Attribute[],
  current: JsonObject,
  named: ReadonlyMap<string, unknown>,
): void {
  for (const { name, returned } of attributes)
    if (returned === 'request' && !named.has(name.toLowerCase()) && current[name] !== undefined) resource[name] = current[name];
}

/** Gives absent attributes their initial value, or the one they had. */
function fillInitial(resource: JsonObject, attributes: readonly Attribute[], current: JsonObject | undefined): void {
  for (const attribute of attributes) {
    if (!('initial' in attribute) || resource[attribute.name] !== undefined) continue;
    const kept = isKept(attribute) ? current?.[attribute.name] : undefined;
    resource[attribute.name] = kept ?? attribute.initial;
  }
}

const READERS = {
  string: readText,
  reference: readText,
  binary: readText,
  boolean: (_: SimpleAttribute, value: unknown, where: string, dialect: Dialect): boolean => {
    const flag = dialect.textBooleans || typeof value === 'boolean' ? toBoolean(value) : undefined;
    if (flag === undefined) throw typeError(where, 'boolean', 'true or false');
    return flag;
  },
  dateTime: (_: SimpleAttribute, __: unknown, where: string): never => {
    throw typeError(where, 'date', 'omitted: the service sets it');
  },
};

function readText({ normalizer, maxLength }: TextAttribute, value: unknown, where: string, dialect: Dialect): string | undefined {
  const { kind, expects, accept, tolerated } = normalizer;
  if (typeof value !== 'string') throw typeError(where, kind, 'a string');
  if (value.length > maxLength) throw new ValueError('SCIM-VALUE-SIZE', where, kind, `must have at most ${maxLength} characters.`);
  const text = accept(value) ?? (tolerated && dialect[tolerated.by] ? tolerated.accept(value) : undefined);
  if (text === undefined) throw new ValueError('SCIM-VALUE-FORMAT', where, kind, `must be ${expects}.`);
  return text === '' ? undefined : text;
}

/**
 * Whether an element has no `value`, or in a list without values (addresses) only members that describe it. A missing required `value` is
 * reported instead.
 */
export function isHollow(element: JsonObject, { subAttributes }: ComplexAttribute, dialect: Dialect): boolean {
  const value = (subAttributes as readonly Attribute[]).find(({ name }) => name === 'value');
  if (value) return !isRequired(value, dialect) && element.value === undefined;
  return Object.keys(element).every((name) => KIND_OF_ELEMENT.has(name));
}

/** Sub-attributes that describe an element and have no meaning alone. */
const KIND_OF_ELEMENT: ReadonlySet<string> = new Set(['type', 'primary', 'display']);

/** Whether the attribute is required from a client with this dialect. */
export function isRequired({ required, requiredBy }: Attribute, dialect: Dialect): boolean {
  return required && (requiredBy === undefined || dialect[requiredBy]);
}

/** Deviation: directories clear a list or an object with "", as they clear a text. */
export function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

function typeError(where: string, kind: string, expected: string): ValueError {
  return new ValueError('SCIM-VALUE-TYPE', where, kind, `must be ${expected}.`);
}
