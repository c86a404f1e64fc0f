import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, ServiceAccess } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { DomainError } from '../../common/errors.js';
import { parseGoDuration } from './go-duration.js';
import { ImportBody } from './import.body.js';
import { ImportService, type ImportReport } from './import.service.js';

const DEFAULT_TIMEOUT = '5m';

@ApiTags('import')
@Controller('admin/v1/import')
export class ImportsController {
  constructor(private readonly imports: ImportService) {}

  /** Imports people with their password hashes. 200 also when `errors` lists some who were not added. */
  @Post()
  @HttpCode(200)
  @ServiceAccess('import')
  run(@Body() body: ImportBody, @Caller() caller: Principal): Promise<ImportReport> {
    const timeoutMs = parseGoDuration(body.timeout ?? DEFAULT_TIMEOUT);
    if (timeoutMs === undefined) throw new DomainError('invalid', 'import.timeout', 'timeout must be a duration such as 5m30s.', 'timeout');
    return this.imports.run(body.dataOrgs.orgs, timeoutMs, caller.userId);
  }
}
