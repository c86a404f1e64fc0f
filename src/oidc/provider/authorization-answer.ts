// How an answer of the authorization endpoint reaches the application: by query, fragment or form, with exactly the members it may have.
import type { EventEmitter } from 'node:events';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { newSecret } from '../../common/ids.js';
import { formPostHeaders, renderFormPostPage } from '../sign-in/form-post.view.js';
import type { Lifetimes } from '../tokens/lifetimes.js';
import { recordOf } from './client.adapter.js';

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
export function shapeAnswers(provider: Provider, { lifetimes }: { lifetimes: Lifetimes }): void {
  const register = provider as unknown as {
    registerResponseMode(name: string, handler: (ctx: Context, redirectUri: string, members: Members) => void): void;
  };
  register.registerResponseMode(OWN_FORM_POST, sendForm);
  (provider as EventEmitter).on('authorization.success', (ctx: Context, out: Record<string, unknown>) => {
    if (ctx.oidc.params?.response_type === 'id_token') Object.assign(out, companionsOf(ctx, lifetimes));
  });
}

/** Deviation: an ID token alone comes with the members of a token response too, except the access token, as the specification of this service has it. */
function companionsOf(ctx: Context, lifetimes: Lifetimes): Record<string, unknown> {
  const { client, params } = ctx.oidc;
  return { expires_in: client && lifetimes.idToken(recordOf(client)), token_type: 'Bearer', scope: params?.scope };
}

function sendForm(ctx: Context, redirectUri: string, members: Members): void {
  const nonce = newSecret(16);
  ctx.status = 200;
  ctx.set(formPostHeaders({ action: redirectUri, nonce }));
  ctx.body = renderFormPostPage({ action: redirectUri, members, nonce });
}

/**
 * Sends an unexpected error to the application as `server_error` (RFC 6749 section 4.1.2.1); the library would only show it.
 * @returns false when it cannot be delivered, because it is not known for sure who asked
 */
export function deliverServerError(ctx: Context, description: string): boolean {
  const { client, params, redirectUriCheckPerformed } = ctx.oidc as Context['oidc'] & { redirectUriCheckPerformed?: boolean };
  const redirectUri = params?.redirect_uri;
  if (!client || !redirectUriCheckPerformed || typeof redirectUri !== 'string') return false;
  const { state, response_mode: mode, response_type: type } = params ?? {};
  const members = {
    error: 'server_error',
    error_description: description,
    ...(typeof state === 'string' ? { state } : {}),
    iss: ctx.oidc.issuer,
  };
  if (mode === OWN_FORM_POST) sendForm(ctx, redirectUri, members);
  else sendRedirect(ctx, redirectUri, members, mode === 'fragment' || (mode !== 'query' && String(type).includes('token')));
  return true;
}

function sendRedirect(ctx: Context, redirectUri: string, members: Members, inFragment: boolean): void {
  const url = new URL(redirectUri);
  if (inFragment) url.hash = new URLSearchParams(members).toString();
  else for (const [name, value] of Object.entries(members)) url.searchParams.set(name, value);
  ctx.body = null;
  ctx.redirect(url.href);
  ctx.status = 303;
}
