import { Module } from '@nestjs/common';
import { Database } from '../common/database/database.js';
import { DerivedColumns } from '../common/work/derived-columns.service.js';
import { ExpiredRows } from '../common/work/expired-rows.service.js';
import { CodeHolder } from './accounts/code-holder.service.js';
import { BrandingsRepository } from './brandings/brandings.repository.js';
import { Brandings } from './brandings/brandings.service.js';
import { MailTextsRepository } from './accounts/mail-texts.repository.js';
import { MailTexts } from './accounts/mail-texts.service.js';
import { MailedCodesRepository } from './mailed-codes/mailed-codes.repository.js';
import { MailedCodes } from './accounts/mailed-codes.service.js';
import { ClientKeys } from './credentials/client-keys.service.js';
import { ClientSecrets } from './credentials/client-secrets.service.js';
import { LastUse } from './credentials/last-use.service.js';
import { PersonalAccessTokens } from './credentials/personal-access-tokens.service.js';
import { AuditStreamRepository } from './events/audit-stream.repository.js';
import { AuditStream } from './events/audit-stream.service.js';
import { EventFollower } from './events/event-follower.service.js';
import { EventSearch } from './events/event-search.service.js';
import { EventSearchRepository } from './events/event-search.repository.js';
import { EventRetention } from './events/event-retention.service.js';
import { EventRetentionRepository } from './events/event-retention.repository.js';
import { EventsRepository } from './events/events.repository.js';
import { EventLog } from './events/events.service.js';
import { AccountNotices } from './accounts/account-notices.service.js';
import { SearchQueue } from './search/search-queue.js';
import { nameKey } from './identifiers/fold.js';
import { GroupGraph } from './group-graph/group-graph.repository.js';
import { GroupMembersRepository } from './groups/group-members.repository.js';
import { GroupMembers } from './groups/group-members.service.js';
import { GroupsBatchRepository } from './groups/groups-batch.repository.js';
import { GroupsBatch } from './groups/groups-batch.service.js';
import { MemberNames } from './groups/member-names.service.js';
import { MembershipsBatch } from './groups/memberships-batch.service.js';
import { GroupSearchRepository } from './groups/group-search.repository.js';
import { GroupSearch } from './groups/group-search.service.js';
import { GroupsRepository } from './groups/groups.repository.js';
import { GroupTies } from './groups/group-ties.service.js';
import { Groups } from './groups/groups.service.js';
import { Impersonation } from './memberships/impersonation.service.js';
import { AuthorizationRemovals } from './authorizations/authorization-removals.service.js';
import { AuthorizationsRepository } from './authorizations/authorizations.repository.js';
import { Authorizations } from './authorizations/authorizations.service.js';
import { HeldProjectRolesRepository } from './authorizations/held-project-roles.repository.js';
import { HeldProjectRoles } from './authorizations/held-project-roles.service.js';
import { ProjectRoleHoldersRepository } from './authorizations/project-role-holders.repository.js';
import { ProjectRoleHolders } from './authorizations/project-role-holders.service.js';
import { HoldersRepository } from './authorizations/holders.repository.js';
import { ProjectGrantsRepository } from './authorizations/project-grants.repository.js';
import { ProjectGrants } from './authorizations/project-grants.service.js';
import { ProjectRolesRepository } from './authorizations/project-roles.repository.js';
import { ProjectRoles } from './authorizations/project-roles.service.js';
import { GroupRoles } from './memberships/group-roles.service.js';
import { HeldMemberRoles } from './memberships/held-member-roles.service.js';
import { RoleHoldersRepository } from './memberships/role-holders.repository.js';
import { RoleHolders } from './memberships/role-holders.service.js';
import { ProjectMembers } from './memberships/project-members.service.js';
import { ProjectScopes } from './memberships/project-scopes.service.js';
import { Members } from './memberships/members.service.js';
import { Memberships } from './memberships/memberships.service.js';
import { LastOwnerRule } from './organizations/last-owner.service.js';
import { PolicyPermission } from './memberships/policy-permission.service.js';
import { PrivilegeCheck } from './memberships/privilege-check.service.js';
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
import { OrganizationUsersRepository } from './people/organization-users.repository.js';
import { OrganizationUsers } from './people/organization-users.service.js';
import { Organizations } from './organizations/organizations.service.js';
import { Enrolments } from './factors/enrolments.service.js';
import { FactorLinks } from './factors/factor-links.service.js';
import { SmsFactorsRepository } from './factors/sms-factors.repository.js';
import { PhoneCodes } from './factors/phone-codes.service.js';
import { SmsFactors } from './factors/sms-factors.service.js';
import { PasskeyInvitation } from './factors/passkey-invitation.service.js';
import { OwnPasskeys } from './factors/own-passkeys.service.js';
import { PasskeyChecks } from './accounts/passkey-checks.service.js';
import { Ceremonies } from './passkeys/ceremonies.service.js';
import { PasskeyChallengesRepository } from './passkeys/passkey-challenges.repository.js';
import { PasskeyChallenges } from './passkeys/passkey-challenges.service.js';
import { PasskeysRepository } from './passkeys/passkeys.repository.js';
import { PasswordChange } from './accounts/password-change.service.js';
import { PasswordRecovery } from './accounts/password-recovery.service.js';
import { PasswordReset } from './accounts/password-reset.service.js';
import { PasswordResetRequest } from './accounts/password-reset-request.service.js';
import { AccountMailer } from './accounts/account-mailer.service.js';
import { RegistrationMails } from './accounts/registration-mails.service.js';
import { RegistrationRule } from './accounts/registration-rule.service.js';
import { WaitingRegistrations } from './accounts/waiting-registrations.service.js';
import { PasswordLine } from './passwords/password-line.service.js';
import { AddressLimits } from './limits/address-limits.service.js';
import { RequestQuotas } from './limits/request-quotas.service.js';
import { RequestLimits } from './sign-in-attempts/request-limits.service.js';
import { PasswordsRepository } from './passwords/passwords.repository.js';
import { Passwords } from './passwords/passwords.service.js';
import { AddressClaims } from './people/address-claims.service.js';
import { ChangePermission } from './people/change-permission.service.js';
import { NewAccounts } from './accounts/new-accounts.service.js';
import { PersonLock } from './accounts/person-lock.service.js';
import { TemporaryPassword } from './accounts/temporary-password.service.js';
import { AddressMailLimits } from './accounts/address-mail-limits.service.js';
import { EmailChange } from './accounts/email-change.service.js';
import { EmailVerification } from './accounts/email-verification.service.js';
import { Invitation } from './accounts/invitation.service.js';
import { PasswordInvitation } from './accounts/password-invitation.service.js';
import { NewPeople } from './people/new-people.service.js';
import { PeopleBatch } from './people/people-batch.service.js';
import { GroupCounts, PeopleCounts } from './organizations/organization-counts.repository.js';
import { GroupsOfSearch } from './people/search/groups-of-search.repository.js';
import { AllPeopleRepository } from './people/search/all-people.repository.js';
import { PeopleList } from './people/search/people-list.service.js';
import { PeopleSearch } from './people/search/people-search.service.js';
import { PeopleRepository } from './people/people.repository.js';
import { People } from './people/people.service.js';
import { RemovedPeopleRepository } from './people/removed-people.repository.js';
import { RemovedPeople } from './people/removed-people.service.js';
import { DomainLossesRepository } from './people/domain-losses.repository.js';
import { DomainNamesRepository } from './people/domain-names.repository.js';
import { DomainNames } from './people/domain-names.service.js';
import { DomainLosses } from './people/domain-losses.service.js';
import { PersonTies } from './people/person-ties.service.js';
import { PersonWriter } from './people/person-writer.service.js';
import { FirstPasswords } from './accounts/first-passwords.service.js';
import { VouchedAddresses } from './accounts/vouched-addresses.service.js';
import { VerifiedMarks } from './people/verified-marks.service.js';
import { Registration } from './accounts/registration.service.js';
import { SessionEvents } from './people/session-events.service.js';
import { SignInDirectoryRepository } from './people/sign-in-directory.repository.js';
import { SignInDirectory } from './people/sign-in-directory.service.js';
import { PersonPolicies } from './assurance/person-policies.service.js';
import { Assurances } from './assurance/assurance.service.js';
import { FactorStatesRepository } from './assurance/factor-states.repository.js';
import { FactorChecks } from './factors/factor-checks.service.js';
import { FactorSources } from './assurance/factor-sources.service.js';
import { Factors } from './factors/factors.service.js';
import { MailFactors } from './factors/mail-factors.service.js';
import { RecoveryCodesRepository } from './factors/recovery-codes.repository.js';
import { RecoveryCodes } from './factors/recovery-codes.service.js';
import { TotpFactors } from './factors/totp-factors.service.js';
import { TotpSecretsRepository } from './factors/totp-secrets.repository.js';
import { LoginNames } from './policies/login-names.service.js';
import { Policies } from './policies/policies.service.js';
import { ServiceUserCredentials } from './service-users/service-user-credentials.service.js';
import { ServiceUserRemoval } from './service-users/service-user-removal.service.js';
import { ServiceUsers } from './service-users/service-users.service.js';
import { AttemptsRepository } from './sign-in-attempts/attempts.repository.js';
import { Attempts } from './sign-in-attempts/attempts.service.js';
import { PasswordChecks } from './accounts/password-checks.service.js';
import { UserMetadata } from './people/user-metadata.service.js';
import { UserDirectory } from './user-directory/user-directory.repository.js';
import { UserRows } from './user-directory/user-rows.repository.js';
import { ClientKeysRepository } from './credentials/client-keys.repository.js';
import { ClientSecretsRepository } from './credentials/client-secrets.repository.js';
import { PersonalAccessTokensRepository } from './credentials/personal-access-tokens.repository.js';
import { CommitRowsRepository } from './events/commit-rows.repository.js';
import { MembershipsRepository } from './memberships/memberships.repository.js';
import { GroupRolesRepository } from './memberships/group-roles.repository.js';
import { OwnersRepository } from './organizations/owners.repository.js';
import { BatchAddresses } from './people/batch-addresses.service.js';
import { AddressLocksRepository } from './people/address-locks.repository.js';
import { UserMetadataRepository } from './people/user-metadata.repository.js';
import { PoliciesRepository } from './policies/policies.repository.js';
import { ServiceUsersRepository } from './service-users/service-users.repository.js';

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
