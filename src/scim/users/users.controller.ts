import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Query, Res, UseInterceptors } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, Caller } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { SCIM_MEDIA_TYPE } from '../error/scim-fault.js';
import { ScimInterceptor } from '../error/scim.interceptor.js';
import type { JsonObject } from '../protocol/evaluate.js';
import { UserOperations } from './user.operations.js';

/** The User endpoints (RFC 7644 section 3.2). Bodies are checked against the attribute table, not against classes. */
@ApiTags('SCIM')
@ApiProduces(SCIM_MEDIA_TYPE)
@ApiConsumes(SCIM_MEDIA_TYPE)
@UseInterceptors(ScimInterceptor)
@Controller('scim/v2/:orgId/Users')
export class ScimUsersController {
  constructor(private readonly users: UserOperations) {}

  @Post()
  @Access('user.write')
  @ApiBody({ schema: { type: 'object' } })
  async create(
    @Param('orgId') orgId: string,
    @Body() body: unknown,
    @Query() query: JsonObject,
    @Caller() caller: Principal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<JsonObject> {
    const { resource, location } = await this.users.create(orgId, body, query, caller);
    response.setHeader('Location', location);
    return resource;
  }

  @Get()
  @Access('user.read')
  list(@Param('orgId') orgId: string, @Query() query: JsonObject, @Caller() caller: Principal) {
    return this.users.list(orgId, query, caller);
  }

  @Post('.search')
  @HttpCode(200)
  @Access('user.read')
  @ApiBody({ schema: { type: 'object' } })
  search(@Param('orgId') orgId: string, @Body() body: unknown, @Caller() caller: Principal) {
    return this.users.search(orgId, body, caller);
  }

  @Get(':id')
  @Access('user.read')
  read(@Param('orgId') orgId: string, @Param('id') id: string, @Query() query: JsonObject): Promise<JsonObject> {
    return this.users.read(orgId, id, query);
  }

  @Put(':id')
  @Access('user.write')
  @ApiBody({ schema: { type: 'object' } })
  replace(
    @Param('orgId') orgId: string,
    @Param('id') id: string,
    @Body() body: unknown,
    @Query() query: JsonObject,
    @Caller() caller: Principal,
  ): Promise<JsonObject> {
    return this.users.replace(orgId, id, body, query, caller);
  }

  @Patch(':id')
  @HttpCode(204)
  @Access('user.write')
  @ApiBody({ schema: { type: 'object' } })
  patch(@Param('orgId') orgId: string, @Param('id') id: string, @Body() body: unknown, @Caller() caller: Principal): Promise<void> {
    return this.users.patch(orgId, id, body, caller);
  }

  @Delete(':id')
  @HttpCode(204)
  @Access('user.delete')
  remove(@Param('orgId') orgId: string, @Param('id') id: string, @Caller() caller: Principal): Promise<void> {
    return this.users.remove(orgId, id, caller);
  }
}
