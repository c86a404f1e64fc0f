// A request to a page of a sign-in: which sign-in it is, for which application and in whose look.
import { HttpStatus, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Clients, type ClientRecord } from '../clients/clients.service.js';
import { Interactions, type PendingSignIn } from '../provider/interactions.js';
import { lostSignIn, renderErrorPage } from './error.view.js';
import { Frames } from './frames.js';
import { pageHeaders, type Frame } from './page.view.js';

/** The steps beside the log-in page, each a page below the address of the sign-in. */
export type Step = 'register' | 'forgotten' | 'password';

export interface Visit {
  uid: string;
  pending: PendingSignIn;
  client: ClientRecord;
  frame: Frame;
  request: Request;
  response: Response;
  /** The address of the log-in page of this sign-in, or of another step. */
  at(step?: Step): string;
  send(page: string, status?: HttpStatus): void;
}

@Injectable()
export class Visits {
  constructor(
    private readonly interactions: Interactions,
    private readonly clients: Clients,
    private readonly frames: Frames,
  ) {}

  /** Finds the sign-in of this browser, or answers that it is over. */
  async enter(uid: string, request: Request, response: Response): Promise<Visit | undefined> {
    const pending = await this.interactions.find(request, response, uid);
    const client = await this.clientOf(pending, request.query['client']);
    if (!pending || !client) {
      await this.sendLost(request, response, client);
      return undefined;
    }
    const query = new URLSearchParams({ client: client.clientId }).toString();
    return {
      uid,
      pending,
      client,
      frame: await this.frames.for(request, pending.uiLocales, client.orgNo),
      request,
      response,
      at: (step) => `/sign-in/${encodeURIComponent(uid)}${step === undefined ? '' : `/${step}`}?${query}`,
      send: (page, status = HttpStatus.OK) =>
        void response
          .status(status)
          // The answer to any of the forms may be the one that goes back to the application.
          .set(pageHeaders([pending.redirectUri]))
          .send(page),
    };
  }

  private async clientOf(pending: PendingSignIn | undefined, clientId: unknown): Promise<ClientRecord | undefined> {
    const id = pending?.clientId ?? clientId;
    return typeof id === 'string' ? this.clients.find(id) : undefined;
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

/** The application's own site, as far as a registered redirect URI tells. */
function homeOf(client: ClientRecord): string | undefined {
  const web = client.kind === 'application' ? client.config.redirectUris.find((uri) => /^https?:/.test(uri)) : undefined;
  return web && new URL(web).origin;
}
