// The library's configuration as data. What it can do by a setting is a line here, not a file.
import { interactionPolicy, Provider, type Adapter, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { newSecret } from '../../common/ids.js';
import { claimNamesByScope } from '../claims.js';
import { RESPONSE_TYPES, type AuthMethod } from '../clients/application.js';
import { ASSERTION_ALGORITHMS } from '../clients/assertions.js';
import { CLIENT_AUTH_METHODS } from '../clients/client-authentication.js';
import { END_SESSION_ENDPOINT, INTROSPECTION_ENDPOINT, REVOCATION_ENDPOINT, TOKEN_ENDPOINT } from '../endpoints.js';
import { KNOWN_SCOPES, scopeValues } from '../scopes.js';
import { SESSION_SECONDS } from '../keys/rotation-plan.js';
import type { Lifetimes } from '../tokens/lifetimes.js';
import { accountFinder } from './account.js';
import { HOLDER_CLAIM } from '../tokens/id-token.js';
import { recordOf } from './client.adapter.js';
import { pages } from './pages.js';
import type { Frames } from '../sign-in/frames.js';
import type { Model, GrantModel } from './library.js';
import { useMiddleware, type MiddlewareParts } from './middleware.js';
import { override, type OverrideParts } from './overrides.js';
import { registerGrants, type GrantParts } from './register-grants.js';
import { introspectionAllowed, revokeToken, type RevocationParts } from './token-policies.js';

/** The addresses of the endpoints; that of discovery is fixed (OpenID Connect Discovery section 4). */
export const ROUTES = {
  authorization: '/oauth/v2/authorize',
  token: TOKEN_ENDPOINT,
  introspection: INTROSPECTION_ENDPOINT,
  revocation: REVOCATION_ENDPOINT,
  jwks: '/oauth/v2/keys',
  userinfo: '/oidc/v1/userinfo',
  end_session: END_SESSION_ENDPOINT,
} as const;

/** Claims of ID tokens that no scope stands for; `null` tells the library that, and discovery lists them. */
const TOKEN_CLAIMS = { iss: null, sid: null, aud: null, exp: null, iat: null, nonce: null, at_hash: null, act: null, [HOLDER_CLAIM]: null };

/** Seconds. A password is asked for again after ten days. */
const TTL = { AuthorizationCode: 60, Interaction: 3_600, Session: SESSION_SECONDS, Grant: SESSION_SECONDS };

export interface ProviderParts extends OverrideParts, MiddlewareParts, GrantParts, RevocationParts {
  issuer: string;
  cookieSecrets: string[];
  lifetimes: Lifetimes;
  /** The storage of each of the library's models, by name. */
  adapter: (model: string) => Adapter;
  frames: Frames;
}

/** Builds a provider for one set of signing keys. The order matters: overrides and `use` come before the first request. */
export function buildProvider(parts: ProviderParts): Provider {
  const provider = new Provider(parts.issuer, configuration(parts));
  // Host and scheme come from PUBLIC_URL by way of `OidcHttp`, never from the caller.
  provider.proxy = true;
  provider.silent = true;
  override(provider, parts);
  registerGrants(provider, parts);
  useMiddleware(provider, parts);
  return provider;
}

function configuration(parts: ProviderParts): Configuration {
  const { lifetimes } = parts;
  const shown = pages(parts.frames);
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
    interactions: { policy: signInPolicy(), url: (_ctx, interaction) => signInUrl(parts.issuer, interaction) },
    clientBasedCORS: (_ctx, origin, client) =>
      (client.redirectUris ?? []).some((uri) => /^https?:/.test(uri) && URL.canParse(uri) && new URL(uri).origin === origin),
    // Tokens die with the session by its column in `grants`, not by the library's comparison of grants.
    expiresWithSession: () => false,
    rotateRefreshToken: true,
    allowOmittingSingleRegisteredRedirectUri: false,
    extraParams: { [SCOPE_RULE]: restoreScope },
    renderError: shown.error,
    discovery: {
      introspection_endpoint_auth_methods_supported: methodsAt(INTROSPECTION_ENDPOINT),
      introspection_endpoint_auth_signing_alg_values_supported: [...ASSERTION_ALGORITHMS],
      revocation_endpoint_auth_methods_supported: methodsAt(REVOCATION_ENDPOINT),
      revocation_endpoint_auth_signing_alg_values_supported: [...ASSERTION_ALGORITHMS],
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      introspection: { enabled: true, allowedPolicy: introspectionAllowed },
      revocation: { enabled: true, allowedPolicy: (_ctx, client) => revokeToken(parts, client) },
      rpInitiatedLogout: { enabled: true, logoutSource: shown.logout, postLogoutSuccessSource: shown.signedOut },
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

/** There is no consent page for an organization's own applications; `prompt=consent` is accepted and has nothing to ask. */
function signInPolicy(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.get('consent')?.checks.clear();
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        'no_account',
        'The user who signed in cannot be used any more.',
        (ctx) => ctx.oidc.session?.accountId !== undefined && !ctx.oidc.account,
      ),
    );
  return policy;
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

/** `client` lets the page lead back to the application when the sign-in itself is gone. */
function signInUrl(issuer: string, interaction: { uid: string; params: Record<string, unknown> }): string {
  return `${issuer}/sign-in/${interaction.uid}?${new URLSearchParams({ client: String(interaction.params.client_id) }).toString()}`;
}

/** A new grant for each authorization, so that revoking one ends exactly what came from it. */
async function newGrant(ctx: KoaContextWithOIDC, { audiences }: ProviderParts): Promise<GrantModel | undefined> {
  const { client, account, params, provider, entities } = ctx.oidc;
  if (!client || !account || !params) return undefined;
  const { scope } = await audiences.grant(recordOf(client), (entities.Interaction?.params ?? params).scope as string | undefined);
  params.scope = scope;
  const Grant = provider.Grant as unknown as Model<GrantModel>;
  const grant = new Grant({ jti: newSecret(16), accountId: account.accountId, clientId: client.clientId });
  grant.addOIDCScope(scope);
  return grant;
}
