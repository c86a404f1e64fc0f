import { Get, Param, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiProduces, ApiOkResponse, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Access, Caller } from '../../common/access/access.js';
import { FreshSignIn } from '../../common/access/fresh-sign-in.js';
import type { Principal } from '../../common/access/principal.js';
import { QueryNames } from '../../common/http/page-query.js';
import { streamedFile } from '../../common/http/streamed-file.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { Organizations } from '../../users/organizations/organizations.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { OrganizationExport } from './organization-export.service.js';

const NDJSON = 'application/x-ndjson';

@ApiTags('export')
@FreshSignIn('secrets', { reads: true })
@AdminController('organizations/:orgId/export')
export class ExportsController {
  constructor(
    private readonly organizations: Organizations,
    private readonly exports: OrganizationExport,
  ) {}

  /**
   * Exports an organization as lines that an import takes (NDJSON), password hashes included. Lines `{"export":{"cursor":…}}` say where an
   * interrupted export continues; the last line of a complete one is `{"export":{"complete":true,"counts":{…}}}`.
   */
  @Get()
  @Access('export')
  @QueryNames('after')
  @ApiQuery({ name: 'after', required: false, type: String, description: 'cursor of the last mark that arrived; goes on behind it' })
  @ApiProduces(NDJSON)
  @ApiOkResponse({ description: 'one entry per line', content: { [NDJSON]: { schema: { type: 'string' } } } })
  async exportOrganization(
    @Param('orgId') orgId: string,
    @Query('after') after: unknown,
    @Caller() caller: Principal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    if (after !== undefined && typeof after !== 'string')
      throw new DomainError('invalid', 'query.twice', 'after may be given once.', 'after');
    const organization = await this.organizations.requireOrganization(orgId);
    const text = await this.exports.begin(organization, after, caller.userId);
    response.setHeader('Cache-Control', 'no-store');
    return streamedFile(inChunks(text), caller, NDJSON);
  }
}

const CHUNK = 65_536;

/** Short lines together: each piece of a stream costs. */
async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let chunk = '';
  for await (const line of lines) {
    chunk += line;
    if (chunk.length < CHUNK) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  yield Buffer.from(chunk);
}
