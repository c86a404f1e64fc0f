// Every request of a known caller below the SCIM address, as an entry of the provisioning log once it is answered.
import type { NextFunction, Request, Response } from 'express';
import { bearerToken } from '../../common/access/bearer.strategy.js';
import { judgeOrganization } from '../../common/access/permissions.js';
import type { Principal, TokenVerifier } from '../../common/access/principal.js';
import type { Clock } from '../../common/primitives/clock.js';
import { requestIdOf } from '../../common/http/request-id.js';
import type { Organizations } from '../../users/organizations/organizations.service.js';
import type { LoggedOperation } from './provisioning-log.repository.js';
import type { ProvisioningLog } from './provisioning-log.service.js';

/** What an operation tells about itself; `status` and `errorId` are the answer's own unless it is one of many. */
export interface Note {
  operation: LoggedOperation;
  targetId?: string;
  targetName?: string;
  changed?: readonly string[];
  status?: number;
  errorId?: string;
}

/** A request with what the guard and the operations leave on it. */
export type NotedRequest = Request & { user?: Principal; notes?: Note[] };

const MAX_TEXT = 200;

/** Notes each request after its answer, in the organization it addresses, unless the caller has nothing to do with that organization. */
export function recordProvisioning(log: ProvisioningLog, organizations: Organizations, clock: Clock) {
  return (request: NotedRequest, response: Response, next: NextFunction): void => {
    // As Express reads it, whose routes decide: a whole URL, a fragment and backslashes are other ways to write the same address.
    const address = `${request.baseUrl}${request.path}`;
    response.once('finish', () => void record(request, address, response, log, organizations, clock).catch(() => undefined));
    next();
  };
}

/**
 * Finds out who sent what is refused before any guard asks: an Accept that nothing fits, a body that is no JSON, too large or of another media type.
 * Without a valid token the request stays nobody's and is not noted, so that strangers cannot fill the log.
 */
export function identifyRefused(verifier: TokenVerifier) {
  return async (error: unknown, request: NotedRequest, _response: Response, next: NextFunction): Promise<void> => {
    const token = bearerToken(request.headers.authorization);
    // The refusal is the answer, also when the database cannot tell who is calling.
    const user = token === undefined ? undefined : await verifier.verify(token).catch(() => undefined);
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
  const organization = await organizations.find(orgId, user.configVersion);
  if (!organization) return;
  for (const note of told(notes, request.method, rest)) {
    const errorId = note.errorId ?? (note.status === undefined ? (response.locals.errorId as string | undefined) : undefined);
    log.note({
      orgNo: organization.no,
      createdUs: clock.nowUs(),
      callerId: user.userId,
      operation: note.operation,
      status: note.status ?? response.statusCode,
      changed: note.changed ?? [],
      requestId: requestIdOf(request as { id?: unknown }),
      ...(note.targetId === undefined ? {} : { targetId: note.targetId.slice(0, MAX_TEXT) }),
      ...(note.targetName === undefined ? {} : { targetName: note.targetName.slice(0, MAX_TEXT) }),
      ...(errorId === undefined ? {} : { errorId: errorId.slice(0, MAX_TEXT / 2) }),
    });
  }
}

/** Whether the organization is the caller's own, or one in which a role of the caller counts. */
function belongs({ orgId, memberships }: Principal, organization: string): boolean {
  return orgId === organization || judgeOrganization(memberships, 'user.read', organization) !== 'noMembership';
}

/** What is logged: of a bulk request its operations, if it had any; of a request that was refused before any operation, its method and address. */
function told(notes: readonly Note[], method: string, place: readonly string[]): readonly Note[] {
  if (notes.length > 1) return notes.filter(({ operation }) => operation !== 'bulk');
  return notes.length === 1 ? notes : [unreached(method, place)];
}

/** From what follows the organization in the address. */
function unreached(method: string, [place, targetId]: readonly string[]): Note {
  const posted = method === 'POST' ? BY_PLACE.get(targetId ?? place ?? '') : undefined;
  const operation = posted ?? BY_METHOD[method] ?? 'other';
  return { operation, ...(place === 'Users' && targetId && !posted ? { targetId } : {}) };
}

/** The operation of a POST to these places; any other POST creates a user. */
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
