// The servers of the database: which there are, and which one all processes work with.
import { Body, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Caller, ServiceAccess } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { PrintableText } from '../../common/http/fields.js';
import { AdminController } from '../controller/admin-controller.js';
import { Repeatable } from '../idempotency/idempotency.interceptor.js';
import { DatabaseHosts } from './database-hosts.service.js';
import { DatabaseView } from './database-view.js';

export class UseDatabaseHostBody {
  @PrintableText(300, { description: 'one of `hosts`, with its port', example: 'db1.example.com:3306' }) host: string;
}

@ApiTags('database')
@AdminController('database')
export class DatabaseHostsController {
  constructor(private readonly hosts: DatabaseHosts) {}

  @Get()
  @ServiceAccess('database.read')
  @ApiOperation({ summary: 'The servers of the database, and which one is worked with' })
  @ApiOkResponse({ type: DatabaseView })
  get(): Promise<DatabaseView> {
    return this.hosts.show();
  }

  @Post('_use')
  @Repeatable()
  @HttpCode(200)
  @ServiceAccess('database.write')
  @ApiOperation({ summary: 'Has all processes work with another server of the database' })
  @ApiOkResponse({ type: DatabaseView })
  use(@Body() { host }: UseDatabaseHostBody, @Caller() { userId }: Principal): Promise<DatabaseView> {
    return this.hosts.use(host, userId);
  }
}
