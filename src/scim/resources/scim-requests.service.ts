// Resolves the caller, the organization and the client's dialect, which every operation needs first.
import { createParamDecorator, Injectable, type ExecutionContext } from '@nestjs/common';
import type { Principal } from '../../common/access/principal.js';
import type { Settings } from '../../common/settings/settings.js';
import { Organizations, type Organization } from '../../users/organizations/organizations.service.js';
import { rememberDialect } from '../error/dialect-of-request.js';
import { languageOf } from '../error/texts.js';
import type { Preconditions } from '../protocol/wire/entity-tag.js';
import { Connections, type Profile } from '../provisioning/connections.service.js';
import type { Note, NotedMessage, NotedRequest } from '../provisioning/provisioning-log.service.js';

/** A call as received over HTTP. */
export interface ScimCall {
  http: object;
  orgId: string;
  caller: Principal;
  preconditions: Preconditions;
  notes: Note[];
  /** For failures inside a successful response. */
  language: string;
}

/** The call, as a parameter of a handler. */
export const Call = createParamDecorator((_: unknown, context: ExecutionContext): ScimCall => {
  const request = context.switchToHttp().getRequest<NotedRequest & { user: Principal }>();
  return callOf(request, String(request.params.orgId), request.user, languageOf(request));
});

export function callOf(request: NotedMessage, orgId: string, caller: Principal, language: string): ScimCall {
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers;
  return {
    http: request,
    orgId,
    caller,
    preconditions: { ...(ifMatch === undefined ? {} : { ifMatch }), ...(ifNoneMatch === undefined ? {} : { ifNoneMatch }) },
    notes: (request.notes ??= []),
    language,
  };
}

const REFUSALS = new WeakMap<object, { error: unknown }>();

/**
 * Records that the operation of a request was tried and refused. Opening the request again is then refused in the same way, so that nothing
 * is done twice.
 */
export function rememberRefusal(http: object, error: unknown): void {
  REFUSALS.set(http, { error });
}

/** A call whose organization and client are known. */
export interface ScimRequest extends Pick<ScimCall, 'caller' | 'preconditions' | 'notes' | 'language'>, Profile {
  organization: Organization;
}

@Injectable()
export class ScimRequests {
  constructor(
    private readonly organizations: Organizations,
    private readonly connections: Connections,
  ) {}

  /** @throws DomainError `notFound`, or the recorded refusal */
  async openRequest({ http, orgId, caller, ...call }: ScimCall): Promise<ScimRequest> {
    const refusal = REFUSALS.get(http);
    if (refusal) throw refusal.error;
    const organization = await this.organizations.requireOrganization(orgId, caller.configVersion);
    const profile = await this.connections.profileOf(caller.userNo, organization, caller.configVersion);
    rememberDialect(http, profile.dialect);
    return { organization, caller, ...profile, ...call };
  }
}

/** The base URL of one organization's SCIM endpoints. */
export function scimBase(settings: Settings, orgId: string): string {
  return `${settings.publicUrl}/scim/v2/${encodeURIComponent(orgId)}`;
}
