// Middleware around the library: rules of the specification that the library lacks, and the last error handler.
import { Logger } from '@nestjs/common';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { BODY_BYTES } from '../../common/admission/request-bounds.js';
import { withMetadata } from '../../common/access/own-resources.js';
import { presentedProof, presentedToken } from '../../common/access/presented-token.js';
import { nonceHeader } from '../../common/access/proof-refusal.js';
import { requestFacts, requestIdOf } from '../../common/http/observed-requests.js';
import { TOKEN_EXCHANGE } from '../clients/application.js';
import {
  AUTHORIZATION_ENDPOINT,
  DEVICE_SIGN_IN,
  KEY_SET,
  MAX_AUTHORIZATION_REQUEST,
  METHODS,
  USERINFO_ENDPOINT,
} from '../protocol/endpoints.js';
import { KEY_SET_SECONDS } from '../keys/rotation-plan.js';
import { type Documents, EXPOSED_WITH_PROOF } from '../fast-path/http-answer.js';
import { serverError } from '../protocol/oauth-error.js';
import { singleSpaced } from '../protocol/scopes.js';
import type { EndSession } from './end-session.service.js';
import { type LibraryClients, TOO_LONG } from './library-clients.service.js';
import type { LibraryPages } from './library-pages.service.js';
import { isAt, requestContext } from './adapters/request-context.js';
import { describedAddress, RESPONSE_MODES, servedResponseMode } from './response-mode.js';
import type { SessionChoice } from './session-choice.service.js';
import type { TokenEndpoints } from './token-endpoints.service.js';

/** The services whose middleware is used, and the published documents. */
export interface MiddlewareSources {
  clients: LibraryClients;
  endSession: EndSession;
  sessionChoice: SessionChoice;
  tokenEndpoints: TokenEndpoints;
  pages: LibraryPages;
  documents: Documents;
}

type Context = KoaContextWithOIDC;
type Next = () => Promise<unknown>;
type Middleware = (ctx: Context, next: Next) => Promise<unknown>;

const log = new Logger('oidc');
const logged = new WeakSet<object>();

/** The first entry is the outermost. Call before `provider.callback()`, which freezes the chain. */
export function useMiddleware(
  provider: Provider,
  { clients, endSession, sessionChoice, tokenEndpoints, pages, documents }: MiddlewareSources,
): void {
  const chain: Middleware[] = [
    lastEdge,
    limitBody,
    hideAuthorizationServerMetadata,
    hideDevicePages,
    endSession.middleware(provider),
    turnPostIntoGet(clients, pages),
    limitQuery(pages),
    tolerateParameters,
    exposeNonce,
    ignoreBodyOfUserinfo,
    nameMetadata(provider.issuer),
    presentToken,
    describeRefusals,
    (ctx, next) => sessionChoice.recognizeBrowser(ctx, next),
    (ctx, next) => clients.authenticate(ctx, next),
    completeDiscovery(clients, documents),
    publishKeys(documents),
    (ctx, next) => tokenEndpoints.describePresented(ctx, next),
  ];
  for (const middleware of chain) provider.use(middleware as Parameters<Provider['use']>[0]);
  provider.on('server_error', (ctx, error) => {
    answerServerError(ctx, error);
    letClientKnow(error);
  });
}

/**
 * RFC 6749 section 4.1.2.1: the authorization endpoint reports an error to the client if its redirect URI is known to be registered. The
 * library does not report errors of other kinds. It reads this mark only after checking the client and the redirect URI.
 */
function letClientKnow(error: Error & { allow_redirect?: boolean }): void {
  // A transient failure goes to the browser, which can retry, not to the client, which would give up.
  if (!serverError(error, '').expected) error.allow_redirect = true;
}

/** Answers requests that no endpoint answered, and errors outside of endpoints. */
async function lastEdge(ctx: Context, next: Next): Promise<void> {
  ctx.set('X-Content-Type-Options', 'nosniff');
  try {
    await next();
  } catch (error) {
    answerServerError(ctx, error);
  }
  if (ctx.status === 404 && !ctx.body) refuseAddress(ctx);
  // RFC 9110 section 8.3: an empty body has no type. Koa sets one, and clients that expect JSON or no body refuse it.
  if (ctx.body === '') ctx.remove('Content-Type');
}

/** RFC 9110 section 15.5.6: answers a wrong method with the allowed ones. */
function refuseAddress(ctx: Context): void {
  const methods = METHODS[ctx.path];
  if (!methods) return refuse(ctx, 404, 'invalid_request', 'There is no such endpoint.');
  ctx.set('Allow', methods.join(', '));
  refuse(ctx, 405, 'invalid_request', `This endpoint accepts ${methods.join(' or ')} only.`);
}

/** The response has the shape of RFC 6749 section 5.2. The caller gets an id; the log has the cause. */
function answerServerError(ctx: Context, error: unknown): void {
  const requestId = requestIdOf(ctx.req as { id?: unknown });
  const { status, headers, body, expected } = serverError(error, requestId);
  if (expected) {
    ctx.set(headers);
    return refuse(ctx, status, body.error, body.error_description);
  }
  // The library may report an error more than once if it cannot redirect it.
  if (!logged.has(error as object)) log.error({ message: 'request failed', ...requestFacts(ctx.req), err: error });
  logged.add(error as object);
  // A rendered error page already contains the id.
  if (typeof ctx.body !== 'string') refuse(ctx, status, body.error, body.error_description);
}

function refuse(ctx: Context, status: number, error: string, description: string): void {
  ctx.status = status;
  ctx.type = 'json';
  ctx.set('Cache-Control', 'no-store');
  ctx.body = { error, error_description: description };
}

async function limitBody(ctx: Context, next: Next): Promise<unknown> {
  if ((ctx.request.length ?? 0) <= BODY_BYTES.oauth) return next();
  return refuse(ctx, 413, 'invalid_request', `The body must have at most ${BODY_BYTES.oauth} bytes.`);
}

/** The RFC 8414 metadata is not served; the discovery document is. */
async function hideAuthorizationServerMetadata(ctx: Context, next: Next): Promise<unknown> {
  return ctx.path.toLowerCase().startsWith('/.well-known/oauth-authorization-server') ? undefined : next();
}

/** Codes are entered on the page of this service (`src/oidc/sign-in/device.controller.ts`), which limits guesses. */
async function hideDevicePages(ctx: Context, next: Next): Promise<unknown> {
  return isAt(ctx, DEVICE_SIGN_IN) ? undefined : next();
}

/**
 * OpenID Connect Core section 3.1.2.1: an authorization request may be posted. Browsers withhold the session's cookie from a form of
 * another site (`SameSite=Lax`). They send it with the same request by GET, so this redirects to that.
 */
function turnPostIntoGet(clients: LibraryClients, pages: LibraryPages): Middleware {
  return async (ctx, next) => {
    if (ctx.method !== 'POST' || !isAt(ctx, AUTHORIZATION_ENDPOINT)) return next();
    if (!ctx.is('application/x-www-form-urlencoded'))
      return refuse(ctx, 400, 'invalid_request', 'The body must be of type application/x-www-form-urlencoded.');
    const query = await clients.readForm(ctx.req).then(String, () => undefined);
    if (query === undefined || query.length > MAX_AUTHORIZATION_REQUEST) return pages.refuseRequest(ctx, TOO_LONG);
    ctx.status = 303;
    ctx.set({ Location: `${AUTHORIZATION_ENDPOINT}?${query}`, 'Cache-Control': 'no-store' });
    ctx.body = '';
  };
}

/** A browser could not return to an address that is too long, so the request is refused at once. */
function limitQuery(pages: LibraryPages): Middleware {
  return async (ctx, next) =>
    isAt(ctx, AUTHORIZATION_ENDPOINT) && ctx.querystring.length > MAX_AUTHORIZATION_REQUEST ? pages.refuseRequest(ctx, TOO_LONG) : next();
}

/**
 * Ignores an unusable response_mode, but keeps a repeated one so that the library refuses it. Reduces the spaces between scope values to
 * one.
 */
async function tolerateParameters(ctx: Context, next: Next): Promise<unknown> {
  if (!isAt(ctx, AUTHORIZATION_ENDPOINT)) return next();
  const { response_mode: mode, scope, ...others } = ctx.query;
  const served = typeof mode === 'string' ? servedResponseMode(mode, others.response_type) : mode;
  ctx.query = {
    ...others,
    ...(served !== undefined && { response_mode: served }),
    ...(scope !== undefined && { scope: typeof scope === 'string' ? singleSpaced(scope) : scope }),
  };
  return next();
}

/** OpenID Connect Core section 5.3.1: with the token in the header, nothing else is read. A body of any type is therefore accepted. */
async function ignoreBodyOfUserinfo(ctx: Context, next: Next): Promise<unknown> {
  const { authorization, ['content-type']: type } = ctx.req.headers;
  if (ctx.method === 'POST' && isAt(ctx, USERINFO_ENDPOINT) && authorization && type && !ctx.is('application/x-www-form-urlencoded'))
    delete ctx.req.headers['content-type'];
  return next();
}

/** Lets pages of other origins read the nonce for their next proof (RFC 9449 section 8). */
async function exposeNonce(ctx: Context, next: Next): Promise<void> {
  const hasProof = presentedProof(ctx.req) !== undefined;
  await next();
  if (hasProof && ctx.response.get('Access-Control-Expose-Headers')) ctx.set('Access-Control-Expose-Headers', EXPOSED_WITH_PROOF);
}

/**
 * Keeps the token of a userinfo request as it was presented, for the adapter, which verifies its proof. The library, which knows only bearer
 * tokens, sees one.
 */
async function presentToken(ctx: Context, next: Next): Promise<void> {
  const presented = isAt(ctx, USERINFO_ENDPOINT) ? presentedToken(ctx.req) : undefined;
  if (!presented) return void (await next());
  const context = requestContext(ctx);
  context.presented = presented;
  ctx.req.headers.authorization = `Bearer ${presented.value}`;
  await next();
  ctx.set(context.proofRefusal?.headers ?? nonceHeader(context.proof?.nextNonce));
}

/** Says where the metadata of userinfo is, when it refuses a token (RFC 9728 section 5.1). */
function nameMetadata(publicUrl: string): Middleware {
  return async (ctx, next) => {
    await next();
    const challenge = ctx.response.get('WWW-Authenticate');
    if (ctx.status === 401 && isAt(ctx, USERINFO_ENDPOINT) && challenge)
      ctx.set('WWW-Authenticate', withMetadata(challenge, publicUrl, USERINFO_ENDPOINT));
  };
}

/** Adds the descriptions that the library leaves out of its errors. */
async function describeRefusals(ctx: Context, next: Next): Promise<void> {
  await next();
  const address = ctx.response.get('Location');
  if (isAt(ctx, AUTHORIZATION_ENDPOINT) && address) ctx.set('Location', describedAddress(address));
}

/** Adds token exchange while its feature is on, and our response modes, to discovery; caches the document. */
function completeDiscovery(clients: LibraryClients, documents: Documents): Middleware {
  return async (ctx, next) => {
    await next();
    const body = ctx.body as { grant_types_supported?: string[]; response_modes_supported?: readonly string[] } | undefined;
    if (!body?.grant_types_supported) return;
    const isOn = await clients.isTokenExchangeOn();
    if (!isOn) body.grant_types_supported = body.grant_types_supported.filter((type) => type !== TOKEN_EXCHANGE);
    body.response_modes_supported = RESPONSE_MODES;
    documents.keepDiscovery(isOn, body);
  };
}

/** Publishes all keys, including those that do not sign yet or no longer sign; the library knows only the signing ones. */
function publishKeys(documents: Documents): Middleware {
  return async (ctx, next) => {
    await next();
    if (ctx.status !== 200 || !isAt(ctx, KEY_SET)) return;
    ctx.type = 'json';
    ctx.set('Cache-Control', `public, max-age=${KEY_SET_SECONDS}`);
    ctx.body = documents.keySet;
  };
}
