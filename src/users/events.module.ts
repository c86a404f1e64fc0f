// The wing events of the users domain.
// Owns the event log: types, appending, searching, following in commit order, the audit stream, archiving, and the counts of sign-ins.
// An event is appended to the unit of work of its change, so neither exists without the other.
// Never decides what happened: the caller gives the event, without secrets.
// Never imports another wing.
import { Module } from '@nestjs/common';
import { ExpiredRows } from '../common/work/expired-rows.service.js';
import { AuditStreamRepository } from './events/audit-stream.repository.js';
import { AuditStream } from './events/audit-stream.service.js';
import { CommitRowsRepository } from './events/commit-rows.repository.js';
import { EventFollower } from './events/event-follower.service.js';
import { EventRetentionRepository } from './events/event-retention.repository.js';
import { EventRetention } from './events/event-retention.service.js';
import { EventSearchRepository } from './events/event-search.repository.js';
import { EventSearch } from './events/event-search.service.js';
import { EventsRepository } from './events/events.repository.js';
import { EventLog } from './events/events.service.js';
import { SignInCountsRepository } from './events/sign-in-counts.repository.js';
import { SignInCounts } from './events/sign-in-counts.service.js';

const SHARED = [EventLog, AuditStream, AuditStreamRepository, EventFollower, EventSearch, EventRetention, SignInCounts];

@Module({
  providers: [...SHARED, EventsRepository, CommitRowsRepository, EventSearchRepository, EventRetentionRepository, SignInCountsRepository],
  exports: SHARED,
})
export class EventsModule {
  constructor(expiredRows: ExpiredRows) {
    expiredRows.register({ name: 'sign_in_counts', key: ['org_no', 'day'], expiry: 'expires_us' });
  }
}
