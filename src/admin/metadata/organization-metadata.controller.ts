import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { unknownKey } from '../../users/organizations/metadata-entry.js';
import { OrganizationMetadata } from '../../users/organizations/organization-metadata.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import { MetadataBody, MetadataKeysBody, MetadataValueBody, type MetadataView } from './metadata.bodies.js';

@ApiTags('organizations')
@Controller('admin/v1/organizations/:orgId/metadata')
export class OrganizationMetadataController {
  constructor(private readonly organizationMetadata: OrganizationMetadata) {}

  /** Data that other systems keep about the organization, by key; values are base64. */
  @Get()
  @ApiOperation({ summary: 'Data that other systems keep about the organization, by key' })
  @Access('org.read')
  async list(@OrganizationParam() organization: Organization): Promise<{ metadata: MetadataView[] }> {
    return { metadata: await this.organizationMetadata.listMetadata(organization) };
  }

  /** Sets many entries at once, all or none; those with other keys stay. */
  @Put()
  @ApiOperation({ summary: 'Sets many entries at once, all or none; those with other keys stay' })
  @HttpCode(204)
  @Access('org.write')
  async setMany(
    @OrganizationParam() organization: Organization,
    @Body() { metadata }: MetadataBody,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.organizationMetadata.setEntries(organization, metadata, caller.userId);
  }

  /** Removes many entries at once; there need not be such. */
  @Post('_remove')
  @ApiOperation({ summary: 'Removes many entries at once; there need not be such' })
  @HttpCode(204)
  @Access('org.write')
  async removeMany(
    @OrganizationParam() organization: Organization,
    @Body() { keys }: MetadataKeysBody,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.organizationMetadata.removeEntries(organization, keys, caller.userId);
  }

  @Get(':key')
  @ApiOperation({ summary: 'One entry' })
  @Access('org.read')
  async get(@OrganizationParam() organization: Organization, @Param('key') key: string): Promise<MetadataView> {
    return this.organizationMetadata.requireEntry(organization, key);
  }

  @Put(':key')
  @ApiOperation({ summary: 'Sets one entry' })
  @HttpCode(204)
  @Access('org.write')
  async set(
    @OrganizationParam() organization: Organization,
    @Param('key') key: string,
    @Body() { value }: MetadataValueBody,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.organizationMetadata.setEntries(organization, [{ key, value }], caller.userId);
  }

  @Delete(':key')
  @ApiOperation({ summary: 'Removes one entry' })
  @HttpCode(204)
  @Access('org.write')
  async remove(@OrganizationParam() organization: Organization, @Param('key') key: string, @Caller() caller: Principal): Promise<void> {
    if ((await this.organizationMetadata.removeEntries(organization, [key], caller.userId)) === 0) throw unknownKey();
  }
}
