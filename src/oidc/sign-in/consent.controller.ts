// The question of consent, for applications that have to ask.
import { Controller, Get, HttpStatus, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { Interactions } from '../provider/interactions.service.js';
import { renderConsentPage } from '../pages/consent.view.js';
import { formField } from '../pages/own-forms.middleware.js';
import { PageErrors } from '../pages/page-errors.filter.js';
import { SignInPages, type PageVisit } from './sign-in-pages.service.js';

@Controller('sign-in/:uid/consent')
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class ConsentController {
  constructor(
    private readonly signInPages: SignInPages,
    private readonly interactions: Interactions,
  ) {}

  @Get()
  async show(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.openQuestion(uid, request, response);
    if (visit) ask(visit, HttpStatus.OK);
  }

  @Post()
  async submit(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.openQuestion(uid, request, response);
    if (!visit) return;
    const answer = formField(request, 'answer');
    if (answer !== 'yes' && answer !== 'no') return ask(visit, HttpStatus.BAD_REQUEST);
    if (!(await this.interactions.answerConsent(request, response, answer === 'yes')))
      await this.signInPages.sendLostSignIn(request, response);
  }

  /** Only while it is asked, and of the person who is signed in. */
  private async openQuestion(uid: string, request: Request, response: Response): Promise<PageVisit | undefined> {
    const visit = await this.signInPages.enter(uid, request, response);
    if (!visit || (visit.pending.prompt === 'consent' && visit.pending.account)) return visit;
    await this.signInPages.sendLostSignIn(request, response);
    return undefined;
  }
}

function ask(visit: PageVisit, status: HttpStatus): void {
  const { client, pageContext, pending } = visit;
  const props = {
    action: visit.at('consent'),
    application: client.name,
    loginName: pending.account?.loginName ?? '',
    scope: pending.scope,
  };
  visit.send(renderConsentPage(pageContext, props), status);
}
