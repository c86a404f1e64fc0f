// Renders the account page: to whom, and with what on it.
import { HttpStatus, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { sessionName } from '../../users/people/session-events.service.js';
import { Policies } from '../../users/policies/policies.service.js';
import { Consents } from '../consents/consents.service.js';
import { ACCOUNT_PATH, END_SESSION_ENDPOINT, FORGOTTEN_PATH } from '../protocol/endpoints.js';
import { BrowserSession } from '../provider/browser-session.service.js';
import { Delegations } from '../tokens/delegations.service.js';
import { BrowserSessions, type LiveSession } from '../sessions/browser-sessions.service.js';
import { PageContexts } from '../pages/page-contexts.service.js';
import { pageHeaders, type PageContext } from '../pages/page.view.js';
import { renderAccountSignInPage } from '../pages/account-sign-in.view.js';
import { renderAccountPage, type AccountProps } from '../pages/account.view.js';

/** Where each form goes. */
export const ACCOUNT_FORMS = {
  signIn: `${ACCOUNT_PATH}/sign-in`,
  newPassword: `${ACCOUNT_PATH}/new-password`,
  password: `${ACCOUNT_PATH}/password`,
  email: `${ACCOUNT_PATH}/email`,
  sessions: `${ACCOUNT_PATH}/sessions`,
  applications: `${ACCOUNT_PATH}/applications`,
  delegations: `${ACCOUNT_PATH}/delegations`,
} as const;

/** A request to one of the pages, and who is signed in to its browser. */
export interface AccountVisit extends LiveSession {
  request: Request;
  response: Response;
  pageContext: PageContext;
}

@Injectable()
export class AccountPages {
  constructor(
    private readonly browserSession: BrowserSession,
    private readonly browserSessions: BrowserSessions,
    private readonly consents: Consents,
    private readonly delegations: Delegations,
    private readonly policies: Policies,
    private readonly pageContexts: PageContexts,
  ) {}

  /** Who is signed in; nobody is asked to sign in first, and undefined is returned then. */
  async enter(request: Request, response: Response): Promise<AccountVisit | undefined> {
    const session = await this.browserSession.findSignedIn(request, response);
    const pageContext = await this.pageContexts.contextFor(request, undefined, session?.subject.orgNo);
    if (session) return { request, response, pageContext, ...session };
    const status = request.method === 'GET' ? HttpStatus.OK : HttpStatus.UNAUTHORIZED;
    this.sendSignIn(response, pageContext, { loginName: '', status });
    return undefined;
  }

  async sendAccount(
    { response, pageContext, subject, uid }: AccountVisit,
    { notice, error }: Pick<AccountProps, 'notice' | 'error'>,
  ): Promise<void> {
    const emails = subject.kind === 'person' ? subject.person.emails : [];
    const primary = emails.find((email) => email.primary) ?? emails[0];
    const sessions = await this.browserSessions.listOfUser(subject);
    const page = renderAccountPage(pageContext, {
      loginName: subject.loginName,
      email: primary?.value,
      emailVerified: primary?.verified === true,
      policy: await this.policies.effectivePolicy(subject.orgNo, 'password'),
      sessions: sessions.map((session) => ({ ...session, name: sessionName(session.uid), isHere: session.uid === uid })),
      consents: await this.consents.listConsents(subject),
      delegations: await this.delegations.list(subject),
      actions: ACCOUNT_FORMS,
      signOut: END_SESSION_ENDPOINT,
      notice,
      error,
    });
    this.send(response, page, error === undefined ? HttpStatus.OK : HttpStatus.BAD_REQUEST);
  }

  sendSignIn(
    response: Response,
    pageContext: PageContext,
    { loginName, error, status }: { loginName: string; error?: string; status: HttpStatus },
  ): void {
    this.send(
      response,
      renderAccountSignInPage(pageContext, { action: ACCOUNT_FORMS.signIn, forgotten: FORGOTTEN_PATH, loginName, error }),
      status,
    );
  }

  send(response: Response, page: string, status = HttpStatus.OK): void {
    response.status(status).set(pageHeaders()).send(page);
  }
}
