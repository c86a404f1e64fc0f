// The login page: routing, headers and the check that a form comes from our own page.
import { Controller, Get, HttpStatus, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { DomainError, RETRY_AFTER_SECONDS } from '../../common/errors.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Clients, type ClientRecord } from '../clients/clients.service.js';
import { Interactions, type PendingSignIn } from '../provider/interactions.js';
import { Frames } from './frames.js';
import { lostSignIn, renderErrorPage } from './error.view.js';
import { renderLoginPage } from './login.view.js';
import { pageHeaders } from './page.view.js';
import { KNOWN_BROWSER_COOKIE, KNOWN_BROWSER_DAYS, PasswordSignIn } from './password-sign-in.js';
import type { TextKey } from './texts/texts.js';

@Controller('sign-in')
@Public()
@ApiExcludeController()
export class SignInController {
  private readonly origin: string;

  constructor(
    private readonly interactions: Interactions,
    private readonly clients: Clients,
    private readonly signIn: PasswordSignIn,
    private readonly frames: Frames,
    @Inject(SETTINGS_TOKEN) settings: Settings,
  ) {
    this.origin = new URL(settings.publicUrl).origin;
  }

  @Get(':uid')
  async show(
    @Param('uid') uid: string,
    @Query('client') clientId: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const pending = await this.interactions.find(request, response, uid);
    const client = await this.clientOf(pending, clientId);
    if (!pending || !client) return this.sendLost(request, response, client);
    await this.sendLogin(request, response, pending, client, { loginName: pending.loginHint ?? '' });
  }

  @Post(':uid')
  async submit(
    @Param('uid') uid: string,
    @Query('client') clientId: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const pending = await this.interactions.find(request, response, uid);
    const client = await this.clientOf(pending, clientId);
    if (!pending || !client) return this.sendLost(request, response, client);
    const body = (request.body ?? {}) as Record<string, unknown>;
    const [loginName, password] = [field(body.loginName), field(body.password)];
    if (!this.isOwnForm(request))
      return this.sendLogin(request, response, pending, client, { loginName: '', fault: 'form.foreign', status: HttpStatus.FORBIDDEN });
    try {
      const result = await this.signIn.check({
        loginName,
        password,
        clientOrgNo: client.orgNo,
        address: request.ip ?? '',
        knownBrowser: cookieOf(request, KNOWN_BROWSER_COOKIE),
      });
      if (result.kind === 'ok') {
        this.rememberBrowser(response, result.knownBrowser);
        return await this.interactions.finish(request, response, result.subject, ['pwd']);
      }
      if (result.kind === 'mustWait') {
        response.setHeader('Retry-After', result.seconds);
        return await this.sendLogin(request, response, pending, client, {
          loginName,
          fault: 'login.wait',
          status: HttpStatus.TOO_MANY_REQUESTS,
        });
      }
      await this.sendLogin(request, response, pending, client, { loginName, fault: 'login.refused', status: HttpStatus.UNAUTHORIZED });
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind !== 'busy') throw error;
      response.setHeader('Retry-After', RETRY_AFTER_SECONDS);
      await this.sendLogin(request, response, pending, client, { loginName, fault: 'login.busy', status: HttpStatus.SERVICE_UNAVAILABLE });
    }
  }

  private rememberBrowser(response: Response, value: string): void {
    response.cookie(KNOWN_BROWSER_COOKIE, value, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: this.origin.startsWith('https:'),
      maxAge: KNOWN_BROWSER_DAYS * 86_400_000,
      encode: String,
    });
  }

  private async clientOf(pending: PendingSignIn | undefined, clientId: unknown): Promise<ClientRecord | undefined> {
    const id = pending?.clientId ?? clientId;
    return typeof id === 'string' ? this.clients.find(id) : undefined;
  }

  /**
   * Against log-in CSRF (RFC 9700 section 4.7): a browser says where a form comes from. Programs that say nothing are let through,
   * because they too need the cookie of this sign-in, which a browser does not send from elsewhere.
   */
  private isOwnForm({ headers }: Request): boolean {
    const site = headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin') return false;
    return headers.origin === undefined || headers.origin === this.origin;
  }

  private async sendLogin(
    request: Request,
    response: Response,
    pending: PendingSignIn,
    client: ClientRecord,
    { loginName, fault, status = HttpStatus.OK }: { loginName: string; fault?: TextKey; status?: HttpStatus },
  ): Promise<void> {
    const frame = await this.frames.for(request, pending.uiLocales, client.orgNo);
    const page = renderLoginPage(frame, {
      action: request.originalUrl,
      application: client.name,
      loginName,
      ...(fault === undefined ? {} : { fault: frame.texts.t(fault) }),
      ways: {},
    });
    response
      .status(status)
      .set(pageHeaders([pending.redirectUri]))
      .send(page);
  }

  private async sendLost(request: Request, response: Response, client: ClientRecord | undefined): Promise<void> {
    const frame = await this.frames.for(request, undefined, client?.orgNo);
    const application = client && { name: client.name, home: homeOf(client) };
    response
      .status(HttpStatus.GONE)
      .set(pageHeaders())
      .send(renderErrorPage(frame, lostSignIn(frame.texts, application)));
  }
}

function cookieOf({ headers }: Request, name: string): string | undefined {
  const pair = headers.cookie?.split('; ').find((one) => one.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

function field(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The application's own site, as far as a registered redirect URI tells. */
function homeOf(client: ClientRecord): string | undefined {
  const web = client.kind === 'application' ? client.config.redirectUris.find((uri) => /^https?:/.test(uri)) : undefined;
  return web && new URL(web).origin;
}
