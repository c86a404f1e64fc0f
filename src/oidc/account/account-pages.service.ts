// Renders the account page: for which person, and with which content.
import { HttpStatus, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Assurances } from '../../users/authentication/assurance/assurance.service.js';
import { shownName } from '../../users/directory/people/person/person.js';
import { BrowserSession } from '../provider/browser-session.service.js';
import type { LiveSession } from '../sessions/browser-sessions.service.js';
import type { AccountFrame } from '../pages/account/account-layout.view.js';
import { PageContexts, type Audience } from '../pages/layout/page-contexts.service.js';
import { answerPage } from '../pages/layout/answer-page.js';
import type { PageRequest } from '../pages/layout/page-request.js';
import type { PageContext } from '../pages/layout/page.view.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';
import { AccountEntry } from './account-entry.service.js';

/** A request to one of the pages, with the session of the person signed in to its browser. */
export interface AccountRequest extends PageRequest, LiveSession {}

/** The notice above the content of a page, and the status of the response. */
export interface Said {
  notice?: string | undefined;
  status?: HttpStatus;
}

@Injectable()
export class AccountPages {
  constructor(
    private readonly browserSession: BrowserSession,
    private readonly pageContexts: PageContexts,
    private readonly assurances: Assurances,
    private readonly entry: AccountEntry,
  ) {}

  /** The signed-in person. Otherwise sends the page for signing in or for a missing check, and returns undefined. */
  async enter(request: Request, response: Response): Promise<AccountRequest | undefined> {
    const session = await this.browserSession.findSignedIn(request, response);
    const pageContext = await this.contextFor(request, session?.subject);
    const missing = session && (await this.assurances.missing(session.subject, session.checks));
    const send: PageRequest['send'] = (page, status) => answerPage(response, page, status);
    if (session && !missing) return { request, response, pageContext, send, ...session };
    if (session && missing?.kind !== 'first') {
      await this.entry.passed(request, response, pageContext, session.subject, session.checks);
      return undefined;
    }
    const status = request.method === 'GET' ? HttpStatus.OK : HttpStatus.UNAUTHORIZED;
    const orgNo = session?.subject.orgNo;
    await this.entry.sendSignIn(response, pageContext, { loginName: '', status, ...(orgNo !== undefined && { orgNo }) });
    return undefined;
  }

  /** In the look of the person's organization and in the person's language. @param more the language chosen just now */
  contextFor(request: Request, subject?: LiveSubject, more: Pick<Audience, 'forgetsChoice'> = {}): Promise<PageContext> {
    return this.pageContexts.contextFor(request, { orgNo: subject?.orgNo, subject, ...more });
  }

  /** Sends a page of the account. @param render the view of one of the subjects */
  show(
    { response, pageContext, subject }: AccountRequest,
    { notice, status = HttpStatus.OK }: Said,
    render: (pageContext: PageContext, frame: AccountFrame) => string,
  ): void {
    const name = subject.kind === 'person' ? shownName(subject.person) : subject.loginName;
    answerPage(response, render(pageContext, { name, loginName: subject.loginName, notice }), status);
  }
}
