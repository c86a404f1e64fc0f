import { Entity, Index } from 'typeorm';
import {
  BigIntColumn,
  BigIntKey,
  BooleanColumn,
  IntColumn,
  LongTextColumn,
  TextColumn,
  TextKey,
} from '../../common/database/engines/columns.js';

/** An organization owns users, projects and policies. `no` is internal and never reused. */
@Entity('organizations')
@Index('u_organizations_id', ['id'], { unique: true })
@Index('organizations_by_name', ['nameKey', 'no'])
@Index('organizations_by_creation', ['createdUs', 'no'])
@Index('organizations_by_change', ['modifiedUs', 'no'])
@Index('organizations_by_state', ['state', 'no'])
export class OrganizationRow {
  @BigIntKey() no: number;
  @TextColumn(200) id: string;
  @TextColumn(200) name: string;
  /** The folded name, for search and order. */
  @TextColumn(400, { name: 'name_key', default: '' }) nameKey: string;
  @TextColumn(253, { name: 'primary_domain' }) primaryDomain: string;
  @TextColumn(20) state: string;
  @IntColumn({ name: 'token_gen' }) tokenGeneration: number;
  @IntColumn() version: number;
  @BigIntColumn({ name: 'created_us' }) createdUs: number;
  @BigIntColumn({ name: 'modified_us' }) modifiedUs: number;
}

/** Verified domains, unique over the service. A former primary domain keeps its row, and people can sign in by it, until it is removed. */
@Entity('organization_domains')
@Index('organization_domains_by_org', ['orgNo'])
export class OrganizationDomainRow {
  @TextKey(253) domain: string;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @BooleanColumn({ name: 'is_primary' }) isPrimary: boolean;
  @BigIntColumn({ name: 'verified_us', nullable: true }) verifiedUs: number | null;
}

/** An unverified claim to a domain; it has no effect. */
@Entity('domain_claims')
export class DomainClaimRow {
  @BigIntKey({ name: 'org_no' }) orgNo: number;
  @TextKey(253) domain: string;
}

/** The text that an organization has to publish to prove a domain; one for each domain, the last it requested. */
@Entity('domain_challenges')
@Index('domain_challenges_by_expiry', ['expiresUs'])
export class DomainChallengeRow {
  @BigIntKey({ name: 'org_no' }) orgNo: number;
  @TextKey(253) domain: string;
  @TextColumn(10) method: string;
  /** Name of the file. */
  @TextColumn(64) token: string;
  /** Content of the file or record. */
  @TextColumn(64) proof: string;
  @BigIntColumn({ name: 'expires_us' }) expiresUs: number;
  /** When it was last looked up. */
  @BigIntColumn({ name: 'tried_us', nullable: true }) triedUs: number | null;
}

/**
 * A domain that an organization has given up, while verified marks in it are being lowered. Its number is that of the removal; `after` is the last
 * processed address.
 */
@Entity('domain_losses')
@Index('domain_losses_by_org', ['orgNo', 'domain'])
export class DomainLossRow {
  @BigIntKey() no: number;
  @BigIntColumn({ name: 'org_no' }) orgNo: number;
  @TextColumn(253) domain: string;
  @TextColumn(400, { name: 'after_rev' }) afterRev: string;
  @BigIntColumn({ name: 'after_user' }) afterUser: number;
}

/** Metadata that other systems store about an organization, by key; `value` is base64. */
@Entity('organization_metadata')
export class OrganizationMetadataRow {
  @BigIntKey({ name: 'org_no' }) orgNo: number;
  @TextKey(200, { name: 'meta_key' }) key: string;
  @LongTextColumn() value: string;
}
