// Creates TypeORM DataSources from the settings, with the explicit list of entities and migrations.
import { DataSource } from 'typeorm';
import { connectionOptions, prepareDataSource, type Role } from './common/database/dialect.js';
import { FirstTables1700000000000 } from './common/database/migrations/1700000000000-first-tables.js';
import { ClientKeys1700000001000 } from './common/database/migrations/1700000001000-client-keys.js';
import { PersonalAccessTokenGenerations1700000004000 } from './common/database/migrations/1700000004000-personal-access-token-generations.js';
import { SignInAttempts1700000005000 } from './common/database/migrations/1700000005000-sign-in-attempts.js';
import { BrowserSessions1700000006000 } from './common/database/migrations/1700000006000-browser-sessions.js';
import { MailedCodes1700000007000 } from './common/database/migrations/1700000007000-mailed-codes.js';
import { LogoutNotices1700000008000 } from './common/database/migrations/1700000008000-logout-notices.js';
import { SessionsOfUsers1700000008500 } from './common/database/migrations/1700000008500-sessions-of-users.js';
import { DirectorySearch1700000009000 } from './common/database/migrations/1700000009000-directory-search.js';
import { OrganizationDomains1700000010000 } from './common/database/migrations/1700000010000-organization-domains.js';
import { Imports1700000011000 } from './common/database/migrations/1700000011000-imports.js';
import { EventsByAggregate1700000012000 } from './common/database/migrations/1700000012000-events-by-aggregate.js';
import { EventUpkeep1700000012500 } from './common/database/migrations/1700000012500-event-upkeep.js';
import { Provisioning1700000013000 } from './common/database/migrations/1700000013000-provisioning.js';
import { ArchivedEvents1700000013500 } from './common/database/migrations/1700000013500-archived-events.js';
import { ImportFigures1700000014000 } from './common/database/migrations/1700000014000-import-figures.js';
import { EmployeeNumbers1700000015000 } from './common/database/migrations/1700000015000-employee-numbers.js';
import { KeptKeyIds1700000021000 } from './common/database/migrations/1700000021000-kept-key-ids.js';
import { DomainClaims1700000022000 } from './common/database/migrations/1700000022000-domain-claims.js';
import { ApplicationOrigins1700000023000 } from './common/database/migrations/1700000023000-application-origins.js';
import { GrantOrigins1700000024000 } from './common/database/migrations/1700000024000-grant-origins.js';
import { Groups1700000025000 } from './common/database/migrations/1700000025000-groups.js';
import { GroupsByNumber1700000025500 } from './common/database/migrations/1700000025500-groups-by-number.js';
import { Authorizations1700000026000 } from './common/database/migrations/1700000026000-authorizations.js';
import { AcceptedGrants1700000026500 } from './common/database/migrations/1700000026500-accepted-grants.js';
import { AddressLocks1700000028000 } from './common/database/migrations/1700000028000-address-locks.js';
import { PendingSignIns1700000028500 } from './common/database/migrations/1700000028500-pending-sign-ins.js';
import { ImportedGroups1700000029000 } from './common/database/migrations/1700000029000-imported-groups.js';
import { JobRuns1700000030000 } from './common/database/migrations/1700000030000-job-runs.js';
import { AuthorizedProjects1700000030301 } from './common/database/migrations/1700000030301-authorized-projects.js';
import { OrganizationNames1700000031000 } from './common/database/migrations/1700000031000-organization-names.js';
import { IdempotencyKeys1700000031010 } from './common/database/migrations/1700000031010-idempotency-keys.js';
import { LockedPeople1700000032000 } from './common/database/migrations/1700000032000-locked-people.js';
import { RemovedPeople1700000032050 } from './common/database/migrations/1700000032050-removed-people.js';
import { Removals1700000033000 } from './common/database/migrations/1700000033000-removals.js';
import { GroupLeftovers1700000033001 } from './common/database/migrations/1700000033001-group-leftovers.js';
import { DomainChallenges1700000033010 } from './common/database/migrations/1700000033010-domain-challenges.js';
import { MailSettings1700000038000 } from './common/database/migrations/1700000038000-mail-settings.js';
import { MailTexts1700000038001 } from './common/database/migrations/1700000038001-mail-texts.js';
import { AuthorizationLeftovers1700000040100 } from './common/database/migrations/1700000040100-authorization-leftovers.js';
import { NamesOfSessions1700000040200 } from './common/database/migrations/1700000040200-names-of-sessions.js';
import { ProjectLists1700000040450 } from './common/database/migrations/1700000040450-project-lists.js';
import { FactorStates1700000041000 } from './common/database/migrations/1700000041000-factor-states.js';
import { CodesOfPeople1700000041001 } from './common/database/migrations/1700000041001-codes-of-people.js';
import { Passkeys1700000041100 } from './common/database/migrations/1700000041100-passkeys.js';
import { Brandings1700000041200 } from './common/database/migrations/1700000041200-brandings.js';
import { AuditStreams1700000042000 } from './common/database/migrations/1700000042000-audit-streams.js';
import { WriteProofs1700000043000 } from './common/database/migrations/1700000043000-write-proofs.js';
import { DatabaseNode1700000043001 } from './common/database/migrations/1700000043001-database-node.js';
import { ReadOnlyMode1700000043100 } from './common/database/migrations/1700000043100-read-only-mode.js';
import { RequestCounts1700000043200 } from './common/database/migrations/1700000043200-request-counts.js';
import { PasswordDefaults1700000043300 } from './common/database/migrations/1700000043300-password-defaults.js';
import { ToldOfGrace1700000043301 } from './common/database/migrations/1700000043301-told-of-grace.js';
import { TextMessages1700000043302 } from './common/database/migrations/1700000043302-text-messages.js';
import { HoldersOfProjects1700000043400 } from './common/database/migrations/1700000043400-holders-of-projects.js';
import { ListFilters1700000043500 } from './common/database/migrations/1700000043500-list-filters.js';
import { EventBlankings1700000043600 } from './common/database/migrations/1700000043600-event-blankings.js';
import { CommitTimes1700000043700 } from './common/database/migrations/1700000043700-commit-times.js';
import { ImportMarks1700000043800 } from './common/database/migrations/1700000043800-import-marks.js';
import { ProvisioningSearches1700000043900 } from './common/database/migrations/1700000043900-provisioning-searches.js';
import { ProvisioningOmissions1700000045500 } from './common/database/migrations/1700000045500-provisioning-omissions.js';
import { ServiceUserNames1700000044000 } from './common/database/migrations/1700000044000-service-user-names.js';
import { CodeGivers1700000045200 } from './common/database/migrations/1700000045200-code-givers.js';
import { DomainLosses1700000045300 } from './common/database/migrations/1700000045300-domain-losses.js';
import { RemovedNames1700000045310 } from './common/database/migrations/1700000045310-removed-names.js';
import { ApplicationsInAudience1700000045600 } from './common/database/migrations/1700000045600-applications-in-audience.js';
import { ClaimedIds1700000045700 } from './common/database/migrations/1700000045700-claimed-ids.js';
import { PasswordGivers1700000046300 } from './common/database/migrations/1700000046300-password-givers.js';
import { RemovedNameRow, RemovedPersonRow } from './users/directory/people/removed-person.entity.js';
import { RequestCountRow } from './common/limits/request-count.entity.js';
import { IMPORT_TABLES } from './admin/imports/jobs/import.entity.js';
import { IdempotencyKeyRow } from './admin/idempotency/idempotency-key.entity.js';
import { COMMON_TABLES } from './common/database/migrations/tables.js';
import type { DatabaseSettings } from './common/settings/settings.js';
import { ApplicationOriginRow, ApplicationRow, ProjectRow } from './oidc/clients/client.entity.js';
import { ConsentRow } from './oidc/consents/consent.entity.js';
import { SigningKeyRow } from './oidc/keys/signing-key.entity.js';
import { ArtifactRow, PendingSignInRow } from './oidc/provider/adapters/artifact.entity.js';
import { EndedSessionRow, LogoutNoticeRow } from './oidc/tokens/stored/ended-session.entity.js';
import { BrowserSessionRow } from './oidc/sessions/browser-session.entity.js';
import { GrantOriginRow, GrantRow, RevokedTokenRow } from './oidc/tokens/stored/grant.entity.js';
import {
  ProvisioningConnectionRow,
  ProvisioningDomainRow,
  ProvisioningLogRow,
  ProvisioningOmissionRow,
} from './scim/provisioning/provisioning.entity.js';
import { AUTHORIZATION_TABLES } from './users/roles/authorizations/authorization.entity.js';
import { MailedCodeRow } from './users/authentication/mailed-codes/mailed-code.entity.js';
import { ClientKeyRow, ClientSecretRow, PersonalAccessTokenRow } from './users/authentication/credentials/credential.entity.js';
import { AuditStreamRow, EventBlankingRow, EventRow, EventRetentionRow } from './users/events/event.entity.js';
import { PASSKEY_TABLES } from './users/authentication/passkeys/passkey.entity.js';
import { GROUP_TABLES } from './users/roles/group-graph/group.entity.js';
import { GroupRoleRow, MembershipRow } from './users/roles/memberships/membership.entity.js';
import {
  DomainClaimRow,
  DomainChallengeRow,
  DomainLossRow,
  OrganizationDomainRow,
  OrganizationMetadataRow,
  OrganizationRow,
} from './users/organizations/organization.entity.js';
import { PasswordRow } from './users/authentication/passwords/password.entity.js';
import {
  AddressLockRow,
  ExternalIdRow,
  PeopleCountRow,
  UserMetadataRow,
  UserRow,
  UserTombstoneRow,
  UserValueRow,
} from './users/directory/people/person/person.entity.js';
import { ClaimedIdRow } from './common/identifiers/claimed-id.entity.js';
import { BrandingDraftRow, BrandingImageRow } from './users/organizations/brandings/branding.entity.js';
import { MailTextRow } from './users/accounts/mails/mail-text.entity.js';
import { RecoveryCodeRow, SmsFactorRow, TotpSecretRow } from './users/accounts/factors/factor.entity.js';
import { FactorStateRow } from './users/authentication/assurance/factor-state.entity.js';
import { FeatureRow, PolicyRow } from './users/organizations/policies/policy.entity.js';
import { ServiceUserRow } from './users/directory/service-users/service-user.entity.js';
import { SignInAttemptRow } from './users/organizations/attempts/attempt.entity.js';

export const ENTITIES = [
  ...COMMON_TABLES,
  OrganizationRow,
  OrganizationDomainRow,
  DomainClaimRow,
  DomainChallengeRow,
  DomainLossRow,
  OrganizationMetadataRow,
  UserRow,
  UserValueRow,
  ExternalIdRow,
  AddressLockRow,
  ClaimedIdRow,
  UserTombstoneRow,
  UserMetadataRow,
  PeopleCountRow,
  ...GROUP_TABLES,
  PasswordRow,
  ServiceUserRow,
  ClientSecretRow,
  PersonalAccessTokenRow,
  ClientKeyRow,
  MembershipRow,
  GroupRoleRow,
  ...AUTHORIZATION_TABLES,
  ...PASSKEY_TABLES,
  PolicyRow,
  FactorStateRow,
  SmsFactorRow,
  TotpSecretRow,
  RecoveryCodeRow,
  BrandingDraftRow,
  BrandingImageRow,
  MailTextRow,
  FeatureRow,
  EventRow,
  EventRetentionRow,
  EventBlankingRow,
  AuditStreamRow,
  RequestCountRow,
  ProjectRow,
  ApplicationRow,
  ApplicationOriginRow,
  GrantOriginRow,
  GrantRow,
  RevokedTokenRow,
  ArtifactRow,
  PendingSignInRow,
  EndedSessionRow,
  RemovedPersonRow,
  RemovedNameRow,
  LogoutNoticeRow,
  SigningKeyRow,
  BrowserSessionRow,
  ConsentRow,
  SignInAttemptRow,
  MailedCodeRow,
  ProvisioningDomainRow,
  ProvisioningConnectionRow,
  ProvisioningLogRow,
  ProvisioningOmissionRow,
  ...IMPORT_TABLES,
  IdempotencyKeyRow,
];

export const MIGRATIONS = [
  FirstTables1700000000000,
  ClientKeys1700000001000,
  PersonalAccessTokenGenerations1700000004000,
  SignInAttempts1700000005000,
  BrowserSessions1700000006000,
  MailedCodes1700000007000,
  LogoutNotices1700000008000,
  SessionsOfUsers1700000008500,
  DirectorySearch1700000009000,
  OrganizationDomains1700000010000,
  Imports1700000011000,
  EventsByAggregate1700000012000,
  EventUpkeep1700000012500,
  Provisioning1700000013000,
  ArchivedEvents1700000013500,
  ImportFigures1700000014000,
  EmployeeNumbers1700000015000,
  KeptKeyIds1700000021000,
  DomainClaims1700000022000,
  ApplicationOrigins1700000023000,
  GrantOrigins1700000024000,
  Groups1700000025000,
  GroupsByNumber1700000025500,
  Authorizations1700000026000,
  AcceptedGrants1700000026500,
  AddressLocks1700000028000,
  PendingSignIns1700000028500,
  ImportedGroups1700000029000,
  JobRuns1700000030000,
  AuthorizedProjects1700000030301,
  OrganizationNames1700000031000,
  IdempotencyKeys1700000031010,
  LockedPeople1700000032000,
  RemovedPeople1700000032050,
  Removals1700000033000,
  GroupLeftovers1700000033001,
  DomainChallenges1700000033010,
  MailSettings1700000038000,
  MailTexts1700000038001,
  AuthorizationLeftovers1700000040100,
  NamesOfSessions1700000040200,
  ProjectLists1700000040450,
  FactorStates1700000041000,
  CodesOfPeople1700000041001,
  Passkeys1700000041100,
  Brandings1700000041200,
  AuditStreams1700000042000,
  WriteProofs1700000043000,
  DatabaseNode1700000043001,
  ReadOnlyMode1700000043100,
  RequestCounts1700000043200,
  PasswordDefaults1700000043300,
  ToldOfGrace1700000043301,
  TextMessages1700000043302,
  HoldersOfProjects1700000043400,
  ListFilters1700000043500,
  EventBlankings1700000043600,
  CommitTimes1700000043700,
  ImportMarks1700000043800,
  ProvisioningSearches1700000043900,
  ServiceUserNames1700000044000,
  CodeGivers1700000045200,
  DomainLosses1700000045300,
  RemovedNames1700000045310,
  ProvisioningOmissions1700000045500,
  ApplicationsInAudience1700000045600,
  ClaimedIds1700000045700,
  PasswordGivers1700000046300,
];

/** A DataSource for one role; not connected yet. */
export function createDataSource(database: DatabaseSettings, role: Role): DataSource {
  return prepareDataSource(
    new DataSource({
      ...connectionOptions(database, role),
      // A reader only runs SQL, and TypeORM takes long to describe tables.
      entities: role === 'reader' ? [] : ENTITIES,
      migrations: MIGRATIONS,
      migrationsTableName: 'migrations',
      // Servers commit DDL implicitly, so one transaction per migration is the most that is possible.
      migrationsTransactionMode: 'each',
      synchronize: false,
    }),
  );
}
