// Signs in by mail: requests the mail, and takes its code or its link.
import { Controller, Get, HttpStatus, Param, Post, Query, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { answerPage } from '../pages/layout/answer-page.js';
import { renderErrorPage } from '../pages/layout/error.view.js';
import { PageContexts } from '../pages/layout/page-contexts.service.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import { Interactions } from '../provider/interactions.service.js';
import { LoginPage } from './login-page.service.js';
import { MailedSignInPages, type MailedProof } from './mailed-sign-in-pages.service.js';
import { SignInPages, type SignInRequest } from './sign-in-pages.service.js';

const MAX_PROOF = 100;

@Controller('sign-in/:uid/mail')
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class MailedSignInController {
  constructor(
    private readonly signInPages: SignInPages,
    private readonly interactions: Interactions,
    private readonly loginPage: LoginPage,
    private readonly pages: MailedSignInPages,
    private readonly pageContexts: PageContexts,
  ) {}

  /** The page of the mailed link. Without one there is nothing to show. */
  @Get()
  async show(
    @Param('uid') uid: string,
    @Query() query: Record<string, unknown>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const proof = proofOf(query['id'], query['code']);
    if (proof.code !== '' && !(await this.interactions.findPending(request, response, uid))) return this.sendElsewhere(request, response);
    const visit = await this.enter(uid, request, response);
    if (!visit) return;
    if (proof.code === '') return response.redirect(HttpStatus.SEE_OTHER, visit.at());
    await this.pages.showLink(visit, proof);
  }

  @Post()
  async submit(@Param('uid') uid: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.enter(uid, request, response);
    if (!visit) return;
    const proof = proofOf(formField(request, 'id'), formField(request, 'code'));
    await (proof.handle === '' ? this.pages.request(visit) : this.pages.submit(visit, proof));
  }

  /** Only where the page offers it. */
  private async enter(uid: string, request: Request, response: Response): Promise<SignInRequest | undefined> {
    const visit = await this.signInPages.enter(uid, request, response);
    return visit && !(await this.loginPage.refuses(visit, 'mail')) ? visit : undefined;
  }

  /** The link was opened in another browser, or too late. Another person may have sent it, so there it opens no session and leads nowhere. */
  private async sendElsewhere(request: Request, response: Response): Promise<void> {
    const pageContext = await this.pageContexts.contextFor(request, {});
    const { t } = pageContext.texts;
    const page = renderErrorPage(pageContext, { title: t('mailSignIn.elsewhereTitle'), sentences: [t('mailSignIn.elsewhere')] });
    answerPage(response, page, HttpStatus.FORBIDDEN);
  }
}

function proofOf(handle: unknown, code: unknown): MailedProof {
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, MAX_PROOF) : '');
  return { handle: text(handle), code: text(code) };
}
