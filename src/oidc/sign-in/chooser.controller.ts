// The account chooser: go on with an account of this browser, add one, or sign one out.
import { Controller, Get, HttpStatus, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { shownName } from '../../users/people/people.service.js';
import { Interactions } from '../provider/interactions.js';
import type { LiveSession } from '../sessions/browser-sessions.js';
import { SessionEnd } from '../sessions/session-end.js';
import { renderChooserPage, type ChooserAccount } from './chooser.view.js';
import { pageHeaders } from './page.view.js';
import { PendingSignIns, type ReadySignIn } from './pending-sign-ins.js';

@Controller('sign-in/:uid/accounts')
@Public()
@ApiExcludeController()
export class ChooserController {
  constructor(
    private readonly interactions: Interactions,
    private readonly pendingSignIns: PendingSignIns,
    private readonly sessionEnd: SessionEnd,
  ) {}

  @Get()
  async show(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const ready = await this.pendingSignIns.open(request, response, uid);
    if (!ready) return;
    if (ready.pending.sessions.length === 0) return this.add(uid, request, response);
    sendChooser(request, response, ready, HttpStatus.OK);
  }

  /** One button of the page was pressed; `session` names which of this browser's sessions it stood beside. */
  @Post()
  async submit(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const ready = await this.pendingSignIns.open(request, response, uid);
    if (!ready) return;
    if (!this.pendingSignIns.isOwnForm(request)) return sendChooser(request, response, ready, HttpStatus.FORBIDDEN);
    const { action, session } = (request.body ?? {}) as Record<string, unknown>;
    const own = ready.pending.sessions.find(({ uid: known }) => known === session);
    if (action === 'add') return this.add(uid, request, response);
    if (action === 'switch' && own && (await this.interactions.choose(request, response, own.uid))) return;
    if (action === 'remove' && own) await this.sessionEnd.endAll(own, 'removed');
    if (action === 'removeAll') for (const each of ready.pending.sessions) await this.sessionEnd.endAll(each, 'removed');
    response.redirect(HttpStatus.SEE_OTHER, this.pendingSignIns.addressOf(uid, 'accounts', request));
  }

  private add(uid: string, request: Request, response: Response): void {
    response.redirect(HttpStatus.SEE_OTHER, this.pendingSignIns.addressOf(uid, '', request, { account: 'new' }));
  }
}

function sendChooser(request: Request, response: Response, { pending, client, frame }: ReadySignIn, status: HttpStatus): void {
  const page = renderChooserPage(frame, {
    action: request.originalUrl,
    application: client.name,
    accounts: pending.sessions.map(toAccount),
  });
  response
    .status(status)
    .set(pageHeaders([pending.redirectUri]))
    .send(page);
}

function toAccount({ uid, subject }: LiveSession): ChooserAccount {
  const name = subject.kind === 'person' ? shownName(subject.person) : undefined;
  return { session: uid, name: name ?? subject.loginName, loginName: subject.loginName };
}
