/** Bulk requests (RFC 7644 section 3.7): the body, and references by bulkId. bulk-operations.service.ts runs them. */
import { foldKey } from '../../common/identifiers/fold.js';
import { isApart, isWritable, type ResourceType } from './schema/attribute.js';
import type { JsonObject } from './query/evaluate.js';
import { LIMITS } from './wire/limits.js';
import { URN } from './wire/messages.js';
import { ScimError } from './wire/scim-error.js';
import { byLowerName, isObject, requireObject, requireSchema } from './validate.js';

const BULK_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type BulkMethod = (typeof BULK_METHODS)[number];

/** One operation as sent. It is validated when its turn comes, because a malformed operation fails alone. */
export interface BulkOperation {
  readonly method: string;
  readonly bulkId?: string;
  /** The version that the operation applies to, as an entity tag. */
  readonly version?: string;
  readonly path: unknown;
  readonly data: unknown;
}

export interface BulkRequest {
  /** Number of failures after which the remaining operations are not run; absent: unlimited. */
  readonly failOnErrors?: number;
  readonly operations: readonly BulkOperation[];
}

/** Throws `invalidSyntax` if the body isn't a BulkRequest, 413 for too many operations. */
export function parseBulk(body: unknown): BulkRequest {
  const message = requireObject(body);
  requireSchema(message, URN.bulkRequest);
  const members = byLowerName(message, '');
  const given = members.get('operations');
  if (!Array.isArray(given)) throw new ScimError('SCIM-BODY-SYNTAX', 'The body must have "Operations", a list.');
  if (given.length > LIMITS.bulkOperations)
    throw new ScimError('SCIM-BULK-SIZE', `A bulk request may have at most ${LIMITS.bulkOperations} operations; split it.`);
  const failOnErrors = parseFailOnErrors(members.get('failonerrors'));
  return { operations: given.map(parseOperation), ...(failOnErrors === undefined ? {} : { failOnErrors }) };
}

function parseFailOnErrors(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return value;
  throw new ScimError('SCIM-VALUE-TYPE', 'failOnErrors must be an integer of 1 or more.');
}

function parseOperation(operation: unknown, index: number): BulkOperation {
  const where = `Operations[${index}]`;
  if (!isObject(operation)) throw new ScimError('SCIM-BODY-SYNTAX', `${where} must be an object.`);
  const members = byLowerName(operation, `${where}.`);
  const [method, bulkId] = [members.get('method'), members.get('bulkid') ?? undefined];
  if (typeof method !== 'string') throw new ScimError('SCIM-BODY-SYNTAX', `${where}.method must be a string.`);
  if (bulkId !== undefined && (typeof bulkId !== 'string' || bulkId === ''))
    throw new ScimError('SCIM-BODY-SYNTAX', `${where}.bulkId must be a string.`);
  const version = members.get('version') ?? undefined;
  if (version !== undefined && typeof version !== 'string') throw new ScimError('SCIM-BODY-SYNTAX', `${where}.version must be a string.`);
  return {
    method,
    path: members.get('path'),
    data: members.get('data'),
    ...(bulkId === undefined ? {} : { bulkId }),
    ...(version === undefined ? {} : { version }),
  };
}

/** The target of an operation. */
export interface BulkTarget {
  readonly type: ResourceType;
  readonly method: BulkMethod;
  /** May be a reference; absent for a POST. */
  readonly id?: string;
}

/** @throws ScimError about this operation alone */
export function bulkTarget({ method, path }: BulkOperation, types: readonly ResourceType[]): BulkTarget {
  const known = BULK_METHODS.find((name) => name === method);
  if (!known) throw new ScimError('SCIM-BULK-OPERATION', `method must be one of ${BULK_METHODS.join(', ')}.`);
  const { type, id } = pathTarget(path, types);
  if (known === 'POST' && id !== undefined) throw new ScimError('SCIM-BULK-PATH', `The path of a POST must be ${type.endpoint}.`);
  if (known !== 'POST' && id === undefined) throw new ScimError('SCIM-BULK-PATH', `The path of a ${known} must be ${type.endpoint}/{id}.`);
  return { type, method: known, ...(id === undefined ? {} : { id }) };
}

function pathTarget(path: unknown, types: readonly ResourceType[]): { type: ResourceType; id?: string } {
  const parts = typeof path === 'string' ? path.split('/') : [];
  const type = parts.length <= 3 && parts[0] === '' ? types.find(({ endpoint }) => `/${parts[1]}` === endpoint) : undefined;
  if (!type) {
    const places = types.flatMap(({ endpoint }) => [endpoint, `${endpoint}/{id}`]);
    throw new ScimError('SCIM-BULK-PATH', `path must be ${places.join(' or ')}, relative to the base address of this organization.`);
  }
  try {
    return parts[2] === undefined || parts[2] === '' ? { type } : { type, id: decodeURIComponent(parts[2]) };
  } catch {
    throw new ScimError('SCIM-BULK-PATH', 'The id in the path cannot be decoded.');
  }
}

const REFERENCE = /^bulkid:(?<name>.+)$/is;

/** The bulkId that a string refers to. */
function referenceIn(value: unknown): string | undefined {
  return typeof value === 'string' ? REFERENCE.exec(value)?.groups?.name : undefined;
}

/** The bulkIds that an operation refers to, in its path and anywhere inside its data, except in a password. */
export function bulkReferences({ path, data }: BulkOperation): string[] {
  const found = new Set<string>();
  const visit = (value: unknown) => {
    const name = referenceIn(value);
    if (name !== undefined) found.add(name);
    else if (Array.isArray(value)) value.forEach(visit);
    else if (isObject(value)) for (const [key, member] of Object.entries(value)) if (!isPassword(key)) visit(member);
  };
  visit(data);
  const last = typeof path === 'string' ? path.slice(path.lastIndexOf('/') + 1) : undefined;
  visit(last);
  return [...found];
}

/**
 * The names that are reachable from `names`, through those that each one needs. Names for which `needsOf` returns `undefined` are not
 * followed further.
 */
export function reachable(names: readonly string[], needsOf: (name: string) => readonly string[] | undefined): string[] {
  const found = new Set<string>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    needsOf(name)?.forEach(visit);
  };
  names.forEach(visit);
  return [...found];
}

/**
 * bulkIds of creates that contain each other in associated lists, such as groups that are members of each other. They can't be created,
 * because each would contain itself.
 */
export function circlesOfElements(operations: readonly BulkOperation[], types: readonly ResourceType[]): Set<string> {
  const elements = new Map(
    operations.flatMap((operation) =>
      operation.method === 'POST' && operation.bulkId !== undefined ? [[operation.bulkId, elementReferences(operation, types)]] : [],
    ),
  );
  return new Set(
    [...elements].flatMap(([bulkId, names]) => (reachable(names, (name) => elements.get(name)).includes(bulkId) ? [bulkId] : [])),
  );
}

/** The bulkIds in the associated lists of a create. */
function elementReferences({ path, data, method }: BulkOperation, types: readonly ResourceType[]): string[] {
  const type = types.find(({ endpoint }) => endpoint === path);
  if (!type || !isObject(data)) return [];
  const names = new Set(
    type.attributes.filter((attribute) => isApart(attribute) && isWritable(attribute)).map(({ name }) => name.toLowerCase()),
  );
  return Object.entries(data).flatMap(([name, value]) =>
    names.has(name.toLowerCase()) ? bulkReferences({ method, path: undefined, data: value }) : [],
  );
}

/** A copy with references replaced by ids; unknown references stay. */
export function resolveReferences(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  const name = referenceIn(value);
  if (name !== undefined) return ids.get(name) ?? value;
  if (Array.isArray(value)) return value.map((element) => resolveReferences(element, ids));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, isPassword(key) ? member : resolveReferences(member, ids)]));
}

/** Splits a body into members that can be written now and members with unresolved references. */
export function splitByReferences(data: JsonObject, ids: ReadonlyMap<string, string>): { now: JsonObject; later: JsonObject } {
  const open = (member: unknown) => bulkReferences({ method: '', path: undefined, data: member }).some((name) => !ids.has(name));
  const entries = Object.entries(data);
  return {
    now: Object.fromEntries(entries.filter(([key, member]) => isPassword(key) || !open(member))),
    later: Object.fromEntries(entries.filter(([key, member]) => !isPassword(key) && open(member))),
  };
}

/** The type and folded name by which one create may depend on another; `undefined` without a name. */
export function createKey(operation: BulkOperation, types: readonly ResourceType[]): string | undefined {
  const type = operation.method === 'POST' ? types.find(({ endpoint }) => endpoint === operation.path) : undefined;
  const name = type && nameIn(operation.data, type);
  return type && name !== undefined ? `${type.endpoint} ${foldKey(name.trim())}` : undefined;
}

/** The value of the naming attribute in a body; the attribute's name may be in any case. */
export function nameIn(body: unknown, { naming }: ResourceType): string | undefined {
  if (!isObject(body)) return undefined;
  const named = Object.entries(body).filter(([key]) => key.toLowerCase() === naming.toLowerCase());
  const name = named.length === 1 ? named[0]?.[1] : undefined;
  return typeof name === 'string' ? name : undefined;
}

function isPassword(key: string): boolean {
  return key.toLowerCase() === 'password';
}
