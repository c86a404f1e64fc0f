// The library's own pages, in our look.
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { requestIdOf } from '../../common/http/request-id.js';
import { deliverServerError } from './authorization-answer.js';
import type { AuthorizationRequests, CarriedRequest } from '../sign-in/authorization-requests.js';
import { lostSignIn, renderErrorPage, type ErrorProps } from '../sign-in/error.view.js';
import { renderLogoutPage, renderSignedOutPage } from '../sign-in/logout.view.js';
import { pageHeaders } from '../sign-in/page.view.js';
import { requestMemory } from './request-memory.js';

type Context = KoaContextWithOIDC;

export interface PageParts {
  requests: AuthorizationRequests;
}

type Out = { error: string; error_description?: string | undefined };

/** Shown when an error cannot be delivered to the client (RFC 6749 section 4.1.2.1). A sign-in that was lost is begun anew. */
export function showErrors({ requests }: PageParts): (ctx: Context, out: Out, error: Error) => Promise<void> {
  return async (ctx, out, error) => {
    const carried = error instanceof errors.SessionNotFound ? await requests.open(ctx.query.request) : undefined;
    // Without its cookies a browser would be sent around in circles.
    if (carried?.restart && requestMemory(ctx).isKnown) return redirect(ctx, carried.restart);
    showError(ctx, out, error, carried);
  };
}

function redirect(ctx: Context, address: string): void {
  ctx.body = null;
  ctx.redirect(address);
  ctx.status = 303;
}

function showError(ctx: Context, out: Out, error: Error, carried: CarriedRequest | undefined): void {
  const requestId = requestIdOf(ctx.req as { id?: unknown });
  if (out.error === 'server_error' && ctx.status !== 503 && deliverServerError(ctx, `Something went wrong here. The id is ${requestId}.`))
    return;
  send(
    ctx,
    renderErrorPage(
      error instanceof errors.SessionNotFound
        ? lostSignIn(undefined, carried?.restart)
        : { ...describe(ctx, out), code: out.error, requestId },
    ),
  );
}

function describe(
  ctx: Context,
  { error, error_description: description }: { error: string; error_description?: string | undefined },
): ErrorProps {
  if (error === 'server_error')
    return {
      title: 'Something went wrong here',
      sentences: ['Try again in a moment. If it stays so, tell the administrator the id below.'],
    };
  if (error === 'invalid_redirect_uri') {
    const received = typeof ctx.query.redirect_uri === 'string' ? ctx.query.redirect_uri : '';
    return {
      title: 'The application asked for an unknown address',
      sentences: [
        `It wants to be answered at "${received.slice(0, 500)}", which is not registered for it.`,
        'Its administrator can add exactly this address to the redirect URIs of the application.',
      ],
    };
  }
  if (ctx.oidc.client && ctx.oidc.params && ctx.oidc.params.redirect_uri === undefined) {
    return {
      title: 'The application did not say where to go on',
      sentences: [
        'Its request has no redirect_uri. Its developer can add one of the redirect URIs that are registered for the application.',
      ],
    };
  }
  return {
    title: 'The request could not be understood',
    sentences: [sentence(description ?? error), 'Go back to the application and try again.'],
  };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}

export function showLogout(ctx: Context): void {
  const state = ctx.oidc.session?.state as { secret: string; postLogoutRedirectUri?: string };
  send(ctx, renderLogoutPage({ action: ctx.oidc.urlFor('end_session_confirm'), secret: state.secret }), state.postLogoutRedirectUri);
}

export function showSignedOut(ctx: Context): void {
  send(ctx, renderSignedOutPage());
}

function send(ctx: Context, page: string, formTarget?: string): void {
  ctx.set(pageHeaders([formTarget]));
  ctx.body = page;
}
