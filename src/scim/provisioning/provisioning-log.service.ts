// The provisioning log: what each request has done, collected in memory after the response and written in batches, so that no request waits for it.
import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Principal } from '../../common/access/principal.js';
import { requestIdOf } from '../../common/http/observed-requests.js';
import { Clock, DAY_US } from '../../common/primitives/clock.js';
import { isWriteBan } from '../../common/primitives/domain-error.js';
import { Database } from '../../common/database/database.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { SearchQueue } from '../../common/search/search-queue.js';
import type { Organization } from '../../users/organizations/organizations.service.js';
import { OmissionsRepository, type CountedOmission } from './omissions.repository.js';
import {
  isSlow,
  ProvisioningLogRepository,
  type LogEntry,
  type LoggedOmission,
  type LoggedOperation,
  type LogQuery,
  type StoredLogEntry,
} from './provisioning-log.repository.js';

/** The longest time whose entries a crash can lose; a regular stop writes all entries. */
const FLUSH_MS = 1_000;
/** Limits memory if the database can't keep up. Dropped entries are counted in the log of the process. */
const MAX_WAITING = 20_000;
/** As many as one statement inserts. */
const BATCH = 250;
/** Stands for all organizations in the queue of searches. */
const SERVICE = 0;
const MAX_TEXT = 200;

/** A report of an operation about itself; `status` and `errorId` come from the response unless the request has several operations. */
export interface Note {
  operation: LoggedOperation;
  targetId?: string;
  targetName?: string;
  changed?: readonly string[];
  /** Name of the resource type. */
  resourceType?: string;
  /** The attribute that a refusal is about. */
  attribute?: string | undefined;
  /** Values omitted because they can't be stored. */
  omitted?: readonly LoggedOmission[];
  status?: number;
  errorId?: string;
}

/** The properties that the guard and the operations set on a request. */
interface Noted {
  user?: Principal;
  notes?: Note[];
}

export type NotedRequest = Request & Noted;
export type NotedMessage = IncomingMessage & Noted;

/** The facts about a request that its entries share; `status` and `errorId` are those of the response. */
interface Recorded {
  organization: Organization;
  caller: Principal;
  request: object;
  status: number;
  errorId?: string | undefined;
}

@Injectable()
export class ProvisioningLog implements BeforeApplicationShutdown {
  private readonly log = new Logger(ProvisioningLog.name);
  private waiting: LogEntry[] = [];
  private dropped = 0;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly repository: ProvisioningLogRepository,
    private readonly omissions: OmissionsRepository,
    private readonly database: Database,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
    private readonly queue: SearchQueue,
    private readonly clock: Clock,
  ) {}

  /** Adds an entry for each operation of a request. Never waits. */
  noteRequest(notes: readonly Note[], recorded: Recorded): void {
    for (const note of notes) this.noteEntry(entryOf(note, recorded, this.clock.nowUs()));
  }

  /**
   * Writes collected entries, one flush after the other. A failed batch is lost and logged. Entries collected in read-only mode are also
   * lost, but not logged.
   */
  flushEntries(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const entries = this.waiting;
    this.waiting = [];
    if (this.dropped > 0) this.log.warn({ message: 'entries of the provisioning log dropped', count: this.dropped });
    this.dropped = 0;
    this.writing = this.writing.then(() => this.write(entries));
    return this.writing;
  }

  /**
   * Entries, newest first, including those that this process has not written yet.
   * @throws DomainError `invalid` for a search that takes too long, `tooMany` if it waits too long for its turn
   */
  async searchEntries(query: LogQuery): Promise<StoredLogEntry[]> {
    await this.flushEntries();
    const search = () => this.repository.searchEntries(query);
    return isSlow(query) ? this.queue.enqueueSearch(query.orgNo ?? SERVICE, search) : search();
  }

  /** The omitted values of a connection, counted, including those that this process has not written yet. */
  async countOmissions({ no }: Organization, callerId: string): Promise<CountedOmission[]> {
    await this.flushEntries();
    return this.omissions.countOmissions(no, callerId);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.flushEntries();
  }

  private noteEntry(entry: LogEntry): void {
    if (this.waiting.length >= MAX_WAITING) {
      this.dropped++;
      return;
    }
    this.waiting.push(entry);
    this.timer ??= setTimeout(() => void this.flushEntries(), FLUSH_MS).unref();
  }

  private async write(entries: readonly LogEntry[]): Promise<void> {
    const keptUs = this.settings.provisioningLogDays * DAY_US;
    for (let at = 0; at < entries.length; at += BATCH) {
      const batch = entries.slice(at, at + BATCH);
      try {
        await this.database.write('write provisioning log', async (tx) => {
          await this.repository.insertEntries(tx, batch, keptUs);
          await this.omissions.keepOmissions(tx, batch, keptUs);
        });
      } catch (error) {
        if (isWriteBan(error)) continue;
        this.log.warn({ message: 'entries of the provisioning log not written', count: batch.length, err: error });
      }
    }
  }
}

function entryOf(note: Note, { organization, caller, request, ...response }: Recorded, createdUs: number): LogEntry {
  const errorId = note.errorId ?? (note.status === undefined ? response.errorId : undefined);
  return {
    orgNo: organization.no,
    createdUs,
    callerId: caller.userId,
    operation: note.operation,
    status: note.status ?? response.status,
    changed: note.changed ?? [],
    omitted: note.omitted ?? [],
    ...(note.resourceType === undefined ? {} : { resourceType: note.resourceType }),
    ...(note.attribute === undefined ? {} : { attribute: note.attribute.slice(0, MAX_TEXT) }),
    requestId: requestIdOf(request),
    ...(note.targetId === undefined ? {} : { targetId: note.targetId.slice(0, MAX_TEXT) }),
    ...(note.targetName === undefined ? {} : { targetName: note.targetName.slice(0, MAX_TEXT) }),
    ...(errorId === undefined ? {} : { errorId: errorId.slice(0, MAX_TEXT / 2) }),
  };
}
