// The library's own pages, in our look.
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { requestIdOf } from '../../common/http/request-id.js';
import { lostSignIn, renderErrorPage, type ErrorProps } from '../sign-in/error.view.js';
import type { OAuthError } from '../oauth-error.js';
import { logoutFault, renderLogoutPage, renderSignedOutPage, renderStayedPage, type LogoutProps } from '../sign-in/logout.view.js';
import { pageHeaders } from '../sign-in/page.view.js';

type Context = KoaContextWithOIDC;

/** Shown when an error cannot be delivered to the client (RFC 6749 section 4.1.2.1). */
export function showError(ctx: Context, out: { error: string; error_description?: string | undefined }, error: Error): void {
  const requestId = requestIdOf(ctx.req as { id?: unknown });
  send(
    ctx,
    renderErrorPage(
      error instanceof errors.SessionNotFound ? lostSignIn(undefined) : { ...describe(ctx, out), code: out.error, requestId },
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
  return {
    title: 'The request could not be understood',
    sentences: [sentence(description ?? error), 'Go back to the application and try again.'],
  };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}

/** @param goesOn where the browser goes after signing out, if that is an application's address */
export function showLogout(ctx: Context, props: LogoutProps, goesOn: string | undefined): void {
  send(ctx, renderLogoutPage(props), goesOn);
}

export function showStayed(ctx: Context): void {
  send(ctx, renderStayedPage());
}

/** A page for people, JSON for programs (RFC 6749 section 5.2). */
export function showLogoutFault(ctx: Context, { code, description }: OAuthError, signOut: string): void {
  ctx.status = 400;
  if (ctx.accepts('json', 'html') !== 'html') {
    ctx.body = { error: code, error_description: description };
    return;
  }
  const requestId = requestIdOf(ctx.req as { id?: unknown });
  send(ctx, renderErrorPage({ ...logoutFault(description, signOut), code, requestId }));
}

export function showSignedOut(ctx: Context): void {
  send(ctx, renderSignedOutPage());
}

function send(ctx: Context, page: string, formTarget?: string): void {
  ctx.set(pageHeaders([formTarget]));
  ctx.body = page;
}
