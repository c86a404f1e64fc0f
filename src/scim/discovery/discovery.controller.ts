import { Controller, Get, Inject, Param, Query, Req, UseInterceptors } from '@nestjs/common';
import { ApiParam, ApiProduces, ApiTags } from '@nestjs/swagger';
import { Public } from '../../common/access/access.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { dialectOfRequest } from '../error/dialect-of-request.js';
import { SCIM_MEDIA_TYPE } from '../error/scim-fault.js';
import { ScimInterceptor } from '../error/scim.interceptor.js';
import { describeResourceTypes, describeSchemas, describeServiceProvider, type SchemaDocument } from '../protocol/describe.js';
import { listResponse } from '../protocol/wire/messages.js';
import { ResourceTypes } from '../resources/resource-types.service.js';
import { scimBase } from '../resources/scim-requests.service.js';

/**
 * The discovery endpoints (RFC 7644 section 4). They are public and the same for every organization. With a token, the answer shows the
 * requirements of that client's dialect.
 */
@ApiTags('SCIM')
@ApiProduces(SCIM_MEDIA_TYPE)
@UseInterceptors(ScimInterceptor)
@Controller('scim/v2/:orgId')
export class ScimDiscoveryController {
  constructor(
    private readonly types: ResourceTypes,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  @Get('ServiceProviderConfig')
  @Public()
  serviceProvider(@Param('orgId') orgId: string, @Query() query: object) {
    refuseFilter(query);
    const { scimDocumentationUri: documentationUri, scimEtag: etag } = this.settings;
    return describeServiceProvider(scimBase(this.settings, orgId), { documentationUri, etag });
  }

  @Get('Schemas')
  @Public()
  schemas(@Param('orgId') orgId: string, @Query() query: object, @Req() request: object) {
    refuseFilter(query);
    return listResponse(this.describeSchemas(orgId, request));
  }

  @Get('Schemas/:id')
  @Public()
  schema(@Param('orgId') orgId: string, @Param('id') id: string, @Req() request: object) {
    return oneOf(this.describeSchemas(orgId, request), id, 'schema');
  }

  @Get('ResourceTypes')
  @Public()
  resourceTypes(@Param('orgId') orgId: string, @Query() query: object) {
    refuseFilter(query);
    return listResponse(describeResourceTypes(scimBase(this.settings, orgId), this.types.all));
  }

  @Get('ResourceTypes/:name')
  @ApiParam({ name: 'name', example: 'User' })
  @Public()
  resourceType(@Param('orgId') orgId: string, @Param('name') name: string) {
    return oneOf(describeResourceTypes(scimBase(this.settings, orgId), this.types.all), name, 'resource type');
  }

  private describeSchemas(orgId: string, request: object): SchemaDocument[] {
    return describeSchemas(scimBase(this.settings, orgId), this.types.all, dialectOfRequest(request));
  }
}

/** RFC 7644 section 4: filters are refused, so that a client never mistakes the whole list for its filtered result. */
function refuseFilter(query: object): void {
  if (Object.keys(query).some((name) => name.toLowerCase() === 'filter'))
    throw new DomainError('forbidden', 'scim.discoveryFilter', 'Discovery endpoints cannot be filtered.');
}

function oneOf<T extends { id: string }>(documents: readonly T[], id: string, what: string): T {
  const found = documents.find((document) => document.id.toLowerCase() === id.toLowerCase());
  if (!found) throw new DomainError('notFound', 'scim.unknown', `This ${what} does not exist.`);
  return found;
}
