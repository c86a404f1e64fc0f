import { Body, Delete, Get, HttpCode, Injectable, Param, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { ExpectedTag, IfMatch } from '../../common/http/entity-tags.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { unknownKey } from '../../users/organizations/metadata-entry.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { UserMetadata } from '../../users/directory/people/user-metadata.service.js';
import { UserDirectory, type AnyUser } from '../../users/roles/user-directory/user-directory.repository.js';
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

@Injectable()
abstract class UserMetadataController {
  protected abstract readonly kind: AnyUser['kind'];

  constructor(
    private readonly directory: UserDirectory,
    private readonly userMetadata: UserMetadata,
  ) {}

  /** Data that other systems keep about a user, by key; values are base64. */
  @Get()
  @ApiOperation({ summary: 'Data that other systems keep about a user, by key' })
  @ApiOkResponse({ type: listView('metadata', MetadataView) })
  @Access('user.read')
  async list(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @ListParam(METADATA_LIST) list: ListRequest,
  ): Promise<ListAnswer<'metadata', MetadataView>> {
    const entries = await this.userMetadata.listMetadata((await this.requireUser(organization, userId)).no);
    return list.answer('metadata', listItems(entries, METADATA_LIST, list), metadataView);
  }

  /** Sets many entries at once, all or none; those with other keys stay. */
  @Put()
  @ApiOperation({ summary: 'Sets many entries at once, all or none; those with other keys stay' })
  @HttpCode(204)
  @Access('user.write')
  async setMany(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Body() { metadata }: MetadataBody,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.userMetadata.setEntries((await this.requireUser(organization, userId)).no, metadata, caller.userId, listExpected(ifMatch));
  }

  /** Removes many entries at once; there need not be such. */
  @Post('_remove')
  @ApiOperation({ summary: 'Removes many entries at once; there need not be such' })
  @HttpCode(204)
  @Access('user.write')
  async removeMany(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Body() { keys }: MetadataKeysBody,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<void> {
    await this.userMetadata.removeEntries((await this.requireUser(organization, userId)).no, keys, caller.userId, listExpected(ifMatch));
  }

  @Get(':key')
  @ApiOperation({ summary: 'One entry' })
  @Access('user.read')
  async get(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Param('key') key: string,
  ): Promise<MetadataView> {
    return this.userMetadata.requireEntry((await this.requireUser(organization, userId)).no, key);
  }

  @Put(':key')
  @ApiOperation({ summary: 'Sets one entry' })
  @HttpCode(204)
  @Access('user.write')
  async set(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Param('key') key: string,
    @Body() { value }: MetadataValueBody,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<void> {
    const { no } = await this.requireUser(organization, userId);
    await this.userMetadata.setEntries(no, [{ key, value }], caller.userId, entryExpected(ifMatch, key));
  }

  @Delete(':key')
  @ApiOperation({ summary: 'Removes one entry' })
  @HttpCode(204)
  @Access('user.write')
  async remove(
    @OrganizationParam() organization: Organization,
    @Param('userId') userId: string,
    @Param('key') key: string,
    @IfMatch() ifMatch: ExpectedTag,
    @Caller() caller: Principal,
  ): Promise<void> {
    const { no } = await this.requireUser(organization, userId);
    if ((await this.userMetadata.removeEntries(no, [key], caller.userId, entryExpected(ifMatch, key))) === 0) throw unknownKey();
  }

  private async requireUser(organization: Organization, id: string): Promise<AnyUser> {
    const user = await this.directory.findById(id);
    if (user?.orgNo === organization.no && user.kind === this.kind) return user;
    throw new DomainError('notFound', 'user.notFound', 'This user does not exist in this organization.');
  }
}

@ApiTags('people')
@AdminController('organizations/:orgId/people/:userId/metadata')
export class PersonMetadataController extends UserMetadataController {
  protected readonly kind = 'person';
}

@ApiTags('service users')
@AdminController('organizations/:orgId/service-users/:userId/metadata')
export class ServiceUserMetadataController extends UserMetadataController {
  protected readonly kind = 'service';
}
