// The replaced members of the library in one table: the member, the reason, and the test that covers it. All other members are the
// library's own. All specs named here must pass before upgrading the library; test/oidc/replaced-members.spec.ts compares the table with
// the classes.
import { errors, Provider } from 'oidc-provider';
import { DEVICE_CODE } from '../clients/application.js';
import { scopeValues } from '../protocol/scopes.js';
import { REFRESH_TOKEN_PREFIX } from '../tokens/refresh-token.codec.js';
import type { Check } from '../../users/authentication/assurance/checks.js';
import type { SessionHolder } from '../tokens/content/subjects.service.js';
import type { FinishedSignIn } from './sign-in-policy.js';
import type { LibraryClients } from './library-clients.service.js';
import type { AccessTokenModel, ClientModel, Model, SessionModel } from './adapters/library.model.js';
import { isByRedirect, requestContext, requestParameter } from './adapters/request-context.js';
import { servedInObject } from './response-mode.js';
import type { SessionAdapter } from './adapters/session.adapter.js';
import type { SessionChoice } from './session-choice.service.js';
import type { RedirectTokens } from './redirect-tokens.service.js';
import type { TokenEndpoints } from './token-endpoints.service.js';

/** The services to which the replacements delegate. */
export interface ReplacementSources {
  clients: LibraryClients;
  sessions: SessionAdapter;
  sessionChoice: SessionChoice;
  redirectTokens: RedirectTokens;
  tokenEndpoints: TokenEndpoints;
}

export interface ReplacedMember {
  /** `Class.method` of a prototype, `Class#member` of the class itself. */
  member: string;
  why: string;
  /** The spec under test/ that fails without the replacement. */
  test: string;
  replace(provider: Provider, sources: ReplacementSources): void;
}

type HeldSession = SessionModel & { holder?: SessionHolder; checks?: readonly Check[] };

const clientClass = (provider: Provider) => provider.Client as unknown as Model<ClientModel>;
const sessionClass = (provider: Provider) => provider.Session as unknown as Model<HeldSession> & { IN_PAYLOAD: string[] };

/** Makes a model store additional members. */
function alsoStore(model: { IN_PAYLOAD: string[] }, ...names: string[]): void {
  const stored = [...model.IN_PAYLOAD, ...names];
  Object.defineProperty(model, 'IN_PAYLOAD', { get: () => stored });
}

export const REPLACED_MEMBERS: readonly ReplacedMember[] = [
  {
    member: 'Client#find',
    why: 'Clients are cached by the config version, over all processes, and a client that failed to authenticate is no client.',
    test: 'oidc/client-authentication.spec.ts',
    replace(provider, { clients }) {
      clientClass(provider).find = clients.finderFor(provider);
    },
  },
  {
    member: 'Client.compareClientSecret',
    why: 'Secrets are digests and were compared before the library is asked.',
    test: 'oidc/client-authentication.spec.ts',
    replace(provider, { clients }) {
      clientClass(provider).prototype.compareClientSecret = function () {
        return clients.isAuthenticated(this);
      };
    },
  },
  {
    member: 'Client.includeSid',
    why: 'Each ID token names its session, so that a sign-out can say which one ended.',
    test: 'oidc/backchannel-logout.spec.ts',
    replace(provider) {
      clientClass(provider).prototype.includeSid = () => true;
    },
  },
  {
    member: 'Client#Schema.invalidate',
    why: 'Which redirect URIs an application may have was decided when it was registered.',
    test: 'oidc/authorize-matrix.spec.ts',
    replace(provider) {
      const { Schema } = provider.Client as unknown as {
        Schema: { prototype: { invalidate(message: string, code?: string): void } };
      };
      const { invalidate } = Schema.prototype;
      Schema.prototype.invalidate = function (message, code) {
        if (code !== 'implicit-force-https' && code !== 'implicit-forbid-localhost') invalidate.call(this, message, code);
      };
    },
  },
  {
    member: 'Client.responseTypeAllowed',
    why: 'unauthorized_client for a response_type the client may not use (RFC 6749 section 4.1.2.1), invalid_scope without openid.',
    test: 'oidc/errors.spec.ts',
    replace(provider) {
      const { prototype } = clientClass(provider);
      const { responseTypeAllowed } = prototype;
      prototype.responseTypeAllowed = function (type) {
        if (!responseTypeAllowed.call(this, type))
          throw new errors.UnauthorizedClient('This client is not allowed to use this response_type.');
        if (!scopeValues(requestParameter('scope')).includes('openid'))
          throw new errors.InvalidScope('The scope must include openid.', undefined as never);
        return true;
      };
    },
  },
  {
    member: 'Client.grantTypeAllowed',
    why: 'unauthorized_client for a grant_type the client may not use (RFC 6749 section 5.2), also for a device (RFC 8628 section 3.2).',
    test: 'oidc/errors.spec.ts',
    replace(provider) {
      const { prototype } = clientClass(provider);
      const { grantTypeAllowed } = prototype;
      // The library also calls this for other grants. There it must not throw.
      prototype.grantTypeAllowed = function (type) {
        const isAllowed = grantTypeAllowed.call(this, type);
        const { route } = (Provider.ctx?.oidc ?? {}) as { route?: string };
        const isAsked =
          route === 'token' ? requestParameter('grant_type') === type : route === 'device_authorization' && type === DEVICE_CODE;
        if (!isAllowed && isAsked) throw new errors.UnauthorizedClient('This client is not allowed to use this grant_type.');
        return isAllowed;
      };
    },
  },
  {
    member: 'AccessToken.save',
    why: 'An access token that is given by redirect carries itself like every other; the token endpoint does not make any this way.',
    test: 'oidc/authorize.spec.ts',
    replace(provider, { redirectTokens }) {
      (provider.AccessToken as unknown as Model<AccessTokenModel>).prototype.save = async function () {
        const { value, scope } = await redirectTokens.issueAccessToken();
        this.scope = scope;
        return value;
      };
    },
  },
  {
    member: 'IdToken.payload',
    why: 'An ID token that is given by redirect says what one of the token endpoint says.',
    test: 'oidc/authorize.spec.ts',
    replace(provider, { redirectTokens }) {
      const { payload } = provider.IdToken.prototype;
      provider.IdToken.prototype.payload = async function () {
        const claims = await payload.call(this);
        if (!isByRedirect()) return claims;
        return { ...claims, azp: this.client.clientId, ...(await redirectTokens.idTokenClaims()) };
      };
    },
  },
  {
    member: 'IdToken#validate',
    why: 'A hint may be signed by a key that has retired, and an unverifiable hint does not end a sign-in.',
    test: 'oidc/rotation.spec.ts',
    replace(provider, { tokenEndpoints }) {
      const IdToken = provider.IdToken as unknown as { validate(jwt: string, client: ClientModel): Promise<unknown> };
      IdToken.validate = (jwt, client) => tokenEndpoints.verifyHint(provider.issuer, jwt, client);
    },
  },
  {
    member: 'OIDCContext.entity',
    why: 'Introspection and revocation refuse a signed token by its looks, so it is hidden as soon as the client is known.',
    test: 'oidc/tokens-jwt.spec.ts',
    replace(provider) {
      const { entity } = provider.OIDCContext.prototype;
      provider.OIDCContext.prototype.entity = function (key, value) {
        entity.call(this, key, value);
        const { params, route } = this;
        if (key !== 'Client' || !params || (route !== 'introspection' && route !== 'revocation')) return;
        if (typeof params.token !== 'string' || params.token.startsWith(REFRESH_TOKEN_PREFIX)) return;
        requestContext().hiddenToken = params.token;
        params.token = 'hidden';
      };
    },
  },
  {
    member: 'OIDCContext.responseMode',
    why: 'An invalid response_mode is ignored in a request object too, which the library judges as soon as it has read it, and an application may require signed responses.',
    test: 'oidc/request-objects.spec.ts',
    replace(provider) {
      const { prototype } = provider.OIDCContext;
      const { get } = Object.getOwnPropertyDescriptor(prototype, 'responseMode') ?? {};
      Object.defineProperty(prototype, 'responseMode', {
        configurable: true,
        get(this: { params: Record<string, unknown>; client: object | undefined }) {
          return get?.call({ params: servedInObject(this.params, this.client) }) as unknown;
        },
      });
    },
  },
  {
    member: 'Session#IN_PAYLOAD',
    why: 'A session is stored with the generation of the user who signed in, and ends with it; and with the checks that were passed.',
    test: 'oidc/accounts.spec.ts',
    replace: (provider) => alsoStore(sessionClass(provider), 'holder', 'checks'),
  },
  {
    member: 'Session#get',
    why: 'A browser has several sessions; the one a request is served with is chosen.',
    test: 'oidc/accounts.spec.ts',
    replace(provider, { sessionChoice }) {
      type Get = (ctx: NonNullable<typeof Provider.ctx>) => Promise<SessionModel>;
      const Session = provider.Session as unknown as { get: Get };
      const { get } = Session;
      Session.get = async function (ctx) {
        return sessionChoice.choose(provider, ctx, await get.call(this, ctx));
      };
    },
  },
  {
    member: 'Session.loginAccount',
    why: 'A sign-in says whose generation it is, and that a session began.',
    test: 'oidc/accounts.spec.ts',
    replace(provider) {
      const { prototype } = sessionClass(provider);
      const { loginAccount } = prototype;
      prototype.loginAccount = function (details) {
        const begins = this.accountId === undefined;
        // Tokens name their session and end with it, so a session has one owner for life.
        if (!begins && this.accountId !== details.accountId) throw new Error('A sign-in was finished in a session of another person.');
        loginAccount.call(this, details);
        const login = Provider.ctx?.oidc.entities.Interaction?.result?.login as FinishedSignIn | undefined;
        if (!login?.holder) throw new Error('A sign-in was finished without saying who signed in.');
        this.holder = login.holder;
        this.checks = login.checks;
        if (begins) requestContext().begun = { uid: this.uid, userNo: login.holder.userNo };
      };
    },
  },
  {
    member: 'Session.destroy',
    why: 'A session takes along what it holds. Only a change of accounts calls it; the end session endpoint is ours.',
    test: 'oidc/accounts.spec.ts',
    replace(provider, { sessions }) {
      sessionClass(provider).prototype.destroy = async function () {
        await sessions.endForOther(this.uid);
        Object.assign(this, { destroyed: true });
      };
    },
  },
  {
    member: 'Interaction#IN_PAYLOAD',
    why: 'A sign-in under way is stored with the browser it was begun in, and when.',
    test: 'security/browsers.spec.ts',
    replace: (provider) => alsoStore(provider.Interaction as unknown as { IN_PAYLOAD: string[] }, 'browser', 'begun'),
  },
];

/** Call before the provider's first request. */
export function replaceMembers(provider: Provider, sources: ReplacementSources): void {
  for (const { replace } of REPLACED_MEMBERS) replace(provider, sources);
}
