import { Module } from '@nestjs/common';
import { CodeHolder } from './codes/code-holder.js';
import { MailedCodesRepository } from './codes/mailed-codes.repository.js';
import { MailedCodes } from './codes/mailed-codes.service.js';
import { ClientKeys } from './credentials/client-keys.js';
import { ClientSecrets } from './credentials/client-secrets.js';
import { LastUse } from './credentials/last-use.js';
import { PersonalAccessTokens } from './credentials/personal-access-tokens.js';
import { EventFollower } from './events/event-follower.js';
import { EventSearch } from './events/event-search.js';
import { EventSearchRepository } from './events/event-search.repository.js';
import { EventUpkeep } from './events/event-upkeep.js';
import { EventUpkeepRepository } from './events/event-upkeep.repository.js';
import { EventsRepository } from './events/events.repository.js';
import { EventLog } from './events/events.service.js';
import { AccountNotices } from './mails/account-notices.js';
import { Impersonation } from './memberships/impersonation.js';
import { Memberships } from './memberships/memberships.service.js';
import { Ownership } from './memberships/ownership.js';
import { RoleCover } from './memberships/role-cover.js';
import { DomainsRepository } from './organizations/domains.repository.js';
import { Domains } from './organizations/domains.service.js';
import { OrganizationsRepository } from './organizations/organizations.repository.js';
import { Organizations } from './organizations/organizations.service.js';
import { PasswordChange } from './passwords/password-change.js';
import { PasswordReset } from './passwords/password-reset.js';
import { PasswordsRepository } from './passwords/passwords.repository.js';
import { Passwords } from './passwords/passwords.service.js';
import { ChangeGuard } from './people/change-guard.js';
import { EmailChange } from './people/email-change.js';
import { EmailVerification } from './people/email-verification.js';
import { Invitation } from './people/invitation.js';
import { NewPeople } from './people/new-people.js';
import { PeopleBatch } from './people/people-batch.js';
import { PeopleCounts } from './people/people-counts.js';
import { PeoplePages } from './people/people-pages.js';
import { PeopleRepository } from './people/people.repository.js';
import { People } from './people/people.service.js';
import { Registration } from './people/registration.js';
import { SessionLog } from './people/session-log.js';
import { SignInDirectory } from './people/sign-in-directory.js';
import { Policies } from './policies/policies.service.js';
import { ServiceUsers } from './service-users/service-users.service.js';
import { AttemptsRepository } from './sign-in-attempts/attempts.repository.js';
import { Attempts } from './sign-in-attempts/attempts.service.js';
import { PasswordChecks } from './sign-in-attempts/password-checks.js';
import { UserMetadata } from './people/user-metadata.js';
import { UserDirectory } from './user-directory.js';

const SERVICES = [
  Organizations,
  Domains,
  People,
  NewPeople,
  PeopleBatch,
  UserMetadata,
  SignInDirectory,
  SessionLog,
  Passwords,
  PasswordChecks,
  PasswordChange,
  PasswordReset,
  EmailChange,
  EmailVerification,
  Invitation,
  Registration,
  CodeHolder,
  MailedCodes,
  AccountNotices,
  ServiceUsers,
  ClientSecrets,
  ClientKeys,
  PersonalAccessTokens,
  LastUse,
  Memberships,
  RoleCover,
  ChangeGuard,
  Impersonation,
  UserDirectory,
  Policies,
  EventLog,
  EventFollower,
  EventSearch,
  EventUpkeep,
];

/** Who exists: organizations, people, service users, their roles, passwords and history. */
@Module({
  providers: [
    ...SERVICES,
    Ownership,
    Attempts,
    AttemptsRepository,
    MailedCodesRepository,
    EventsRepository,
    EventSearchRepository,
    EventUpkeepRepository,
    OrganizationsRepository,
    DomainsRepository,
    PasswordsRepository,
    PeopleRepository,
    PeopleCounts,
    PeoplePages,
  ],
  exports: SERVICES,
})
export class UsersModule {}
