import { Get, HttpCode, Param, Post, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiProperty, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Caller, ServiceAccess } from '../../common/access/access.js';
import { ANY_FRESH_CHANGE } from '../../common/access/fresh-changes.js';
import { FreshSignIn } from '../../common/access/fresh-sign-in.js';
import type { Principal } from '../../common/access/principal.js';
import { Clock } from '../../common/primitives/clock.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { isoInstant } from '../../common/http/instants.js';
import { AnyQuery, QueryNames } from '../../common/http/page-query.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { streamedFile } from '../../common/http/streamed-file.js';
import { AdminController } from '../controller/admin-controller.js';
import { StreamedBody } from '../idempotency/idempotency.interceptor.js';
import { ImportBodies } from './import-bodies.service.js';
import { READING_NAMES, readingOf, SEPARATORS, type ReadingQuery } from './formats/body-reading.js';
import { COLUMN_MEMBERS, HASH_KINDS } from './formats/foreign-columns.js';
import { IMPORT_LIST, JOB_STATES, type ImportJob, type ImportOptions } from './jobs/import-jobs.repository.js';
import { ImportJobs } from './jobs/import-jobs.service.js';
import { answerText, type ImportAnswer } from './import-report.js';
import { ImportRunner } from './jobs/import-runner.service.js';
import { ImportService } from './import.service.js';

/** An answer with more entries than this is written piece by piece. */
const LARGE_ANSWER = 10_000;
const FAULTS_AT_ONCE = 1_000;

/** The body for the OpenAPI document only. Nothing is validated by it: members are checked entry by entry, so that one fault does not refuse the whole import. */
const BODY = {
  type: 'object',
  required: ['dataOrgs'],
  properties: {
    dataOrgs: {
      type: 'object',
      properties: {
        orgs: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              orgId: { type: 'string', description: 'id of the organization; created if it does not exist' },
              humanUsers: { type: 'array', items: { type: 'object', additionalProperties: true } },
              groups: { type: 'array', items: { type: 'object', additionalProperties: true } },
              groupMembers: { type: 'array', items: { type: 'object', additionalProperties: true } },
            },
            additionalProperties: true,
          },
        },
      },
    },
    timeout: { type: 'string', description: 'longest duration of the import, in Go’s notation; absent: 5m', example: '5m30s' },
  },
};

@ApiTags('import')
@FreshSignIn(ANY_FRESH_CHANGE)
@AdminController('import')
export class ImportController {
  constructor(
    private readonly imports: ImportService,
    private readonly bodies: ImportBodies,
  ) {}

  /** Imports people with their password hashes, and waits until it is done. The status is 200 even if `errors` lists some who were not added. */
  @Post()
  @StreamedBody()
  @HttpCode(200)
  @ServiceAccess('import')
  @AnyQuery()
  @ApiBody({ schema: BODY as never })
  async run(@Req() request: Request, @Query() query: object, @Caller() caller: Principal): Promise<ImportAnswer | StreamableFile> {
    refuseOptions(query);
    const answer = await this.imports.importAndWait(this.bodies.bodyOf(request, ['json']), caller);
    const entries = answer.errors.length + answer.success.orgs.reduce((sum, { humanUserIds }) => sum + 1 + humanUserIds.length, 0);
    return entries < LARGE_ANSWER ? answer : streamedFile(answerText(answer), caller, 'application/json');
  }
}

class ImportView {
  @ApiProperty() id: string;
  @ApiProperty({ enum: JOB_STATES }) state: string;
  @ApiProperty({ enum: ['create', 'upsert'] }) mode: string;
  @ApiProperty() dryRun: boolean;
  @ApiProperty({ description: 'entries of the body; one of a group with groups in it, or with very many members, counts as several' })
  records: number;
  @ApiProperty({ description: 'entries processed, successful or not' }) done: number;
  @ApiProperty() added: number;
  @ApiProperty() changed: number;
  @ApiProperty() failed: number;
  @ApiProperty({ description: 'groups among the entries that were added' }) groups: number;
  @ApiProperty({ description: 'memberships in groups that were added' }) members: number;
  @ApiProperty({ description: 'entries per second while it was running' }) rate: number;
  @ApiProperty({ description: 'at this rate', nullable: true, type: Number }) secondsLeft: number | null;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer' }, description: 'kind → how many' }) errors: Record<
    string,
    number
  >;
  @ApiProperty({ description: 'why it failed', nullable: true, type: String }) reason: string | null;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ format: 'date-time', nullable: true, type: String }) endedAt: string | null;
}

/** Options of a job; the synchronous import does not have them. */
const OPTION_NAMES = ['mode', 'dryRun', 'allowReusedIds', 'invite', ...READING_NAMES] as const;

interface OptionsQuery extends ReadingQuery {
  mode?: string;
  dryRun?: string;
  allowReusedIds?: string;
  invite?: string;
}

@ApiTags('import')
@FreshSignIn(ANY_FRESH_CHANGE)
@AdminController('imports')
export class ImportsController {
  constructor(
    private readonly imports: ImportService,
    private readonly jobs: ImportJobs,
    private readonly runner: ImportRunner,
    private readonly bodies: ImportBodies,
    private readonly clock: Clock,
  ) {}

  /** Accepts an import of any size as JSON, NDJSON (a person, or a group, per line) or CSV, optionally gzip, and processes it in the background. */
  @Post()
  @StreamedBody()
  @HttpCode(202)
  @ServiceAccess('import')
  @ApiConsumes('application/json', 'application/x-ndjson', 'text/csv')
  @ApiBody({ schema: BODY as never })
  @QueryNames(...OPTION_NAMES)
  @ApiQuery({ name: 'mode', required: false, enum: ['create', 'upsert'] })
  @ApiQuery({ name: 'dryRun', required: false, type: Boolean })
  @ApiQuery({ name: 'allowReusedIds', required: false, type: Boolean })
  @ApiQuery({
    name: 'invite',
    required: false,
    type: Boolean,
    description: 'invites new people by mail who have neither a password nor an identity at a provider',
  })
  @ApiQuery({ name: 'orgId', required: false, description: 'the organization of lines that name none; not for the JSON form of an import' })
  @ApiQuery({
    name: 'column',
    required: false,
    isArray: true,
    type: String,
    description: `HEADER=MEMBER for a file of another system, repeated: the header of a CSV column, or the path to a value (\`profile.login\`) in NDJSON, in a list of JSON objects or in an object with one. Only the named columns are read. Members: ${Object.keys(COLUMN_MEMBERS).join(', ')}. Missing names are taken from the display name or the user name, a missing user name from the address.`,
  })
  @ApiQuery({
    name: 'hash',
    required: false,
    enum: HASH_KINDS,
    description:
      'what the column of passwords has: hashes of a format that is recognized (the default), passwords in clear, or digests in hexadecimal or base64 with the salt of its column before (prefix) or after (suffix) the password',
  })
  @ApiQuery({ name: 'separator', required: false, enum: Object.keys(SEPARATORS), description: 'of CSV; absent: comma' })
  async submit(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Query() query: OptionsQuery,
    @Caller() caller: Principal,
  ): Promise<ImportView> {
    const options = optionsOf(query);
    const body = this.bodies.bodyOf(request, ['json', 'ndjson', 'csv']);
    const job = await this.imports.submitJob({ ...body, reading: readingOf(query, body.format) }, options, caller);
    response.setHeader('Location', `/admin/v1/imports/${job.id}`);
    return this.view(job);
  }

  /** Imports, newest first; in the order of their times when they are filtered by them. */
  @Get()
  @ServiceAccess('import')
  @ApiOkResponse({ type: listView('imports', ImportView) })
  async list(@ListParam(IMPORT_LIST) list: ListRequest): Promise<ListAnswer<'imports', ImportView>> {
    const found = await this.jobs.listJobs(list);
    const views = await Promise.all(found.entries.map((job) => this.view(job)));
    return list.answer('imports', { ...found, entries: views }, (shown) => shown);
  }

  @Get(':importId')
  @ServiceAccess('import')
  async get(@Param('importId') id: string): Promise<ImportView> {
    return this.view(await this.jobs.requireJob(id));
  }

  /** The errors, one per line (NDJSON), in the order of the body: `{line, type, kind, id, message}`. */
  @Get(':importId/errors')
  @ServiceAccess('import')
  async errors(@Param('importId') id: string, @Caller() caller: Principal): Promise<StreamableFile> {
    return streamedFile(this.faultLines(await this.jobs.requireJob(id)), caller, 'application/x-ndjson');
  }

  /** Cancels an import: what is done stays, the rest is dropped. */
  @Post(':importId/_cancel')
  @HttpCode(200)
  @ServiceAccess('import')
  async cancel(@Param('importId') id: string, @Caller() caller: Principal): Promise<ImportView> {
    return this.view(await this.jobs.cancelJob(id, caller.userId));
  }

  /** Resumes an import where it stopped, with the permissions of the caller; nothing is done twice. */
  @Post(':importId/_resume')
  @HttpCode(200)
  @ServiceAccess('import')
  async resume(@Param('importId') id: string, @Caller() caller: Principal): Promise<ImportView> {
    const job = await this.jobs.resumeJob(id, caller);
    void this.runner.runJob(id);
    return this.view(job);
  }

  private async *faultLines(job: ImportJob): AsyncGenerator<string> {
    for (let after = { line: -1, no: 0 }; ;) {
      const page = await this.jobs.faults(job, after, FAULTS_AT_ONCE);
      if (page.length > 0) yield page.map(({ no: _, ...fault }) => `${JSON.stringify(fault)}\n`).join('');
      const last = page.at(-1);
      if (!last || page.length < FAULTS_AT_ONCE) return;
      after = { line: last.line, no: last.no };
    }
  }

  private async view(job: ImportJob): Promise<ImportView> {
    const { id, state, options, records, done, added, changed, failed, groups, members, reason } = job;
    const workedUs = job.workedUs + (state === 'running' && job.startedUs !== null ? this.clock.nowUs() - job.startedUs : 0);
    const rate = workedUs > 0 ? (done * 1e6) / workedUs : 0;
    return {
      id,
      state,
      mode: options.mode,
      dryRun: options.dryRun,
      records,
      done,
      added,
      changed,
      failed,
      groups,
      members,
      rate: Math.round(rate),
      secondsLeft: state === 'running' && rate > 0 ? Math.ceil((records - done) / rate) : null,
      errors: await this.jobs.faultsByKind(job),
      reason,
      createdAt: isoInstant(job.createdUs),
      endedAt: job.endedUs === null ? null : isoInstant(job.endedUs),
    };
  }
}

/** Refuses options of jobs: a dry run requested here would be a real import. @throws DomainError `invalid` */
function refuseOptions(query: object): void {
  const option = OPTION_NAMES.find((name) => name in query);
  if (option !== undefined)
    throw new DomainError('invalid', 'query.unknown', `${option} is for POST /admin/v1/imports; this import takes no options.`, option);
}

/** @throws DomainError `invalid` */
function optionsOf({ mode = 'create', dryRun, allowReusedIds, invite }: OptionsQuery): ImportOptions {
  if (mode !== 'create' && mode !== 'upsert') throw new DomainError('invalid', 'import.mode', 'mode must be create or upsert.', 'mode');
  return { mode, dryRun: flag('dryRun', dryRun), allowReusedIds: flag('allowReusedIds', allowReusedIds), invite: flag('invite', invite) };
}

function flag(name: string, text: unknown): boolean {
  if (text === undefined || text === 'false') return false;
  if (text === 'true') return true;
  throw new DomainError('invalid', 'import.flag', `${name} must be true or false.`, name);
}
