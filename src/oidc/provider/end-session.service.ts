// The end session endpoint (OpenID Connect RP-Initiated Logout 1.0). It replaces the library's: it needs no pages with scripts, asks only
// where necessary, and accepts an answer from an old tab. It keeps no state between its pages.
import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { equalSecrets } from '../../common/crypto/digest.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { END_SESSION_ENDPOINT } from '../protocol/endpoints.js';
import { OAuthError } from '../protocol/oauth-error.js';
import { ClientRequests } from '../fast-path/client-requests.service.js';
import { type Check, checksOf } from '../../users/authentication/assurance/checks.js';
import { BrowserSessions, type LiveSession } from '../sessions/browser-sessions.service.js';
import { SignOuts } from '../upstream/sign-outs.service.js';
import { type IdTokenHint, IdTokens } from '../tokens/id-tokens.service.js';
import { type LiveSubject, type SessionHolder, Subjects } from '../tokens/content/subjects.service.js';
import { recordOf } from './adapters/client.adapter.js';
import type { ClientModel, Model, SessionModel } from './adapters/library.model.js';
import { LibraryPages, type LogoutAudience } from './library-pages.service.js';
import { suffixedName } from '../../users/organizations/login-names.service.js';

type Context = KoaContextWithOIDC;

/** The sessions of this browser: all live ones, and the last used. */
interface SignedIn {
  all: readonly LiveSession[];
  last: LiveSession | undefined;
}

/** The parameters of RP-Initiated Logout section 2, validated. */
interface LogoutRequest {
  hint: IdTokenHint | undefined;
  client: ClientModel | undefined;
  /** A redirect URI registered for the client. */
  redirectUri: string | undefined;
  state: string | undefined;
  /** The user to sign out, as a login name or a user id. */
  logoutHint: string | undefined;
  uiLocales: string | undefined;
}

const PARAMETERS = ['id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state', 'logout_hint', 'ui_locales'] as const;
const ANSWER = `${END_SESSION_ENDPOINT}/answer`;
const SUCCESS = `${END_SESSION_ENDPOINT}/success`;
/** Longer URLs are not accepted by every server or browser, including this service. */
const MAX_QUERY = 12_000;
/** Maximum length of ui_locales in a redirect. */
const MAX_LOCALES = 500;

@Injectable()
export class EndSession {
  private readonly secure: boolean;

  constructor(
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
    private readonly keyring: Keyring,
    private readonly idTokens: IdTokens,
    private readonly signOuts: SignOuts,
    private readonly browserSessions: BrowserSessions,
    private readonly subjects: Subjects,
    private readonly clientRequests: ClientRequests,
    private readonly pages: LibraryPages,
  ) {
    this.secure = settings.publicUrl.startsWith('https:');
  }

  /** Serves the endpoint, and the form that answers its question. */
  middleware(provider: Provider): (ctx: Context, next: () => Promise<unknown>) => Promise<unknown> {
    return async (ctx, next) => {
      const path = ctx.path.toLowerCase().replace(/\/$/, '');
      if (path === ANSWER && ctx.method === 'POST') return this.serve(ctx, () => this.takeAnswer(provider, ctx));
      if (path !== END_SESSION_ENDPOINT) return next();
      if (ctx.method === 'GET') return this.serve(ctx, () => this.begin(provider, ctx));
      return ctx.method === 'POST' ? this.serve(ctx, () => this.turnIntoGet(ctx)) : undefined;
    };
  }

  private async serve(ctx: Context, step: () => Promise<void>): Promise<void> {
    ctx.set('Cache-Control', 'no-store');
    try {
      await step();
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error;
      await this.pages.refuseLogout(ctx, error, this.address(END_SESSION_ENDPOINT));
    }
  }

  /**
   * Browsers withhold the session's cookie from a form of another site (`SameSite=Lax`), but send it with the GET that this redirects to.
   */
  private async turnIntoGet(ctx: Context): Promise<void> {
    const form = await this.readForm(ctx);
    const query = new URLSearchParams([...form].filter(([name]) => PARAMETERS.includes(name as 'state'))).toString();
    if (query.length > MAX_QUERY) throw new OAuthError('invalid_request', 'The parameters are too long.');
    redirect(ctx, `${this.address(END_SESSION_ENDPOINT)}${query && `?${query}`}`);
  }

  /** Asks for confirmation, unless the ID token hint names the person signed in here (section 2). */
  private async begin(provider: Provider, ctx: Context): Promise<void> {
    const request = await this.readRequest(provider, new URLSearchParams(ctx.querystring));
    const signedIn = await this.findSignedIn(provider, ctx);
    const current = meant(signedIn, request);
    if (!current) return this.goOn(ctx, request);
    if (request.hint?.sub !== current.subject.userId) return this.ask(ctx, current, request);
    await this.end(provider, ctx, signedIn, current, request);
  }

  /**
   * Redirects a person who has already signed out. Asks again if the person has signed in again since, or if another site sent the form.
   */
  private async takeAnswer(provider: Provider, ctx: Context): Promise<void> {
    const form = await this.readForm(ctx);
    const request = await this.readRequest(provider, form);
    const signedIn = await this.findSignedIn(provider, ctx);
    const current = meant(signedIn, request);
    if (!current) return this.goOn(ctx, request);
    const asked = signedIn.all.find((one) => this.secretsOf(one).some((secret) => equalSecrets(secret, form.get('xsrf') ?? '')));
    if (!asked) {
      ctx.status = 403;
      return this.ask(ctx, current, request);
    }
    if (form.get('logout') !== 'yes') return this.pages.showStayed(ctx, this.shownTo(request, asked), request.uiLocales);
    await this.end(provider, ctx, signedIn, asked, request);
  }

  private async readRequest(provider: Provider, parameters: URLSearchParams): Promise<LogoutRequest> {
    const value = (name: (typeof PARAMETERS)[number]) => single(parameters, name);
    const [idToken, clientId, uri] = [value('id_token_hint'), value('client_id'), value('post_logout_redirect_uri')];
    const [state, logoutHint, uiLocales] = [value('state'), value('logout_hint'), value('ui_locales')];
    const hint = idToken === undefined ? undefined : await this.readHint(idToken);
    if (hint && clientId !== undefined && clientId !== hint.clientId)
      throw new OAuthError('invalid_request', 'The client_id is not the client that the id_token_hint was issued to.');
    const client = await this.findClient(provider, hint?.clientId ?? clientId);
    // The application of the hint may be deactivated; the person must still be able to sign out.
    if (!client && !hint && clientId !== undefined) throw new OAuthError('invalid_request', 'The client_id is unknown.');
    if (client && uri !== undefined && !client.postLogoutRedirectUriAllowed(uri))
      throw new OAuthError('invalid_request', 'The post_logout_redirect_uri is not registered for this client.');
    return { hint, client, redirectUri: client && uri, state, logoutHint, uiLocales };
  }

  private async readForm({ req }: Context): Promise<URLSearchParams> {
    const { form, fault } = await this.clientRequests.readForm(req);
    if (fault) throw fault;
    return form;
  }

  private async readHint(idToken: string): Promise<IdTokenHint> {
    const hint = await this.idTokens.readHint(idToken);
    if (!hint) throw new OAuthError('invalid_request', 'The id_token_hint is not an ID token of this service.');
    return hint;
  }

  private async findClient(provider: Provider, clientId: string | undefined): Promise<ClientModel | undefined> {
    const Client = provider.Client as unknown as Model<ClientModel>;
    return clientId === undefined ? undefined : Client.find(clientId);
  }

  /** Finds sessions by the session's cookie and by the browser's cookie; lists each person once. */
  private async findSignedIn(provider: Provider, ctx: Context): Promise<SignedIn> {
    const session = (await provider.Session.get(ctx)) as SessionModel & { holder?: SessionHolder; checks?: readonly Check[] };
    const { uid, holder } = session;
    const subject = holder && (await this.subjects.person(holder.userNo));
    const listed = await this.browserSessions.listLive(this.browserSessions.browserOf(ctx));
    if (!subject) return { all: listed, last: undefined };
    const [others, own] = [
      listed.filter((one) => one.subject.userNo !== subject.userNo),
      listed.filter((one) => one.subject.userNo === subject.userNo),
    ];
    const doubles = own.flatMap((one) => [one.uid, ...(one.doubles ?? [])]).filter((one) => one !== uid);
    const last = { uid, subject, checks: checksOf(session), doubles };
    return { all: [last, ...others], last };
  }

  private async ask(
    ctx: Context,
    current: LiveSession,
    { client, redirectUri, state, logoutHint, uiLocales }: LogoutRequest,
  ): Promise<void> {
    const [secret = ''] = this.secretsOf(current);
    await this.pages.askLogout(
      ctx,
      {
        action: this.address(ANSWER),
        loginName: current.subject.loginName,
        application: client && recordOf(client).name,
        // The answer's fields are checked again, because the content of a page can be changed.
        fields: {
          xsrf: secret,
          ...(client && { client_id: client.clientId }),
          ...(redirectUri !== undefined && { post_logout_redirect_uri: redirectUri }),
          ...(state !== undefined && { state }),
          ...(logoutHint !== undefined && { logout_hint: logoutHint }),
          ...(uiLocales !== undefined && { ui_locales: uiLocales }),
        },
      },
      redirectUri,
      this.shownTo({ client }, current),
      uiLocales,
    );
  }

  /** Binds an answer to its session. The secret of the newest key comes first. */
  private secretsOf({ uid }: LiveSession): string[] {
    return this.keyring.secrets('cookie').map((secret) => createHmac('sha256', secret).update(`sign-out ${uid}`).digest('base64url'));
  }

  private async end(provider: Provider, ctx: Context, { last }: SignedIn, session: LiveSession, request: LogoutRequest): Promise<void> {
    const { atProvider, frames } = await this.signOuts.end(session, this.addressAfter(request), this.browserSessions.browserOf(ctx));
    if (session.uid === last?.uid)
      ctx.cookies.set(provider.cookieName('session'), null, { httpOnly: true, sameSite: 'lax', secure: this.secure });
    if (frames.length > 0) return this.showFrames(ctx, frames, atProvider, request, session);
    if (atProvider === undefined) return this.goOn(ctx, request, session);
    // Browsers apply the `form-action` of a page to all redirects of its form, and the provider's are not known.
    if (ctx.method === 'POST') return this.pages.leadOn(ctx, atProvider, this.shownTo(request, session), request.uiLocales);
    redirect(ctx, atProvider);
  }

  /**
   * Opens the addresses of other applications (OpenID Connect Front-Channel Logout 1.0 section 2) before the browser goes on. Without somewhere
   * to go, the page is the last one.
   */
  private async showFrames(
    ctx: Context,
    frames: readonly string[],
    atProvider: string | undefined,
    request: LogoutRequest,
    ended: LiveSession,
  ): Promise<void> {
    const next = atProvider ?? (request.redirectUri === undefined ? undefined : this.addressAfter(request));
    await this.pages.showSignedOut(ctx, this.shownTo(request, ended), request.uiLocales, { addresses: frames, next });
  }

  /**
   * Redirects to the application, with `state` unchanged (section 3). Without a redirect URI, shows a page that links back to the
   * application.
   * @param ended the session that has just ended
   */
  private async goOn(ctx: Context, request: LogoutRequest, ended?: LiveSession): Promise<void> {
    const { client, redirectUri, uiLocales } = request;
    // Without a client, this address carries no secret. The page has the look of the person's own organization.
    if (redirectUri === undefined && !client && ended) return this.pages.showSignedOut(ctx, this.shownTo({ client }, ended), uiLocales);
    redirect(ctx, this.addressAfter(request));
  }

  /** Where the browser goes after a sign-out: to the application, or to a page that says it. */
  private addressAfter({ client, redirectUri, state, uiLocales }: LogoutRequest): string {
    if (redirectUri === undefined) {
      const query = new URLSearchParams({
        ...(client && { client_id: client.clientId }),
        ...(uiLocales !== undefined && { ui_locales: uiLocales.slice(0, MAX_LOCALES) }),
      }).toString();
      return `${this.address(SUCCESS)}${query && `?${query}`}`;
    }
    const separator = redirectUri.includes('?') ? '&' : '?';
    return state === undefined ? redirectUri : `${redirectUri}${separator}${new URLSearchParams({ state }).toString()}`;
  }

  /** The audience of a page. Its look is that of the application's organization, else of the person's own. */
  private shownTo({ client }: Pick<LogoutRequest, 'client'>, { subject }: LiveSession): LogoutAudience {
    const record = client && recordOf(client);
    return { client: record, orgNo: record?.orgNo ?? subject.orgNo, subject };
  }

  private address(path: string): string {
    return `${this.settings.publicUrl}${path}`;
  }
}

/** Selects the session to sign out: of the person named by a hint if signed in here, else the last used. */
function meant({ all, last }: SignedIn, { hint, logoutHint }: LogoutRequest): LiveSession | undefined {
  const hinted = all.find(({ subject }) => subject.userId === hint?.sub);
  return hinted ?? all.find(({ subject }) => isCalled(subject, logoutHint)) ?? last;
}

/** Applications may know an older login name, which has the suffix. */
function isCalled(subject: LiveSubject, hint: string | undefined): boolean {
  if (hint === undefined) return false;
  const { userName } = subject.kind === 'person' ? subject.person : subject.serviceUser;
  const names = [subject.loginName, suffixedName(userName, subject)];
  return subject.userId === hint || names.some((name) => name.toLowerCase() === hint.toLowerCase());
}

/** RFC 6749 section 3.1: a parameter without a value counts as omitted, and none may be repeated. */
function single(parameters: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = parameters.getAll(name);
  if (more.length > 0) throw new OAuthError('invalid_request', `The parameter ${name} was sent more than once.`);
  return value === '' ? undefined : value;
}

/** Redirects to the address exactly as it was registered. */
function redirect(ctx: Context, address: string): void {
  ctx.status = 303;
  ctx.set('Location', address);
  ctx.body = '';
}
