// Our replacements for the library's own pages.
import { Injectable } from '@nestjs/common';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { requestIdOf } from '../../common/http/observed-requests.js';
import { isWriteBan } from '../../common/primitives/domain-error.js';
import { newSecret } from '../../common/primitives/ids.js';
import { AuthorizationRequests } from '../clients/authorization-requests.service.js';
import { applicationHome } from '../clients/application-home.js';
import { type ClientRecord, Clients, loginPageOf } from '../clients/clients.service.js';
import { type ErrorProps, lostSignIn, maintenance, renderErrorPage } from '../pages/layout/error.view.js';
import { formPostHeaders, renderFormPostPage } from '../pages/layout/form-post.view.js';
import { type Audience, PageContexts } from '../pages/layout/page-contexts.service.js';
import type { OAuthError } from '../protocol/oauth-error.js';
import {
  logoutError,
  type LogoutProps,
  renderLogoutPage,
  renderSignedOutPage,
  renderStayedPage,
  type WayOn,
} from '../pages/sign-in/logout.view.js';
import { renderReturnPage } from '../pages/sign-in/provider.view.js';
import { deviceOver, renderDeviceApprovedPage, renderDeviceDeniedPage } from '../pages/sign-in/device.view.js';
import { type PageContext, pageHeaders } from '../pages/layout/page.view.js';
import type { Texts } from '../pages/texts/texts.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';
import { recordOf } from './adapters/client.adapter.js';
import { described } from './response-mode.js';
import { requestContext } from './adapters/request-context.js';

type Context = KoaContextWithOIDC;

/** How long the frames of other applications have before the browser goes on. */
const FRAME_SECONDS = 3;

/** The library's names of errors about device codes, which it doesn't export. */
const OVER = ['NotFoundError', 'ExpiredError', 'AlreadyUsedError'];
const DENIED = 'AbortedError';

/** The audience of a page about signing out: a person of an organization, with or without an application. */
export interface LogoutAudience {
  client: ClientRecord | undefined;
  orgNo: number;
  subject: LiveSubject;
}

/** The pages that the library renders. */
@Injectable()
export class LibraryPages {
  constructor(
    private readonly pageContexts: PageContexts,
    private readonly requests: AuthorizationRequests,
    private readonly clients: Clients,
  ) {}

  /** The last page of a sign-in for a device that was approved (RFC 8628 section 3.3). */
  async showDeviceApproved(ctx: Context): Promise<void> {
    const page = await this.lastPageContextOf(ctx);
    send(ctx, renderDeviceApprovedPage(page, ctx.oidc.client ? recordOf(ctx.oidc.client).name : ''));
  }

  /** The last page of a sign-in for a device that was denied, or is over. */
  async showDeviceRefused(ctx: Context, out: LibraryError = { error: 'server_error' }, error?: Error): Promise<void> {
    const page = await this.lastPageContextOf(ctx);
    const isOver =
      error instanceof errors.SessionNotFound || error instanceof errors.InvalidRequest || (error && OVER.includes(error.name));
    if (error?.name === DENIED) return send(ctx, renderDeviceDeniedPage(page));
    if (!error || !isOver) return this.showError(ctx, out, error ?? new Error('no error'));
    ctx.status = 410;
    send(ctx, renderErrorPage(page, deviceOver(page.texts)));
  }

  /** The address of such a page shows it only once. */
  private async lastPageContextOf(ctx: Context): Promise<PageContext> {
    return { ...(await this.pageContextOf(ctx)), hasAddress: false };
  }

  /** Shown when an error cannot be delivered to the client (RFC 6749 section 4.1.2.1). A lost sign-in is restarted. */
  async showError(ctx: Context, out: LibraryError, error: Error): Promise<void> {
    const isLost = error instanceof errors.SessionNotFound;
    const carried = isLost ? await this.requests.open(ctx.query.request) : undefined;
    // Without cookies, the browser would be redirected in a loop.
    if (carried?.restart && requestContext(ctx).isKnown) return redirect(ctx, carried.restart);
    const client = carried && (await this.clients.findClient(carried.clientId));
    const page = await this.pageContextOf(ctx, { orgNo: client?.orgNo });
    const requestId = requestIdOf(ctx.req as { id?: unknown });
    const props = isLost
      ? lostSignIn(page.texts, client && { name: client.name, home: applicationHome(client) }, carried?.restart)
      : isWriteBan(error)
        ? maintenance(page.texts)
        : { ...describe(ctx, page.texts, out), code: out.error, requestId };
    send(ctx, renderErrorPage(page, props));
  }

  /** @param goesOn the application's address to which the browser is redirected after signing out, if any */
  async askLogout(
    ctx: Context,
    props: LogoutProps,
    goesOn: string | undefined,
    { orgNo, subject }: LogoutAudience,
    uiLocales: string | undefined,
  ): Promise<void> {
    send(ctx, renderLogoutPage(await this.pageContextOf(ctx, { uiLocales, orgNo, subject }), props), goesOn);
  }

  /** Posts a response to the application (OAuth 2.0 Form Post Response Mode section 2). */
  async postForm(ctx: Context, action: string, members: Record<string, string>): Promise<void> {
    const nonce = newSecret(16);
    const page = renderFormPostPage(await this.pageContextOf(ctx), { action, members: described(members), nonce });
    ctx.status = 200;
    ctx.set(formPostHeaders({ action, nonce }));
    ctx.body = page;
  }

  async showStayed(ctx: Context, { client, orgNo, subject }: LogoutAudience, uiLocales: string | undefined): Promise<void> {
    const pageContext = await this.pageContextOf(ctx, { uiLocales, orgNo, subject });
    send(ctx, renderStayedPage(pageContext, wayBack(pageContext.texts, client)));
  }

  /** Refuses an authorization request before the library reads it. Browsers get a page, programs get JSON (RFC 6749 section 5.2). */
  async refuseRequest(ctx: Context, { code, description }: OAuthError): Promise<void> {
    ctx.status = 400;
    ctx.set('Cache-Control', 'no-store');
    if (ctx.accepts('json', 'html') !== 'html') {
      ctx.body = { error: code, error_description: description };
      return;
    }
    const page = await this.pageContextOf(ctx);
    const requestId = requestIdOf(ctx.req as { id?: unknown });
    send(ctx, renderErrorPage(page, { ...refusal(page.texts, description), code, requestId }));
  }

  /** Browsers get a page, programs get JSON (RFC 6749 section 5.2). */
  async refuseLogout(ctx: Context, { code, description }: OAuthError, signOut: string): Promise<void> {
    ctx.status = 400;
    if (ctx.accepts('json', 'html') !== 'html') {
      ctx.body = { error: code, error_description: description };
      return;
    }
    const page = await this.pageContextOf(ctx);
    const requestId = requestIdOf(ctx.req as { id?: unknown });
    send(ctx, renderErrorPage(page, { ...logoutError(page.texts, description, signOut), code, requestId }));
  }

  /**
   * @param audience by default the client named by the page's address
   * @param frames the addresses of other applications, and where the browser goes after them. The page waits without a script.
   */
  async showSignedOut(
    ctx: Context,
    audience?: LogoutAudience,
    uiLocales?: string,
    frames: { addresses: readonly string[]; next?: string | undefined } = { addresses: [] },
  ): Promise<void> {
    const client = audience ? audience.client : ctx.oidc?.client && recordOf(ctx.oidc.client);
    const pageContext = await this.pageContextOf(ctx, { uiLocales, orgNo: audience?.orgNo, subject: audience?.subject });
    const { addresses, next } = frames;
    const wayOn =
      next === undefined ? wayBack(pageContext.texts, client) : { label: pageContext.texts.t('signedOut.continue'), href: next };
    if (next !== undefined) ctx.set('Refresh', `${FRAME_SECONDS}; url=${next}`);
    ctx.set(pageHeaders([], undefined, addresses));
    ctx.body = renderSignedOutPage(pageContext, wayOn, addresses);
  }

  /** Leads the browser of a signed-out person to another site. */
  async leadOn(ctx: Context, href: string, { orgNo, subject }: LogoutAudience, uiLocales: string | undefined): Promise<void> {
    ctx.set('Refresh', `0; url=${href}`);
    send(ctx, renderReturnPage(await this.pageContextOf(ctx, { uiLocales, orgNo, subject }), href, 'signedOut.title'));
  }

  /** Styled for the given organization, else for the application's. */
  private pageContextOf(ctx: Context, { uiLocales, orgNo, subject }: Audience = {}): Promise<PageContext> {
    const wished = uiLocales ?? ctx.oidc?.params?.ui_locales ?? ctx.query.ui_locales;
    const client = ctx.oidc?.client && recordOf(ctx.oidc.client);
    return this.pageContexts.contextFor(
      { acceptsLanguages: () => ctx.acceptsLanguages(), headers: ctx.headers, method: ctx.method },
      {
        uiLocales: typeof wished === 'string' ? wished : undefined,
        orgNo: orgNo ?? client?.orgNo,
        subject,
        otherwise: client && loginPageOf(client).language,
      },
    );
  }
}

function wayBack({ t }: Texts, client: ClientRecord | undefined): WayOn | undefined {
  const href = client && applicationHome(client);
  return client && href ? { label: t('back.toApplication', { application: client.name }), href } : undefined;
}

function redirect(ctx: Context, address: string): void {
  ctx.body = null;
  ctx.redirect(address);
  ctx.status = 303;
}

interface LibraryError {
  error: string;
  error_description?: string | undefined;
}

function describe(ctx: Context, { t }: Texts, { error, error_description: description }: LibraryError): ErrorProps {
  if (error === 'server_error') return { title: t('error.internal.title'), sentences: [t('error.internal.what')] };
  if (error === 'invalid_redirect_uri') {
    // A request object has its own redirect_uri.
    const address = ctx.oidc.params?.redirect_uri;
    const received = typeof address === 'string' ? address : '';
    return {
      title: t('error.redirect.title'),
      sentences: [t('error.redirect.received', { address: received.slice(0, 500) }), t('error.redirect.register')],
    };
  }
  // The library drops a repeated parameter.
  if (ctx.oidc.client && ctx.oidc.params && (ctx.oidc.params.redirect_uri ?? ctx.query.redirect_uri) === undefined)
    return { title: t('error.noRedirect.title'), sentences: [t('error.noRedirect.what')] };
  return refusal({ t }, description ?? error);
}

/** The exact cause is for developers, in the terms of the protocol. */
function refusal({ t }: Pick<Texts, 't'>, description: string): ErrorProps {
  return { title: t('error.request.title'), sentences: [sentence(description), t('error.request.back')] };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}

function send(ctx: Context, page: string, formTarget?: string): void {
  ctx.set(pageHeaders([formTarget]));
  ctx.body = page;
}
