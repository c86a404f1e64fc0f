// The endpoints of a resource type (RFC 7644 section 3.2), the same for each type. Bodies are validated against the attribute table, not
// against classes.
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Put,
  Query,
  Res,
  StreamableFile,
  UseInterceptors,
} from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiParam, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { ServerResponse } from 'node:http';
import { Access } from '../../common/access/access.js';
import { SCIM_MEDIA_TYPE } from '../error/scim-fault.js';
import { ScimInterceptor } from '../error/scim.interceptor.js';
import type { ResourceType } from '../protocol/schema/attribute.js';
import type { JsonObject } from '../protocol/query/evaluate.js';
import type { ResourcePermissions } from './resource-binding.js';
import { ResourceOperations, type DescribedResource, type ShownResource } from './resource-operations.service.js';
import { streamedAnswer } from './streamed-answer.js';
import { Call, ScimRequests, type ScimCall } from './scim-requests.service.js';

/**
 * Sets the headers with the location and version of the resource in an answer (RFC 7644 section 3.1, RFC 7643 section 3.1, RFC 9110 section
 * 8.7).
 */
function describeShown(response: ServerResponse, { location, tag }: DescribedResource): void {
  response.setHeader('Location', location);
  response.setHeader('Content-Location', location);
  response.setHeader('ETag', tag);
}

/** The answer to a read: the resource, or 304 without it if the caller already has this version. */
export function answerRead(
  response: ServerResponse,
  shown: ShownResource | DescribedResource,
  caller: ScimCall['caller'],
): JsonObject | StreamableFile | undefined {
  if ('resource' in shown) {
    describeShown(response, shown);
    return streamedAnswer(shown.resource, caller);
  }
  // What the answer with the resource would have (RFC 9110 section 15.4.5).
  response.setHeader('Content-Location', shown.location);
  response.setHeader('ETag', shown.tag);
  response.statusCode = 304;
  return undefined;
}

/** A controller of the endpoints of `type`. A named class must extend it; its name appears in the operations of the documentation. */
export function resourceController(type: ResourceType, permissions: ResourcePermissions) {
  @ApiTags('SCIM')
  @ApiProduces(SCIM_MEDIA_TYPE)
  @ApiConsumes(SCIM_MEDIA_TYPE)
  @ApiParam({ name: 'orgId', type: 'string' })
  @UseInterceptors(ScimInterceptor)
  @Controller(`scim/v2/:orgId${type.endpoint}`)
  class ResourceController {
    constructor(
      readonly operations: ResourceOperations,
      readonly requests: ScimRequests,
    ) {}

    @Post()
    @Access(permissions.write)
    @ApiBody({ schema: { type: 'object' } })
    async create(
      @Call() call: ScimCall,
      @Body() body: unknown,
      @Query() query: JsonObject,
      @Res({ passthrough: true }) response: ServerResponse,
    ): Promise<JsonObject | StreamableFile> {
      const shown = await this.operations.create(await this.requests.openRequest(call), type, body, query);
      describeShown(response, shown);
      return streamedAnswer(shown.resource, call.caller);
    }

    @Get()
    @Access(permissions.read)
    async list(@Call() call: ScimCall, @Query() query: JsonObject) {
      return streamedAnswer(await this.operations.list(await this.requests.openRequest(call), type, query), call.caller);
    }

    @Post('.search')
    @HttpCode(200)
    @Access(permissions.read)
    @ApiBody({ schema: { type: 'object' } })
    async search(@Call() call: ScimCall, @Body() body: unknown) {
      return streamedAnswer(await this.operations.search(await this.requests.openRequest(call), type, body), call.caller);
    }

    /** 304 if the caller already has this version and says so. */
    @Get(':id')
    @Access(permissions.read)
    async read(
      @Call() call: ScimCall,
      @Param('id') id: string,
      @Query() query: JsonObject,
      @Res({ passthrough: true }) response: ServerResponse,
    ): Promise<JsonObject | StreamableFile | undefined> {
      return answerRead(response, await this.operations.read(await this.requests.openRequest(call), type, id, query), call.caller);
    }

    @Put(':id')
    @Access(permissions.write)
    @ApiBody({ schema: { type: 'object' } })
    async replace(
      @Call() call: ScimCall,
      @Param('id') id: string,
      @Body() body: unknown,
      @Query() query: JsonObject,
      @Res({ passthrough: true }) response: ServerResponse,
    ): Promise<JsonObject | StreamableFile> {
      const shown = await this.operations.replace(await this.requests.openRequest(call), type, id, body, query);
      describeShown(response, shown);
      return streamedAnswer(shown.resource, call.caller);
    }

    /** 204 without a body, or 200 with the resource if `attributes` is requested. */
    @Patch(':id')
    @Access(permissions.write)
    @ApiBody({ schema: { type: 'object' } })
    async patch(
      @Call() call: ScimCall,
      @Param('id') id: string,
      @Body() body: unknown,
      @Query() query: JsonObject,
      @Res({ passthrough: true }) response: ServerResponse,
    ): Promise<JsonObject | StreamableFile | undefined> {
      const shown = await this.operations.patch(await this.requests.openRequest(call), type, id, body, query);
      if ('resource' in shown) {
        describeShown(response, shown);
        response.statusCode = 200;
        return streamedAnswer(shown.resource, call.caller);
      }
      response.setHeader('ETag', shown.tag);
      response.statusCode = 204;
      return undefined;
    }

    @Delete(':id')
    @HttpCode(204)
    @Access(permissions.remove)
    async remove(@Call() call: ScimCall, @Param('id') id: string): Promise<void> {
      await this.operations.remove(await this.requests.openRequest(call), type, id);
    }
  }
  return ResourceController;
}

/** The type of controller that {@link resourceController} returns. */
export type ResourceController = InstanceType<ReturnType<typeof resourceController>>;
