// What one request has found out already, so that the library's later questions about it need no query.
import { Provider } from 'oidc-provider';
import type { ClientRecord } from '../clients/clients.service.js';
import type { Browser } from '../sessions/browser-cookie.js';
import type { LiveSession } from '../sessions/browser-sessions.service.js';
import type { Grant } from '../tokens/grants.repository.js';
import type { Holder } from '../tokens/id-tokens.service.js';
import type { TokenContent } from '../tokens/token-content.js';

export interface RequestContext {
  /** Who was authenticated as the client. */
  client?: ClientRecord;
  /** Why nobody was. */
  refusal?: Error;
  /** The config version when that was found out. */
  configVersion?: number;
  /** The authorization whose code or refresh token is in hand. */
  grant?: Grant;
  /** The browser session that began with this request, and whose it is. */
  begun?: { uid: string; userNo: number };
  /** The library's session as it was read: its id, what is in it, and when it ends (seconds). */
  storedSession?: { id: string; content: string; exp: number };
  /** The number of the refresh token in hand, then of the one that was issued. */
  refreshN?: number;
  /** The live token that was presented. */
  token?: TokenContent;
  /** For whom an own grant issues tokens. */
  holder?: Holder;
  /** The token that was presented to be introspected or revoked, which the library does not look at. */
  presented?: string;
  /** The browser that sent an authorization request; `isKnown` when it said so itself. */
  browser?: Browser;
  isKnown?: boolean;
  /** Its live sessions. */
  sessions?: LiveSession[];
  /** The access token that was issued, for `at_hash`. */
  issued?: string;
}

const memories = new WeakMap<object, RequestContext>();

/** The memory of a request: the one that is being served, or, outside of the library's own code, the one of `ctx`. */
export function requestContext(ctx: object | undefined = Provider.ctx): RequestContext {
  if (!ctx) throw new Error('The provider was asked outside of a request.');
  const memory = memories.get(ctx) ?? {};
  memories.set(ctx, memory);
  return memory;
}
