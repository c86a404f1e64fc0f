// Tables that belong to no domain: numbers, commit order, leases, keys, the mail outbox.
import { Entity, Index } from 'typeorm';
import { BigIntColumn, BigIntKey, IntColumn, IntKey, LongTextColumn, TextColumn, TextKey } from '../engines/columns.js';

/** The next unused number of a sequence; processes lease blocks of them. */
@Entity('sequences')
export class SequenceRow {
  @TextKey(50) name: string;
  @BigIntColumn({ name: 'next_no' }) nextNo: number;
}

/**
 * One row per unit of work that recorded events. `position` is assigned when a follower reads, in the order that followers see. A negative
 * one marks a unit that was not committed and never will be.
 * `recordedUs` is the time on the clock of the database server when the unit had done everything else. It is null with the embedded
 * database and from older builds.
 */
@Entity('event_commits')
@Index('u_event_commits_position', ['position'], { unique: true })
@Index('event_commits_by_time', ['position', 'recordedUs', 'txNo'])
export class CommitRow {
  @BigIntKey({ name: 'tx_no' }) txNo: number;
  @BigIntColumn({ nullable: true }) position: number | null;
  @BigIntColumn({ name: 'recorded_us', nullable: true }) recordedUs: number | null;
}

/** The last position assigned; its row lock serializes numbering. */
@Entity('event_head')
export class EventHeadRow {
  @IntKey() id: number;
  @BigIntColumn() position: number;
}

/** Raised by every change of configuration, so that caches know when to reload. */
@Entity('config_version')
export class ConfigVersionRow {
  @IntKey() id: number;
  @BigIntColumn() version: number;
}

/** Written at most once a second by a process that is probed for readiness: it proves to all processes that writing works. */
@Entity('write_proofs')
export class WriteProofRow {
  @IntKey() id: number;
  @BigIntColumn({ name: 'proved_us' }) provedUs: number;
}

/** The one of several database servers that all processes use; `epoch` grows with each change. */
@Entity('database_node')
export class DatabaseNodeRow {
  @IntKey() id: number;
  @BigIntColumn() epoch: number;
  @TextColumn(300) host: string;
  @BigIntColumn({ name: 'changed_s' }) changedS: number;
}

/**
 * The process that may run a background job, until when, and how the last run ended. `fence` grows with each owner and is part of every
 * write of the job.
 */
@Entity('leases')
export class LeaseRow {
  @TextKey(100) name: string;
  @TextColumn(64) owner: string;
  @BigIntColumn({ name: 'until_us' }) untilUs: number;
  @BigIntColumn() fence: number;
  @BigIntColumn({ name: 'started_us', nullable: true }) startedUs: number | null;
  @BigIntColumn({ name: 'ended_us', nullable: true }) endedUs: number | null;
  @TextColumn(300, { nullable: true }) failure: string | null;
}

/** A removed object whose rows are deleted from `dueUs` on. `no` is the object's own number, and `editor` names the caller that removed it. */
@Entity('removals')
@Index('removals_by_due', ['dueUs'])
export class RemovalRow {
  @BigIntKey() no: number;
  @TextColumn(20) kind: string;
  @TextColumn(200) editor: string;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
  @BigIntColumn({ name: 'due_us' }) dueUs: number;
}

/** A mail to be sent, written in the transaction that decides on it. The message is sealed, since it may contain a code. */
@Entity('mail_outbox')
@Index('mail_outbox_by_due', ['dueUs'])
export class MailRow {
  @BigIntKey() no: number;
  @LongTextColumn({ name: 'sealed_message' }) sealedMessage: string;
  @BigIntColumn({ name: 'due_us' }) dueUs: number;
  @IntColumn() tries: number;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
}

/** A text message to be sent, as {@link MailRow}. */
@Entity('sms_outbox')
@Index('sms_outbox_by_due', ['dueUs'])
export class SmsRow {
  @BigIntKey() no: number;
  @LongTextColumn({ name: 'sealed_message' }) sealedMessage: string;
  @BigIntColumn({ name: 'due_us' }) dueUs: number;
  @IntColumn() tries: number;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
}

/**
 * The mail server and sender that administrators configured, in one row. Without it, the environment's settings apply. The password in it
 * is sealed.
 */
@Entity('mail_settings')
export class MailSettingsRow {
  @IntKey() id: number;
  @LongTextColumn() body: string;
}

/** Its only row exists while the service is in read-only mode. `editor` began the mode. */
@Entity('read_only_mode')
export class ReadOnlyModeRow {
  @IntKey() id: number;
  @BigIntColumn({ name: 'since_us' }) sinceUs: number;
  @TextColumn(200) editor: string;
  @TextColumn(300, { nullable: true }) reason: string | null;
}

/** A key that seals data of one purpose, itself sealed with the master key. */
@Entity('data_keys')
export class DataKeyRow {
  @TextKey(32) id: string;
  @TextColumn(40) purpose: string;
  @TextColumn(20) state: string;
  @TextColumn(200) wrapped: string;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
}
