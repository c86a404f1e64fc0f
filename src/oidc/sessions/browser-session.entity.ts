import { Entity, Index } from 'typeorm';
import { BigIntColumn, TextColumn, TextKey } from '../../common/database/engines/columns.js';

/** A session of a browser. `browser` is a digest of its cookie, which changes with each sign-in (docs/adr/0012-browser-sessions.md). */
@Entity('browser_sessions')
@Index('browser_sessions_by_session', ['sessionUid'])
@Index('browser_sessions_by_expiry', ['expiresUs'])
@Index('browser_sessions_by_user', ['userNo'])
@Index('browser_sessions_by_org', ['orgNo'])
@Index('browser_sessions_by_use', ['orgNo', 'usedUs', 'name'])
@Index('browser_sessions_by_name', ['name'])
export class BrowserSessionRow {
  @TextKey(64) browser: string;
  @TextKey(64, { name: 'session_uid' }) sessionUid: string;
  @BigIntColumn({ name: 'user_no' }) userNo: number;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @BigIntColumn({ name: 'used_us' }) usedUs: number;
  @BigIntColumn({ name: 'expires_us' }) expiresUs: number;
  /** Coarse: the kind of browser and system. */
  @TextColumn(60, { name: 'browser_name', nullable: true }) browserName: string | null;
  /** The session's name in events and forms; empty in rows of older processes. */
  @TextColumn(22, { nullable: true }) name: string | null;
}
