import { Entity, Index } from 'typeorm';
import { BigIntColumn, BigIntKey, BooleanColumn, TextColumn } from '../../../common/database/engines/columns.js';

/** The columns of a service user besides its row in `users`. */
@Entity('service_users')
@Index('u_service_users_client_id', ['clientId'], { unique: true })
export class ServiceUserRow {
  @BigIntKey({ name: 'user_no' }) userNo: number;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @TextColumn(100, { name: 'client_id' }) clientId: string;
  @TextColumn(200) name: string;
  @TextColumn(400, { name: 'name_key', default: '' }) nameKey: string;
  @TextColumn(500, { nullable: true }) description: string | null;
  @TextColumn(10, { name: 'access_token_type' }) accessTokenType: string;
  /** An assertion may be used more than once (JWT profile); absent: only once. */
  @BooleanColumn({ name: 'assertion_reuse', nullable: true }) assertionReuse: boolean | null;
  /** A security profile; absent: none. */
  @TextColumn(20, { nullable: true }) profile: string | null;
}
