import { Entity, Index } from 'typeorm';
import { BigIntColumn, BigIntKey, IntColumn, IntKey, LongTextColumn, TextColumn, TextKey } from '../../common/database/engines/columns.js';

/** An event of an aggregate, written in the unit of work that changed it. `sequence` is the aggregate's version afterwards. */
@Entity('events')
@Index('events_by_time', ['createdUs', 'txNo', 'ord'])
@Index('events_by_type', ['typeNo', 'createdUs'])
@Index('events_by_org', ['orgNo', 'createdUs'])
@Index('events_of_aggregate', ['aggregateId', 'createdUs'])
@Index('events_of_subject', ['subjectId', 'createdUs'])
export class EventRow {
  @BigIntKey({ name: 'tx_no' }) txNo: number;
  @IntKey() ord: number;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
  @IntColumn({ name: 'type_no' }) typeNo: number;
  @TextColumn(30, { name: 'aggregate_type' }) aggregateType: string;
  @TextColumn(200, { name: 'aggregate_id' }) aggregateId: string;
  @IntColumn() sequence: number;
  /** Another object that the event is about and is found by: the member of a group. */
  @TextColumn(200, { name: 'subject_id', nullable: true }) subjectId: string | null;
  @TextColumn(200) editor: string;
  @LongTextColumn() payload: string;
}

/** One row: the last removal whose personal data has been blanked, and the last position with archived events. */
@Entity('event_upkeep')
export class EventRetentionRow {
  @IntKey() id: number;
  @BigIntColumn({ name: 'blanked_us' }) blankedUs: number;
  @BigIntColumn({ name: 'archived_position', nullable: true }) archivedPosition: number | null;
}

/** A deleted user whose personal data in events up to the removal is still to be blanked. */
@Entity('event_blankings')
@Index('event_blankings_by_removal', ['removedUs', 'userNo'])
export class EventBlankingRow {
  @BigIntKey({ name: 'user_no' }) userNo: number;
  @TextColumn(200) id: string;
  @BigIntColumn({ name: 'removed_us' }) removedUs: number;
}

/** The position of the audit stream for one target, which is identified by a digest. */
@Entity('audit_streams')
export class AuditStreamRow {
  @TextKey(64) target: string;
  @BigIntColumn() position: number;
  @BigIntColumn() ord: number;
}

/** The sign-ins of an organization (0: of the whole service) on a UTC day, counted in days since 1970. */
@Entity('sign_in_counts')
@Index('sign_in_counts_by_expiry', ['expiresUs'])
export class SignInCountRow {
  @BigIntKey({ name: 'org_no' }) orgNo: number;
  @IntKey() day: number;
  @IntColumn() succeeded: number;
  @IntColumn() failed: number;
  @BigIntColumn({ name: 'expires_us' }) expiresUs: number;
}
