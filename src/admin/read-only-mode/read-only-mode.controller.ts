// The mode in which all processes answer and none writes.
import { Body, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Caller, ServiceAccess } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { WRITES_DRAINED_MS } from '../../common/database/write-gate.js';
import { PrintableText } from '../../common/http/fields.js';
import { isoInstant } from '../../common/http/instants.js';
import { AdminController } from '../controller/admin-controller.js';
import { Repeatable } from '../idempotency/idempotency.interceptor.js';
import type { BegunMode } from './read-only-mode.repository.js';
import { ReadOnlyMode } from './read-only-mode.service.js';

export class BeginReadOnlyModeBody {
  @PrintableText(300, { description: 'why, for people who read the state', example: 'the database moves', optional: true }) reason?: string;
}

export class ReadOnlyModeView {
  @ApiProperty({ description: 'whether processes only read' }) readOnly: boolean;
  @ApiProperty({ type: String, nullable: true, format: 'date-time' }) since: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'from when on no process writes any more' })
  settledAt: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'id of who began it' }) editor: string | null;
  @ApiProperty({ type: String, nullable: true }) reason: string | null;
}

@ApiTags('read-only mode')
@AdminController('read-only-mode')
export class ReadOnlyModeController {
  constructor(private readonly mode: ReadOnlyMode) {}

  @Get()
  @ServiceAccess('mode.read')
  @ApiOperation({ summary: 'Whether all processes only read, since when, and why' })
  @ApiOkResponse({ type: ReadOnlyModeView })
  async get(): Promise<ReadOnlyModeView> {
    return view(await this.mode.find());
  }

  @Post('_begin')
  @Repeatable()
  @HttpCode(200)
  @ServiceAccess('mode.write')
  @ApiOperation({ summary: 'Makes all processes read-only; no sign-in works until it ends' })
  @ApiOkResponse({ type: ReadOnlyModeView })
  async begin(@Body() { reason }: BeginReadOnlyModeBody, @Caller() { userId }: Principal): Promise<ReadOnlyModeView> {
    return view(await this.mode.begin(reason, userId));
  }

  @Post('_end')
  @Repeatable()
  @HttpCode(200)
  @ServiceAccess('mode.write')
  @ApiOperation({ summary: 'Has all processes write again' })
  @ApiOkResponse({ type: ReadOnlyModeView })
  async end(@Caller() { userId }: Principal): Promise<ReadOnlyModeView> {
    await this.mode.end(userId);
    return view(undefined);
  }
}

function view(mode: BegunMode | undefined): ReadOnlyModeView {
  return {
    readOnly: mode !== undefined,
    since: mode ? isoInstant(mode.sinceUs) : null,
    settledAt: mode ? isoInstant(mode.sinceUs + WRITES_DRAINED_MS * 1_000) : null,
    editor: mode?.editor ?? null,
    reason: mode?.reason ?? null,
  };
}
