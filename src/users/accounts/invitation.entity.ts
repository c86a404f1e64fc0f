import { Entity, Index } from 'typeorm';
import { BigIntColumn, BigIntKey, IntColumn, TextColumn } from '../../common/database/engines/columns.js';

/**
 * The last invitation of a person. `clientId` and `returnTo` are where the person goes on to afterwards; the code is a mailed code. The row stays for
 * a day after the invitation was accepted.
 */
@Entity('invitations')
@Index('invitations_by_org', ['orgNo', 'sentUs', 'userNo'])
@Index('invitations_by_expiry', ['expiresUs'])
export class InvitationRow {
  @BigIntKey({ name: 'user_no' }) userNo: number;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @TextColumn(400) email: string;
  @TextColumn(100, { name: 'client_id', nullable: true }) clientId: string | null;
  @TextColumn(2000, { name: 'return_to', nullable: true }) returnTo: string | null;
  @TextColumn(1000, { nullable: true }) message: string | null;
  @BigIntColumn({ name: 'sent_us' }) sentUs: number;
  @IntColumn({ name: 'sent_count' }) sentCount: number;
  @BigIntColumn({ name: 'accepted_us', nullable: true }) acceptedUs: number | null;
  @BigIntColumn({ name: 'expires_us' }) expiresUs: number;
}
