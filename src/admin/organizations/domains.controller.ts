import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import { Access, Caller, ServiceAccess } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { Text } from '../../common/http/fields.js';
import { Domains } from '../../users/organizations/domains.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { OrganizationParam } from './organization-param.js';

export class NewDomainBody {
  @Text(253, { description: 'domain name; unique in the service', example: 'example.com' }) domain: string;
}

export class DomainView {
  @ApiProperty() domain: string;
  @ApiProperty({ description: 'an administrator of the whole service confirmed that it belongs to the organization' }) verified: boolean;
  @ApiProperty({ description: 'suffix of login names' }) primary: boolean;
}

@ApiTags('organizations')
@Controller('admin/v1/organizations/:orgId/domains')
export class DomainsController {
  constructor(private readonly domains: Domains) {}

  @Get()
  @Access('org.read')
  async list(@OrganizationParam() organization: Organization): Promise<{ domains: DomainView[] }> {
    return { domains: await this.domains.listDomains(organization) };
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

  @Delete(':domain')
  @HttpCode(204)
  @Access('org.write')
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('domain') domain: string,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.domains.removeDomain(organization, domain, caller.userId);
  }
}
