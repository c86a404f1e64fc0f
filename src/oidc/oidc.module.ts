import { Global, Module, RequestMethod, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { ACCOUNT_PATH } from './protocol/endpoints.js';
import { TokenVerifier } from '../common/access/principal.js';
import { AccountMails } from '../users/accounts/mails/account-mails.js';
import { nameKey } from '../common/identifiers/fold.js';
import { UserSessions } from '../users/directory/people/person/user-sessions.js';
import { UserRows } from '../users/roles/user-directory/user-rows.repository.js';
import { UsersModule } from '../users/users.module.js';
import { ApiOrigins } from './clients/api-origins.service.js';
import { ChosenClients } from './clients/management/chosen-clients.service.js';
import { ApplicationCredentials } from './clients/management/application-credentials.service.js';
import { ApplicationsRepository } from './clients/applications.repository.js';
import { Applications } from './clients/management/applications.service.js';
import { OwnApplications } from './clients/management/own-applications.service.js';
import { Assertions } from './clients/authentication/assertions.service.js';
import { ClientFailures } from './clients/client-failures.service.js';
import { ClientAuthentication } from './clients/authentication/client-authentication.service.js';
import { Clients } from './clients/clients.service.js';
import { ServedPeople } from './clients/served-people.service.js';
import { ProjectsRepository } from './clients/projects.repository.js';
import { ProjectAudiences } from './clients/management/project-audiences.service.js';
import { Projects } from './clients/management/projects.service.js';
import { UsedAssertionsRepository } from './clients/authentication/used-assertions.repository.js';
import { ClientRequests } from './fast-path/client-requests.service.js';
import { FastPath } from './fast-path/fast-path.service.js';
import { Consents } from './consents/consents.service.js';
import { UserGrants } from './consents/user-grants.service.js';
import { ConsentsRepository } from './consents/consents.repository.js';
import { AuthorizationCodeGrant } from './grants/authorization-code.grant.js';
import { ExchangedGrants } from './grants/exchanged-grants.service.js';
import { ExchangedTokens } from './grants/exchanged-tokens.service.js';
import { TokenGrants } from './grants/token-grants.service.js';
import { TokenResponses } from './grants/token-responses.service.js';
import { ClientCredentialsGrant } from './grants/client-credentials.grant.js';
import { ExchangeParties } from './grants/exchange-parties.service.js';
import { JwtProfileGrant } from './grants/jwt-profile.grant.js';
import { RefreshTokenGrant } from './grants/refresh-token.grant.js';
import { TokenExchangeGrant } from './grants/token-exchange.grant.js';
import { KeyRevocation } from './keys/key-revocation.service.js';
import { KeyRotation } from './keys/key-rotation.service.js';
import { SigningKeysRepository } from './keys/signing-keys.repository.js';
import { SigningKeys } from './keys/signing-keys.service.js';
import { AccountAccessController } from './account/account-access.controller.js';
import { AccountEmailController } from './account/account-email.controller.js';
import { AccountPasswordController } from './account/account-password.controller.js';
import { AccountSecurityController } from './account/account-security.controller.js';
import { AccountDataController } from './account/account-data.controller.js';
import { AccountFactorsController } from './account/account-factors.controller.js';
import { AccountDirectoryController } from './account/account-directory.controller.js';
import { AccountEntry } from './account/account-entry.service.js';
import { AccountSession } from './account/account-session.service.js';
import { AccountSignInPage } from './account/account-sign-in-page.service.js';
import { DirectoryEntry } from './account/directory-entry.service.js';
import { DirectoryProofs } from './account/directory-proofs.service.js';
import { AccountPages } from './account/account-pages.service.js';
import { AccountIdentitiesController } from './account/account-identities.controller.js';
import { AccountProfileController } from './account/account-profile.controller.js';
import { AccountPasskeySignInController } from './account/account-passkey-sign-in.controller.js';
import { PasskeyController } from './sign-in/passkey.controller.js';
import { AccountPasskeysController } from './account/account-passkeys.controller.js';
import { AccountPhoneController } from './account/account-phone.controller.js';
import { EnrolmentController } from './account/enrolment.controller.js';
import { FreshChecks } from './account/fresh-checks.service.js';
import { FreshProofs } from './account/fresh-proofs.service.js';
import { AccountController } from './account/account.controller.js';
import { OwnPassword } from './account/own-password.service.js';
import { AccountSummary } from './own-account/account-summary.service.js';
import { OwnData } from './own-account/own-data.service.js';
import { OwnDeletion } from './own-account/own-deletion.service.js';
import { OwnProfile } from './own-account/own-profile.service.js';
import { Artifacts } from './provider/adapters/artifact.adapter.js';
import { PushedRequests } from './provider/adapters/pushed-requests.adapter.js';
import { BrowserSession } from './provider/browser-session.service.js';
import { AuthorizationAnswers } from './provider/authorization-answers.service.js';
import { AuthorizationEndpoint } from './provider/authorization-endpoint.service.js';
import { EndSession } from './provider/end-session.service.js';
import { LibraryClients } from './provider/library-clients.service.js';
import { RequestObjects } from './provider/request-objects.service.js';
import { LibraryPages } from './provider/library-pages.service.js';
import { ProviderFactory } from './provider/provider-factory.service.js';
import { RequestLookups } from './provider/adapters/request-lookups.service.js';
import { PolicySources } from './provider/sign-in-policy.js';
import { SessionChoice } from './provider/session-choice.service.js';
import { TokenEndpoints } from './provider/token-endpoints.service.js';
import { TokenAdapters } from './provider/adapters/token.adapter.js';
import { NamedUsers } from './provider/named-users.service.js';
import { Interactions } from './provider/interactions.service.js';
import { OidcEntry } from './provider/oidc-entry.js';
import { ProviderHost } from './provider/provider-host.js';
import { AuthorizationRequests } from './clients/authorization-requests.service.js';
import { BrowserSessions } from './sessions/browser-sessions.service.js';
import { BrowserSessionsRepository } from './sessions/browser-sessions.repository.js';
import { OrganizationSessionsRepository } from './sessions/organization-sessions.repository.js';
import { ForgottenPasswordController } from './sign-in/forgotten-password.controller.js';
import { HomeController } from './pages/http/home.controller.js';
import { LanguageController } from './pages/http/language.controller.js';
import { PageContexts } from './pages/layout/page-contexts.service.js';
import { LoginPage } from './sign-in/login-page.service.js';
import { ProviderCallbackController, providerForms } from './sign-in/provider-callback.controller.js';
import { ProviderChoice } from './sign-in/provider-choice.service.js';
import { ProviderSignInController } from './sign-in/provider-sign-in.controller.js';
import { AccountConnections } from './sign-in/account-connections.service.js';
import { UnsolicitedAnswers } from './upstream/saml/unsolicited-answers.service.js';
import { ProviderRedirects } from './federation/provider-redirects.service.js';
import { ProviderSignIn } from './federation/provider-sign-in.service.js';
import { ReturnedIdentities } from './federation/returned-identities.service.js';
import { LogoutNotices } from './sessions/logout-notices.service.js';
import { LogoutNoticesRepository } from './sessions/logout-notices.repository.js';
import { LogoutTokens } from './sessions/logout-tokens.service.js';
import { MailedSignInController } from './sign-in/mailed-sign-in.controller.js';
import { MailedSignInPages } from './sign-in/mailed-sign-in-pages.service.js';
import { MailedPagesController } from './sign-in/mailed-pages.controller.js';
import { LdapUpstream } from './upstream/ldap/ldap-upstream.service.js';
import { OauthUpstream } from './upstream/oidc/oauth-upstream.service.js';
import { OidcUpstream } from './upstream/oidc/oidc-upstream.service.js';
import { ProviderHttp } from './upstream/provider-http.service.js';
import { ProviderMetadataCache } from './upstream/oidc/provider-metadata.service.js';
import { SamlMetadataRefresh } from './upstream/saml/metadata-refresh.service.js';
import { SamlLogout } from './upstream/saml/logout.service.js';
import { SamlMetadataCache } from './upstream/saml/saml-metadata.service.js';
import { SamlUpstream } from './upstream/saml/saml-upstream.service.js';
import { PROTOCOLS, Upstreams, type Protocols } from './upstream/upstreams.service.js';
import { LogoutTokenReader } from './upstream/oidc/logout-token.service.js';
import { UpstreamEndsRepository } from './sessions/upstream-ends.repository.js';
import { UpstreamSessionsRepository } from './sessions/upstream-sessions.repository.js';
import { BackchannelLogoutController, logoutForms } from './sign-out/backchannel-logout.controller.js';
import { SamlLogoutController } from './sign-out/saml-logout.controller.js';
import { RefusedSignOuts } from './sign-out/refused-sign-outs.service.js';
import { SignedOutController } from './sign-out/signed-out.controller.js';
import { SignOuts } from './upstream/sign-outs.service.js';
import { SignOutHintsRepository } from './sessions/sign-out-hints.repository.js';
import { OidcSignOut } from './upstream/oidc/oidc-sign-out.service.js';
import { SamlSignOut } from './upstream/saml/saml-sign-out.service.js';
import { SignOutHints } from './upstream/sign-out-hints.service.js';
import { WaitingAnswers } from './upstream/waiting-answers.service.js';
import { UpstreamSignOut } from './sign-out/upstream-sign-out.service.js';
import { OwnForms } from './pages/http/own-forms.middleware.js';
import { PageErrors } from './pages/http/page-errors.filter.js';
import { PasswordPages } from './sign-in/password-pages.service.js';
import { RegisterController } from './sign-in/register.controller.js';
import { PasswordResetPages } from './sign-in/password-reset-pages.service.js';
import { RedirectTokens } from './provider/redirect-tokens.service.js';
import { PendingSignInsRepository } from './provider/adapters/pending-sign-ins.repository.js';
import { ClientRegistrations } from './registration/client-registrations.service.js';
import { RegistrationEndpoint } from './registration/registration-endpoint.service.js';
import { RegistrationReviews } from './registration/registration-reviews.service.js';
import { RegisteredCredentials } from './registration/registered-credentials.service.js';
import { RegistrationAccess } from './registration/registration-access.service.js';
import { SoftwareStatements } from './registration/software-statements.service.js';
import { RegistrationTokens } from './registration/registration-tokens.service.js';
import { RegistrationsRepository } from './registration/registrations.repository.js';
import { SessionAdapter } from './provider/adapters/session.adapter.js';
import { SessionWrites } from './provider/adapters/session-writes.service.js';
import { OidcUserSessions } from './sessions/oidc-user-sessions.service.js';
import { SessionEnd } from './sessions/session-end.service.js';
import { EndedSessionsRepository } from './tokens/stored/ended-sessions.repository.js';
import { WayBack } from './sign-in/way-back.service.js';
import { SmsFactorPages } from './second-step/sms-factor-pages.service.js';
import { PasskeyFactorPages } from './second-step/passkey-factor-pages.service.js';
import { CodeFactorPages } from './second-step/code-factor-pages.service.js';
import { FactorPages } from './second-step/factor-pages.service.js';
import { SecondSteps } from './second-step/second-steps.service.js';
import { StepStates } from './second-step/step-state.service.js';
import { SignInEnds } from './sign-in/sign-in-ends.service.js';
import { SignInPages } from './sign-in/sign-in-pages.service.js';
import { LocalizedMails } from './mails/localized-mails.service.js';
import { InvitationWays } from './invitation/invitation-ways.service.js';
import { InvitationController } from './invitation/invitation.controller.js';
import { InvitationPages } from './invitation/invitation-pages.service.js';
import { InvitationSignIn } from './invitation/invitation-sign-in.service.js';
import { InvitedApplications } from './clients/invited-applications.service.js';
import { PasskeyOffers } from './sign-in/passkey-offers.service.js';
import { PageOffers } from './sign-in/page-offers.service.js';
import { PasskeySignIn } from './sign-in/passkey-sign-in.service.js';
import { PasswordSignIn } from './sign-in/password-sign-in.service.js';
import { AccountChooserController } from './sign-in/account-chooser.controller.js';
import { ConsentController } from './sign-in/consent.controller.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { PersonPicturesController } from './pages/http/person-pictures.controller.js';
import { pictureForm } from './pages/http/picture-form.js';
import { BrandingAssetsController } from './pages/http/branding-assets.controller.js';
import { PageAssetsController } from './pages/http/page-assets.controller.js';
import { AccessTokens } from './tokens/access-tokens.service.js';
import { Disclosures } from './provider/disclosures.service.js';
import { Resources } from './tokens/resources.service.js';
import { FrontChannelLogout } from './sessions/front-channel-logout.service.js';
import { ProtectedResourcesController } from './fast-path/protected-resources.controller.js';
import { Audiences } from './tokens/audiences.service.js';
import { ActingRights } from './tokens/acting-rights.service.js';
import { Delegations } from './tokens/delegations.service.js';
import { TokenCredentials } from './tokens/token-credentials.service.js';
import { GrantSubjects } from './tokens/grant-subjects.service.js';
import { GrantsOfUsersRepository } from './tokens/stored/grants-of-users.repository.js';
import { GrantsRepository } from './tokens/stored/grants.repository.js';
import { IdTokens } from './tokens/id-tokens.service.js';
import { Introspection } from './tokens/introspection.service.js';
import { SignedIntrospection } from './tokens/signed-introspection.service.js';
import { Lifetimes } from './tokens/lifetimes.service.js';
import { LiveTokens } from './tokens/live-tokens.service.js';
import { RefreshTokens } from './tokens/refresh-token.codec.js';
import { DerivedColumns } from '../common/work/derived-columns.service.js';
import { ExpiredRows } from '../common/work/expired-rows.service.js';
import { Revocation } from './tokens/revocation.service.js';
import { RevocationsRepository } from './tokens/stored/revocations.repository.js';
import { Subjects } from './tokens/content/subjects.service.js';
import { TokenCheck } from './tokens/token-check.service.js';
import { RoleClaims } from './tokens/content/role-claims.service.js';
import { UserGroupsRepository } from './tokens/content/user-groups.repository.js';
import { UserClaims } from './tokens/content/user-claims.service.js';
import { storedConfig } from './clients/application.js';
import { ApplicationLogosRepository } from './clients/management/application-logos.repository.js';
import { ApplicationLogos } from './clients/management/application-logos.service.js';
import { ApplicationRemoval } from './clients/management/application-removal.service.js';
import { ClientRowRemovals } from './clients/management/client-row-removals.service.js';
import { ProjectRemoval } from './clients/management/project-removal.service.js';
import { RequestedOrganizations } from './clients/requested-organizations.service.js';
import { TokenStateRepository } from './tokens/token-state.repository.js';
import { DeviceGuesses } from './devices/device-guesses.service.js';
import { DeviceRequestsRepository } from './devices/device-requests.repository.js';
import { FirstTokens } from './grants/first-tokens.service.js';
import { DeviceCodeGrant } from './grants/device-code.grant.js';
import { DeviceCodes } from './provider/adapters/device-codes.adapter.js';
import { DeviceSignIns } from './provider/device-sign-ins.service.js';
import { DeviceController } from './sign-in/device.controller.js';
import { PresentedTokens } from './tokens/presented-tokens.service.js';
import { ProofNonces } from './proofs/proof-nonces.service.js';
import { Proofs } from './proofs/proofs.service.js';
import { UsedProofsRepository } from './proofs/used-proofs.repository.js';
import { OidcTokenVerifier } from './tokens/token-verifier.service.js';

const CLIENTS = [
  ApiOrigins,
  ApplicationsRepository,
  ProjectsRepository,
  ProjectAudiences,
  Projects,
  Applications,
  OwnApplications,
  ApplicationCredentials,
  ChosenClients,
  ApplicationLogosRepository,
  ApplicationLogos,
  ApplicationRemoval,
  ProjectRemoval,
  ClientRowRemovals,
  Clients,
  ServedPeople,
  InvitedApplications,
  Assertions,
  RequestedOrganizations,
  UsedAssertionsRepository,
  ClientAuthentication,
  ClientFailures,
];
const DEVICES = [DeviceGuesses, DeviceRequestsRepository];
const REGISTRATION = [
  RegistrationsRepository,
  RegistrationAccess,
  RegisteredCredentials,
  SoftwareStatements,
  RegistrationTokens,
  ClientRegistrations,
  RegistrationReviews,
  RegistrationEndpoint,
];
const FRONT = [ClientRequests, FastPath];
const GRANTS = [
  AuthorizationCodeGrant,
  ClientCredentialsGrant,
  FirstTokens,
  DeviceCodeGrant,
  ExchangedGrants,
  ExchangedTokens,
  ExchangeParties,
  JwtProfileGrant,
  RefreshTokenGrant,
  TokenExchangeGrant,
  TokenGrants,
  TokenResponses,
];
const PROOFS = [ProofNonces, Proofs, UsedProofsRepository];
const KEYS = [KeyRevocation, KeyRotation, SigningKeysRepository, SigningKeys];
const TOKENS = [
  AccessTokens,
  ActingRights,
  Audiences,
  Resources,
  Delegations,
  TokenCredentials,
  GrantSubjects,
  GrantsOfUsersRepository,
  GrantsRepository,
  IdTokens,
  Introspection,
  SignedIntrospection,
  Lifetimes,
  LiveTokens,
  PresentedTokens,
  RefreshTokens,
  Revocation,
  RevocationsRepository,
  Subjects,
  TokenCheck,
  RoleClaims,
  UserClaims,
  UserGroupsRepository,
  TokenStateRepository,
];
const SESSIONS = [
  AuthorizationRequests,
  BrowserSessions,
  BrowserSessionsRepository,
  OrganizationSessionsRepository,
  Consents,
  UserGrants,
  ConsentsRepository,
  EndedSessionsRepository,
  SessionEnd,
  UpstreamEndsRepository,
  UpstreamSessionsRepository,
  LogoutNotices,
  FrontChannelLogout,
  LogoutNoticesRepository,
  LogoutTokens,
];
const PROVIDER = [
  Artifacts,
  DeviceCodes,
  DeviceSignIns,
  PushedRequests,
  PendingSignInsRepository,
  AuthorizationEndpoint,
  PolicySources,
  BrowserSession,
  EndSession,
  NamedUsers,
  Interactions,
  Disclosures,
  LibraryClients,
  RequestObjects,
  LibraryPages,
  AuthorizationAnswers,
  OidcEntry,
  ProviderFactory,
  RequestLookups,
  ProviderHost,
  RedirectTokens,
  SessionAdapter,
  SessionWrites,
  SessionChoice,
  TokenAdapters,
  TokenEndpoints,
];

/** The pages for people. */
const PAGES = [
  AccountPasskeysController,
  AccountPasskeySignInController,
  AccountController,
  AccountAccessController,
  AccountFactorsController,
  AccountPhoneController,
  EnrolmentController,
  AccountEmailController,
  AccountPasswordController,
  AccountSecurityController,
  AccountDataController,
  AccountProfileController,
  AccountChooserController,
  ConsentController,
  DeviceController,
  ForgottenPasswordController,
  MailedPagesController,
  MailedSignInController,
  InvitationController,
  RegisterController,
  SignInController,
  PasskeyController,
  ProviderSignInController,
  AccountIdentitiesController,
  AccountDirectoryController,
];
const UPSTREAM = [
  Upstreams,
  OidcUpstream,
  OauthUpstream,
  SamlUpstream,
  LdapUpstream,
  ProviderHttp,
  ProviderMetadataCache,
  SamlMetadataCache,
  SamlMetadataRefresh,
  SamlLogout,
  LogoutTokenReader,
  UpstreamSignOut,
  RefusedSignOuts,
  SignOutHints,
  SignOutHintsRepository,
  WaitingAnswers,
  OidcSignOut,
  SamlSignOut,
  SignOuts,
  {
    provide: PROTOCOLS,
    useFactory: (
      oidc: OidcUpstream,
      oauth: OauthUpstream,
      saml: SamlUpstream,
      ldap: LdapUpstream,
      ...[oidcSignOut, samlSignOut]: [OidcSignOut, SamlSignOut]
    ): Protocols => ({
      redirects: { oidc, oauth, saml },
      passwords: { ldap },
      signOuts: { oidc: oidcSignOut, saml: samlSignOut },
    }),
    inject: [OidcUpstream, OauthUpstream, SamlUpstream, LdapUpstream, OidcSignOut, SamlSignOut],
  },
];
const PAGE_PARTS = [
  AccountPages,
  AccountEntry,
  AccountSession,
  AccountSignInPage,
  DirectoryEntry,
  DirectoryProofs,
  InvitationPages,
  InvitationSignIn,
  PageContexts,
  LoginPage,
  ProviderChoice,
  AccountConnections,
  ProviderRedirects,
  UnsolicitedAnswers,
  ProviderSignIn,
  ReturnedIdentities,
  OwnPassword,
  AccountSummary,
  OwnData,
  OwnDeletion,
  OwnProfile,
  FreshChecks,
  FreshProofs,
  OwnForms,
  PageErrors,
  InvitationWays,
  PasskeyOffers,
  PageOffers,
  PasskeySignIn,
  PasswordSignIn,
  PasswordPages,
  PasswordResetPages,
  MailedSignInPages,
  SignInPages,
  SignInEnds,
  SecondSteps,
  CodeFactorPages,
  PasskeyFactorPages,
  SmsFactorPages,
  FactorPages,
  StepStates,
  WayBack,
];

/** Global, because the guard of every route needs its `TokenVerifier`, and the users domain its `AccountMails` and `UserSessions`. */
@Global()
@Module({
  imports: [UsersModule],
  controllers: [
    ...PAGES,
    ProviderCallbackController,
    BackchannelLogoutController,
    SamlLogoutController,
    SignedOutController,
    HomeController,
    LanguageController,
    PageAssetsController,
    BrandingAssetsController,
    PersonPicturesController,
    ProtectedResourcesController,
  ],
  providers: [
    ...CLIENTS,
    ...KEYS,
    ...DEVICES,
    ...PROOFS,
    ...TOKENS,
    ...REGISTRATION,
    ...FRONT,
    ...SESSIONS,
    ...PROVIDER,
    ...UPSTREAM,
    ...GRANTS,
    ...PAGE_PARTS,
    { provide: AccountMails, useClass: LocalizedMails },
    { provide: UserSessions, useClass: OidcUserSessions },
    { provide: TokenVerifier, useClass: OidcTokenVerifier },
  ],
  exports: [
    AccountMails,
    UserSessions,
    OidcEntry,
    Projects,
    BrowserSessions,
    SessionEnd,
    OrganizationSessionsRepository,
    UserGrants,
    Applications,
    InvitedApplications,
    ApplicationCredentials,
    ChosenClients,
    ApplicationLogos,
    ApplicationRemoval,
    ProjectRemoval,
    RegistrationTokens,
    SessionEnd,
    Audiences,
    KeyRevocation,
    SigningKeys,
    TokenVerifier,
    Upstreams,
    SamlMetadataCache,
    PageErrors,
  ],
})
export class OidcModule implements NestModule {
  constructor(expiredRows: ExpiredRows, userRows: UserRows, rowRemovals: ClientRowRemovals, derivedColumns: DerivedColumns) {
    rowRemovals.register();
    const nameKeyColumn = { from: 'name', by: nameKey };
    derivedColumns.register(
      { name: 'projects', key: 'no', derived: { name_key: nameKeyColumn } },
      {
        name: 'applications',
        key: 'no',
        derived: { name_key: nameKeyColumn, type: { from: 'config', by: (config) => storedConfig(config).type } },
      },
    );
    userRows.register({ table: 'consents', owner: 'user_no' });
    expiredRows.register(
      { name: 'grants', key: ['no'], expiry: 'expires_us' },
      { name: 'oidc_artifacts', key: ['kind', 'id'], expiry: 'expires_us' },
      { name: 'device_requests', key: ['id'], expiry: 'expires_us' },
      { name: 'pending_sign_ins', key: ['id'], expiry: 'expires_us' },
      { name: 'ended_sessions', key: ['uid'], expiry: 'until_us' },
      { name: 'browser_sessions', key: ['browser', 'session_uid'], expiry: 'expires_us' },
      { name: 'revoked_tokens', key: ['jti'], expiry: 'until_us' },
      { name: 'used_proofs', key: ['id'], expiry: 'expires_us' },
      { name: 'grant_origins', key: ['jti', 'grant_no'], expiry: 'until_us' },
    );
  }

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(OwnForms).forRoutes(...PAGES);
    consumer.apply(pictureForm).forRoutes({ path: `${ACCOUNT_PATH.slice(1)}/profile/picture`, method: RequestMethod.POST });
    consumer.apply(providerForms).forRoutes(ProviderCallbackController, SamlLogoutController, SignedOutController);
    consumer.apply(logoutForms).forRoutes(BackchannelLogoutController);
  }
}
