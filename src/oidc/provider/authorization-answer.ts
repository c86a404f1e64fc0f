// How an answer of the authorization endpoint reaches the application: by query, fragment or form, with exactly the members it may have.
import type { EventEmitter } from 'node:events';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Lifetimes } from '../tokens/lifetimes.service.js';
import { recordOf } from './client.adapter.js';
import type { Pages } from './pages.js';

type Context = KoaContextWithOIDC;
type Members = Record<string, string>;

/** The library's own name `form_post` is taken by a page without a policy for its script, so requests are given this one instead. */
const OWN_FORM_POST = 'own_form_post';

const MODES = ['query', 'fragment', 'form_post'] as const;

/**
 * The mode that a request is served with. An invalid one is ignored (OAuth 2.0 Multiple Response Types section 2.1 has the defaults).
 * `query` with a token in it would end in logs (section 3.0 of the same).
 */
export function servedResponseMode(mode: string, responseType: unknown): string | undefined {
  const leaks = mode === 'query' && typeof responseType === 'string' && responseType.includes('token');
  if (!(MODES as readonly string[]).includes(mode) || leaks) return undefined;
  return mode === 'form_post' ? OWN_FORM_POST : mode;
}

/** The parameters of a request as the application sent them, as far as they were of any use. */
export function sentParameters(params: Record<string, unknown>): Members {
  const texts = Object.entries(params).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { ...Object.fromEntries(texts), ...(params.response_mode === OWN_FORM_POST ? { response_mode: 'form_post' } : {}) };
}

/** Call before the provider's first request. */
export function shapeAnswers(provider: Provider, { lifetimes, pages }: { lifetimes: Lifetimes; pages: Pages }): void {
  const register = provider as unknown as {
    registerResponseMode(name: string, handler: (ctx: Context, redirectUri: string, members: Members) => Promise<void>): void;
  };
  register.registerResponseMode(OWN_FORM_POST, (ctx, redirectUri, members) => pages.formPost(ctx, redirectUri, members));
  (provider as EventEmitter).on('authorization.success', (ctx: Context, out: Record<string, unknown>) => {
    if (ctx.oidc.params?.response_type === 'id_token') Object.assign(out, companionsOf(ctx, lifetimes));
  });
}

/** Deviation: an ID token alone comes with the members of a token response too, except the access token, as the specification of this service has it. */
function companionsOf(ctx: Context, lifetimes: Lifetimes): Record<string, unknown> {
  const { client, params } = ctx.oidc;
  return { expires_in: client && lifetimes.idToken(recordOf(client)), token_type: 'Bearer', scope: params?.scope };
}
