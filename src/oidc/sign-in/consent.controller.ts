// The pages on which a person allows something: the consent page, and the page that approves a device.
import { Controller, Get, HttpStatus, Inject, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { networkOf } from '../../common/http/client-network.js';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Organizations } from '../../users/organizations/organizations.service.js';
import { Brandings } from '../../users/organizations/brandings/brandings.service.js';
import { applicationHome } from '../clients/application-home.js';
import { Clients } from '../clients/clients.service.js';
import { ServedPeople } from '../clients/served-people.service.js';
import { shownUserCode } from '../devices/user-code.js';
import { DeviceCodes } from '../provider/adapters/device-codes.adapter.js';
import { Interactions } from '../provider/interactions.service.js';
import { browserName } from '../sessions/browser-name.js';
import { brandedContext } from '../pages/layout/branded-look.js';
import { renderErrorPage } from '../pages/layout/error.view.js';
import { renderConsentPage, type ConsentProps, type Publisher } from '../pages/sign-in/consent.view.js';
import { deviceOver, renderDeviceApprovalPage } from '../pages/sign-in/device.view.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import { SignInPages, type SignInRequest } from './sign-in-pages.service.js';

/** The pages, by the prompt that each answers. */
type Question = 'consent' | 'device';

@Controller('sign-in/:uid')
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
    private readonly devices: DeviceCodes,
    private readonly clients: Clients,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  @Get('consent')
  showConsent(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.show('consent', uid, request, response);
  }

  @Post('consent')
  submitConsent(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.submit('consent', uid, request, response);
  }

  @Get('device')
  showDevice(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.show('device', uid, request, response);
  }

  @Post('device')
  submitDevice(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.submit('device', uid, request, response);
  }

  private async show(question: Question, uid: string, request: Request, response: Response): Promise<void> {
    const visit = await this.openQuestion(question, uid, request, response);
    if (visit) await this.sendQuestion(question, visit, HttpStatus.OK);
  }

  private async submit(question: Question, uid: string, request: Request, response: Response): Promise<void> {
    const visit = await this.openQuestion(question, uid, request, response);
    if (!visit) return;
    const answer = formField(request, 'answer');
    if (answer !== 'yes' && answer !== 'no') return this.sendQuestion(question, visit, HttpStatus.BAD_REQUEST);
    if (!(await this.interactions.answerConsent(request, response, answer === 'yes')))
      await this.signInPages.sendLostSignIn(request, response);
  }

  /** Finds the sign-in only while it asks for this and a person is signed in. */
  private async openQuestion(question: Question, uid: string, request: Request, response: Response): Promise<SignInRequest | undefined> {
    const visit = await this.signInPages.enter(uid, request, response);
    if (!visit || (visit.pending.prompt === question && visit.pending.account)) return visit;
    await this.signInPages.sendLostSignIn(request, response);
    return undefined;
  }

  private async sendQuestion(question: Question, visit: SignInRequest, status: HttpStatus): Promise<void> {
    const { pageContext, pending } = visit;
    const props = await this.propsOf(question, visit);
    if (question === 'consent') return visit.send(renderConsentPage(pageContext, props), status);
    const device = pending.deviceId === undefined ? undefined : await this.devices.findWaiting(pending.deviceId);
    if (!device) return visit.send(renderErrorPage(pageContext, deviceOver(pageContext.texts)), HttpStatus.GONE);
    const { userCode, askedAt, address, userAgent } = device;
    const origin = {
      code: shownUserCode(userCode),
      askedAt,
      address,
      isSameNetwork: networkOf(address) === networkOf(visit.request.ip ?? ''),
      program: browserName(userAgent),
    };
    visit.send(renderDeviceApprovalPage(pageContext, { ...props, ...origin }), status);
  }

  private async propsOf(question: Question, visit: SignInRequest): Promise<ConsentProps> {
    const { client, pending } = visit;
    const { account } = pending;
    const isForeign = account !== undefined && (await this.servedPeople.isForeign(client, account.orgNo));
    return {
      action: visit.at(question),
      application: client.name,
      applicationLogo: client.kind === 'application' ? client.logo : undefined,
      publisher: await this.publisherOf(visit, isForeign),
      loginName: account?.loginName ?? '',
      notYou: pending.sessions.length > 1 ? visit.at('accounts') : visit.at(undefined, { account: 'new' }),
      scope: pending.scope,
      projects: await this.clients.projectNames(pending.scope, this.settings.vendor),
    };
  }

  private async publisherOf({ client, pageContext }: SignInRequest, isForeign: boolean): Promise<Publisher> {
    const [organization, look] = await Promise.all([this.organizations.byNo(client.orgNo), this.brandings.effectiveLook(client.orgNo)]);
    const { logo, links = {} } = brandedContext(pageContext.texts, look, organization?.name).look;
    const website = applicationHome(client);
    const application = client.kind === 'application' ? client : undefined;
    const isSelfRegistered = application?.isRegistered ?? false;
    // The pages of the organization don't apply to an application that it hasn't reviewed.
    const privacy = application?.config.policyUri || (isSelfRegistered ? undefined : links.privacy);
    const terms = application?.config.termsUri || (isSelfRegistered ? undefined : links.terms);
    return {
      name: organization?.name ?? '',
      isSelfRegistered,
      isForeign,
      ...(logo && !isSelfRegistered && { logo }),
      links: { ...(website && { website }), ...(privacy && { privacy }), ...(terms && { terms }) },
    };
  }
}
