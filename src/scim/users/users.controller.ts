import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Query, Res, UseInterceptors } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access } from '../../common/access/access.js';
import { SCIM_MEDIA_TYPE } from '../error/scim-fault.js';
import { ScimInterceptor } from '../error/scim.interceptor.js';
import type { JsonObject } from '../protocol/evaluate.js';
import { Call, ScimRequests, type ScimCall } from './scim-requests.service.js';
import { UserOperations } from './user-operations.service.js';

/** The User endpoints (RFC 7644 section 3.2). Bodies are checked against the attribute table, not against classes. */
@ApiTags('SCIM')
@ApiProduces(SCIM_MEDIA_TYPE)
@ApiConsumes(SCIM_MEDIA_TYPE)
@UseInterceptors(ScimInterceptor)
@Controller('scim/v2/:orgId/Users')
export class ScimUsersController {
  constructor(
    private readonly users: UserOperations,
    private readonly requests: ScimRequests,
  ) {}

  @Post()
  @Access('user.write')
  @ApiBody({ schema: { type: 'object' } })
  async create(
    @Call() call: ScimCall,
    @Body() body: unknown,
    @Query() query: JsonObject,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JsonObject> {
    const { resource, location } = await this.users.create(await this.requests.open(call), body, query);
    response.setHeader('Location', location);
    return resource;
  }

  @Get()
  @Access('user.read')
  async list(@Call() call: ScimCall, @Query() query: JsonObject) {
    return this.users.list(await this.requests.open(call), query);
  }

  @Post('.search')
  @HttpCode(200)
  @Access('user.read')
  @ApiBody({ schema: { type: 'object' } })
  async search(@Call() call: ScimCall, @Body() body: unknown) {
    return this.users.search(await this.requests.open(call), body);
  }

  @Get(':id')
  @Access('user.read')
  async read(@Call() call: ScimCall, @Param('id') id: string, @Query() query: JsonObject): Promise<JsonObject> {
    return this.users.read(await this.requests.open(call), id, query);
  }

  @Put(':id')
  @Access('user.write')
  @ApiBody({ schema: { type: 'object' } })
  async replace(@Call() call: ScimCall, @Param('id') id: string, @Body() body: unknown, @Query() query: JsonObject): Promise<JsonObject> {
    return this.users.replace(await this.requests.open(call), id, body, query);
  }

  /** 204 without a body, or 200 with the resource when `attributes` is asked for. */
  @Patch(':id')
  @Access('user.write')
  @ApiBody({ schema: { type: 'object' } })
  async patch(
    @Call() call: ScimCall,
    @Param('id') id: string,
    @Body() body: unknown,
    @Query() query: JsonObject,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JsonObject | undefined> {
    const resource = await this.users.patch(await this.requests.open(call), id, body, query);
    response.status(resource ? 200 : 204);
    return resource;
  }

  @Delete(':id')
  @HttpCode(204)
  @Access('user.delete')
  async remove(@Call() call: ScimCall, @Param('id') id: string): Promise<void> {
    await this.users.remove(await this.requests.open(call), id);
  }
}
