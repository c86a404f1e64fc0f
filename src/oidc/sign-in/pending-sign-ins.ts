// What every page of a sign-in begins with: the sign-in, its application, and the way on when either is gone.
import { HttpStatus, Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Clients, type ClientRecord } from '../clients/clients.service.js';
import { Interactions, type PendingSignIn } from '../provider/interactions.js';
import { readBrowser } from '../sessions/browser-cookie.js';
import { AuthorizationRequests } from './authorization-requests.js';
import { lostSignIn, renderErrorPage } from './error.view.js';
import { Frames } from './frames.js';
import { isOwnForm } from './own-form.js';
import { pageHeaders, type Frame } from './page.view.js';

/** A sign-in of this browser to an application that can be used. */
export interface ReadySignIn {
  pending: PendingSignIn;
  client: ClientRecord;
  frame: Frame;
}

@Injectable()
export class PendingSignIns {
  private readonly origin: string;
  private readonly secure: boolean;

  constructor(
    private readonly interactions: Interactions,
    private readonly clients: Clients,
    private readonly requests: AuthorizationRequests,
    private readonly frames: Frames,
    @Inject(SETTINGS_TOKEN) settings: Settings,
  ) {
    this.origin = new URL(settings.publicUrl).origin;
    this.secure = settings.publicUrl.startsWith('https:');
  }

  /** @returns undefined when there is none; the answer has been sent then */
  async open(request: Request, response: Response, uid: string): Promise<ReadySignIn | undefined> {
    const pending = await this.interactions.find(request, response, uid);
    const client = pending && (await this.clients.find(pending.clientId));
    if (pending && client) return { pending, client, frame: await this.frames.for(request, pending.uiLocales, client.orgNo) };
    await this.sendOn(request, response);
    return undefined;
  }

  /** Where a form of this request came from. */
  isOwnForm(request: Request): boolean {
    return isOwnForm(request, this.origin);
  }

  /** The address of a page of the same sign-in, which carries on what the request's own address carries. */
  addressOf(uid: string, page: '' | 'accounts' | 'consent', { query }: Request, more: Record<string, string> = {}): string {
    const carried: Record<string, string> = typeof query.request === 'string' ? { request: query.request } : {};
    const path = `/sign-in/${encodeURIComponent(uid)}${page && `/${page}`}`;
    return `${path}?${new URLSearchParams({ ...more, ...carried }).toString()}`;
  }

  /** Never a dead end: a sign-in that is over, expired or of another browser is begun anew, or leads back to its application. */
  async sendOn(request: Request, response: Response): Promise<void> {
    const carried = await this.requests.open(request.query.request);
    const client = carried && (await this.clients.find(carried.clientId));
    const restart = client && carried.restart;
    // Without its cookies a browser would be sent around in circles.
    if (restart && readBrowser(request.headers.cookie, this.secure)) return response.redirect(HttpStatus.SEE_OTHER, restart);
    const frame = await this.frames.for(request, undefined, client?.orgNo);
    const application = client && { name: client.name, home: homeOf(client) };
    response
      .status(HttpStatus.GONE)
      .set(pageHeaders())
      .send(renderErrorPage(frame, lostSignIn(frame.texts, application, restart)));
  }
}

/** The application's own site, as far as a registered redirect URI tells. */
function homeOf(client: ClientRecord): string | undefined {
  const web = client.kind === 'application' ? client.config.redirectUris.find((uri) => /^https?:/.test(uri)) : undefined;
  return web && new URL(web).origin;
}
