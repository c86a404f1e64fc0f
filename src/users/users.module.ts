import { Module } from '@nestjs/common';
import { Database } from '../common/database/database.js';
import { DerivedColumns } from '../common/work/derived-columns.service.js';
import { ExpiredRows } from '../common/work/expired-rows.service.js';
import { CodeHolder } from './accounts/code-holder.service.js';
import { BrandingsRepository } from './organizations/brandings/brandings.repository.js';
import { Brandings } from './organizations/brandings/brandings.service.js';
import { MailTextsRepository } from './accounts/mails/mail-texts.repository.js';
import { MailTexts } from './accounts/mails/mail-texts.service.js';
import { MailedCodesRepository } from './authentication/mailed-codes/mailed-codes.repository.js';
import { MailedCodes } from './accounts/mailed-codes.service.js';
import { ClientKeys } from './authentication/credentials/client-keys.service.js';
import { ClientSecrets } from './authentication/credentials/client-secrets.service.js';
import { LastUse } from './authentication/credentials/last-use.service.js';
import { PersonalAccessTokens } from './authentication/credentials/personal-access-tokens.service.js';
import { AuditStreamRepository } from './events/audit-stream.repository.js';
import { AuditStream } from './events/audit-stream.service.js';
import { EventFollower } from './events/event-follower.service.js';
import { EventSearch } from './events/event-search.service.js';
import { EventSearchRepository } from './events/event-search.repository.js';
import { EventRetention } from './events/event-retention.service.js';
import { EventRetentionRepository } from './events/event-retention.repository.js';
import { EventsRepository } from './events/events.repository.js';
import { EventLog } from './events/events.service.js';
import { AccountNotices } from './accounts/mails/account-notices.service.js';
import { SearchQueue } from '../common/search/search-queue.js';
import { nameKey } from '../common/identifiers/fold.js';
import { GroupGraph } from './roles/group-graph/group-graph.repository.js';
import { GroupMembersRepository } from './directory/groups/group-members.repository.js';
import { GroupMembers } from './directory/groups/group-members.service.js';
import { GroupsBatchRepository } from './directory/groups/groups-batch.repository.js';
import { GroupsBatch } from './directory/groups/groups-batch.service.js';
import { MemberNames } from './directory/groups/member-names.service.js';
import { MembershipsBatch } from './directory/groups/memberships-batch.service.js';
import { GroupSearchRepository } from './directory/groups/group-search.repository.js';
import { GroupSearch } from './directory/groups/group-search.service.js';
import { GroupsRepository } from './directory/groups/groups.repository.js';
import { GroupTies } from './directory/groups/group-ties.service.js';
import { Groups } from './directory/groups/groups.service.js';
import { Impersonation } from './roles/memberships/impersonation.service.js';
import { AuthorizationRemovals } from './roles/authorizations/authorization-removals.service.js';
import { AuthorizationsRepository } from './roles/authorizations/authorizations.repository.js';
import { Authorizations } from './roles/authorizations/authorizations.service.js';
import { HeldProjectRolesRepository } from './roles/authorizations/held-project-roles.repository.js';
import { HeldProjectRoles } from './roles/authorizations/held-project-roles.service.js';
import { ProjectRoleHoldersRepository } from './roles/authorizations/project-role-holders.repository.js';
import { ProjectRoleHolders } from './roles/authorizations/project-role-holders.service.js';
import { HoldersRepository } from './roles/authorizations/holders.repository.js';
import { ProjectGrantsRepository } from './roles/authorizations/project-grants.repository.js';
import { ProjectGrants } from './roles/authorizations/project-grants.service.js';
import { ProjectRolesRepository } from './roles/authorizations/project-roles.repository.js';
import { ProjectRoles } from './roles/authorizations/project-roles.service.js';
import { GroupRoles } from './roles/memberships/group-roles.service.js';
import { HeldMemberRoles } from './roles/memberships/held-member-roles.service.js';
import { RoleHoldersRepository } from './roles/memberships/role-holders.repository.js';
import { RoleHolders } from './roles/memberships/role-holders.service.js';
import { ProjectMembers } from './roles/memberships/project-members.service.js';
import { ProjectScopes } from './roles/memberships/project-scopes.service.js';
import { Members } from './roles/memberships/members.service.js';
import { Memberships } from './roles/memberships/memberships.service.js';
import { LastOwnerRule } from './organizations/last-owner.service.js';
import { PolicyPermission } from './roles/memberships/policy-permission.service.js';
import { PrivilegeCheck } from './roles/memberships/privilege-check.service.js';
import { DomainChallengesRepository } from './organizations/domain-challenges.repository.js';
import { DomainProofs } from './organizations/domain-proofs.service.js';
import { PublishedProofs } from './organizations/published-proofs.service.js';
import { DomainsRepository } from './organizations/domains.repository.js';
import { Domains } from './organizations/domains.service.js';
import { OrganizationMetadataRepository } from './organizations/organization-metadata.repository.js';
import { OrganizationMetadata } from './organizations/organization-metadata.service.js';
import { LostTimeRepository } from './organizations/lost-time.repository.js';
import { LostTime } from './organizations/lost-time.service.js';
import { OrganizationsRepository } from './organizations/organizations.repository.js';
import { OrganizationContentsRepository } from './organizations/organization-contents.repository.js';
import { OrganizationRemoval } from './organizations/organization-removal.service.js';
import { OrganizationStatistics } from './organizations/organization-statistics.service.js';
import { OrganizationUsersRepository } from './directory/people/organization-users.repository.js';
import { OrganizationUsers } from './directory/people/organization-users.service.js';
import { Organizations } from './organizations/organizations.service.js';
import { Enrolments } from './accounts/factors/enrolments.service.js';
import { FactorLinks } from './accounts/factors/factor-links.service.js';
import { SmsFactorsRepository } from './accounts/factors/sms-factors.repository.js';
import { PhoneCodes } from './accounts/factors/phone-codes.service.js';
import { SmsFactors } from './accounts/factors/sms-factors.service.js';
import { PasskeyInvitation } from './accounts/factors/passkey-invitation.service.js';
import { OwnPasskeys } from './accounts/factors/own-passkeys.service.js';
import { PasskeyChecks } from './accounts/passkey-checks.service.js';
import { Ceremonies } from './authentication/passkeys/ceremonies.service.js';
import { PasskeyChallengesRepository } from './authentication/passkeys/passkey-challenges.repository.js';
import { PasskeyChallenges } from './authentication/passkeys/passkey-challenges.service.js';
import { PasskeysRepository } from './authentication/passkeys/passkeys.repository.js';
import { PasswordChange } from './accounts/password-change.service.js';
import { PasswordRecovery } from './accounts/password-recovery.service.js';
import { PasswordReset } from './accounts/password-reset.service.js';
import { PasswordResetRequest } from './accounts/password-reset-request.service.js';
import { AccountMailer } from './accounts/mails/account-mailer.service.js';
import { RegistrationMails } from './accounts/registration/registration-mails.service.js';
import { RegistrationRule } from './accounts/registration/registration-rule.service.js';
import { WaitingRegistrations } from './accounts/registration/waiting-registrations.service.js';
import { PasswordLine } from './authentication/passwords/password-line.service.js';
import { AddressLimits } from './organizations/limits/address-limits.service.js';
import { RequestQuotas } from './organizations/limits/request-quotas.service.js';
import { RequestLimits } from './organizations/attempts/request-limits.service.js';
import { PasswordsRepository } from './authentication/passwords/passwords.repository.js';
import { Passwords } from './authentication/passwords/passwords.service.js';
import { AddressClaims } from './directory/people/address-claims.service.js';
import { ChangePermission } from './directory/people/change-permission.service.js';
import { NewAccounts } from './accounts/registration/new-accounts.service.js';
import { PersonLock } from './accounts/person-lock.service.js';
import { TemporaryPassword } from './accounts/temporary-password.service.js';
import { AddressMailLimits } from './accounts/mails/address-mail-limits.service.js';
import { EmailChange } from './accounts/email-change.service.js';
import { EmailVerification } from './accounts/email-verification.service.js';
import { Invitation } from './accounts/invitation.service.js';
import { PasswordInvitation } from './accounts/password-invitation.service.js';
import { NewPeople } from './directory/people/new-people.service.js';
import { PeopleBatch } from './directory/people/batch/people-batch.service.js';
import { GroupCounts, PeopleCounts } from './organizations/organization-counts.repository.js';
import { GroupsOfSearch } from './directory/people/search/groups-of-search.repository.js';
import { AllPeopleRepository } from './directory/people/search/all-people.repository.js';
import { PeopleList } from './directory/people/search/people-list.service.js';
import { PeopleSearch } from './directory/people/search/people-search.service.js';
import { PeopleRepository } from './directory/people/people.repository.js';
import { People } from './directory/people/people.service.js';
import { RemovedPeopleRepository } from './directory/people/removed-people.repository.js';
import { RemovedPeople } from './directory/people/removed-people.service.js';
import { DomainLossesRepository } from './directory/people/domain-names/domain-losses.repository.js';
import { DomainNamesRepository } from './directory/people/domain-names/domain-names.repository.js';
import { DomainNames } from './directory/people/domain-names/domain-names.service.js';
import { DomainLosses } from './directory/people/domain-names/domain-losses.service.js';
import { PersonTies } from './directory/people/person-ties.service.js';
import { PersonWriter } from './directory/people/person-writer.service.js';
import { FirstPasswords } from './accounts/first-passwords.service.js';
import { VouchedAddresses } from './accounts/vouched-addresses.service.js';
import { VerifiedMarks } from './directory/people/verified-marks.service.js';
import { Registration } from './accounts/registration/registration.service.js';
import { SessionEvents } from './directory/people/session-events.service.js';
import { SignInDirectoryRepository } from './directory/people/sign-in-directory.repository.js';
import { SignInDirectory } from './directory/people/sign-in-directory.service.js';
import { PersonPolicies } from './authentication/assurance/person-policies.service.js';
import { Assurances } from './authentication/assurance/assurance.service.js';
import { FactorStatesRepository } from './authentication/assurance/factor-states.repository.js';
import { FactorChecks } from './accounts/factors/factor-checks.service.js';
import { FactorSources } from './authentication/assurance/factor-sources.js';
import { Factors } from './accounts/factors/factors.service.js';
import { MailFactors } from './accounts/factors/mail-factors.service.js';
import { RecoveryCodesRepository } from './accounts/factors/recovery-codes.repository.js';
import { RecoveryCodes } from './accounts/factors/recovery-codes.service.js';
import { TotpFactors } from './accounts/factors/totp-factors.service.js';
import { TotpSecretsRepository } from './accounts/factors/totp-secrets.repository.js';
import { LoginNames } from './organizations/policies/login-names.service.js';
import { Policies } from './organizations/policies/policies.service.js';
import { ServiceUserCredentials } from './directory/service-users/service-user-credentials.service.js';
import { ServiceUserRemoval } from './directory/service-users/service-user-removal.service.js';
import { ServiceUsers } from './directory/service-users/service-users.service.js';
import { AttemptsRepository } from './organizations/attempts/attempts.repository.js';
import { Attempts } from './organizations/attempts/attempts.service.js';
import { PasswordChecks } from './accounts/password-checks.service.js';
import { UserMetadata } from './directory/people/user-metadata.service.js';
import { UserDirectory } from './roles/user-directory/user-directory.repository.js';
import { UserRows } from './roles/user-directory/user-rows.repository.js';
import { ClientKeysRepository } from './authentication/credentials/client-keys.repository.js';
import { ClientSecretsRepository } from './authentication/credentials/client-secrets.repository.js';
import { PersonalAccessTokensRepository } from './authentication/credentials/personal-access-tokens.repository.js';
import { CommitRowsRepository } from './events/commit-rows.repository.js';
import { MembershipsRepository } from './roles/memberships/memberships.repository.js';
import { GroupRolesRepository } from './roles/memberships/group-roles.repository.js';
import { OwnersRepository } from './organizations/owners.repository.js';
import { BatchAddresses } from './directory/people/batch/batch-addresses.service.js';
import { AddressLocksRepository } from './directory/people/address-locks.repository.js';
import { UserMetadataRepository } from './directory/people/user-metadata.repository.js';
import { PoliciesRepository } from './organizations/policies/policies.repository.js';
import { ServiceUsersRepository } from './directory/service-users/service-users.repository.js';

const SERVICES = [
  GroupGraph,
  Groups,
  GroupMembers,
  GroupTies,
  GroupsBatch,
  MembershipsBatch,
  GroupSearch,
  Organizations,
  OrganizationRemoval,
  OrganizationStatistics,
  OrganizationUsers,
  Domains,
  DomainProofs,
  People,
  PersonWriter,
  VerifiedMarks,
  VouchedAddresses,
  FirstPasswords,
  DomainLosses,
  DomainNames,
  NewPeople,
  AddressClaims,
  PeopleBatch,
  UserMetadata,
  OrganizationMetadata,
  PeopleSearch,
  PeopleList,
  RemovedPeople,
  AllPeopleRepository,
  SignInDirectory,
  SessionEvents,
  Passwords,
  Ceremonies,
  OwnPasskeys,
  Enrolments,
  FactorLinks,
  PhoneCodes,
  SmsFactors,
  PasskeyInvitation,
  PasswordInvitation,
  PasskeyChecks,
  PasswordChecks,
  PasswordChange,
  PasswordRecovery,
  PasswordReset,
  PasswordResetRequest,
  NewAccounts,
  PersonLock,
  TemporaryPassword,
  AddressMailLimits,
  EmailChange,
  EmailVerification,
  Invitation,
  Registration,
  RegistrationRule,
  RegistrationMails,
  CodeHolder,
  MailedCodes,
  AccountNotices,
  ServiceUsers,
  ServiceUserCredentials,
  ServiceUserRemoval,
  ClientSecrets,
  ClientKeys,
  PersonalAccessTokens,
  LastUse,
  Members,
  ProjectMembers,
  GroupRoles,
  HeldMemberRoles,
  RoleHolders,
  ProjectRoles,
  ProjectGrants,
  Authorizations,
  AuthorizationRemovals,
  HeldProjectRoles,
  ProjectRoleHolders,
  Memberships,
  PolicyPermission,
  PrivilegeCheck,
  ChangePermission,
  Impersonation,
  UserDirectory,
  UserRows,
  Policies,
  LoginNames,
  PersonPolicies,
  Assurances,
  FactorChecks,
  FactorSources,
  MailFactors,
  Factors,
  RecoveryCodes,
  TotpFactors,
  EventLog,
  AuditStream,
  LostTime,
  LostTimeRepository,
  AuditStreamRepository,
  EventFollower,
  EventSearch,
  EventRetention,
  AddressLimits,
  RequestLimits,
  RequestQuotas,
  Brandings,
  MailTexts,
];

/** The users domain: organizations, people, service users, their roles, passwords and history. */
@Module({
  providers: [
    ...SERVICES,
    LastOwnerRule,
    OrganizationContentsRepository,
    OrganizationUsersRepository,
    PasswordLine,
    PasskeysRepository,
    PasskeyChallenges,
    PasskeyChallengesRepository,
    AccountMailer,
    WaitingRegistrations,
    Attempts,
    AttemptsRepository,
    MailedCodesRepository,
    BrandingsRepository,
    MailTextsRepository,
    EventsRepository,
    ClientKeysRepository,
    ClientSecretsRepository,
    PersonalAccessTokensRepository,
    CommitRowsRepository,
    MembershipsRepository,
    GroupRolesRepository,
    RoleHoldersRepository,
    ProjectScopes,
    ProjectRolesRepository,
    ProjectGrantsRepository,
    AuthorizationsRepository,
    HoldersRepository,
    HeldProjectRolesRepository,
    ProjectRoleHoldersRepository,
    OwnersRepository,
    UserMetadataRepository,
    OrganizationMetadataRepository,
    AddressLocksRepository,
    BatchAddresses,
    PoliciesRepository,
    ServiceUsersRepository,
    EventSearchRepository,
    EventRetentionRepository,
    OrganizationsRepository,
    DomainsRepository,
    DomainChallengesRepository,
    PublishedProofs,
    PasswordsRepository,
    PeopleRepository,
    SignInDirectoryRepository,
    PeopleCounts,
    GroupCounts,
    GroupsRepository,
    GroupMembersRepository,
    GroupsBatchRepository,
    MemberNames,
    GroupSearchRepository,
    GroupsOfSearch,
    PersonTies,
    DomainLossesRepository,
    DomainNamesRepository,
    RemovedPeopleRepository,
    FactorStatesRepository,
    RecoveryCodesRepository,
    SmsFactorsRepository,
    TotpSecretsRepository,
    { provide: SearchQueue, inject: [Database], useFactory: ({ search }: Database) => new SearchQueue(search.concurrency) },
  ],
  exports: [...SERVICES, SearchQueue],
})
export class UsersModule {
  constructor(expiredRows: ExpiredRows, userRows: UserRows, derivedColumns: DerivedColumns, retention: EventRetention) {
    retention.register((tx, userNos) => userRows.sweepRemoved(tx, userNos));
    const nameKeyColumn = { from: 'name', by: nameKey };
    derivedColumns.register(
      { name: 'organizations', key: 'no', derived: { name_key: nameKeyColumn } },
      { name: 'service_users', key: 'user_no', derived: { name_key: nameKeyColumn } },
      {
        name: 'removed_people',
        key: 'user_no',
        derived: { user_name_key: { from: 'user_name', by: nameKey }, display_name_key: { from: 'display_name', by: nameKey } },
      },
    );
    userRows.register(
      { table: 'user_values', owner: 'user_no' },
      { table: 'user_metadata', owner: 'user_no' },
      { table: 'external_ids', owner: 'user_no' },
      { table: 'passwords', owner: 'user_no' },
      { table: 'passkeys', owner: 'user_no' },
      { table: 'passkey_holders', owner: 'user_no' },
      { table: 'mailed_codes', owner: 'user_no' },
      { table: 'sign_in_attempts', owner: 'user_no' },
      { table: 'personal_access_tokens', owner: 'user_no' },
      { table: 'client_secrets', owner: 'owner_no' },
      { table: 'client_keys', owner: 'owner_no' },
      { table: 'service_users', owner: 'user_no' },
      { table: 'factor_states', owner: 'user_no' },
      { table: 'sms_factors', owner: 'user_no' },
      { table: 'totp_secrets', owner: 'user_no' },
      { table: 'recovery_codes', owner: 'user_no' },
    );
    expiredRows.register(
      { name: 'request_counts', key: ['key_digest'], expiry: 'expires_us' },
      { name: 'sign_in_attempts', key: ['key_digest'], expiry: 'expires_us' },
      { name: 'passkey_challenges', key: ['digest'], expiry: 'expires_us' },
      { name: 'mailed_codes', key: ['id'], expiry: 'expires_us' },
      { name: 'domain_challenges', key: ['org_no', 'domain'], expiry: 'expires_us' },
      { name: 'address_locks', key: ['no'], expiry: 'expires_us' },
      { name: 'removed_people', key: ['user_no'], expiry: 'expires_us' },
      { name: 'removed_names', key: ['user_no', 'value_key'], expiry: 'expires_us' },
    );
  }
}
