// The wing organizations of the users domain.
// Owns organizations, their domains, policies, branding and metadata, and the rule that a last owner stays.
// Owns the counters against guessing and the request limits, because policies set them.
// Never writes a row of a person, a group or a role.
// Imports only events, so each wing above can read a policy.
import { Module } from '@nestjs/common';
import { nameKey } from '../common/identifiers/fold.js';
import { DerivedColumns } from '../common/work/derived-columns.service.js';
import { ExpiredRows } from '../common/work/expired-rows.service.js';
import { AttemptsRepository } from './organizations/attempts/attempts.repository.js';
import { Attempts } from './organizations/attempts/attempts.service.js';
import { RequestLimits } from './organizations/attempts/request-limits.service.js';
import { BrandingsRepository } from './organizations/brandings/brandings.repository.js';
import { Brandings } from './organizations/brandings/brandings.service.js';
import { DomainChallengesRepository } from './organizations/domain-challenges.repository.js';
import { DomainProofs } from './organizations/domain-proofs.service.js';
import { DomainsRepository } from './organizations/domains.repository.js';
import { Domains } from './organizations/domains.service.js';
import { LastOwnerRule } from './organizations/last-owner.service.js';
import { RequestQuotas } from './organizations/limits/request-quotas.service.js';
import { LostTimeRepository } from './organizations/lost-time.repository.js';
import { LostTime } from './organizations/lost-time.service.js';
import { OrganizationContentsRepository } from './organizations/organization-contents.repository.js';
import { GroupCounts, PeopleCounts } from './organizations/organization-counts.repository.js';
import { OrganizationMetadataRepository } from './organizations/organization-metadata.repository.js';
import { OrganizationMetadata } from './organizations/organization-metadata.service.js';
import { OrganizationRemoval } from './organizations/organization-removal.service.js';
import { OrganizationStatistics } from './organizations/organization-statistics.service.js';
import { OrganizationsRepository } from './organizations/organizations.repository.js';
import { Organizations } from './organizations/organizations.service.js';
import { OwnersRepository } from './organizations/owners.repository.js';
import { LoginNames } from './organizations/login-names.service.js';
import { PoliciesRepository } from './organizations/policies/policies.repository.js';
import { Policies } from './organizations/policies/policies.service.js';
import { PublishedProofs } from './organizations/published-proofs.service.js';
import { EventsModule } from './events.module.js';

const SHARED = [
  Organizations,
  OrganizationRemoval,
  OrganizationStatistics,
  Domains,
  DomainProofs,
  OrganizationMetadata,
  Policies,
  LoginNames,
  LostTime,
  LostTimeRepository,
  RequestLimits,
  RequestQuotas,
  Brandings,
  LastOwnerRule,
  Attempts,
  PeopleCounts,
  GroupCounts,
];

@Module({
  imports: [EventsModule],
  providers: [
    ...SHARED,
    OrganizationContentsRepository,
    AttemptsRepository,
    BrandingsRepository,
    OwnersRepository,
    OrganizationMetadataRepository,
    PoliciesRepository,
    OrganizationsRepository,
    DomainsRepository,
    DomainChallengesRepository,
    PublishedProofs,
  ],
  exports: SHARED,
})
export class OrganizationsModule {
  constructor(expiredRows: ExpiredRows, derivedColumns: DerivedColumns) {
    derivedColumns.register({ name: 'organizations', key: 'no', derived: { name_key: { from: 'name', by: nameKey } } });
    expiredRows.register(
      { name: 'request_counts', key: ['key_digest'], expiry: 'expires_us' },
      { name: 'sign_in_attempts', key: ['key_digest'], expiry: 'expires_us' },
      { name: 'domain_challenges', key: ['org_no', 'domain'], expiry: 'expires_us' },
    );
  }
}
