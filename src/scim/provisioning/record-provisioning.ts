// Records every SCIM request of a known caller in the provisioning log, after the response.
import type { NextFunction, Request, Response } from 'express';
import { type Admissions, unauthenticated } from '../../common/access/admission.js';
import { presentedToken } from '../../common/access/presented-token.js';
import { announcesBody } from '../../common/admission/json-body.js';
import { judgeOrganization } from '../../common/access/permissions.js';
import type { Principal } from '../../common/access/principal.js';
import type { Organizations } from '../../users/organizations/organizations.service.js';
import { rememberDialect } from '../error/dialect-of-request.js';
import type { Connections } from './connections.service.js';
import type { LoggedOperation } from './provisioning-log.repository.js';
import type { Note, NotedRequest, ProvisioningLog } from './provisioning-log.service.js';

/** Records each request after its response, in the organization it addresses, unless the caller has no role there. */
export function recordProvisioning(log: ProvisioningLog, organizations: Organizations) {
  return (request: NotedRequest, response: Response, next: NextFunction): void => {
    // Parsed as Express does for routing: an absolute URL, a fragment and backslashes are other spellings of the same path.
    const address = `${request.baseUrl}${request.path}`;
    response.once('finish', () => void record(request, address, response, log, organizations).catch(() => undefined));
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

async function record(request: NotedRequest, address: string, response: Response, log: ProvisioningLog, organizations: Organizations) {
  const { user, notes = [] } = request;
  const [, , , orgId = '', ...rest] = address.split('/').map((part) => decodeURIComponent(part));
  if (!user || (notes.length === 0 && !belongs(user, orgId))) return;
  const organization = await organizations.findOrganization(orgId, user.configVersion);
  if (!organization) return;
  const errorId = response.locals.errorId as string | undefined;
  log.noteRequest(told(notes, request.method, rest), { organization, caller: user, request, status: response.statusCode, errorId });
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
