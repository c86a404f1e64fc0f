/** Validates JSON against the attribute table (RFC 7643 section 2, RFC 7644 sections 3.3 and 3.5.1). */
import {
  isApart,
  type Attribute,
  type ComplexAttribute,
  type ResourceType,
  type SimpleAttribute,
  type TextAttribute,
} from './attribute.js';
import { comparable, type JsonObject } from './evaluate.js';
import { DEFAULT_DIALECT, type Dialect } from './dialect.js';
import { LIMITS } from './limits.js';
import { unlessEmpty } from './mapping.js';
import { toBoolean } from './resolve.js';
import { RequiredError, ScimError } from './scim-error.js';

/**
 * Reads the body of a create request, or with `current` that of a replacement, where what the table keeps unless given, and what answers show on
 * request only, stay as they were when they are not named. Unknown and read-only attributes are ignored (RFC 7644 section 3.3), and so are lists
 * that are stored apart: elements.ts reads those.
 * @returns canonical names, normalized values, initial values, everything required
 * @throws ScimError `invalidSyntax` when the body is no such resource, `invalidValue` naming the path when a value is not acceptable
 */
export function readResource(type: ResourceType, body: unknown, current?: JsonObject, dialect = DEFAULT_DIALECT): JsonObject {
  const object = requireObject(body);
  requireSchema(object, type.schema.urn);
  const resource = readMembers(type.attributes, object, '', dialect);
  if (current) keepUnseen(resource, type.attributes, current, byLowerName(object, ''));
  fillInitial(resource, type.attributes, current);
  dropHollowElements(resource, type.attributes, dialect);
  const lacking = missing(resource, type.attributes, dialect);
  if (lacking.length > 0) throw new RequiredError(lacking);
  return resource;
}

/** The body as an object. Throws `invalidSyntax`. */
export function requireObject(body: unknown): JsonObject {
  if (isObject(body)) return body;
  throw new ScimError('SCIM-BODY-SYNTAX', 'The body must be a JSON object.');
}

/** RFC 7643 section 3: `schemas` names what the message is. Throws `invalidSyntax`. */
export function requireSchema(body: JsonObject, urn: string): void {
  const schemas = byLowerName(body, '').get('schemas');
  const named = Array.isArray(schemas) && schemas.some((entry) => typeof entry === 'string' && entry.toLowerCase() === urn.toLowerCase());
  if (!named) throw new ScimError('SCIM-BODY-SCHEMAS', `The body must have "schemas", a list that contains ${urn}.`);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of an object by lower-case name, as attribute names ignore case. Throws `invalidSyntax` when two differ only in case. */
export function byLowerName(object: JsonObject, where: string): Map<string, unknown> {
  const members = new Map<string, unknown>();
  for (const [name, value] of Object.entries(object)) {
    const lower = name.toLowerCase();
    if (members.has(lower)) throw new ScimError('SCIM-BODY-SYNTAX', `${where}${name} is given twice; names ignore case.`);
    members.set(lower, value);
  }
  return members;
}

/** Whether a caller may set the attribute. */
export function isWritable(attribute: Attribute): boolean {
  return attribute.mutability !== 'readOnly';
}

/** Whether the attribute stays as it was where it would lose its value. */
export function isKept(attribute: Attribute): boolean {
  return 'keptUnlessGiven' in attribute && attribute.keptUnlessGiven === true;
}

/** The attributes of a resource that a caller may set. */
export function writableOf({ attributes }: ResourceType): readonly Attribute[] {
  return attributes.filter(isWritable);
}

/** Reads a single simple value; `undefined` when it is unassigned (null, RFC 7643 section 2.5, or blank). Throws `invalidValue`. */
export function readSimple(attribute: SimpleAttribute, value: unknown, where: string, dialect: Dialect): string | boolean | undefined {
  if (value === null || value === undefined) return undefined;
  return READERS[attribute.type](attribute as never, value, where, dialect);
}

/** Reads the elements of a list; null and a blank text are none. Throws `invalidValue`. */
export function readList(attribute: ComplexAttribute, value: unknown, where: string, dialect: Dialect): JsonObject[] {
  if (value === null || value === undefined || isBlank(value)) return [];
  if (!Array.isArray(value)) throw typeError(where, 'a list');
  boundList(value, where);
  const given = (value as unknown[])
    .map((element, index) => readElement(attribute, element, `${where}[${index}]`, dialect))
    .filter((element) => unlessEmpty(element) !== undefined);
  const elements = withoutRepetitions(attribute, given);
  onePrimary(elements, where);
  return elements;
}

/** RFC 7643 section 2.4: the same (type, value) is there once; what is given again completes the first. */
function withoutRepetitions({ subAttributes }: ComplexAttribute, elements: readonly JsonObject[]): JsonObject[] {
  const simple = subAttributes as readonly SimpleAttribute[];
  const [value, type] = ['value', 'type'].map((name) => simple.find((sub) => sub.name === name));
  if (!value) return [...elements];
  const found = new Map<string, JsonObject>();
  return elements.filter((element) => {
    if (element.value === undefined) return true;
    const key = JSON.stringify([comparable(value, element.value), type && comparable(type, element.type)]);
    const first = found.get(key);
    if (first) Object.assign(first, element);
    else found.set(key, element);
    return !first;
  });
}

/** Reads one object of sub-attributes; nothing is required of it. Throws `invalidValue`. */
export function readElement(attribute: ComplexAttribute, value: unknown, where: string, dialect: Dialect): JsonObject {
  if (!isObject(value)) throw typeError(where, 'an object');
  return readMembers(attribute.subAttributes, value, `${where}.`, dialect);
}

/** The meaning of a value given for a complex attribute. Deviation: a string means its `value`, because Entra ID sends manager like that. */
export function meant({ subAttributes }: ComplexAttribute, value: unknown, { plainValues }: Dialect): unknown {
  return plainValues && typeof value === 'string' && subAttributes.some(({ name }) => name === 'value') ? { value } : value;
}

/** Throws `invalidValue` when more than one of the elements is primary (RFC 7643 section 2.4). */
export function onePrimary(elements: readonly JsonObject[], where: string): void {
  if (elements.filter((element) => element.primary === true).length > 1) {
    throw new ScimError('SCIM-VALUE-PRIMARY', `${where} has more than one element with primary true; mark at most one.`);
  }
}

/** Throws `invalidValue` if a list has too many elements. */
export function boundList(elements: readonly unknown[], where: string): void {
  if (elements.length > LIMITS.listElements) {
    throw new ScimError('SCIM-VALUE-SIZE', `${where} must have at most ${LIMITS.listElements} elements.`);
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

/** The paths of required attributes that a resource lacks; a required list lacks nothing once it has an element. */
export function missing(resource: JsonObject, attributes: readonly Attribute[], dialect: Dialect, prefix = ''): string[] {
  return attributes.flatMap((attribute) => {
    const required = isRequired(attribute, dialect);
    const path = `${prefix}${attribute.name}`;
    const value = resource[attribute.name];
    if (attribute.type !== 'complex' || attribute.multiValued) {
      if (value === undefined) return required ? [path] : [];
      if (attribute.type !== 'complex') return [];
      return (value as JsonObject[]).flatMap((element) => missing(element, attribute.subAttributes, dialect, `${path}.`));
    }
    return value === undefined && !required ? [] : missing((value ?? {}) as JsonObject, attribute.subAttributes, dialect, `${path}.`);
  });
}

function readMembers(attributes: readonly Attribute[], object: JsonObject, prefix: string, dialect: Dialect): JsonObject {
  const members = byLowerName(object, prefix);
  const resource: JsonObject = {};
  for (const attribute of attributes) {
    if (!isWritable(attribute) || isApart(attribute)) continue;
    const value = readMember(attribute, members.get(attribute.name.toLowerCase()), `${prefix}${attribute.name}`, dialect);
    if (value !== undefined) resource[attribute.name] = value;
  }
  return resource;
}

function readMember(attribute: Attribute, value: unknown, where: string, dialect: Dialect): unknown {
  if (attribute.type !== 'complex') return readSimple(attribute, value, where, dialect);
  if (attribute.multiValued) return unlessEmpty(readList(attribute, value, where, dialect));
  return value === null || value === undefined || isBlank(value)
    ? undefined
    : unlessEmpty(readElement(attribute, meant(attribute, value, dialect), where, dialect));
}

/** RFC 7644 section 3.5.1: a client that sends back what it read must not remove what it was not shown. */
function keepUnseen(
  resource: JsonObject,
  attributes: readonly Attribute[],
  current: JsonObject,
  named: ReadonlyMap<string, unknown>,
): void {
  for (const { name, returned } of attributes)
    if (returned === 'request' && !named.has(name.toLowerCase()) && current[name] !== undefined) resource[name] = current[name];
}

/** Gives omitted attributes their initial value, or the one they had. */
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
    if (flag === undefined) throw typeError(where, 'true or false');
    return flag;
  },
  dateTime: (_: SimpleAttribute, __: unknown, where: string): never => {
    throw typeError(where, 'omitted: the service sets it');
  },
};

function readText(attribute: TextAttribute, value: unknown, where: string): string | undefined {
  if (typeof value !== 'string') throw typeError(where, 'a string');
  if (value.length > attribute.maxLength) {
    throw new ScimError('SCIM-VALUE-SIZE', `${where} must have at most ${attribute.maxLength} characters.`);
  }
  const text = attribute.normalizer.accept(value);
  if (text === undefined) throw new ScimError('SCIM-VALUE-FORMAT', `${where} must be ${attribute.normalizer.expects}.`);
  return text === '' ? undefined : text;
}

/** Whether an element has no `value`, or in a list without values (addresses) nothing but its kind. A required `value` is reported as missing instead. */
export function isHollow(element: JsonObject, { subAttributes }: ComplexAttribute, dialect: Dialect): boolean {
  const value = (subAttributes as readonly Attribute[]).find(({ name }) => name === 'value');
  if (value) return !isRequired(value, dialect) && element.value === undefined;
  return Object.keys(element).every((name) => KIND_OF_ELEMENT.has(name));
}

/** Sub-attributes that say something about an element and are nothing by themselves. */
const KIND_OF_ELEMENT: ReadonlySet<string> = new Set(['type', 'primary', 'display']);

/** Whether a resource of a client with this dialect needs the attribute. */
export function isRequired({ required, requiredBy }: Attribute, dialect: Dialect): boolean {
  return required && (requiredBy === undefined || dialect[requiredBy]);
}

/** Deviation: directories clear a list or an object with "", as they clear a text. */
export function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

function typeError(where: string, expected: string): ScimError {
  return new ScimError('SCIM-VALUE-TYPE', `${where} must be ${expected}.`);
}
