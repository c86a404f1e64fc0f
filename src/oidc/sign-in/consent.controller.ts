// The question of consent, for applications that have to ask.
import { Controller, Get, HttpStatus, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { Interactions } from '../provider/interactions.js';
import { renderConsentPage } from './consent.view.js';
import { pageHeaders } from './page.view.js';
import { PendingSignIns, type ReadySignIn } from './pending-sign-ins.js';

@Controller('sign-in/:uid/consent')
@Public()
@ApiExcludeController()
export class ConsentController {
  constructor(
    private readonly interactions: Interactions,
    private readonly pendingSignIns: PendingSignIns,
  ) {}

  @Get()
  async show(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const ready = await this.openQuestion(uid, request, response);
    if (ready) sendConsent(request, response, ready, HttpStatus.OK);
  }

  @Post()
  async submit(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const ready = await this.openQuestion(uid, request, response);
    if (!ready) return;
    const { answer } = (request.body ?? {}) as Record<string, unknown>;
    if (!this.pendingSignIns.isOwnForm(request)) return sendConsent(request, response, ready, HttpStatus.FORBIDDEN);
    if (answer !== 'yes' && answer !== 'no') return sendConsent(request, response, ready, HttpStatus.BAD_REQUEST);
    if (!(await this.interactions.answerConsent(request, response, answer === 'yes'))) await this.pendingSignIns.sendOn(request, response);
  }

  /** Only while it is asked, and of the person who is signed in. */
  private async openQuestion(uid: string, request: Request, response: Response): Promise<ReadySignIn | undefined> {
    const ready = await this.pendingSignIns.open(request, response, uid);
    if (!ready || (ready.pending.prompt === 'consent' && ready.pending.account)) return ready;
    await this.pendingSignIns.sendOn(request, response);
    return undefined;
  }
}

function sendConsent(request: Request, response: Response, { pending, client, frame }: ReadySignIn, status: HttpStatus): void {
  const page = renderConsentPage(frame, {
    action: request.originalUrl,
    application: client.name,
    loginName: pending.account?.loginName ?? '',
    scope: pending.scope,
  });
  response
    .status(status)
    .set(pageHeaders([pending.redirectUri]))
    .send(page);
}
