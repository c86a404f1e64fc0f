import { Entity, Index } from 'typeorm';
import { BigIntColumn, BigIntKey, IntColumn, TextColumn, TextKey } from '../../common/database/columns.js';

/** A browser session that has ended; kept until no request from before can still be in progress. */
@Entity('ended_sessions')
@Index('ended_sessions_by_expiry', ['untilUs'])
export class EndedSessionRow {
  @TextKey(64) uid: string;
  @BigIntColumn({ name: 'until_us' }) untilUs: number;
}

/** An application that is to be told of a sign-out, written in the transaction that ended the session. */
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
