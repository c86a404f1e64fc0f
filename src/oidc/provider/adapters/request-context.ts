// Values already known about the current request, so that the library's later lookups need no query.
import { Provider, type KoaContextWithOIDC } from 'oidc-provider';
import type { PresentedToken } from '../../../common/access/presented-token.js';
import type { ProofRefusal } from '../../../common/access/proof-refusal.js';
import type { Proof } from '../../proofs/proofs.service.js';
import type { ClientCredential } from '../../clients/authentication/assertions.service.js';
import type { Judgement } from '../../../users/authentication/assurance/assurance.service.js';
import type { ClientRecord } from '../../clients/clients.service.js';
import { canonicalResource, type Resource } from '../../clients/resource-uri.js';
import type { Resolvers } from '../../../common/concurrency/resolvers.js';
import type { Browser } from '../../sessions/browser-cookie.js';
import type { ListedSession } from '../../sessions/browser-sessions.service.js';
import type { Grant } from '../../tokens/stored/grants.repository.js';
import type { LiveSubject } from '../../tokens/content/subjects.service.js';
import type { TokenContent } from '../../tokens/content/token-content.js';

export interface RequestContext {
  /** When the form of a client's request arrived, in microseconds since 1970 UTC. */
  receivedUs?: number;
  /** The authenticated client. */
  client?: ClientRecord;
  /** The credential that authenticated the client. */
  credential?: ClientCredential;
  /** The error, if client authentication failed, or a proof was refused. */
  refusal?: Error;
  /** The proof of the key that what the request issues is bound to. */
  proof?: Proof;
  /** The token of a userinfo request, as it was presented, and why it was refused. */
  presented?: PresentedToken;
  proofRefusal?: ProofRefusal;
  /** The config version, read since the request arrived. */
  configVersion?: number;
  /** The signed-in people, keyed by the session's owner and generations. */
  people?: Map<string, Promise<LiveSubject | undefined>>;
  /** The authorization from which tokens are issued by redirect, or whose refresh token is to be revoked. */
  grant?: Grant;
  /** Resolves with the authorization as soon as its code is saved. */
  codeSaved?: Resolvers<Grant>;
  /** The name of the cookie that this response must not change. */
  keptCookie?: string;
  /** Whether the session had given the client a code or tokens before this request. */
  givenBefore?: boolean;
  /** Whether the client gets an authorization only with the person's consent. */
  restsOnConsent?: boolean;
  /** The browser session that began with this request, and its owner. */
  begun?: { uid: string; userNo: number };
  /** The library's session as it was read: its id, its content, and when it was saved (seconds). */
  storedSession?: { id: string; content: string; saved: number };
  /** Whether the library's session is saved under another id than it was read by. */
  isRenamed?: boolean;
  /** The scope in the request object of an authorization request. */
  requestedScope?: string;
  /** The live token that was presented. */
  token?: TokenContent;
  /** The token to introspect or revoke, hidden from the library's own checks of its format. */
  hiddenToken?: string;
  /** The browser that sent an authorization request. `isKnown` is true if the request had the browser's cookie. */
  browser?: Browser;
  isKnown?: boolean;
  /** What the signed-in person has proven, and what is missing. */
  judgement?: Promise<Judgement | undefined>;
  /** The live sessions of the browser. */
  sessions?: ListedSession[];
}

const contexts = new WeakMap<object, RequestContext>();

/** The context of `ctx`, by default of the request that is being served. Outside of the library's own code, pass `ctx`. */
export function requestContext(ctx: object | undefined = Provider.ctx): RequestContext {
  if (!ctx) throw new Error('The provider was asked outside of a request.');
  const context = contexts.get(ctx) ?? {};
  contexts.set(ctx, context);
  return context;
}

/** Whether a browser sent the current request, so that tokens are issued by redirect or, for a device, later, instead of now at the token endpoint. */
export function isByRedirect(): boolean {
  const route = Provider.ctx?.oidc.route;
  return route === 'authorization' || route === 'resume' || route === 'device_resume';
}

/** A parameter of the current request, unless it was repeated. */
export function requestParameter(name: string): string | undefined {
  const value = Provider.ctx?.oidc.params?.[name];
  return typeof value === 'string' ? value : undefined;
}

/** The resources of the current authorization request, which the library has had judged. */
export function requestedResources({ resourceServers = {} }: object & { resourceServers?: unknown }): Resource[] {
  const judged = Object.entries(resourceServers as Record<string, { audience: string }>);
  return judged.map(([named, { audience }]) => ({ uri: canonicalResource(named) ?? named, target: audience }));
}

/** Matches paths as the library does: case-insensitively, with or without a trailing slash. */
export function isAt(ctx: KoaContextWithOIDC, path: string): boolean {
  return ctx.path.toLowerCase().replace(/\/$/, '') === path;
}
