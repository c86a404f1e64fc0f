import { Entity, Index } from 'typeorm';
import { BigIntColumn, BigIntKey, IntColumn, TextColumn, TextKey } from '../../../common/database/engines/columns.js';

/** A browser session that has ended. The row is kept until no earlier request can still be in progress. */
@Entity('ended_sessions')
@Index('ended_sessions_by_expiry', ['untilUs'])
export class EndedSessionRow {
  @TextKey(64) uid: string;
  @BigIntColumn({ name: 'until_us' }) untilUs: number;
}

/** A sign-out notice for an application, written in the transaction that ended the session. */
@Entity('logout_notices')
@Index('logout_notices_by_due', ['dueUs'])
export class LogoutNoticeRow {
  @BigIntKey() no: number;
  @BigIntColumn({ name: 'client_no' }) clientNo: number;
  @TextColumn(200) sub: string;
  @TextColumn(64) sid: string;
  @BigIntColumn({ name: 'due_us' }) dueUs: number;
  @IntColumn() tries: number;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
}
