// The steps of a sign-in by mail: the mail is requested, its code is typed in this browser, or its link is opened in it and confirmed.
import { HttpStatus, Inject, Injectable } from '@nestjs/common';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { MailedSignInRequest } from '../../users/accounts/mailed-sign-in/mailed-sign-in-request.service.js';
import { MailedSignIns } from '../../users/accounts/mailed-sign-in/mailed-sign-ins.service.js';
import { languageInForm } from '../pages/layout/chosen-language.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import { renderCodePage } from '../pages/sign-in/code.view.js';
import { readTrustedBrowser } from '../sessions/trusted-browser-cookie.js';
import { Subjects } from '../tokens/content/subjects.service.js';
import { LoginPage } from './login-page.service.js';
import { SignInEnds } from './sign-in-ends.service.js';
import type { SignInRequest } from './sign-in-pages.service.js';

/** No login name is longer. */
const MAX_NAME = 500;

/** What a link or a form carries: the handle of the mail, and its code as typed or as in the link. */
export interface MailedProof {
  handle: string;
  code: string;
}

@Injectable()
export class MailedSignInPages {
  constructor(
    private readonly requests: MailedSignInRequest,
    private readonly signIns: MailedSignIns,
    private readonly subjects: Subjects,
    private readonly loginPage: LoginPage,
    private readonly ends: SignInEnds,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  /** Mails link and code. The response is the same whether or not the name exists. */
  async request(visit: SignInRequest): Promise<void> {
    const { request, uid, orgNo, pageContext } = visit;
    const loginName = formField(request, 'loginName').trim().slice(0, MAX_NAME);
    if (loginName === '')
      return this.loginPage.send(visit, { loginName, error: pageContext.texts.t('mailSignIn.name'), status: HttpStatus.BAD_REQUEST });
    const wanted = { loginName, asker: request.ip ?? '', clientOrgNo: orgNo, place: placeOf(visit), page: pathOf(uid) };
    this.sendCodePage(visit, await this.requests.requestMail(wanted));
  }

  /** Shows the button of a link that was opened. Uses nothing up, because programs that scan mail open links. */
  async showLink(visit: SignInRequest, proof: MailedProof): Promise<void> {
    if (await this.signIns.isValid({ ...proof, place: placeOf(visit) })) return this.sendLinkPage(visit, proof);
    await this.loginPage.send(visit, { loginName: '', error: visit.pageContext.texts.t('mailSignIn.over'), status: HttpStatus.GONE });
  }

  /** Handles the code that was typed, or the button of the link. */
  async submit(visit: SignInRequest, proof: MailedProof): Promise<void> {
    const { request, pageContext } = visit;
    if (languageInForm(request)) return this.sendCodePage(visit, proof.handle);
    const trustedBrowser = readTrustedBrowser(request, this.settings.publicUrl);
    const attempt = { ...proof, place: placeOf(visit), address: request.ip ?? '', trustedBrowser };
    const verdict = await this.signIns.check(attempt, (userNo) => this.subjects.person(userNo));
    const error = pageContext.texts.t('code.wrong');
    if (verdict.kind === 'wrong') return this.sendCodePage(visit, proof.handle, error);
    const result = verdict.kind === 'right' ? { ...verdict, kind: 'ok' as const, subject: verdict.owner } : verdict;
    await this.ends.goOnAfter(visit, result, { loginName: '', refused: error, method: 'mailbox' });
  }

  private sendCodePage(visit: SignInRequest, handle: string, error?: string): void {
    const { t } = visit.pageContext.texts;
    const page = renderCodePage(visit.pageContext, {
      title: t('forgotten.sentTitle'),
      sentences: [t('mailSignIn.sent')],
      action: visit.at('mail'),
      hidden: { id: handle },
      submit: t('login.submit'),
      error,
      ways: [{ label: t('forgotten.back'), href: visit.at() }],
    });
    visit.send(page, error === undefined ? HttpStatus.OK : HttpStatus.BAD_REQUEST);
  }

  private sendLinkPage(visit: SignInRequest, { handle, code }: MailedProof): void {
    const { t } = visit.pageContext.texts;
    const page = renderCodePage(visit.pageContext, {
      title: t('login.title'),
      sentences: [t('login.to', { application: visit.client.name })],
      action: visit.at('mail'),
      hidden: { id: handle },
      submit: t('login.submit'),
      code,
      ways: [],
    });
    visit.send(page);
  }
}

/** The path of the page to which the mailed link leads. Below it the browser sends the cookie of the sign-in. */
const pathOf = (uid: string) => `/sign-in/${encodeURIComponent(uid)}/mail`;

/** Link and code are valid in this sign-in of this browser alone. */
const placeOf = ({ uid, pending }: SignInRequest) => `${uid} ${pending.binding}`;
