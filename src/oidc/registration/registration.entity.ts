import { Entity, Index } from 'typeorm';
import { BigIntColumn, BigIntKey, IntColumn, LongTextColumn, TextColumn } from '../../common/database/engines/columns.js';

/** A permission to register applications in a project: an initial access token (RFC 7591 section 3), or open registration. */
@Entity('registration_tokens')
@Index('u_registration_tokens_id', ['id'], { unique: true })
@Index('u_registration_tokens_digest', ['digest'], { unique: true })
@Index('u_registration_tokens_open', ['openOrgNo'], { unique: true })
@Index('registration_tokens_by_project', ['projectNo', 'no'])
export class RegistrationTokenRow {
  @BigIntKey() no: number;
  @TextColumn(200) id: string;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @BigIntColumn({ name: 'project_no' }) projectNo: number;
  @TextColumn(200) name: string;
  /** null for open registration. */
  @TextColumn(64, { nullable: true }) digest: string | null;
  /** The organization, for open registration: an organization has it in one project at most. */
  @BigIntColumn({ name: 'open_org_no', nullable: true }) openOrgNo: number | null;
  /** JSON of RegistrationPolicy. */
  @LongTextColumn() policy: string;
  @IntColumn({ name: 'max_applications' }) maxApplications: number;
  /** Registrations so far; it never goes down. */
  @IntColumn() registered: number;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
  @BigIntColumn({ name: 'expires_us', nullable: true }) expiresUs: number | null;
  @BigIntColumn({ name: 'last_used_us', nullable: true }) lastUsedUs: number | null;
}

/** What is kept of a registered application besides its settings. */
@Entity('client_registrations')
@Index('u_client_registrations_digest', ['digest'], { unique: true })
@Index('client_registrations_by_review', ['reviewUs'])
export class ClientRegistrationRow {
  @BigIntKey({ name: 'application_no' }) applicationNo: number;
  /** Of its registration access token (RFC 7592 section 3). */
  @TextColumn(64) digest: string;
  /** JSON of the RegistrationPolicy with which it was registered; it applies to changes too. */
  @LongTextColumn() policy: string;
  /** JSON of the members that have no effect here, as the client sent them. */
  @LongTextColumn() declared: string;
  /** Whether an administrator has changed the application since. */
  @IntColumn() frozen: number;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
  /** When it is removed unless it is used; null: never. */
  @BigIntColumn({ name: 'review_us', nullable: true }) reviewUs: number | null;
}
