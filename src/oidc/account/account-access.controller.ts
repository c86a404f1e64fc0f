// The account pages that end sessions in other browsers, withdraw consents, and end delegations.
import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { sessionName } from '../sessions/browser-cookie.js';
import { InvitedApplications } from '../clients/invited-applications.service.js';
import { Consents } from '../consents/consents.service.js';
import { ACCOUNT_PATH } from '../protocol/endpoints.js';
import { BrowserSessions, type OwnSession } from '../sessions/browser-sessions.service.js';
import { SessionEnd } from '../sessions/session-end.service.js';
import { Delegations } from '../tokens/delegations.service.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import {
  renderAccountApplicationsPage,
  renderAccountDelegationsPage,
  renderAccountSessionsPage,
} from '../pages/account/account-access.view.js';
import { AccountPages, type AccountRequest, type Said } from './account-pages.service.js';

@Controller(ACCOUNT_PATH.slice(1))
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class AccountAccessController {
  constructor(
    private readonly accountPages: AccountPages,
    private readonly browserSessions: BrowserSessions,
    private readonly sessionEnd: SessionEnd,
    private readonly consents: Consents,
    private readonly invitedApplications: InvitedApplications,
    private readonly delegations: Delegations,
  ) {}

  @Get('sessions')
  async showSessions(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (visit) await this.sendSessions(visit, {});
  }

  @Get('applications')
  async showApplications(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (visit) await this.sendApplications(visit, {});
  }

  @Get('delegations')
  async showDelegations(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (visit) await this.sendDelegations(visit, {});
  }

  /** Ends the session named by `session`, or with `all` every other session. This browser's own session ends by signing out. */
  @Post('sessions')
  async submitSessions(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (!visit) return;
    const [named, all] = [formField(request, 'session'), formField(request, 'all') !== ''];
    // A list has a maximum length, and ended entries make room for the next. Once nothing ends, all have ended.
    for (let goesOn = true; goesOn;) goesOn = (await this.endSessions(visit, all ? undefined : named)) && all;
    // The notice also appears if the session had already ended: the outcome is the same.
    await this.sendSessions(visit, { notice: visit.pageContext.texts.t('account.sessionsDone') });
  }

  @Post('applications')
  async submitApplications(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (!visit) return;
    await this.consents.withdrawConsent(visit.subject, formField(request, 'client'));
    await this.sendApplications(visit, { notice: visit.pageContext.texts.t('account.applicationDone') });
  }

  /** Ends a delegation. The notice also appears if it had already ended: the outcome is the same. */
  @Post('delegations')
  async submitDelegations(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (!visit) return;
    await this.delegations.end(visit.subject, formField(request, 'delegation'));
    await this.sendDelegations(visit, { notice: visit.pageContext.texts.t('account.delegationDone') });
  }

  private async sendSessions(visit: AccountRequest, said: Said): Promise<void> {
    const sessions = (await this.browserSessions.listOfUser(visit.subject)).map((session) => ({
      ...session,
      name: sessionName(session.uid),
      isHere: session.uid === visit.uid,
    }));
    this.accountPages.show(visit, said, (context, frame) => renderAccountSessionsPage(context, frame, sessions));
  }

  private async sendApplications(visit: AccountRequest, said: Said): Promise<void> {
    const { loginName } = visit.subject;
    const consents = await Promise.all(
      (await this.consents.listConsents(visit.subject)).map(async (consent) => ({
        ...consent,
        start: await this.invitedApplications.initiationOf(consent.clientId, loginName),
      })),
    );
    this.accountPages.show(visit, said, (context, frame) => renderAccountApplicationsPage(context, frame, consents));
  }

  private async sendDelegations(visit: AccountRequest, said: Said): Promise<void> {
    const delegations = await this.delegations.list(visit.subject);
    this.accountPages.show(visit, said, (context, frame) => renderAccountDelegationsPage(context, frame, delegations));
  }

  /** Ends the other sessions in the list, or one of them. @returns whether any was live */
  private async endSessions(visit: AccountRequest, named: string | undefined): Promise<boolean> {
    let hasEnded = false;
    for (const { uid } of await this.otherSessions(visit))
      if (named === undefined || sessionName(uid) === named)
        hasEnded = (await this.sessionEnd.endSession(uid, 'endedElsewhere')) || hasEnded;
    return hasEnded;
  }

  /** Lists only the person's own sessions. */
  private async otherSessions({ subject, uid }: AccountRequest): Promise<OwnSession[]> {
    return (await this.browserSessions.listOfUser(subject)).filter((session) => session.uid !== uid);
  }
}
