// The tables of identity providers, of the links of people to them, and of redirects under way.
import { Entity, Index } from 'typeorm';
import { BigIntColumn, BigIntKey, BooleanColumn, LongTextColumn, TextColumn, TextKey } from '../../../common/database/engines/columns.js';

/** An identity provider of an organization, or of the whole service (`orgNo` 0). `rules` and `connection` are JSON. */
@Entity('identity_providers')
@Index('u_identity_providers_id', ['id'], { unique: true })
@Index('identity_providers_by_org', ['orgNo', 'no'])
export class IdentityProviderRow {
  @BigIntKey() no: number;
  @TextColumn(36) id: string;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @TextColumn(20) kind: string;
  @TextColumn(40) template: string;
  @TextColumn(200) name: string;
  @BooleanColumn() enabled: boolean;
  @LongTextColumn() rules: string;
  @LongTextColumn() connection: string;
  @LongTextColumn({ name: 'sealed_secret', nullable: true }) sealedSecret: string | null;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
  @BigIntColumn({ name: 'modified_us' }) modifiedUs: number;
  @BigIntColumn({ name: 'last_used_us', nullable: true }) lastUsedUs: number | null;
  @BigIntColumn({ name: 'last_failure_us', nullable: true }) lastFailureUs: number | null;
  @TextColumn(500, { name: 'last_failure', nullable: true }) lastFailure: string | null;
  /** The digest of its logo. */
  @TextColumn(43, { nullable: true }) logo: string | null;
}

/** The logo of an identity provider: PNG in base64. */
@Entity('identity_provider_logos')
@Index('identity_provider_logos_by_org', ['orgNo'])
@Index('identity_provider_logos_by_digest', ['digest'])
export class IdentityProviderLogoRow {
  @BigIntKey({ name: 'provider_no' }) providerNo: number;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @TextColumn(43) digest: string;
  @LongTextColumn() content: string;
}

/**
 * The identity of a person at a provider. It is found by `subjectDigest`, because engines ignore spaces at the end of a text that they compare.
 * `orgNo` is the organization of the person. `givenAs` has the roles of the administrator who connected it, as JSON.
 */
@Entity('identity_links')
@Index('u_identity_links_subject', ['providerNo', 'subjectDigest'], { unique: true })
@Index('u_identity_links_person', ['providerNo', 'userNo'], { unique: true })
@Index('identity_links_by_user', ['userNo'])
export class IdentityLinkRow {
  @BigIntKey() no: number;
  @BigIntColumn({ name: 'provider_no' }) providerNo: number;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @BigIntColumn({ name: 'user_no' }) userNo: number;
  @TextColumn(64, { name: 'subject_digest' }) subjectDigest: string;
  @TextColumn(256) subject: string;
  @TextColumn(320, { name: 'login_name', nullable: true }) loginName: string | null;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
  @BigIntColumn({ name: 'last_used_us', nullable: true }) lastUsedUs: number | null;
  @TextColumn(1000, { name: 'given_as', nullable: true }) givenAs: string | null;
}

/** A browser that was redirected to a provider. `digest` is that of the handle which the answer must bring; `content` is sealed. */
@Entity('upstream_requests')
@Index('upstream_requests_by_expiry', ['expiresUs'])
export class UpstreamRequestRow {
  @TextKey(64) digest: string;
  @BigIntColumn({ name: 'provider_no' }) providerNo: number;
  @LongTextColumn() content: string;
  @BigIntColumn({ name: 'expires_us' }) expiresUs: number;
}
