// The library's configuration as data. What it can do by a setting is a line here, not a file.
import { errors, Provider, type Adapter, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { newSecret } from '../../common/primitives/ids.js';
import { claimNamesByScope } from '../protocol/claims.js';
import { RESPONSE_TYPES, type AuthMethod } from '../clients/application.js';
import { ASSERTION_ALGORITHMS } from '../clients/assertions.service.js';
import { CLIENT_AUTH_METHODS } from '../clients/client-authentication.service.js';
import { MAX_SCOPE } from '../consents/consents.repository.js';
import {
  AUTHORIZATION_ENDPOINT,
  END_SESSION_ENDPOINT,
  INTROSPECTION_ENDPOINT,
  KEY_SET,
  REVOCATION_ENDPOINT,
  TOKEN_ENDPOINT,
  USERINFO_ENDPOINT,
} from '../protocol/endpoints.js';
import { KNOWN_SCOPES, OFFLINE_ACCESS, scopeValues } from '../protocol/scopes.js';
import { SESSION_SECONDS } from '../keys/rotation-plan.js';
import type { AuthorizationRequests } from '../clients/authorization-requests.service.js';
import type { Lifetimes } from '../tokens/lifetimes.service.js';
import { accountFinder } from './account.js';
import { sentParameters, shapeAnswers } from './authorization-answer.js';
import { HOLDER_CLAIM } from '../tokens/id-tokens.service.js';
import { recordOf } from './client.adapter.js';
import type { Model, GrantModel } from './library.js';
import { useMiddleware, type MiddlewareParts } from './middleware.js';
import { overrideSessionChoice, type SessionChoiceParts } from './session-choice.js';
import { PROMPTS, signInPolicy, type PolicyParts } from './sign-in-policy.js';
import { override, type OverrideParts } from './overrides.js';
import { registerGrants, type GrantParts } from './register-grants.js';
import { introspectionAllowed, revokeToken, type RevocationParts } from './token-policies.js';

/** The addresses of the endpoints; that of discovery is fixed (OpenID Connect Discovery section 4). */
export const ROUTES = {
  authorization: AUTHORIZATION_ENDPOINT,
  token: TOKEN_ENDPOINT,
  introspection: INTROSPECTION_ENDPOINT,
  revocation: REVOCATION_ENDPOINT,
  jwks: KEY_SET,
  userinfo: USERINFO_ENDPOINT,
  end_session: END_SESSION_ENDPOINT,
} as const;

/** Claims of ID tokens that no scope stands for; `null` tells the library that, and discovery lists them. */
const TOKEN_CLAIMS = { iss: null, sid: null, aud: null, exp: null, iat: null, nonce: null, at_hash: null, act: null, [HOLDER_CLAIM]: null };

/** Seconds. A password is asked for again after ten days. */
const TTL = { AuthorizationCode: 60, Interaction: 3_600, Session: SESSION_SECONDS, Grant: SESSION_SECONDS };

export interface ProviderParts extends OverrideParts, MiddlewareParts, GrantParts, RevocationParts, SessionChoiceParts, PolicyParts {
  issuer: string;
  requests: AuthorizationRequests;
  cookieSecrets: string[];
  lifetimes: Lifetimes;
  /** The storage of each of the library's models, by name. */
  adapter: (model: string) => Adapter;
}

/** Builds a provider for one set of signing keys. The order matters: overrides and `use` come before the first request. */
export function buildProvider(parts: ProviderParts): Provider {
  const provider = new Provider(parts.issuer, configuration(parts));
  // Host and scheme come from PUBLIC_URL by way of `OidcHttp`, never from the caller.
  provider.proxy = true;
  provider.silent = true;
  override(provider, parts);
  overrideSessionChoice(provider, parts);
  shapeAnswers(provider, parts);
  registerGrants(provider, parts);
  useMiddleware(provider, parts);
  return provider;
}

function configuration(parts: ProviderParts): Configuration {
  const { lifetimes } = parts;
  const secure = parts.issuer.startsWith('https:');
  return {
    adapter: parts.adapter,
    jwks: { keys: parts.keys.signing as never[] },
    findAccount: accountFinder(parts.subjects),
    loadExistingGrant: (ctx) => newGrant(ctx, parts),
    clientAuthMethods: methodsAt(TOKEN_ENDPOINT),
    enabledJWA: { clientAuthSigningAlgValues: [...ASSERTION_ALGORITHMS] as never[] },
    responseTypes: [...RESPONSE_TYPES],
    scopes: [...KNOWN_SCOPES],
    claims: { ...claimNamesByScope(), ...TOKEN_CLAIMS },
    // Which claims an ID token shows is decided by the account, per application.
    conformIdTokenClaims: false,
    clockTolerance: 5,
    ttl: {
      ...TTL,
      AccessToken: (_ctx, _token, client) => lifetimes.accessToken(recordOf(client)),
      IdToken: (_ctx, _token, client) => lifetimes.idToken(recordOf(client)),
      RefreshToken: (_ctx, _token, client) => lifetimes.refreshIdle(recordOf(client)),
    },
    routes: ROUTES,
    cookies: {
      keys: parts.cookieSecrets,
      names: cookieNames(secure),
      long: { httpOnly: true, sameSite: 'lax', secure },
      short: { httpOnly: true, sameSite: 'lax', secure },
    },
    interactions: { policy: signInPolicy(parts), url: (_ctx, interaction) => signInUrl(parts, interaction) },
    clientBasedCORS: (_ctx, origin, client) =>
      (client.redirectUris ?? []).some((uri) => /^https?:/.test(uri) && URL.canParse(uri) && new URL(uri).origin === origin),
    // Tokens die with the session by its column in `grants`, not by the library's comparison of grants.
    expiresWithSession: () => false,
    rotateRefreshToken: true,
    allowOmittingSingleRegisteredRedirectUri: false,
    extraParams: { [SCOPE_RULE]: restoreScope },
    renderError: parts.pages.error,
    discovery: {
      // Applications are told by `LogoutNotices`; the library would do it while the browser waits.
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      introspection_endpoint_auth_methods_supported: methodsAt(INTROSPECTION_ENDPOINT),
      introspection_endpoint_auth_signing_alg_values_supported: [...ASSERTION_ALGORITHMS],
      prompt_values_supported: PROMPTS,
      revocation_endpoint_auth_methods_supported: methodsAt(REVOCATION_ENDPOINT),
      revocation_endpoint_auth_signing_alg_values_supported: [...ASSERTION_ALGORITHMS],
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      introspection: { enabled: true, allowedPolicy: introspectionAllowed },
      revocation: { enabled: true, allowedPolicy: (_ctx, client) => revokeToken(parts, client) },
      // The endpoint itself is `end-session.ts`; its last page is shown by the library.
      rpInitiatedLogout: { enabled: true, postLogoutSuccessSource: parts.pages.signedOut },
    },
  };
}

function methodsAt(endpoint: string): AuthMethod[] {
  return [...(CLIENT_AUTH_METHODS.get(endpoint) ?? [])];
}

/** RFC 6265bis section 4.1.3: the browser refuses such names from any other origin. `__Host-` demands the path `/`. */
function cookieNames(secure: boolean): Record<'session' | 'interaction' | 'resume', string> {
  const [host, path] = secure ? ['__Host-', '__Secure-'] : ['', ''];
  return { session: `${host}gatehouse_session`, interaction: `${path}gatehouse_sign_in`, resume: `${path}gatehouse_resume` };
}

/** Not a parameter anybody sends: validators of extra parameters run after the library's own scope checks, for each request. */
const SCOPE_RULE = 'gatehouse_scope';

/**
 * The library drops offline_access without `prompt=consent`, and every scope with an id inside. What is granted is decided by
 * `Audiences` instead, so the request's own scope is put back; here for the first pass, in {@link newGrant} after the sign-in.
 */
function restoreScope(ctx: KoaContextWithOIDC): void {
  if (ctx.oidc.params) ctx.oidc.params.scope = scopeValues(ctx.query.scope as string).join(' ');
}

/** `request` lets a sign-in that was lost be begun anew. */
function signInUrl({ issuer, requests }: ProviderParts, interaction: { uid: string; params: Record<string, unknown> }): string {
  const query = new URLSearchParams({ request: requests.seal(sentParameters(interaction.params)) });
  return `${issuer}/sign-in/${interaction.uid}?${query.toString()}`;
}

function without(value: string, scope: string): string {
  return scopeValues(scope)
    .filter((one) => one !== value)
    .join(' ');
}

/** A new grant for each authorization, so that revoking one ends exactly what came from it. */
async function newGrant(ctx: KoaContextWithOIDC, { audiences }: ProviderParts): Promise<GrantModel | undefined> {
  const { client, account, params, provider, entities } = ctx.oidc;
  if (!client || !account || !params) return undefined;
  const { scope: granted } = await audiences.grant(recordOf(client), (entities.Interaction?.params ?? params).scope as string | undefined);
  if (granted.length > MAX_SCOPE) throw new errors.InvalidScope('The scope is too long.', undefined as never);
  // OpenID Connect Core section 11: an answer without a code has nothing to refresh with.
  const scope = String(params.response_type).includes('code') ? granted : without(OFFLINE_ACCESS, granted);
  params.scope = scope;
  const Grant = provider.Grant as unknown as Model<GrantModel>;
  const grant = new Grant({ jti: newSecret(16), accountId: account.accountId, clientId: client.clientId });
  grant.addOIDCScope(scope);
  return grant;
}
