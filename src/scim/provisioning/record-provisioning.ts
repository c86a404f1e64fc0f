// Records every SCIM request of a known caller in the provisioning log, after the response.
import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { type Admissions, unauthenticated } from '../../common/access/admission.js';
import { presentedToken } from '../../common/access/presented-token.js';
import { announcesBody } from '../../common/admission/json-body.js';
import { judgeOrganization } from '../../common/access/permissions.js';
import type { Principal } from '../../common/access/principal.js';
import type { Clock } from '../../common/primitives/clock.js';
import { requestIdOf } from '../../common/http/observed-requests.js';
import type { Organization, Organizations } from '../../users/organizations/organizations.service.js';
import { rememberDialect } from '../error/dialect-of-request.js';
import type { Connections } from './connections.service.js';
import type { LogEntry, LoggedOmission, LoggedOperation } from './provisioning-log.repository.js';
import type { ProvisioningLog } from './provisioning-log.service.js';

/** A report of an operation about itself; `status` and `errorId` come from the response unless the request has several operations. */
export interface Note {
  operation: LoggedOperation;
  targetId?: string;
  targetName?: string;
  changed?: readonly string[];
  /** Name of the resource type. */
  resourceType?: string;
  /** The attribute that a refusal is about. */
  attribute?: string | undefined;
  /** Values omitted because they can't be stored. */
  omitted?: readonly LoggedOmission[];
  status?: number;
  errorId?: string;
}

/** The properties that the guard and the operations set on a request. */
interface Noted {
  user?: Principal;
  notes?: Note[];
}

export type NotedRequest = Request & Noted;
export type NotedMessage = IncomingMessage & Noted;

const MAX_TEXT = 200;

/** Records each request after its response, in the organization it addresses, unless the caller has no role there. */
export function recordProvisioning(log: ProvisioningLog, organizations: Organizations, clock: Clock) {
  return (request: NotedRequest, response: Response, next: NextFunction): void => {
    // Parsed as Express does for routing: an absolute URL, a fragment and backslashes are other spellings of the same path.
    const address = `${request.baseUrl}${request.path}`;
    response.once('finish', () => void record(request, address, response, log, organizations, clock).catch(() => undefined));
    next();
  };
}

/**
 * Verifies the token before any other step, and also for the guard. Unauthenticated callers are refused before their body is parsed. Every
 * error is written in the caller's dialect, even for a public or unknown path. A request without a body is refused by the guard instead.
 */
export function verifyEarly(admissions: Admissions, organizations: Organizations, connections: Connections) {
  return async (request: NotedRequest, _response: Response, next: NextFunction): Promise<void> => {
    const mayPass = !announcesBody(request.headers);
    try {
      const token = presentedToken(request);
      const caller = await admissions.identify(request, token);
      if (!caller) return next(mayPass ? undefined : unauthenticated(token !== undefined));
      const organization = await organizations.findOrganization(organizationOf(request), caller.configVersion);
      if (organization) rememberDialect(request, (await connections.profileOf(caller.userNo, organization, caller.configVersion)).dialect);
      next();
    } catch (error) {
      next(mayPass ? undefined : error);
    }
  };
}

function organizationOf({ path }: Request): string {
  const segment = path.split('/')[2] ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}

/**
 * Identifies the sender of a request that is refused before any guard runs. Such refusals are an Accept header that matches nothing, or a
 * body that isn't JSON, is too large or has another media type.
 * Requests without a valid token stay anonymous and are not logged, so that unauthenticated callers can't fill the log.
 */
export function identifyRefused(admissions: Admissions) {
  return async (error: unknown, request: NotedRequest, _response: Response, next: NextFunction): Promise<void> => {
    // The refusal is sent even if the database can't identify the caller.
    const user = await admissions.identify(request, presentedToken(request)).catch(() => undefined);
    if (user) request.user = user;
    next(error);
  };
}

async function record(
  request: NotedRequest,
  address: string,
  response: Response,
  log: ProvisioningLog,
  organizations: Organizations,
  clock: Clock,
) {
  const { user, notes = [] } = request;
  const [, , , orgId = '', ...rest] = address.split('/').map((part) => decodeURIComponent(part));
  if (!user || (notes.length === 0 && !belongs(user, orgId))) return;
  const organization = await organizations.findOrganization(orgId, user.configVersion);
  if (!organization) return;
  const errorId = response.locals.errorId as string | undefined;
  for (const note of told(notes, request.method, rest))
    log.noteEntry(entryOf(note, { organization, caller: user, clock, request, status: response.statusCode, errorId }));
}

/** The facts of a log entry; `status` and `errorId` are those of the response. */
interface Recorded {
  organization: Organization;
  caller: Principal;
  clock: Clock;
  request: object;
  status: number;
  errorId?: string | undefined;
}

export function entryOf(note: Note, { organization, caller, clock, request, ...response }: Recorded): LogEntry {
  const errorId = note.errorId ?? (note.status === undefined ? response.errorId : undefined);
  return {
    orgNo: organization.no,
    createdUs: clock.nowUs(),
    callerId: caller.userId,
    operation: note.operation,
    status: note.status ?? response.status,
    changed: note.changed ?? [],
    omitted: note.omitted ?? [],
    ...(note.resourceType === undefined ? {} : { resourceType: note.resourceType }),
    ...(note.attribute === undefined ? {} : { attribute: note.attribute.slice(0, MAX_TEXT) }),
    requestId: requestIdOf(request),
    ...(note.targetId === undefined ? {} : { targetId: note.targetId.slice(0, MAX_TEXT) }),
    ...(note.targetName === undefined ? {} : { targetName: note.targetName.slice(0, MAX_TEXT) }),
    ...(errorId === undefined ? {} : { errorId: errorId.slice(0, MAX_TEXT / 2) }),
  };
}

/** Whether the organization is the caller's own, or the caller has a role in it. */
function belongs({ orgId, memberships }: Principal, organization: string): boolean {
  return orgId === organization || judgeOrganization(memberships, 'user.read', organization) !== 'noMembership';
}

/**
 * The entries of a request. For a bulk request these are its operations, if any; for a request refused before any operation, its method and
 * path.
 */
function told(notes: readonly Note[], method: string, place: readonly string[]): readonly Note[] {
  if (notes.length > 1) return notes.filter(({ operation }) => operation !== 'bulk');
  return notes.length === 1 ? notes : [unreached(method, place)];
}

/** An entry from the part of the path after the organization. */
function unreached(method: string, [place, targetId]: readonly string[]): Note {
  const posted = method === 'POST' ? BY_PLACE.get(targetId ?? place ?? '') : undefined;
  const operation = posted ?? BY_METHOD[method] ?? 'other';
  return { operation, ...(targetId && !posted ? { targetId } : {}) };
}

/** The operation of a POST to these paths; any other POST creates a resource. */
const BY_PLACE: ReadonlyMap<string, LoggedOperation> = new Map([
  ['Bulk', 'bulk'],
  ['.search', 'list'],
]);

const BY_METHOD: Readonly<Record<string, LoggedOperation>> = {
  POST: 'create',
  GET: 'read',
  PUT: 'replace',
  PATCH: 'patch',
  DELETE: 'delete',
};
