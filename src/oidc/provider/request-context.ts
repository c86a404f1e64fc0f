// What is already known about the current request, so that the library's later lookups need no query.
import { Provider, type KoaContextWithOIDC } from 'oidc-provider';
import type { ClientCredential } from '../clients/assertions.service.js';
import type { Judgement } from '../../users/assurance/assurance.service.js';
import type { ClientRecord } from '../clients/clients.service.js';
import type { Browser } from '../sessions/browser-cookie.js';
import type { ListedSession } from '../sessions/browser-sessions.service.js';
import type { Grant } from '../tokens/grants.repository.js';
import type { LiveSubject } from '../tokens/subjects.service.js';
import type { TokenContent } from '../tokens/token-content.js';

export interface RequestContext {
  /** When the form of a client's request had arrived, in microseconds since 1970 UTC. */
  receivedUs?: number;
  /** The authenticated client. */
  client?: ClientRecord;
  /** By what. */
  credential?: ClientCredential;
  /** Why nobody was. */
  refusal?: Error;
  /** The config version, as it was read since the request came. */
  configVersion?: number;
  /** Who is signed in, by the holder of the session. */
  people?: Map<string, Promise<LiveSubject | undefined>>;
  /** The authorization that tokens are given from by redirect, or whose refresh token is to be revoked. */
  grant?: Grant;
  /** The cookie that the browser keeps as it is. */
  keptCookie?: string;
  /** Whether the session had given the client a code or tokens before this request. */
  givenBefore?: boolean;
  /** The client gets an authorization only by a consent of the person. */
  restsOnConsent?: boolean;
  /** The browser session that began with this request, and whose it is. */
  begun?: { uid: string; userNo: number };
  /** The library's session as it was read: its id, what is in it, and when it was saved (seconds). */
  storedSession?: { id: string; content: string; saved: number };
  /** The library's session is saved under another id than it was read by. */
  isRenamed?: boolean;
  /** The scope in the request object of an authorization request. */
  requestedScope?: string;
  /** The live token that was presented. */
  token?: TokenContent;
  /** The token to be introspected or revoked, hidden from the library's own checks of its format. */
  hiddenToken?: string;
  /** The browser that sent an authorization request; `isKnown` when it said so itself. */
  browser?: Browser;
  isKnown?: boolean;
  /** What the person who is signed in has proven, and what is missing. */
  judgement?: Promise<Judgement | undefined>;
  /** Its live sessions. */
  sessions?: ListedSession[];
}

const contexts = new WeakMap<object, RequestContext>();

/** The context of a request: the one that is being served, or, outside of the library's own code, the one of `ctx`. */
export function requestContext(ctx: object | undefined = Provider.ctx): RequestContext {
  if (!ctx) throw new Error('The provider was asked outside of a request.');
  const context = contexts.get(ctx) ?? {};
  contexts.set(ctx, context);
  return context;
}

/** Whether the current request issues tokens by redirect, not by the token endpoint. */
export function isByRedirect(): boolean {
  const route = Provider.ctx?.oidc.route;
  return route === 'authorization' || route === 'resume';
}

/** A parameter of the request that is being served, unless it was repeated. */
export function requestParameter(name: string): string | undefined {
  const value = Provider.ctx?.oidc.params?.[name];
  return typeof value === 'string' ? value : undefined;
}

/** As the library matches addresses: in any case, with or without a slash at the end. */
export function isAt(ctx: KoaContextWithOIDC, path: string): boolean {
  return ctx.path.toLowerCase().replace(/\/$/, '') === path;
}
