// Every request of a known caller below the SCIM address, as an entry of the provisioning log once it is answered.
import type { NextFunction, Request, Response } from 'express';
import type { Principal } from '../../common/access/principal.js';
import type { Clock } from '../../common/clock.js';
import { requestIdOf } from '../../common/http/request-id.js';
import type { Organizations } from '../../users/organizations/organizations.service.js';
import type { LoggedOperation } from './provisioning-log.repository.js';
import type { ProvisioningLog } from './provisioning-log.js';

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

/** Notes after the answer. A caller who has nothing to do with the organization is noted only in its own. */
export function recordProvisioning(log: ProvisioningLog, organizations: Organizations, clock: Clock) {
  return (request: NotedRequest, response: Response, next: NextFunction): void => {
    response.once('finish', () => void record(request, response, log, organizations, clock).catch(() => undefined));
    next();
  };
}

async function record(request: NotedRequest, response: Response, log: ProvisioningLog, organizations: Organizations, clock: Clock) {
  const { user, notes = [] } = request;
  const orgId = decodeURIComponent(request.originalUrl.split('/')[3]?.split('?')[0] ?? '');
  if (!user || (notes.length === 0 && user.orgId !== orgId)) return;
  const organization = await organizations.find(orgId, user.configVersion);
  if (!organization) return;
  for (const note of told(notes, request)) {
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

/** A bulk request is told by its operations, unless it had none; a request that reached no operation by its method. */
function told(notes: readonly Note[], request: Request): readonly Note[] {
  if (notes.length > 1) return notes.filter(({ operation }) => operation !== 'bulk');
  return notes.length === 1 ? notes : [{ operation: BY_METHOD[request.method] ?? 'other' }];
}

const BY_METHOD: Readonly<Record<string, LoggedOperation>> = {
  POST: 'create',
  GET: 'read',
  PUT: 'replace',
  PATCH: 'patch',
  DELETE: 'delete',
};
