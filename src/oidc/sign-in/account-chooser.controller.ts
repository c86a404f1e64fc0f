// The account chooser: continue with an account of this browser, add one, or sign one out.
import { Controller, Get, HttpStatus, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { shownName } from '../../users/directory/people/person/person.js';
import { Interactions } from '../provider/interactions.service.js';
import type { LiveSession } from '../sessions/browser-sessions.service.js';
import { SessionEnd } from '../sessions/session-end.service.js';
import { renderChooserPage, type ChooserAccount } from '../pages/sign-in/account-chooser.view.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import { SignInPages, type SignInRequest } from './sign-in-pages.service.js';

@Controller('sign-in/:uid/accounts')
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class AccountChooserController {
  constructor(
    private readonly signInPages: SignInPages,
    private readonly interactions: Interactions,
    private readonly sessionEnd: SessionEnd,
  ) {}

  @Get()
  async show(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.signInPages.enter(uid, request, response);
    if (!visit) return;
    if (visit.pending.sessions.length === 0) return add(visit);
    const { client, pending } = visit;
    visit.send(
      renderChooserPage(visit.pageContext, {
        action: visit.at('accounts'),
        application: client.name,
        accounts: pending.sessions.map(toAccount),
      }),
    );
  }

  /** Handles a button of the page; `session` names the session beside which it stood. */
  @Post()
  async submit(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.signInPages.enter(uid, request, response);
    if (!visit) return;
    const [action, session] = [formField(request, 'action'), formField(request, 'session')];
    const own = visit.pending.sessions.find(({ uid: known }) => known === session);
    if (action === 'add') return add(visit);
    if (action === 'switch' && own && (await this.interactions.choose(request, response, own.uid))) return;
    if (action === 'remove' && own) await this.sessionEnd.endWithDoubles(own, 'removed');
    if (action === 'removeAll') for (const each of visit.pending.sessions) await this.sessionEnd.endWithDoubles(each, 'removed');
    response.redirect(HttpStatus.SEE_OTHER, visit.at('accounts'));
  }
}

function add({ response, at }: SignInRequest): void {
  response.redirect(HttpStatus.SEE_OTHER, at(undefined, { account: 'new' }));
}

function toAccount({ uid, subject }: LiveSession): ChooserAccount {
  const name = subject.kind === 'person' ? shownName(subject.person) : undefined;
  return { session: uid, name: name ?? subject.loginName, loginName: subject.loginName };
}
