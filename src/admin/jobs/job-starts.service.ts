// Starting background jobs by hand, with the event that says who did.
import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database.js';
import { Jobs } from '../../common/work/jobs.service.js';
import { EventLog } from '../../users/events/events.service.js';

@Injectable()
export class JobStarts {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly events: EventLog,
  ) {}

  /** Starts a registered job in this process, unless a process is running it. Does not wait for its end. */
  async startJob(name: string, editor: string): Promise<void> {
    await this.database.write('start a background job', async (tx) => {
      await this.events.appendNext(tx, { type: 'instance.job.started', orgNo: 0, id: 'instance', editor, payload: { name } });
      tx.afterCommit(() => this.jobs.startJob(name));
    });
  }
}
