// The access marks of routes. A route without a mark is refused, so that no route is public by accident.
import { applyDecorators, createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension, ApiSecurity } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Permission, AccessRule } from './permissions.js';
import type { Principal } from './principal.js';

export const ACCESS = 'gatehouse:access';

/** The extension of the API document in which an operation states its access rule. */
const ACCESS_EXTENSION = 'x-access';

const mark = (rule: AccessRule) =>
  applyDecorators(
    SetMetadata(ACCESS, rule),
    ApiExtension(ACCESS_EXTENSION, rule),
    ...(rule.kind === 'public' ? [] : [ApiBearerAuth(), ApiSecurity('oauth2')]),
  );

/** Open to all callers, without a token. */
export const Public = () => mark({ kind: 'public' });
/**
 * Requires `permission` in the organization that the path names as `:orgId`, or in its project or grant that the path names as `:projectId`
 * or `:grantId`.
 */
export const Access = (permission: Permission) => mark({ kind: 'organization', permission });
/** Open to every user of the organization that the path names as `:orgId`. */
export const OwnAccess = () => mark({ kind: 'own' });
/** Open to every caller with a valid token, for what concerns the caller alone. */
export const CallerAccess = () => mark({ kind: 'caller' });
/** Requires `permission` for the whole service; only `IAM_*` roles have those. */
export const ServiceAccess = (permission: Permission) => mark({ kind: 'service', permission });

/** The caller, as a parameter of a handler. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  return context.switchToHttp().getRequest<Request & { user: Principal }>().user;
});
