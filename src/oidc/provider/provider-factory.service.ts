// The configuration of the library. Everything the library supports as an option is set here.
import { Inject, Injectable } from '@nestjs/common';
import { type Adapter, type Configuration, Provider } from 'oidc-provider';
import { ADMIN_API, SCIM_API } from '../../common/access/own-resources.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { ACR_VALUES } from '../../users/authentication/assurance/checks.js';
import { type AuthMethod, RESPONSE_TYPES } from '../clients/application.js';
import { AHEAD_SECONDS, ASSERTION_ALGORITHMS } from '../clients/authentication/assertions.service.js';
import type { ClientRecord } from '../clients/clients.service.js';
import { isFapi } from '../clients/profiles.js';
import { CLIENT_AUTH_METHODS } from '../clients/authentication/client-authentication.service.js';
import { USER_CODE_MASK } from '../devices/user-code.js';
import type { Documents } from '../fast-path/http-answer.js';
import type { GrantParameters } from '../grants/token-grant.js';
import { TokenGrants } from '../grants/token-grants.service.js';
import { SIGNING_ALGORITHMS } from '../keys/jws.js';
import { SESSION_SECONDS } from '../keys/rotation-plan.js';
import type { KeySet } from '../keys/signing-keys.service.js';
import { LANGUAGES, tagOf } from '../pages/texts/texts.js';
import { claimNamesByScope, reservedClaimNames } from '../protocol/claims.js';
import {
  AUTHORIZATION_ENDPOINT,
  DEVICE_AUTHORIZATION_ENDPOINT,
  DEVICE_SIGN_IN,
  END_SESSION_ENDPOINT,
  INTROSPECTION_ENDPOINT,
  KEY_SET,
  PUSHED_REQUEST_ENDPOINT,
  REGISTRATION_ENDPOINT,
  REVOCATION_ENDPOINT,
  TOKEN_ENDPOINT,
  USERINFO_ENDPOINT,
} from '../protocol/endpoints.js';
import { PROOF_ALGORITHMS } from '../proofs/proof.js';
import { OAuthError } from '../protocol/oauth-error.js';
import { fixedReservedScopes, KNOWN_SCOPES } from '../protocol/scopes.js';
import { AuthorizationEndpoint } from './authorization-endpoint.service.js';
import { reduceClaimsParameter } from './claims-parameter.js';
import { recordOf } from './adapters/client.adapter.js';
import type { DeviceInfo } from './adapters/device-codes.adapter.js';
import { SIGN_IN_SECONDS } from './adapters/pending-sign-ins.repository.js';
import { EndSession } from './end-session.service.js';
import { KEY_PARAMETER } from './key-binding.js';
import { LibraryClients, libraryError } from './library-clients.service.js';
import { NOTHING_STORED } from './adapters/library.model.js';
import { useMiddleware } from './middleware.js';
import { replaceMembers } from './replaced-members.js';
import { requestContext } from './adapters/request-context.js';
import { RedirectTokens } from './redirect-tokens.service.js';
import { SessionAdapter } from './adapters/session.adapter.js';
import { PROMPTS } from './sign-in-policy.js';
import { TokenEndpoints } from './token-endpoints.service.js';
import { parsedUrl } from '../../common/primitives/parsed-url.js';

/** The paths of the endpoints. The path of discovery is fixed (OpenID Connect Discovery section 4). */
export const ROUTES = {
  authorization: AUTHORIZATION_ENDPOINT,
  pushed_authorization_request: PUSHED_REQUEST_ENDPOINT,
  device_authorization: DEVICE_AUTHORIZATION_ENDPOINT,
  code_verification: DEVICE_SIGN_IN,
  token: TOKEN_ENDPOINT,
  introspection: INTROSPECTION_ENDPOINT,
  revocation: REVOCATION_ENDPOINT,
  jwks: KEY_SET,
  userinfo: USERINFO_ENDPOINT,
  end_session: END_SESSION_ENDPOINT,
} as const;

/** Claims of ID tokens that belong to no scope. `null` says so to the library; discovery lists them. */
const TOKEN_CLAIMS = {
  iss: null,
  sid: null,
  aud: null,
  exp: null,
  iat: null,
  jti: null,
  nonce: null,
  at_hash: null,
  c_hash: null,
  act: null,
};

/** Lifetimes in seconds. A password is requested again after ten days. */
const TTL = { AuthorizationCode: 60, DeviceCode: 600, Interaction: SIGN_IN_SECONDS, Session: SESSION_SECONDS, Grant: SESSION_SECONDS };

const MAX_USER_AGENT = 500;

/** No client sends this parameter. It exists because validators of extra parameters run after the library's own scope checks. */
const PARAMETER_RULE = 'gatehouse_parameters';

@Injectable()
export class ProviderFactory {
  constructor(
    private readonly clients: LibraryClients,
    private readonly authorization: AuthorizationEndpoint,
    private readonly sessions: SessionAdapter,
    private readonly redirectTokens: RedirectTokens,
    private readonly tokenEndpoints: TokenEndpoints,
    private readonly tokenGrants: TokenGrants,
    private readonly endSession: EndSession,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** Builds a provider for one set of signing keys. The order matters: replace members and call `use` before the first request. */
  build(keys: KeySet, cookieSecrets: string[], documents: Documents): Provider {
    const provider = new Provider(this.settings.publicUrl, this.configuration(keys, cookieSecrets));
    // `OidcEntry` sets host and scheme from PUBLIC_URL, never from the caller. It also leaves exactly one address.
    provider.proxy = true;
    provider.silent = true;
    const { clients, sessions, redirectTokens, tokenEndpoints, endSession } = this;
    const { sessionChoice, answers } = this.authorization;
    const { pages } = answers;
    replaceMembers(provider, { clients, sessions, sessionChoice, redirectTokens, tokenEndpoints });
    answers.shape(provider);
    this.registerGrants(provider);
    useMiddleware(provider, { clients, endSession, sessionChoice, tokenEndpoints, pages, documents });
    return provider;
  }

  private configuration(keys: KeySet, cookieSecrets: string[]): Configuration {
    const { authorization, clients, tokenEndpoints } = this;
    const { lifetimes, pages } = authorization.answers;
    const secure = this.settings.publicUrl.startsWith('https:');
    return {
      adapter: (model: string) => this.adapterOf(model),
      jwks: { keys: keys.signing as never[] },
      findAccount: authorization.findAccount,
      loadExistingGrant: (ctx) => authorization.newGrant(ctx),
      clientAuthMethods: methodsAt(TOKEN_ENDPOINT),
      acrValues: [...ACR_VALUES],
      enabledJWA: {
        clientAuthSigningAlgValues: [...ASSERTION_ALGORITHMS] as never[],
        // The same keys are used. `none` is not allowed: an unsigned object is worth no more than the parameters themselves.
        requestObjectSigningAlgValues: [...ASSERTION_ALGORITHMS] as never[],
      },
      responseTypes: [...RESPONSE_TYPES],
      scopes: [...KNOWN_SCOPES, ...fixedReservedScopes(this.settings.vendor)],
      claims: { ...claimNamesByScope(), ...reservedClaimNames(this.settings.vendor), ...TOKEN_CLAIMS },
      // The account decides for each application which claims an ID token has.
      conformIdTokenClaims: false,
      clockTolerance: AHEAD_SECONDS,
      ttl: {
        ...TTL,
        AccessToken: (_ctx, _token, client) => lifetimes.accessToken(recordOf(client)),
        IdToken: (_ctx, _token, client) => lifetimes.idToken(recordOf(client)),
        RefreshToken: (_ctx, _token, client) => lifetimes.refreshIdle(recordOf(client)),
      },
      routes: ROUTES,
      cookies: {
        keys: cookieSecrets,
        names: cookieNames(secure),
        long: { httpOnly: true, sameSite: 'lax', secure },
        short: { httpOnly: true, sameSite: 'lax', secure },
      },
      interactions: { policy: authorization.signInPolicy(), url: (_ctx, interaction) => authorization.signInUrl(interaction) },
      clientBasedCORS: (_ctx, origin, client) => this.allowsOrigin(origin, recordOf(client)),
      // Tokens end with the session by its column in `grants`, not by the library's comparison of grants.
      expiresWithSession: () => false,
      allowOmittingSingleRegisteredRedirectUri: false,
      extraParams: { [PARAMETER_RULE]: (ctx) => authorization.restoreParameters(ctx), [KEY_PARAMETER]: null, domain_hint: null },
      renderError: (ctx, out, error) => pages.showError(ctx, out, error),
      discovery: {
        // `LogoutNotices` notifies the applications; the library would do so while the browser waits.
        backchannel_logout_supported: true,
        backchannel_logout_session_supported: true,
        frontchannel_logout_supported: true,
        frontchannel_logout_session_supported: true,
        // RFC 9728 section 4.
        protected_resources: ['', ADMIN_API, SCIM_API, USERINFO_ENDPOINT].map((path) => this.settings.publicUrl + path),
        // Always served: any project may have a registration token.
        registration_endpoint: this.settings.publicUrl + REGISTRATION_ENDPOINT,
        introspection_endpoint_auth_methods_supported: methodsAt(INTROSPECTION_ENDPOINT),
        introspection_endpoint_auth_signing_alg_values_supported: [...ASSERTION_ALGORITHMS],
        introspection_signing_alg_values_supported: [...SIGNING_ALGORITHMS],
        authorization_signing_alg_values_supported: [...SIGNING_ALGORITHMS],
        dpop_signing_alg_values_supported: PROOF_ALGORITHMS,
        claim_types_supported: ['normal', 'distributed'],
        prompt_values_supported: PROMPTS,
        ui_locales_supported: LANGUAGES.map(tagOf),
        revocation_endpoint_auth_methods_supported: methodsAt(REVOCATION_ENDPOINT),
        revocation_endpoint_auth_signing_alg_values_supported: [...ASSERTION_ALGORITHMS],
      },
      features: {
        claimsParameter: { enabled: true, assertClaimsParameter: reduceClaimsParameter },
        devInteractions: { enabled: false },
        deviceFlow: {
          enabled: true,
          charset: 'base-20',
          mask: USER_CODE_MASK,
          deviceInfo: ({ ip, headers }): DeviceInfo & Record<string, unknown> => ({
            address: ip,
            userAgent: headers['user-agent']?.slice(0, MAX_USER_AGENT),
          }),
          // The page that asks for a code is ours: the library continues behind it, and shows how it ended.
          userCodeInputSource: (ctx, _form, out, error) => pages.showDeviceRefused(ctx, out, error),
          successSource: (ctx) => pages.showDeviceApproved(ctx),
        },
        // Requires PKCE of these clients; `profileConflicts` and `Assertions` do the rest.
        fapi: { enabled: true, profile: (_ctx, client) => (isFapi(recordOf(client)) ? '2.0' : undefined) },
        // Every proof is verified by `Proofs` (docs/adr/0072-proof-of-possession.md).
        dPoP: { enabled: false },
        pushedAuthorizationRequests: { enabled: true, allowUnregisteredRedirectUris: false },
        introspection: { enabled: true, allowedPolicy: (_ctx, client) => tokenEndpoints.mayIntrospect(client) },
        requestObjects: {
          enabled: true,
          assertJwtClaimsAndHeader: (ctx, claims, header, client) =>
            clients.requestObjects.prepareVerification(ctx, claims, header as Record<string, unknown>, client),
        },
        // The library reads the parameter; `Resources` judges each address, and our grants issue the tokens.
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: (ctx, uri, client) => authorization.resourceServer(ctx, uri, client),
          defaultResource: async (_ctx, _client, oneOf) => oneOf?.[0],
        },
        revocation: { enabled: true, allowedPolicy: (_ctx, client) => tokenEndpoints.revokePresented(client) },
        // `EndSession` serves the endpoint; the library only shows its last page.
        rpInitiatedLogout: { enabled: true, postLogoutSuccessSource: (ctx) => pages.showSignedOut(ctx) },
      },
    };
  }

  /** Every grant type is implemented here: `registerGrantType` replaces the library's own handler. */
  private registerGrants(provider: Provider): void {
    for (const grant of this.tokenGrants.all) {
      provider.registerGrantType(
        grant.grantType,
        async (ctx) => {
          try {
            // A request that our code did not read counts as late, so it gets no leniency.
            const { credential, configVersion, proof, receivedUs = Infinity } = requestContext(ctx);
            const [client, parameters] = [recordOf(ctx.oidc.client), ctx.oidc.params as GrantParameters];
            ctx.body = await this.tokenGrants.respond(grant, { client, parameters, receivedUs, credential, configVersion, proof });
          } catch (error) {
            if (!(error instanceof OAuthError)) throw error;
            ctx.set(error.headers);
            this.clients.noteRefusedProof(ctx.req, recordOf(ctx.oidc.client), error);
            throw libraryError(error);
          }
        },
        [...grant.parameters],
        [...grant.repeatable],
      );
    }
  }

  /** Allows pages of this service itself (the API explorer), of the application's redirect URIs, and of its configured origins. */
  private allowsOrigin(origin: string, record: ClientRecord): boolean {
    if (origin === new URL(this.settings.publicUrl).origin) return true;
    if (record.kind !== 'application') return false;
    const { redirectUris, allowedOrigins } = record.config;
    return allowedOrigins.includes(origin) || redirectUris.some((uri) => /^https?:/.test(uri) && parsedUrl(uri)?.origin === origin);
  }

  /** Models that are not named here are not stored: clients come from `LibraryClients`. */
  private adapterOf(model: string): Adapter {
    const { adapters } = this.redirectTokens;
    switch (model) {
      case 'AuthorizationCode':
        return adapters.codes;
      case 'AccessToken':
        return adapters.accessTokenModel;
      case 'RefreshToken':
        return adapters.refreshTokenModel;
      case 'Grant':
        return adapters.grantModel;
      case 'Session':
        return this.sessions.sessions;
      case 'Interaction':
        return this.sessions.interactions;
      case 'DeviceCode':
        return adapters.deviceCodes;
      case 'PushedAuthorizationRequest':
        return adapters.pushedRequests.adapter;
      case 'ReplayDetection':
        return this.sessions.replayDetection;
      default:
        return NOTHING_STORED;
    }
  }
}

function methodsAt(endpoint: string): AuthMethod[] {
  return [...(CLIENT_AUTH_METHODS.get(endpoint) ?? [])];
}

/** RFC 6265bis section 4.1.3: the browser refuses names with these prefixes from any other origin. `__Host-` requires the path `/`. */
function cookieNames(secure: boolean): Record<'session' | 'interaction' | 'resume', string> {
  const [host, path] = secure ? ['__Host-', '__Secure-'] : ['', ''];
  return { session: `${host}gatehouse_session`, interaction: `${path}gatehouse_sign_in`, resume: `${path}gatehouse_resume` };
}
