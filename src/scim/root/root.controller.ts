import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Put, Query, Res, UseInterceptors } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, OwnAccess } from '../../common/access/access.js';
import { BulkOperations } from '../bulk/bulk-operations.service.js';
import { SCIM_MEDIA_TYPE } from '../error/scim-fault.js';
import { ScimInterceptor } from '../error/scim.interceptor.js';
import type { JsonObject } from '../protocol/query/evaluate.js';
import { ScimError } from '../protocol/wire/scim-error.js';
import { Call, ScimRequests, type ScimCall } from '../resources/scim-requests.service.js';
import { answerRead } from '../resources/resource-controller.js';
import { ResourceOperations } from '../resources/resource-operations.service.js';
import { streamedAnswer } from '../resources/streamed-answer.js';
import { USER } from '../protocol/schema/user.schema.js';

/** Endpoints outside of any resource type (RFC 7644 section 3.2). */
@ApiTags('SCIM')
@ApiProduces(SCIM_MEDIA_TYPE)
@ApiConsumes(SCIM_MEDIA_TYPE)
@UseInterceptors(ScimInterceptor)
@Controller('scim/v2/:orgId')
export class ScimRootController {
  constructor(
    private readonly operations: ResourceOperations,
    private readonly bulk: BulkOperations,
    private readonly requests: ScimRequests,
  ) {}

  /** Searches all resource types (RFC 7644 section 3.4.3). */
  @Post('.search')
  @HttpCode(200)
  @Access('user.read')
  @ApiBody({ schema: { type: 'object' } })
  async search(@Call() call: ScimCall, @Body() body: unknown) {
    return streamedAnswer(await this.operations.searchTypes(await this.requests.openRequest(call), body), call.caller);
  }

  /** Many operations, each in a separate transaction (RFC 7644 section 3.7). */
  @Post('Bulk')
  @HttpCode(200)
  @Access('user.write')
  @ApiBody({ schema: { type: 'object' } })
  async runBulk(@Call() call: ScimCall, @Body() body: unknown) {
    return this.bulk.runBulk(await this.requests.openRequest(call), body);
  }

  /** The person that the token identifies; Content-Location has the permanent URL (RFC 7644 section 3.11). */
  @Get('Me')
  @OwnAccess()
  async me(@Call() call: ScimCall, @Query() query: JsonObject, @Res({ passthrough: true }) response: Response) {
    const { kind, userId } = call.caller;
    if (kind !== 'person') throw new ScimError('SCIM-ME', '/Me is the user whose token is sent; this token belongs to a client.');
    return answerRead(response, await this.operations.read(await this.requests.openRequest(call), USER, userId, query), call.caller);
  }

  /** People change their own data on the pages of their account, which request the password again. */
  @Post('Me')
  @OwnAccess()
  createMe(): never {
    return notByMe();
  }

  @Put('Me')
  @OwnAccess()
  replaceMe(): never {
    return notByMe();
  }

  @Patch('Me')
  @OwnAccess()
  patchMe(): never {
    return notByMe();
  }

  @Delete('Me')
  @OwnAccess()
  removeMe(): never {
    return notByMe();
  }
}

function notByMe(): never {
  throw new ScimError('SCIM-ME', '/Me is read-only; change the user at its own address.');
}
