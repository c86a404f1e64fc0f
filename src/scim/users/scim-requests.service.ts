// Resolves the caller, the organization and the client's dialect, with which every operation starts.
import { createParamDecorator, Injectable, type ExecutionContext } from '@nestjs/common';
import type { Principal } from '../../common/access/principal.js';
import type { Settings } from '../../common/settings/settings.js';
import { domainOf, Domains } from '../../users/organizations/domains.service.js';
import { Organizations, type Organization } from '../../users/organizations/organizations.service.js';
import { ChangePermission } from '../../users/people/change-permission.service.js';
import type { Trust } from '../../users/people/person-changes.js';
import type { ChangeTerms } from '../../users/people/people.service.js';
import { languageOf } from '../error/texts.js';
import { Connections } from '../provisioning/connections.service.js';
import type { Note, NotedRequest } from '../provisioning/record-provisioning.js';
import type { Dialect } from '../protocol/dialect.js';

/** A call as it comes from HTTP. */
export interface ScimCall {
  orgId: string;
  caller: Principal;
  notes: Note[];
  /** For failures inside a successful response. */
  language: string;
}

/** The call, as a parameter of a handler. */
export const Call = createParamDecorator((_: unknown, context: ExecutionContext): ScimCall => {
  const request = context.switchToHttp().getRequest<NotedRequest & { user: Principal }>();
  return { orgId: String(request.params.orgId), caller: request.user, notes: (request.notes ??= []), language: languageOf(request) };
});

/** A call whose organization and client are known. */
export interface ScimRequest {
  organization: Organization;
  caller: Principal;
  dialect: Dialect;
  terms: Required<ChangeTerms>;
  /** Reports to the provisioning log. */
  notes: Note[];
  language: string;
}

@Injectable()
export class ScimRequests {
  constructor(
    private readonly organizations: Organizations,
    private readonly domains: Domains,
    private readonly connections: Connections,
    private readonly guard: ChangePermission,
  ) {}

  /** @throws DomainError `notFound` */
  async open({ orgId, caller, notes, language }: ScimCall): Promise<ScimRequest> {
    const organization = await this.organizations.require(orgId, caller.configVersion);
    const [{ dialect, domainNo, emailTrust }, owned] = await Promise.all([
      this.connections.profileOf(caller.userNo, organization, caller.configVersion),
      this.domains.ownedBy(organization, caller.configVersion),
    ]);
    // Addresses in the organization's own domains are always trusted. For others, only a connection that is trusted with all may vouch, and only for
    // those that it adds itself, not for those that the person had before.
    const trusts: Trust = (address, isNew) => (emailTrust === 'all' && isNew) || owned.has(domainOf(address));
    return { organization, caller, dialect, terms: { domainNo, trusts, permit: this.guard.permits(caller) }, notes, language };
  }
}

/** The address under which everything of one organization lies. */
export function scimBase(settings: Settings, orgId: string): string {
  return `${settings.publicUrl}/scim/v2/${encodeURIComponent(orgId)}`;
}
