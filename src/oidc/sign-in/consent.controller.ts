// The consent page.
import { Controller, Get, HttpStatus, Inject, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Organizations } from '../../users/organizations/organizations.service.js';
import { Brandings } from '../../users/organizations/brandings/brandings.service.js';
import { applicationHome } from '../clients/application-home.js';
import { Clients } from '../clients/clients.service.js';
import { ServedPeople } from '../clients/served-people.service.js';
import { Interactions } from '../provider/interactions.service.js';
import { brandedContext } from '../pages/layout/branded-look.js';
import { renderConsentPage, type Publisher } from '../pages/sign-in/consent.view.js';
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
    private readonly brandings: Brandings,
    private readonly clients: Clients,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
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
    const isForeign = account !== undefined && (await this.servedPeople.isForeign(client, account.orgNo));
    const props = {
      action: visit.at('consent'),
      application: client.name,
      applicationLogo: client.kind === 'application' ? client.logo : undefined,
      publisher: await this.publisherOf(visit, isForeign),
      loginName: account?.loginName ?? '',
      notYou: pending.sessions.length > 1 ? visit.at('accounts') : visit.at(undefined, { account: 'new' }),
      scope: pending.scope,
      projects: await this.clients.projectNames(pending.scope, this.settings.vendor),
    };
    visit.send(renderConsentPage(pageContext, props), status);
  }

  private async publisherOf({ client, pageContext }: SignInRequest, isForeign: boolean): Promise<Publisher> {
    const [organization, look] = await Promise.all([this.organizations.byNo(client.orgNo), this.brandings.effectiveLook(client.orgNo)]);
    const { logo, links = {} } = brandedContext(pageContext.texts, look, organization?.name).look;
    const website = applicationHome(client);
    const { privacy, terms } = links;
    return {
      name: organization?.name ?? '',
      isForeign,
      ...(logo && { logo }),
      links: { ...(website && { website }), ...(privacy && { privacy }), ...(terms && { terms }) },
    };
  }
}
