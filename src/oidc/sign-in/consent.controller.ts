// The consent page.
import { Controller, Get, HttpStatus, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { Organizations } from '../../users/organizations/organizations.service.js';
import { ServedPeople } from '../clients/served-people.service.js';
import { Interactions } from '../provider/interactions.service.js';
import { renderConsentPage } from '../pages/sign-in/consent.view.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import { SignInPages, type SignInRequest } from './sign-in-pages.service.js';

@Controller('sign-in/:uid/consent')
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class ConsentController {
  constructor(
    private readonly signInPages: SignInPages,
    private readonly interactions: Interactions,
    private readonly organizations: Organizations,
    private readonly servedPeople: ServedPeople,
  ) {}

  @Get()
  async show(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.openQuestion(uid, request, response);
    if (visit) await this.sendQuestion(visit, HttpStatus.OK);
  }

  @Post()
  async submit(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.openQuestion(uid, request, response);
    if (!visit) return;
    const answer = formField(request, 'answer');
    if (answer !== 'yes' && answer !== 'no') return this.sendQuestion(visit, HttpStatus.BAD_REQUEST);
    if (!(await this.interactions.answerConsent(request, response, answer === 'yes')))
      await this.signInPages.sendLostSignIn(request, response);
  }

  /** Finds the sign-in only while it asks for consent and a person is signed in. */
  private async openQuestion(uid: string, request: Request, response: Response): Promise<SignInRequest | undefined> {
    const visit = await this.signInPages.enter(uid, request, response);
    if (!visit || (visit.pending.prompt === 'consent' && visit.pending.account)) return visit;
    await this.signInPages.sendLostSignIn(request, response);
    return undefined;
  }

  private async sendQuestion(visit: SignInRequest, status: HttpStatus): Promise<void> {
    const { client, pageContext, pending } = visit;
    const { account } = pending;
    const asksForOther = account !== undefined && (await this.servedPeople.isForeign(client, account.orgNo));
    const organization = asksForOther ? (await this.organizations.byNo(client.orgNo))?.name : undefined;
    const props = {
      action: visit.at('consent'),
      application: client.name,
      organization,
      loginName: account?.loginName ?? '',
      scope: pending.scope,
    };
    visit.send(renderConsentPage(pageContext, props), status);
  }
}
