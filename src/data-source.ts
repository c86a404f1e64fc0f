// Creates TypeORM DataSources from the settings, with the explicit list of entities and migrations.
import { DataSource } from 'typeorm';
import { connectionOptions, prepareDataSource, type Role } from './common/database/dialect.js';
import { Baseline1700000047000 } from './common/database/migrations/1700000047000-baseline.js';
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

export const MIGRATIONS = [Baseline1700000047000];

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
