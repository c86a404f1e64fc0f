// Every method of the library that is replaced, in one place. The contract suite in test/oidc must be green before the library's version moves.
import { errors, Provider } from 'oidc-provider';
import type { Clock } from '../../common/primitives/clock.js';
import type { Clients } from '../clients/clients.service.js';
import { keyIdOf, verifyJws, type SignedContent } from '../keys/jws.js';
import type { SigningKeys } from '../keys/signing-keys.service.js';
import { scopeValues } from '../protocol/scopes.js';
import type { SessionEnd } from '../sessions/session-end.service.js';
import type { AccessTokens, NewToken } from '../tokens/access-tokens.service.js';
import type { Audiences } from '../tokens/audiences.service.js';
import { actClaim } from '../tokens/actors.js';
import { actorsOf, holderOfGrant, linkTo } from '../tokens/grant-holder.js';
import type { Grant } from '../tokens/grants.repository.js';
import { HOLDER_CLAIM, type Holder } from '../tokens/id-tokens.service.js';
import type { LiveTokens } from '../tokens/live-tokens.service.js';
import { REFRESH_TOKEN_PREFIX } from '../tokens/refresh-token.codec.js';
import type { Subjects } from '../tokens/subjects.service.js';
import type { TokenContent } from '../tokens/token-content.js';
import { clientFinder, recordOf } from './client.adapter.js';
import { mayPass } from './client-request.js';
import type { GrantAdapters } from './grant.adapter.js';
import type { AccessTokenModel, ClientModel, GrantModel, Model, SessionModel } from './library.js';
import type { SessionHolder } from '../tokens/subjects.service.js';
import type { Refresh } from './refresh.js';
import { requestContext } from './request-context.js';

/** What the overrides hand over to. */
export interface OverrideParts {
  clients: Clients;
  signingKeys: SigningKeys;
  audiences: Audiences;
  accessTokens: AccessTokens;
  liveTokens: LiveTokens;
  sessionEnd: SessionEnd;
  subjects: Subjects;
  refresh: Refresh;
  grantAdapters: GrantAdapters;
  clock: Clock;
}

/** Call before the provider's first request. */
export function override(provider: Provider, parts: OverrideParts): void {
  overrideClient(provider, parts);
  overrideAccessToken(provider, parts);
  overrideGrant(provider);
  overrideIdToken(provider, parts);
  overrideContext(provider);
  overrideSession(provider, parts);
  parts.refresh.override(provider);
}

function overrideClient(provider: Provider, { clients }: OverrideParts): void {
  const Client = provider.Client as unknown as Model<ClientModel>;
  Client.find = clientFinder(provider, clients);
  Client.prototype.compareClientSecret = function () {
    return mayPass(recordOf(this));
  };
  // Each ID token names its session, so that a sign-out can say which one ended.
  Client.prototype.includeSid = () => true;
  // Which redirect URIs an application may have was decided when it was registered (`clients/application.ts`).
  const { prototype: schema } = (Client as unknown as { Schema: { prototype: { invalidate(message: string, code?: string): void } } })
    .Schema;
  const { invalidate } = schema;
  schema.invalidate = function (message, code) {
    if (code !== 'implicit-force-https' && code !== 'implicit-forbid-localhost') invalidate.call(this, message, code);
  };
  const { responseTypeAllowed, grantTypeAllowed } = Client.prototype;
  // RFC 6749 section 4.1.2.1: the library says invalid_request to both.
  Client.prototype.responseTypeAllowed = function (type) {
    if (!responseTypeAllowed.call(this, type)) throw new errors.UnauthorizedClient('This client is not allowed to use this response_type.');
    if (!scopeValues(parameter('scope')).includes('openid'))
      throw new errors.InvalidScope('The scope must include openid.', undefined as never);
    return true;
  };
  // RFC 6749 section 5.2. Asked about other grants, as the library does, it only answers.
  Client.prototype.grantTypeAllowed = function (type) {
    const allowed = grantTypeAllowed.call(this, type);
    if (!allowed && Provider.ctx?.oidc.route === 'token' && parameter('grant_type') === type) {
      throw new errors.UnauthorizedClient('This client is not allowed to use this grant_type.');
    }
    return allowed;
  };
}

function parameter(name: string): string | undefined {
  const value = Provider.ctx?.oidc.params?.[name];
  return typeof value === 'string' ? value : undefined;
}

/** Tokens are self-contained: saving makes the text, finding opens it and looks whether it still holds. */
function overrideAccessToken(provider: Provider, { accessTokens, audiences, liveTokens, clients, grantAdapters }: OverrideParts): void {
  const AccessToken = provider.AccessToken as unknown as Model<AccessTokenModel>;
  AccessToken.prototype.save = async function () {
    const memory = requestContext();
    const grant = await grantAtHand(grantAdapters);
    const { authTime, amr } = grant?.payload.code ?? {};
    const client = this.clientId ? await clients.find(this.clientId, memory.configVersion) : undefined;
    if (!grant || !client) throw new errors.InvalidGrant('the authorization no longer exists');
    const { exchange } = grant.payload;
    // The library leaves scopes out of a token given by redirect that it was not told of at its start.
    if (isByRedirect()) this.scope = parameter('scope') ?? '';
    const granted = await audiences.grant(client, this.scope);
    const { scope, audience } = exchange ? { ...granted, audience: exchange.audience } : granted;
    const content: NewToken = {
      kind: 'person',
      userNo: grant.userNo,
      userId: this.accountId,
      clientId: client.clientId,
      scope,
      audience,
      generations: grant.payload.generations,
      grant: linkTo(grant, memory.refreshN),
      ...(exchange && { exchanged: true, ...actorsOf(grant) }),
      ...(typeof authTime === 'number' ? { authTime } : {}),
      ...(Array.isArray(amr) ? { amr: amr as string[] } : {}),
    };
    const { value } = accessTokens.issue(content, accessTokens.styleFor(client));
    memory.issued = value;
    return value;
  };
  AccessToken.find = async (value) => {
    const memory = requestContext();
    const live = typeof value === 'string' ? await liveTokens.find(memory.presented ?? value) : undefined;
    if (!live) return undefined;
    memory.token = live.token;
    return new AccessToken(accessTokenProperties(live.token));
  };
}

/** Whether tokens are given by redirect now, to a browser, instead of by the token endpoint. */
function isByRedirect(): boolean {
  const route = Provider.ctx?.oidc.route;
  return route === 'authorization' || route === 'resume';
}

/** The authorization that tokens are made from: that of the code or token in hand, or a new one when they are given by redirect. */
async function grantAtHand(grantAdapters: GrantAdapters): Promise<Grant | undefined> {
  const memory = requestContext();
  if (isByRedirect()) memory.grant ??= await grantAdapters.authorizeImplicit();
  return memory.grant;
}

function accessTokenProperties(token: TokenContent): Record<string, unknown> {
  const { jti, iat, exp, userId, clientId, grant } = token;
  return {
    jti,
    iat,
    exp,
    accountId: userId,
    clientId,
    grantId: grant?.id,
    scope: shownScope(token),
    gty: token.kind === 'person' ? 'authorization_code' : 'client_credentials',
  };
}

/** Deviation: userinfo answers without `openid` too, so that a service user can look at itself; the library insists on it. */
function shownScope({ scope }: TokenContent): string {
  return Provider.ctx?.oidc.route === 'userinfo' ? scopeValues(`openid ${scope}`).join(' ') : scope;
}

/** A grant is what the code or token in hand says; whether it is alive was looked at with that. */
function overrideGrant(provider: Provider): void {
  const Grant = provider.Grant as unknown as Model<GrantModel>;
  const rebuilt = (id: string, accountId: unknown, clientId: unknown, scope: string): GrantModel => {
    const grant = new Grant({ jti: id, accountId, clientId });
    grant.addOIDCScope(scope);
    return grant;
  };
  Grant.find = async (id) => {
    const { token, grant } = requestContext();
    if (token) return rebuilt(id, token.userId, token.clientId, shownScope(token));
    if (grant?.id === id && grant.revokedUs === null)
      return rebuilt(id, grant.payload.code.accountId, grant.payload.code.clientId, grant.scope);
    return undefined;
  };
}

/**
 * The library refuses signed tokens at introspection and revocation before it asks anybody, so they are hidden from it. Refresh tokens
 * it looks up by itself.
 */
function overrideContext(provider: Provider): void {
  const { entity } = provider.OIDCContext.prototype;
  provider.OIDCContext.prototype.entity = function (key, value) {
    entity.call(this, key, value);
    const { params, route } = this;
    if (key !== 'Client' || !params || (route !== 'introspection' && route !== 'revocation')) return;
    if (typeof params.token !== 'string' || params.token.startsWith(REFRESH_TOKEN_PREFIX)) return;
    requestContext().presented = params.token;
    params.token = 'presented';
  };
}

/**
 * `azp`, `act` (RFC 8693 section 4.1), what a later check needs and, where an access token was made, `at_hash` (OpenID Connect Core section
 * 3.1.3.6 and 3.2.2.9); the library hashes the value itself.
 */
function overrideIdToken(provider: Provider, { signingKeys, grantAdapters }: OverrideParts): void {
  const { payload } = provider.IdToken.prototype;
  provider.IdToken.prototype.payload = async function () {
    const claims = await payload.call(this);
    const issuing = isByRedirect() || Provider.ctx?.oidc.route === 'token';
    if (issuing) await grantAtHand(grantAdapters);
    const { issued, holder = holderAtHand() } = issuing ? requestContext() : {};
    const act = actClaim(provider.issuer, holder?.actors);
    // The session it would name has ended (a sign-out leaves refresh tokens alive).
    if (Provider.ctx?.oidc.route === 'token' && requestContext().grant?.sessionUid === null) delete claims['sid'];
    return {
      ...claims,
      azp: this.client.clientId,
      ...(act && { act }),
      ...(holder && { [HOLDER_CLAIM]: holder }),
      ...(issued === undefined ? {} : { at_hash: issued }),
    };
  };
  // A hint may be expired, and signed by a key that has retired or of an algorithm the application had before.
  const IdToken = provider.IdToken as unknown as { validate(jwt: string, client: ClientModel): Promise<SignedContent | undefined> };
  IdToken.validate = async (jwt, client) => {
    const kid = keyIdOf(jwt) ?? '';
    const key = (await signingKeys.recent()).verifiers.get(kid);
    const signed = key && verifyJws(jwt, key);
    const { iss, aud, sub } = signed?.payload ?? {};
    const valid = signed?.header['typ'] === undefined && iss === provider.issuer && aud === client.clientId && typeof sub === 'string';
    if (signed && valid) return signed;
    // A hint that cannot be verified says nothing about who is meant, so a sign-in goes on without it; a sign-out does not.
    if (isByRedirect()) return undefined;
    throw new Error('This is not an ID token that this service issued to this client.');
  };
}

function holderAtHand(): Holder | undefined {
  const { grant, refreshN } = requestContext();
  return grant && holderOfGrant(grant, refreshN);
}

/** A browser session ends with the generation of the user who signed in, and takes what it holds along when it is destroyed. */
function overrideSession(provider: Provider, { sessionEnd, subjects, clock }: OverrideParts): void {
  const Session = provider.Session as unknown as Model<SessionModel & { holder?: SessionHolder }> & {
    IN_PAYLOAD: string[];
    findByUid(uid: string): Promise<(SessionModel & { holder?: SessionHolder }) | undefined>;
  };
  const stored = [...Session.IN_PAYLOAD, 'holder'];
  Object.defineProperty(Session, 'IN_PAYLOAD', { get: () => stored });

  const { find, findByUid } = Session;
  const ifHeld = async <Found extends { accountId?: string; holder?: SessionHolder }>(
    session: Found | undefined,
  ): Promise<Found | undefined> => {
    if (!session?.accountId) return session;
    return session.holder && (await subjects.signedIn(session.holder)) ? session : undefined;
  };
  Session.find = async function (...args) {
    return ifHeld(await find.apply(this, args));
  };
  Session.findByUid = async function (uid) {
    return ifHeld(await findByUid.call(this, uid));
  };

  const { loginAccount } = Session.prototype;
  // OpenID Connect Core section 3.1.2.1, max_age, by the clock that the time of the sign-in is from.
  Session.prototype.past = function (age) {
    return this.loginTs === undefined || clock.nowSeconds() - this.loginTs > Number(age);
  };
  Session.prototype.loginAccount = function (details) {
    const begins = this.accountId === undefined;
    loginAccount.call(this, details);
    const login = Provider.ctx?.oidc.entities.Interaction?.result?.login as { holder?: SessionHolder } | undefined;
    if (!login?.holder) throw new Error('A sign-in was finished without saying who signed in.');
    this.holder = login.holder;
    if (begins) requestContext().begun = { uid: this.uid, userNo: login.holder.userNo };
  };
  // Nothing of the library's own calls it but the change of accounts; the end session endpoint is ours.
  Session.prototype.destroy = async function () {
    await sessionEnd.endSession(this.uid, 'otherAccount');
    Object.assign(this, { destroyed: true });
  };
}
