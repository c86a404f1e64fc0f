// Background jobs: what runs by itself, how it went last, and starting one now.
import { Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Caller, ServiceAccess } from '../../common/access/access.js';
import type { Principal } from '../../common/access/principal.js';
import { isoInstant } from '../../common/http/instants.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { ListParam, listView, type ListAnswer, type ListRequest } from '../../common/http/list-request.js';
import { listItems, type ItemList } from '../../common/primitives/list-items.js';
import { Jobs, type JobState } from '../../common/work/jobs.service.js';
import { AdminController } from '../controller/admin-controller.js';
import { jobIdOf } from './job-id.js';
import { JobStarts } from './job-starts.service.js';

export class JobRunView {
  @ApiProperty({ format: 'date-time' }) startedAt: string;
  @ApiProperty({ format: 'date-time' }) endedAt: string;
  @ApiProperty({ type: String, nullable: true, description: 'why it failed; null if it succeeded', example: null }) error: string | null;
}

export class JobView {
  @ApiProperty({ description: 'its name, with hyphens for spaces', example: 'key-rotation' }) jobId: string;
  @ApiProperty({ example: 'key rotation' }) name: string;
  @ApiProperty({ type: 'integer', description: 'seconds from the end of a run to the next', example: 60 }) everySeconds: number;
  @ApiProperty({
    type: String,
    nullable: true,
    format: 'date-time',
    description: 'until when a process holds its lease; null if none does',
  })
  heldUntil: string | null;
  @ApiProperty({ type: JobRunView, nullable: true, description: 'null if none ended yet' }) lastRun: JobRunView | null;
}

/** By name. */
const JOB_LIST: ItemList<JobState> = {
  no: ({ name }) => name,
  sorts: { name: ({ name }) => name },
  filters: { name: { kind: 'startsWith', of: ({ name }) => name }, q: { kind: 'contains', of: ({ name }) => name } },
  defaultLimit: 1_000,
};

@ApiTags('jobs')
@AdminController('jobs')
export class JobsController {
  constructor(
    private readonly jobs: Jobs,
    private readonly starts: JobStarts,
  ) {}

  @Get()
  @ServiceAccess('job.read')
  @ApiOperation({ summary: 'All background jobs, by name' })
  @ApiOkResponse({ type: listView('jobs', JobView) })
  async list(@ListParam(JOB_LIST) list: ListRequest): Promise<ListAnswer<'jobs', JobView>> {
    return list.answer('jobs', listItems(await this.jobs.listJobs(), JOB_LIST, list), jobView);
  }

  @Get(':jobId')
  @ServiceAccess('job.read')
  @ApiOperation({ summary: 'One background job' })
  @ApiOkResponse({ type: JobView })
  async get(@Param('jobId') jobId: string): Promise<JobView> {
    return jobView(await this.requireJob(jobId));
  }

  @Post(':jobId/_run')
  @HttpCode(202)
  @ServiceAccess('job.write')
  @ApiOperation({ summary: 'Starts a background job now, unless a process is running it; `lastRun` tells when it has ended' })
  @ApiAcceptedResponse({ type: JobView })
  async run(@Param('jobId') jobId: string, @Caller() { userId }: Principal): Promise<JobView> {
    const job = await this.requireJob(jobId);
    await this.starts.startJob(job.name, userId);
    return jobView(job);
  }

  /** @throws DomainError `notFound` */
  private async requireJob(jobId: string): Promise<JobState> {
    const job = (await this.jobs.listJobs()).find(({ name }) => jobIdOf(name) === jobId);
    if (!job) throw new DomainError('notFound', 'job.notFound', 'There is no background job of this id.');
    return job;
  }
}

function jobView({ name, everyMs, heldUntilUs, lastRun }: JobState): JobView {
  return {
    jobId: jobIdOf(name),
    name,
    everySeconds: everyMs / 1000,
    heldUntil: heldUntilUs === undefined ? null : isoInstant(heldUntilUs),
    lastRun: lastRun
      ? { startedAt: isoInstant(lastRun.startedUs), endedAt: isoInstant(lastRun.endedUs), error: lastRun.failure ?? null }
      : null,
  };
}
