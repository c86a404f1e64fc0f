// The account page that lists identity providers and ends the connection to one.
import { Controller, Get, HttpStatus, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { OwnIdentities } from '../../users/accounts/federation/own-identities.service.js';
import { IDENTITIES_PATH, renderAccountIdentitiesPage } from '../pages/account/account-identities.view.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import { AccountPages, type AccountRequest, type Said } from './account-pages.service.js';
import { FreshChecks } from './fresh-checks.service.js';

@Controller(IDENTITIES_PATH.slice(1))
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class AccountIdentitiesController {
  constructor(
    private readonly accountPages: AccountPages,
    private readonly freshChecks: FreshChecks,
    private readonly identities: OwnIdentities,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (visit) await this.send(visit, {});
  }

  /** Ends a connection, after a fresh check: it is a way to sign in. */
  @Post()
  async remove(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (!visit) return;
    const provider = formField(request, 'provider');
    if (!(await this.freshChecks.pass(visit, { action: IDENTITIES_PATH, hidden: { provider }, back: IDENTITIES_PATH }))) return;
    const { t } = visit.pageContext.texts;
    const outcome = await this.identities.remove(visit.subject, provider);
    if (outcome === 'done') return this.send(visit, { notice: t('identities.done') });
    await this.send(visit, { status: HttpStatus.CONFLICT }, t('identities.last'));
  }

  private async send(visit: AccountRequest, said: Said, error?: string): Promise<void> {
    const identities = await this.identities.list(visit.subject);
    this.accountPages.show(visit, said, (context, frame) => renderAccountIdentitiesPage(context, frame, identities, error));
  }
}
