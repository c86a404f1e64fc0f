/** Bulk requests (RFC 7644 section 3.7): what the body says, and references by bulkId. What runs them is bulk.operations.ts. */
import { foldKey } from '../../users/identifiers/fold.js';
import type { JsonObject } from './evaluate.js';
import { LIMITS } from './limits.js';
import { URN } from './messages.js';
import { ScimError } from './scim-error.js';
import { USER } from './user.schema.js';
import { byLowerName, isObject, requireObject, requireSchema } from './validate.js';

const BULK_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type BulkMethod = (typeof BULK_METHODS)[number];

/** One operation as sent; it is validated when its turn comes, because a malformed one fails alone. */
export interface BulkOperation {
  readonly method: string;
  readonly bulkId?: string;
  readonly path: unknown;
  readonly data: unknown;
}

export interface BulkRequest {
  /** Number of failures after which the rest is not run; absent: unlimited. */
  readonly failOnErrors?: number;
  readonly operations: readonly BulkOperation[];
}

/** Throws `invalidSyntax` if the body is not a BulkRequest, 413 for too many operations. */
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
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return Math.max(value, 1);
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
  return { method, path: members.get('path'), data: members.get('data'), ...(bulkId === undefined ? {} : { bulkId }) };
}

/** The target of an operation. `id` may be a reference. Throws an error about this operation alone. */
export function bulkTarget({ method, path }: BulkOperation): { method: BulkMethod; id?: string } {
  const known = BULK_METHODS.find((name) => name === method);
  if (!known) throw new ScimError('SCIM-BULK-OPERATION', `method must be one of ${BULK_METHODS.join(', ')}.`);
  const id = pathId(path);
  if (known === 'POST' && id !== undefined) throw new ScimError('SCIM-BULK-PATH', `The path of a POST must be ${USER.endpoint}.`);
  if (known !== 'POST' && id === undefined) throw new ScimError('SCIM-BULK-PATH', `The path of a ${known} must be ${USER.endpoint}/{id}.`);
  return { method: known, ...(id === undefined ? {} : { id }) };
}

function pathId(path: unknown): string | undefined {
  const parts = typeof path === 'string' ? path.split('/') : [];
  if (parts.length < 2 || parts.length > 3 || parts[0] !== '' || `/${parts[1]}` !== USER.endpoint)
    throw new ScimError(
      'SCIM-BULK-PATH',
      `path must be ${USER.endpoint} or ${USER.endpoint}/{id}, relative to the base address of this organization.`,
    );
  try {
    return parts[2] === undefined || parts[2] === '' ? undefined : decodeURIComponent(parts[2]);
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

/** A copy with references replaced by ids; unknown ones stay. */
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

/** The folded userName, by which one create may depend on another; `undefined` if there is none. */
export function createKey({ method, data }: BulkOperation): string | undefined {
  if (method !== 'POST' || !isObject(data)) return undefined;
  const names = Object.entries(data).filter(([key]) => key.toLowerCase() === 'username');
  const userName = names.length === 1 ? names[0]?.[1] : undefined;
  return typeof userName === 'string' ? foldKey(userName.trim()) : undefined;
}

function isPassword(key: string): boolean {
  return key.toLowerCase() === 'password';
}
