// Rows of imports that ended or are no longer needed: up to some million rows, which go a batch at a time.
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../common/database/transaction.js';
import { Removals } from '../../../common/work/removals.service.js';
import type { ImportJob } from './import-jobs.repository.js';

/** Keeps its history. */
const ENDED_IMPORT = 'ended import';
const REMOVED_IMPORT = 'removed import';

@Injectable()
export class ImportRowRemovals {
  constructor(private readonly removals: Removals) {}

  /** Called once, while the service is put together. */
  register(): void {
    const { removals } = this;
    const worked = [
      removals.rowsOf({ table: 'import_seen', owner: 'job_no', key: 'entry' }),
      removals.rowsOf({ table: 'import_nesting', owner: 'job_no', key: 'group_no' }),
    ];
    removals.register(ENDED_IMPORT, ...worked);
    removals.register(REMOVED_IMPORT, ...worked, removals.rowsOf({ table: 'import_errors', owner: 'job_no', key: 'no' }));
  }

  /** As part of the unit of work that ends a job. */
  afterEnd(tx: Transaction, { no, editor }: Pick<ImportJob, 'no' | 'editor'>): Promise<void> {
    return this.removals.begin(tx, ENDED_IMPORT, no, editor);
  }

  /** As part of the unit of work that removes a job. */
  afterRemoval(tx: Transaction, no: number, editor: string): Promise<void> {
    return this.removals.begin(tx, REMOVED_IMPORT, no, editor);
  }
}
