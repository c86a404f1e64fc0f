import { Entity, Index } from 'typeorm';
import { BigIntColumn, IntColumn, LongTextColumn, TextColumn, TextKey } from '../../common/database/engines/columns.js';

/**
 * A device that waits for a person to approve it (RFC 8628). `id` is a digest of its device code, `userCode` a keyed digest of the code that
 * the person types. Approval deletes the row and inserts one in `grants`, in one unit of work.
 */
@Entity('device_requests')
@Index('u_device_requests_user_code', ['userCode'], { unique: true })
@Index('device_requests_by_client', ['clientNo'])
@Index('device_requests_by_expiry', ['expiresUs'])
export class DeviceRequestRow {
  @TextKey(64) id: string;
  @TextColumn(64, { name: 'user_code' }) userCode: string;
  @BigIntColumn({ name: 'client_no' }) clientNo: number;
  /** The organization of the application. */
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  /** The library's parameters of the request, and where it came from: sealed JSON. */
  @LongTextColumn() payload: string;
  /** Seconds that the device must wait between two polls. */
  @IntColumn({ name: 'interval_s' }) intervalSeconds: number;
  /** When it polled last; 0 for never. */
  @BigIntColumn({ name: 'polled_us' }) polledUs: number;
  /** When a person denied it. */
  @BigIntColumn({ name: 'denied_us', nullable: true }) deniedUs: number | null;
  /** No approval and no answer but `expired_token` after this. */
  @BigIntColumn({ name: 'until_us' }) untilUs: number;
  @BigIntColumn({ name: 'expires_us' }) expiresUs: number;
}
