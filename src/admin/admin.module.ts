import { Module } from '@nestjs/common';
import { ExpiredRows } from '../common/work/expired-rows.service.js';
import { OidcModule } from '../oidc/oidc.module.js';
import { ScimModule } from '../scim/scim.module.js';
import { UsersModule } from '../users/users.module.js';
import { ApplicationLogoController } from './applications/application-logo.controller.js';
import { ApplicationsController } from './applications/applications.controller.js';
import { OrganizationApplicationsController } from './applications/organization-applications.controller.js';
import { ApplicationKeysController } from './credentials/application-keys.controller.js';
import { ApplicationSecretsController } from './credentials/application-secrets.controller.js';
import { OwnPermissionsController } from './caller/own-permissions.controller.js';
import { OwnPermissions } from './caller/own-permissions.service.js';
import { ApplicationAccess } from './applications/application-access.service.js';
import { CredentialAccess } from './credentials/credential-access.service.js';
import { PersonalAccessTokensController } from './credentials/personal-access-tokens.controller.js';
import { ServiceUserKeysController } from './credentials/service-user-keys.controller.js';
import { ServiceUserSecretsController } from './credentials/service-user-secrets.controller.js';
import { ErrorsPageController } from './errors/errors-page.controller.js';
import { EventCursors } from './events/event-cursors.service.js';
import { EventNames } from './events/event-names.service.js';
import { EventPages } from './events/event-pages.service.js';
import { EventsController } from './events/events.controller.js';
import { ExportSections } from './exports/export-sections.service.js';
import { ExportsController } from './exports/exports.controller.js';
import { ExportsRepository } from './exports/exports.repository.js';
import { OrganizationExport } from './exports/organization-export.service.js';
import { FeaturesController } from './features/features.controller.js';
import { ImportAuthors } from './imports/jobs/import-authors.service.js';
import { ImportBodies } from './imports/import-bodies.service.js';
import { ImportChunks } from './imports/jobs/import-chunks.service.js';
import { ImportJobStates } from './imports/jobs/import-job-states.service.js';
import { ImportJobsRepository } from './imports/jobs/import-jobs.repository.js';
import { ImportJobs } from './imports/jobs/import-jobs.service.js';
import { ImportRowRemovals } from './imports/jobs/import-row-removals.service.js';
import { ImportRunner } from './imports/jobs/import-runner.service.js';
import { ImportService } from './imports/import.service.js';
import { ImportController, ImportsController } from './imports/imports.controller.js';
import { ImportedApplications } from './imports/writing/imported-applications.service.js';
import { ImportedIdentities } from './imports/writing/imported-identities.service.js';
import { ImportedKeys } from './imports/writing/imported-keys.service.js';
import { ImportedServiceUsers } from './imports/writing/imported-service-users.service.js';
import { ImportedUserFacts } from './imports/writing/imported-user-facts.service.js';
import { ImportedPictures } from './imports/writing/imported-pictures.service.js';
import { ImportedProviders } from './imports/writing/imported-providers.service.js';
import { PeopleWriter } from './imports/writing/people-writer.service.js';
import { OrganizationWriter } from './imports/writing/organization-writer.service.js';
import { ResourceWriter } from './imports/writing/resource-writer.service.js';
import { DryRun } from './imports/writing/dry-run.service.js';
import { GroupWriter } from './imports/writing/group-writer.service.js';
import { RecordWriter } from './imports/writing/record-writer.service.js';
import { JobStarts } from './jobs/job-starts.service.js';
import { JobsController } from './jobs/jobs.controller.js';
import { IdempotencyKeysRepository } from './idempotency/idempotency-keys.repository.js';
import { IdempotencyKeys } from './idempotency/idempotency-keys.service.js';
import { KeysController } from './keys/keys.controller.js';
import { OrganizationAuthorizationsController } from './authorizations/authorizations.controller.js';
import { AuthorizationTargets } from './authorizations/authorization-targets.service.js';
import { PLACE_AUTHORIZATIONS_CONTROLLERS } from './authorizations/target-authorizations.controller.js';
import { AuthorizationNames } from './authorizations/authorization-names.service.js';
import { HeldRolesController } from './authorizations/held-roles.controller.js';
import { GroupsController, PersonGroupsController } from './groups/groups.controller.js';
import { GroupRolesController } from './members/group-roles.controller.js';
import { HeldMemberRolesController } from './members/held-member-roles.controller.js';
import { RoleHoldersController } from './members/role-holders.controller.js';
import { ProjectGrantMembersController, ProjectMembersController } from './members/project-members.controller.js';
import { GrantedProjectsController } from './projects/granted-projects.controller.js';
import { ProjectGrantsController } from './projects/project-grants.controller.js';
import { RegistrationTokensController } from './projects/registration-tokens.controller.js';
import { ProjectRolesController } from './projects/project-roles.controller.js';
import { ProjectsController } from './projects/projects.controller.js';
import { NamesRepository } from './names/names.repository.js';
import { OrganizationMetadataController } from './metadata/organization-metadata.controller.js';
import { PersonMetadataController, ServiceUserMetadataController } from './metadata/user-metadata.controller.js';
import { MailAdministration } from './mail/mail-administration.service.js';
import { MailController } from './mail/mail.controller.js';
import { BrandingAnswers } from './branding/branding-answers.service.js';
import { BRANDING_CONTROLLERS } from './branding/branding.controller.js';
import { MailTextsController } from './mail/mail-texts.controller.js';
import { MembersController } from './members/members.controller.js';
import { ConnectionsController } from './connections/connections.controller.js';
import { PROVISIONING_LOG_CONTROLLERS } from './provisioning/provisioning-log.controller.js';
import { DomainsController } from './organizations/domains.controller.js';
import { OrganizationRowRemovals } from './organizations/organization-row-removals.service.js';
import { OrganizationsController } from './organizations/organizations.controller.js';
import { AllPeopleController } from './people/all-people.controller.js';
import { PeopleController } from './people/people.controller.js';
import { PersonActionsController } from './people/person-actions.controller.js';
import { IDENTITY_PROVIDER_CONTROLLERS } from './identity-providers/identity-providers.controller.js';
import { PROVIDER_LOGO_CONTROLLERS } from './identity-providers/provider-logo.controller.js';
import { ProviderReferences } from './identity-providers/provider-references.service.js';
import { PersonIdentitiesController } from './people/person-identities.controller.js';
import { PersonFactorsController } from './people/person-factors.controller.js';
import { SessionsController } from './people/sessions.controller.js';
import { EndablePeople, PersonGrantsController, PersonSessionsController } from './people/person-access.controller.js';
import { PersonEventsController } from './people/person-events.controller.js';
import { PersonRolesController } from './people/person-roles.controller.js';
import { DatabaseHostsController } from './database-hosts/database-hosts.controller.js';
import { DatabaseHosts } from './database-hosts/database-hosts.service.js';
import { AttentionRepository } from './overview/attention.repository.js';
import { OrganizationOverview } from './overview/organization-overview.service.js';
import { OrganizationOverviewController, ServiceOverviewController } from './overview/overview.controller.js';
import { ServiceOverview } from './overview/service-overview.service.js';
import { ReadOnlyModeController } from './read-only-mode/read-only-mode.controller.js';
import { ReadOnlyModeRepository } from './read-only-mode/read-only-mode.repository.js';
import { ReadOnlyMode } from './read-only-mode/read-only-mode.service.js';
import { PersonInvitationController } from './people/person-invitation.controller.js';
import { InvitationsController } from './invitations/invitations.controller.js';
import { RemovedPeopleController } from './people/removed-people.controller.js';
import { PersonStateController } from './people/person-state.controller.js';
import { PersonViews } from './people/person.view.js';
import { PolicyEffectsRepository } from './policies/policy-effects.repository.js';
import { PolicyEffects } from './policies/policy-effects.service.js';
import { POLICY_CONTROLLERS } from './policies/policies.controller.js';
import { ServiceUsersController } from './service-users/service-users.controller.js';

/** The JSON API of consoles, scripts and the API explorer. */
@Module({
  imports: [UsersModule, OidcModule, ScimModule],
  controllers: [
    OwnPermissionsController,
    OrganizationsController,
    OrganizationOverviewController,
    ServiceOverviewController,
    DomainsController,
    ExportsController,
    ConnectionsController,
    ...IDENTITY_PROVIDER_CONTROLLERS,
    ...PROVIDER_LOGO_CONTROLLERS,
    ...PROVISIONING_LOG_CONTROLLERS,
    ProjectsController,
    ProjectRolesController,
    RegistrationTokensController,
    ProjectGrantsController,
    GrantedProjectsController,
    OrganizationAuthorizationsController,
    ...PLACE_AUTHORIZATIONS_CONTROLLERS,
    HeldRolesController,
    ApplicationsController,
    ApplicationLogoController,
    OrganizationApplicationsController,
    ApplicationSecretsController,
    ApplicationKeysController,
    ServiceUsersController,
    ServiceUserSecretsController,
    ServiceUserKeysController,
    PersonalAccessTokensController,
    MembersController,
    OrganizationMetadataController,
    PersonMetadataController,
    ServiceUserMetadataController,
    ProjectMembersController,
    ProjectGrantMembersController,
    GroupRolesController,
    HeldMemberRolesController,
    RoleHoldersController,
    GroupsController,
    PersonGroupsController,
    // Before the routes of one person, so that `_removed` is no person's id.
    RemovedPeopleController,
    InvitationsController,
    PersonInvitationController,
    PeopleController,
    AllPeopleController,
    PersonActionsController,
    PersonStateController,
    PersonSessionsController,
    SessionsController,
    PersonFactorsController,
    PersonIdentitiesController,
    PersonGrantsController,
    PersonRolesController,
    PersonEventsController,
    FeaturesController,
    ...POLICY_CONTROLLERS,
    KeysController,
    MailController,
    MailTextsController,
    ...BRANDING_CONTROLLERS,
    JobsController,
    ReadOnlyModeController,
    DatabaseHostsController,
    ImportController,
    ImportsController,
    EventsController,
    ErrorsPageController,
  ],
  providers: [
    OwnPermissions,
    NamesRepository,
    ApplicationAccess,
    BrandingAnswers,
    PolicyEffects,
    PolicyEffectsRepository,
    OrganizationRowRemovals,
    CredentialAccess,
    EventCursors,
    EventNames,
    EventPages,
    AuthorizationTargets,
    AuthorizationNames,
    PersonViews,
    IdempotencyKeys,
    IdempotencyKeysRepository,
    EndablePeople,
    ExportSections,
    ExportsRepository,
    OrganizationExport,
    ImportAuthors,
    ImportBodies,
    ImportChunks,
    ImportJobStates,
    ImportJobs,
    ImportRowRemovals,
    ImportJobsRepository,
    ImportRunner,
    ImportService,
    ImportedApplications,
    ImportedIdentities,
    ImportedKeys,
    ImportedServiceUsers,
    ImportedUserFacts,
    ImportedPictures,
    ImportedProviders,
    ProviderReferences,
    PeopleWriter,
    JobStarts,
    AttentionRepository,
    OrganizationOverview,
    ServiceOverview,
    MailAdministration,
    ReadOnlyMode,
    DatabaseHosts,
    ReadOnlyModeRepository,
    OrganizationWriter,
    ResourceWriter,
    DryRun,
    RecordWriter,
    GroupWriter,
  ],
})
export class AdminModule {
  constructor(expiredRows: ExpiredRows, organizationRows: OrganizationRowRemovals, importRows: ImportRowRemovals) {
    expiredRows.register({ name: 'idempotency_keys', key: ['caller_no', 'idempotency_key'], expiry: 'expires_us' });
    organizationRows.register();
    importRows.register();
  }
}
