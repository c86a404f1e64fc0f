import { Body, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access, Caller, ServiceAccess } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { OneOf, Text } from '../../common/http/fields.js';
import { isoInstant } from '../../common/http/instants.js';
import { filePath, PROOF_METHODS, recordName, type DomainChallenge, type ProofMethod } from '../../users/organizations/domain-challenge.js';
import { DomainProofs } from '../../users/organizations/domain-proofs.service.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { listItems, type ItemList } from '../../common/primitives/list-items.js';
import { PolicyPermission } from '../../users/roles/memberships/policy-permission.service.js';
import { Domains } from '../../users/organizations/domains.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationParam } from './organization-param.js';

export class NewDomainBody {
  @Text(253, { description: 'domain name; unique in the service', example: 'example.com' }) domain: string;
}

export class DomainView {
  @ApiProperty() domain: string;
  @ApiProperty({ description: 'the organization proved that it owns the domain, or an administrator of the service verified it' })
  verified: boolean;
  @ApiProperty({ description: 'suffix of login names' }) primary: boolean;
}

export class DomainChallengeBody {
  @OneOf(PROOF_METHODS, { description: 'by a TXT record of the domain, or by a file of its web site' }) method: ProofMethod;
}

/** What to publish. */
export class DomainChallengeView {
  @ApiProperty() domain: string;
  @ApiProperty({ enum: PROOF_METHODS }) method: ProofMethod;
  @ApiProperty({ description: 'name of the TXT record, or address of the file', example: '_gatehouse-challenge.example.com' }) name: string;
  @ApiProperty({ description: 'the text of the record or of the file' }) content: string;
  @ApiProperty({ format: 'date-time' }) expiresAt: string;
}

/** By name. */
const DOMAIN_LIST: ItemList<DomainView> = {
  no: ({ domain }) => domain,
  sorts: { domain: ({ domain }) => domain },
  filters: {
    domain: { kind: 'startsWith', of: ({ domain }) => domain },
    verified: { kind: 'is', words: ['true', 'false'], of: ({ verified }) => String(verified) },
    q: { kind: 'contains', of: ({ domain }) => domain },
  },
  defaultLimit: 1_000,
};

@ApiTags('organizations')
@AdminController('organizations/:orgId/domains')
export class DomainsController {
  constructor(
    private readonly domains: Domains,
    private readonly proofs: DomainProofs,
    private readonly permission: PolicyPermission,
  ) {}

  @Get()
  @ApiOkResponse({ type: listView('domains', DomainView) })
  @Access('org.read')
  async list(
    @OrganizationParam() organization: Organization,
    @ListParam(DOMAIN_LIST) list: ListRequest,
  ): Promise<ListAnswer<'domains', DomainView>> {
    return list.answer('domains', listItems(await this.domains.listDomains(organization), DOMAIN_LIST, list), (domain) => domain);
  }

  @Get(':domain')
  @ApiOperation({ summary: 'One domain of the organization' })
  @ApiOkResponse({ type: DomainView })
  @Access('org.read')
  get(@OrganizationParam() organization: Organization, @Param('domain') domain: string): Promise<DomainView> {
    return this.domains.requireDomain(organization, domain);
  }

  /** Adds a domain, which has no effect before it is verified. */
  @Post()
  @Access('org.write')
  async add(
    @OrganizationParam() organization: Organization,
    @Body() { domain }: NewDomainBody,
    @Caller() caller: Principal,
  ): Promise<DomainView> {
    return this.domains.addDomain(organization, domain, caller.userId);
  }

  /** Confirms that a domain belongs to the organization. Login names may then end in it, and provisioned e-mail addresses in it count as verified. */
  @Post(':domain/_verify')
  @HttpCode(200)
  @ServiceAccess('org.write')
  async verify(
    @OrganizationParam() organization: Organization,
    @Param('domain') domain: string,
    @Caller() caller: Principal,
  ): Promise<DomainView> {
    return this.domains.verifyDomain(organization, domain, caller.userId);
  }

  /** Says what to publish to prove that the domain is the organization's own; a challenge from before is over. */
  @Post(':domain/_challenge')
  @ApiOperation({ summary: 'Asks how to prove a domain' })
  @HttpCode(200)
  @Access('org.write')
  async challenge(
    @OrganizationParam() organization: Organization,
    @Param('domain') domain: string,
    @Body() { method }: DomainChallengeBody,
    @Caller() caller: Principal,
  ): Promise<DomainChallengeView> {
    return challengeView(await this.proofs.challenge(organization, domain, method, caller.userId));
  }

  /** Checks whether the challenge is published. If it is, the domain counts as verified, as if an administrator of the service had verified it. */
  @Post(':domain/_prove')
  @ApiOperation({ summary: 'Verifies a domain whose proof is published' })
  @HttpCode(200)
  @Access('org.write')
  async prove(
    @OrganizationParam() organization: Organization,
    @Param('domain') domain: string,
    @Caller() caller: Principal,
  ): Promise<DomainView> {
    return this.proofs.prove(organization, domain, caller);
  }

  /** Makes a verified domain the suffix of login names. People can also sign in with the previous one until it is removed. */
  @Post(':domain/_set-primary')
  @HttpCode(200)
  @Access('org.write')
  async setPrimary(
    @OrganizationParam() organization: Organization,
    @Param('domain') domain: string,
    @Caller() caller: Principal,
  ): Promise<DomainView> {
    return this.domains.setPrimary(organization, domain, caller.userId);
  }

  /** Giving up a verified domain takes every permission of the people of the organization: they sign in by it. */
  @Delete(':domain')
  @ApiOperation({ summary: 'Removes a domain' })
  @HttpCode(204)
  @Access('org.write')
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('domain') domain: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.domains.removeDomain(organization, domain, caller.userId, this.permission.permitsDomainLoss(caller));
  }
}

function challengeView({ domain, method, token, proof, expiresUs }: DomainChallenge): DomainChallengeView {
  const name = method === 'dns' ? recordName(domain) : `https://${domain}${filePath(token)}`;
  return { domain, method, name, content: proof, expiresAt: isoInstant(expiresUs) };
}
