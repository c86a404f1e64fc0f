// The account page for the person's data: downloading it, and deleting the account.
import { Controller, Get, HttpStatus, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { DELETION_PATH, DOWNLOAD_PATH, renderAccountDataPage } from '../pages/account/account-data.view.js';
import { ACCOUNT_SUBJECTS } from '../pages/account/account-layout.view.js';
import { answerPage } from '../pages/layout/answer-page.js';
import { renderDonePage } from '../pages/layout/done.view.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import { ACCOUNT_PATH } from '../protocol/endpoints.js';
import { AccountPages, type AccountRequest, type Said } from './account-pages.service.js';
import { FreshChecks } from './fresh-checks.service.js';
import { OwnData } from '../own-account/own-data.service.js';
import { OwnDeletion } from '../own-account/own-deletion.service.js';

@Controller(`${ACCOUNT_PATH.slice(1)}/data`)
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class AccountDataController {
  constructor(
    private readonly accountPages: AccountPages,
    private readonly freshChecks: FreshChecks,
    private readonly ownData: OwnData,
    private readonly ownDeletion: OwnDeletion,
  ) {}

  @Get()
  async showData(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (visit) await this.sendData(visit, {});
  }

  /** The target of a redirect after a form, so that a reload does not send the form again. */
  @Get(['download', 'delete'])
  redirectToData(@Res() response: Response): void {
    response.redirect(HttpStatus.SEE_OTHER, ACCOUNT_SUBJECTS.data.path);
  }

  /** Requires a fresh check: the whole data of a person is worth more to a thief than the pages of a session. */
  @Post('download')
  async download(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (!visit) return;
    const form = { action: DOWNLOAD_PATH, hidden: {}, back: ACCOUNT_SUBJECTS.data.path, what: 'confirm.download' } as const;
    if (!(await this.freshChecks.pass(visit, { ...form, submit: 'data.downloadSubmit' }))) return;
    const document = JSON.stringify(await this.ownData.documentOf(visit.subject), null, 2);
    response
      .status(HttpStatus.OK)
      .set({
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': 'attachment; filename="account.json"',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      })
      .send(`${document}\n`);
  }

  @Post('delete')
  async submitDeletion(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (!visit) return;
    const { pageContext, subject } = visit;
    const { texts } = pageContext;
    if (!(await this.ownDeletion.mayDelete(subject))) return this.sendData(visit, { status: HttpStatus.FORBIDDEN });
    const form = { action: DELETION_PATH, hidden: {}, back: ACCOUNT_SUBJECTS.data.path } as const;
    if (!(await this.freshChecks.pass(visit, { ...form, what: 'confirm.deletion', submit: 'data.deleteSubmit' }))) return;
    const outcome = await this.ownDeletion.remove(subject);
    if (outcome === 'lastOwner') return this.sendData(visit, { status: HttpStatus.CONFLICT }, texts.t('data.lastOwner'));
    if (outcome === 'refused') return this.sendData(visit, { status: HttpStatus.CONFLICT }, texts.t('change.over'));
    answerPage(response, renderDonePage(pageContext, { title: texts.t('data.deletedTitle'), sentences: [texts.t('data.deleted')] }));
  }

  private async sendData(visit: AccountRequest, said: Said, error?: string): Promise<void> {
    const mayDelete = await this.ownDeletion.mayDelete(visit.subject);
    this.accountPages.show(visit, said, (context, frame) => renderAccountDataPage(context, frame, { mayDelete, error }));
  }
}
