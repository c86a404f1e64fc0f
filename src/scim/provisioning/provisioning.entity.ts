import { Entity, Index } from 'typeorm';
import { BigIntColumn, BigIntKey, IntColumn, LongTextColumn, TextColumn } from '../../common/database/engines/columns.js';

/**
 * A provisioning domain: a namespace of external ids in one organization. It is kept when no connection uses it any more, because its ids
 * are kept.
 */
@Entity('provisioning_domains')
@Index('u_provisioning_domains_name', ['orgNo', 'name'], { unique: true })
export class ProvisioningDomainRow {
  @BigIntKey() no: number;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @TextColumn(200) name: string;
}

/** A provisioning connection; its client is the service user `userNo`. */
@Entity('provisioning_connections')
@Index('provisioning_connections_by_org', ['orgNo', 'userNo'])
export class ProvisioningConnectionRow {
  @BigIntKey({ name: 'user_no' }) userNo: number;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  /** 0: the external ids that all clients share. */
  @BigIntColumn({ name: 'domain_no' }) domainNo: number;
  @TextColumn(20) preset: string;
  /** JSON: the switches that differ from the preset. */
  @LongTextColumn() switches: string;
  @TextColumn(20, { name: 'email_trust' }) emailTrust: string;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
}

/** A value from a connection that can't be stored for a resource; deleted when corrected or expired. */
@Entity('provisioning_omissions')
@Index('provisioning_omissions_by_caller', ['orgNo', 'callerId'])
@Index('provisioning_omissions_by_target', ['targetId', 'callerId'])
@Index('provisioning_omissions_by_expiry', ['expiresUs'])
export class ProvisioningOmissionRow {
  @BigIntKey() no: number;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @TextColumn(200, { name: 'caller_id' }) callerId: string;
  @TextColumn(200, { name: 'target_id' }) targetId: string;
  @TextColumn(200) attribute: string;
  @TextColumn(40) kind: string;
  @TextColumn(100, { name: 'error_id' }) errorId: string;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
  @BigIntColumn({ name: 'expires_us' }) expiresUs: number;
}

/** A request of a client and its outcome. Contains names of attributes, never their values. */
@Entity('provisioning_log')
@Index('provisioning_log_by_org', ['orgNo', 'createdUs', 'no'])
@Index('provisioning_log_by_time', ['createdUs', 'no'])
@Index('provisioning_log_by_target', ['targetId', 'orgNo', 'createdUs', 'no'])
@Index('provisioning_log_by_name', ['targetName', 'orgNo', 'createdUs', 'no'])
@Index('provisioning_log_by_expiry', ['expiresUs'])
export class ProvisioningLogRow {
  @BigIntKey() no: number;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
  @BigIntColumn({ name: 'expires_us' }) expiresUs: number;
  @TextColumn(200, { name: 'caller_id' }) callerId: string;
  @TextColumn(20) operation: string;
  @TextColumn(200, { name: 'target_id', nullable: true }) targetId: string | null;
  /** The userName of the request or of the person, so that a failed create can be found. */
  @TextColumn(200, { name: 'target_name', nullable: true }) targetName: string | null;
  @IntColumn() status: number;
  @TextColumn(100, { name: 'error_id', nullable: true }) errorId: string | null;
  @TextColumn(40, { name: 'resource_type', nullable: true }) resourceType: string | null;
  /** The attribute that a refusal is about. */
  @TextColumn(200, { nullable: true }) attribute: string | null;
  /** JSON: the values omitted because they can't be stored; null if there are none. */
  @LongTextColumn({ nullable: true }) omitted: string | null;
  /** JSON list of attribute names. */
  @LongTextColumn() changed: string;
  @TextColumn(100, { name: 'request_id' }) requestId: string;
}
