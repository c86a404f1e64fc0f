import { Global, Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { TokenVerifier } from '../common/access/principal.js';
import { AccountMails } from '../users/mails/account-mails.js';
import { SignInTraces } from '../users/people/sign-in-traces.js';
import { UsersModule } from '../users/users.module.js';
import { ApplicationsRepository } from './clients/applications.repository.js';
import { Applications, Projects } from './clients/applications.service.js';
import { Assertions } from './clients/assertions.js';
import { ClientAuthentication } from './clients/client-authentication.js';
import { Clients } from './clients/clients.service.js';
import { UsedAssertionsRepository } from './clients/used-assertions.repository.js';
import { ClientRequests } from './front/client-requests.js';
import { Front } from './front/front.js';
import { Consents } from './consents/consents.js';
import { ConsentsRepository } from './consents/consents.repository.js';
import { ClientCredentialsGrant } from './grants/client-credentials.js';
import { ExchangeParties } from './grants/exchange-parties.js';
import { JwtProfileGrant } from './grants/jwt-profile.js';
import { RefreshTokenGrant } from './grants/refresh-token.js';
import { TokenExchangeGrant } from './grants/token-exchange.js';
import { KeyRevocation } from './keys/key-revocation.js';
import { KeyRotation } from './keys/key-rotation.js';
import { SigningKeysRepository } from './keys/signing-keys.repository.js';
import { SigningKeys } from './keys/signing-keys.service.js';
import { AccountAccessController } from './account/account-access.controller.js';
import { AccountPages } from './account/account-pages.js';
import { AccountController } from './account/account.controller.js';
import { OwnAccount } from './account/own-account.js';
import { Artifacts } from './provider/artifact.adapter.js';
import { BrowserSession } from './provider/browser-session.js';
import { GrantAdapters } from './provider/grant.adapter.js';
import { Interactions } from './provider/interactions.js';
import { OidcHttp } from './provider/oidc-http.js';
import { ProviderHost } from './provider/provider-host.js';
import { Refresh } from './provider/refresh.js';
import { AuthorizationRequests } from './sign-in/authorization-requests.js';
import { BrowserSessions } from './sessions/browser-sessions.js';
import { BrowserSessionsRepository } from './sessions/browser-sessions.repository.js';
import { ForgottenController } from './sign-in/forgotten.controller.js';
import { Frames } from './sign-in/frames.js';
import { LoginPage } from './sign-in/login-page.js';
import { LogoutNotices } from './sessions/logout-notices.js';
import { LogoutNoticesRepository } from './sessions/logout-notices.repository.js';
import { LogoutTokens } from './sessions/logout-token.js';
import { MailedPagesController } from './sign-in/mailed-pages.controller.js';
import { OwnForms, PageFaults } from './sign-in/page-faults.js';
import { PasswordSteps } from './sign-in/password-steps.js';
import { RegisterController } from './sign-in/register.controller.js';
import { ResetSteps } from './sign-in/reset-steps.js';
import { SessionAdapter } from './provider/session.adapter.js';
import { PersonTraces } from './sessions/person-traces.js';
import { SessionEnd } from './sessions/session-end.js';
import { SessionsRepository } from './sessions/sessions.repository.js';
import { Visits } from './sign-in/visits.js';
import { LocalizedMails } from './sign-in/mails/localized-mails.js';
import { PasswordSignIn } from './sign-in/password-sign-in.js';
import { ChooserController } from './sign-in/chooser.controller.js';
import { ConsentController } from './sign-in/consent.controller.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { StyleController } from './sign-in/style.controller.js';
import { AccessTokens } from './tokens/access-token.js';
import { Audiences } from './tokens/audience.js';
import { GrantsRepository } from './tokens/grants.repository.js';
import { IdTokens } from './tokens/id-token.js';
import { Introspection } from './tokens/introspection.js';
import { Lifetimes } from './tokens/lifetimes.js';
import { LiveTokens } from './tokens/live-tokens.js';
import { RefreshTokens } from './tokens/refresh-token.js';
import { Purge } from './tokens/purge.js';
import { Revocation } from './tokens/revocation.js';
import { RevocationsRepository } from './tokens/revocations.repository.js';
import { Subjects } from './tokens/subjects.js';
import { TokenCheck } from './tokens/token-check.js';
import { TokenStateRepository } from './tokens/token-state.repository.js';
import { OidcTokenVerifier } from './tokens/token-verifier.js';

const CLIENTS = [ApplicationsRepository, Projects, Applications, Clients, Assertions, UsedAssertionsRepository, ClientAuthentication];
const FRONT = [ClientRequests, Front];
const GRANTS = [ClientCredentialsGrant, JwtProfileGrant, RefreshTokenGrant, TokenExchangeGrant, ExchangeParties];
const KEYS = [KeyRevocation, KeyRotation, SigningKeysRepository, SigningKeys];
const TOKENS = [
  AccessTokens,
  Audiences,
  GrantsRepository,
  IdTokens,
  Introspection,
  Lifetimes,
  LiveTokens,
  Purge,
  RefreshTokens,
  Revocation,
  RevocationsRepository,
  Subjects,
  TokenCheck,
  TokenStateRepository,
];
const SESSIONS = [
  AuthorizationRequests,
  BrowserSessions,
  BrowserSessionsRepository,
  Consents,
  ConsentsRepository,
  SessionsRepository,
  SessionEnd,
  LogoutNotices,
  LogoutNoticesRepository,
  LogoutTokens,
];
const PROVIDER = [Artifacts, SessionAdapter, GrantAdapters, ProviderHost, OidcHttp, Interactions, BrowserSession, Refresh];

/** The pages that people see. */
const PAGES = [
  AccountController,
  AccountAccessController,
  ChooserController,
  ConsentController,
  ForgottenController,
  MailedPagesController,
  RegisterController,
  SignInController,
];
const PAGE_PARTS = [AccountPages, Frames, LoginPage, OwnAccount, OwnForms, PageFaults, PasswordSignIn, PasswordSteps, ResetSteps, Visits];

/** Global, because the guard of every route asks its `TokenVerifier`, and the users domain its `AccountMails` and `SignInTraces`. */
@Global()
@Module({
  imports: [UsersModule],
  controllers: [...PAGES, StyleController],
  providers: [
    ...CLIENTS,
    ...KEYS,
    ...TOKENS,
    ...FRONT,
    ...SESSIONS,
    ...PROVIDER,
    ...GRANTS,
    ...PAGE_PARTS,
    { provide: AccountMails, useClass: LocalizedMails },
    { provide: SignInTraces, useClass: PersonTraces },
    { provide: TokenVerifier, useClass: OidcTokenVerifier },
  ],
  exports: [AccountMails, SignInTraces, OidcHttp, Projects, Applications, Audiences, KeyRevocation, SigningKeys, TokenVerifier],
})
export class OidcModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(OwnForms).forRoutes(...PAGES);
  }
}
