// Creates TypeORM DataSources from the settings, with the explicit list of entities and migrations.
import { DataSource, type EntitySchema } from 'typeorm';
import * as idempotencyKeys from './admin/idempotency/idempotency-key.entity.js';
import * as imports from './admin/imports/jobs/import.entity.js';
import { connectionOptions, prepareDataSource, type Role } from './common/database/dialect.js';
import { Baseline1700000047000 } from './common/database/migrations/1700000047000-baseline.js';
import { IdentityProviders1700000048000 } from './common/database/migrations/1700000048000-identity-providers.js';
import { SignInWays1700000049000 } from './common/database/migrations/1700000049000-sign-in-ways.js';
import { LoginNames1700000050000 } from './common/database/migrations/1700000050000-login-names.js';
import { Invitations1700000050001 } from './common/database/migrations/1700000050001-invitations.js';
import { WordsOfPeople1700000052000 } from './common/database/migrations/1700000052000-words-of-people.js';
import { MailAsAWay1700000053000 } from './common/database/migrations/1700000053000-mail-as-a-way.js';
import { PersonPictures1700000054000 } from './common/database/migrations/1700000054000-person-pictures.js';
import { SignInCounts1700000055000 } from './common/database/migrations/1700000055000-sign-in-counts.js';
import { ApplicationsByName1700000056000 } from './common/database/migrations/1700000056000-applications-by-name.js';
import { ApplicationLogos1700000058000 } from './common/database/migrations/1700000058000-application-logos.js';
import { UsedProofs1700000061000 } from './common/database/migrations/1700000061000-used-proofs.js';
import { DeviceRequests1700000063000 } from './common/database/migrations/1700000063000-device-requests.js';
import { ClientRegistration1700000064000 } from './common/database/migrations/1700000064000-client-registration.js';
import { ProjectResources1700000065000 } from './common/database/migrations/1700000065000-project-resources.js';
import { PersonalData1700000067000 } from './common/database/migrations/1700000067000-personal-data.js';
import { ProfilesOfServiceUsers1700000068000 } from './common/database/migrations/1700000068000-profiles-of-service-users.js';
import { IdentityProviderLogos1700000069000 } from './common/database/migrations/1700000069000-identity-provider-logos.js';
import { GiversOfIdentities1700000070000 } from './common/database/migrations/1700000070000-givers-of-identities.js';
import * as common from './common/database/migrations/tables.js';
import * as claimedIds from './common/identifiers/claimed-id.entity.js';
import * as requestCounts from './common/limits/request-count.entity.js';
import type { DatabaseSettings } from './common/settings/settings.js';
import * as clients from './oidc/clients/client.entity.js';
import * as consents from './oidc/consents/consent.entity.js';
import * as signingKeys from './oidc/keys/signing-key.entity.js';
import * as deviceRequests from './oidc/devices/device-request.entity.js';
import * as usedProofs from './oidc/proofs/used-proof.entity.js';
import * as artifacts from './oidc/provider/adapters/artifact.entity.js';
import * as registrations from './oidc/registration/registration.entity.js';
import * as browserSessions from './oidc/sessions/browser-session.entity.js';
import * as endedSessions from './oidc/tokens/stored/ended-session.entity.js';
import * as grants from './oidc/tokens/stored/grant.entity.js';
import * as provisioning from './scim/provisioning/provisioning.entity.js';
import * as factors from './users/accounts/factors/factor.entity.js';
import * as personPictures from './users/directory/people/pictures/person-picture.entity.js';
import * as invitations from './users/accounts/invitation.entity.js';
import * as mailTexts from './users/accounts/mails/mail-text.entity.js';
import * as factorStates from './users/authentication/assurance/factor-state.entity.js';
import * as credentials from './users/authentication/credentials/credential.entity.js';
import * as identityProviders from './users/authentication/identity-providers/identity-provider.entity.js';
import * as mailedCodes from './users/authentication/mailed-codes/mailed-code.entity.js';
import * as passkeys from './users/authentication/passkeys/passkey.entity.js';
import * as passwords from './users/authentication/passwords/password.entity.js';
import * as people from './users/directory/people/person/person.entity.js';
import * as removedPeople from './users/directory/people/removed-person.entity.js';
import * as serviceUsers from './users/directory/service-users/service-user.entity.js';
import * as events from './users/events/event.entity.js';
import * as attempts from './users/organizations/attempts/attempt.entity.js';
import * as brandings from './users/organizations/brandings/branding.entity.js';
import * as organizations from './users/organizations/organization.entity.js';
import * as policies from './users/organizations/policies/policy.entity.js';
import * as authorizations from './users/roles/authorizations/authorization.entity.js';
import * as groups from './users/roles/group-graph/group.entity.js';
import * as memberships from './users/roles/memberships/membership.entity.js';

/** Each of these files exports the entities of its tables, and nothing else. */
export const ENTITIES = [
  common,
  idempotencyKeys,
  imports,
  claimedIds,
  requestCounts,
  clients,
  consents,
  signingKeys,
  deviceRequests,
  usedProofs,
  artifacts,
  registrations,
  browserSessions,
  endedSessions,
  grants,
  provisioning,
  factors,
  invitations,
  personPictures,
  mailTexts,
  factorStates,
  credentials,
  identityProviders,
  mailedCodes,
  passkeys,
  passwords,
  people,
  removedPeople,
  serviceUsers,
  events,
  attempts,
  brandings,
  organizations,
  policies,
  authorizations,
  groups,
  memberships,
].flatMap((file: object) => Object.values(file) as Array<(new () => object) | EntitySchema>);

export const MIGRATIONS = [
  Baseline1700000047000,
  IdentityProviders1700000048000,
  SignInWays1700000049000,
  LoginNames1700000050000,
  Invitations1700000050001,
  WordsOfPeople1700000052000,
  MailAsAWay1700000053000,
  PersonPictures1700000054000,
  SignInCounts1700000055000,
  ApplicationsByName1700000056000,
  ApplicationLogos1700000058000,
  UsedProofs1700000061000,
  DeviceRequests1700000063000,
  ClientRegistration1700000064000,
  ProjectResources1700000065000,
  PersonalData1700000067000,
  ProfilesOfServiceUsers1700000068000,
  IdentityProviderLogos1700000069000,
  GiversOfIdentities1700000070000,
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
