import { Body, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { ExpectedTag, IfMatch } from '../../common/http/entity-tags.js';
import { unknownKey } from '../../users/organizations/metadata-entry.js';
import { OrganizationMetadata } from '../../users/organizations/organization-metadata.service.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { OrganizationParam } from '../organizations/organization-param.js';
import {
  entryExpected,
  listExpected,
  MetadataBody,
  MetadataKeysBody,
  METADATA_LIST,
  MetadataValueBody,
  metadataView,
  MetadataView,
} from './metadata.bodies.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { listItems } from '../../common/primitives/list-items.js';
import { AdminController } from '../controller/admin-controller.js';

@ApiTags('organizations')
@AdminController('organizations/:orgId/metadata')
export class OrganizationMetadataController {
  constructor(private readonly organizationMetadata: OrganizationMetadata) {}

  /** Data that other systems keep about the organization, by key; values are base64. */
  @Get()
  @ApiOperation({ summary: 'Data that other systems keep about the organization, by key' })
  @ApiOkResponse({ type: listView('metadata', MetadataView) })
  @Access('org.read')
  async list(
    @OrganizationParam() organization: Organization,
    @ListParam(METADATA_LIST) list: ListRequest,
  ): Promise<ListAnswer<'metadata', MetadataView>> {
    const entries = await this.organizationMetadata.listMetadata(organization);
    return list.answer('metadata', listItems(entries, METADATA_LIST, list), metadataView);
  }

  /** Sets many entries at once, all or none; those with other keys stay. */
  @Put()
  @ApiOperation({ summary: 'Sets many entries at once, all or none; those with other keys stay' })
  @HttpCode(204)
  @Access('org.write')
  async setMany(
    @OrganizationParam() organization: Organization,
    @Body() { metadata }: MetadataBody,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.organizationMetadata.setEntries(organization, metadata, caller.userId, listExpected(ifMatch));
  }

  /** Removes many entries at once; there need not be such. */
  @Post('_remove')
  @ApiOperation({ summary: 'Removes many entries at once; there need not be such' })
  @HttpCode(204)
  @Access('org.write')
  async removeMany(
    @OrganizationParam() organization: Organization,
    @Body() { keys }: MetadataKeysBody,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.organizationMetadata.removeEntries(organization, keys, caller.userId, listExpected(ifMatch));
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
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.organizationMetadata.setEntries(organization, [{ key, value }], caller.userId, entryExpected(ifMatch, key));
  }

  @Delete(':key')
  @ApiOperation({ summary: 'Removes one entry' })
  @HttpCode(204)
  @Access('org.write')
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('key') key: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<void> {
    const removed = await this.organizationMetadata.removeEntries(organization, [key], caller.userId, entryExpected(ifMatch, key));
    if (removed === 0) throw unknownKey();
  }
}
