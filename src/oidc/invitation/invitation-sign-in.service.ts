// Signs a person in who has just accepted an invitation, by the rules of every other sign-in.
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { Assurances } from '../../users/authentication/assurance/assurance.service.js';
import { freshCheck } from '../../users/authentication/assurance/checks.js';
import type { Passkey } from '../../users/authentication/passkeys/passkeys.repository.js';
import { suffixedName } from '../../users/organizations/login-names.service.js';
import { AccountEntry } from '../account/account-entry.service.js';
import type { PageContext } from '../pages/layout/page.view.js';
import { BrowserSession } from '../provider/browser-session.service.js';
import { readTrustedBrowser } from '../sessions/trusted-browser-cookie.js';
import { PasswordSignIn } from '../sign-in/password-sign-in.service.js';
import { Subjects, type LiveSubject } from '../tokens/content/subjects.service.js';

@Injectable()
export class InvitationSignIn {
  constructor(
    private readonly entry: AccountEntry,
    private readonly passwordSignIn: PasswordSignIn,
    private readonly browserSession: BrowserSession,
    private readonly assurances: Assurances,
    private readonly subjects: Subjects,
    @Inject(SETTINGS_TOKEN) private readonly settings: Settings,
  ) {}

  find(userNo: number): Promise<LiveSubject | undefined> {
    return this.subjects.person(userNo);
  }

  /**
   * Signs in with the password just chosen, and answers, perhaps with a page that asks for a second factor.
   * @returns false, without an answer, if this password doesn't sign in, for example where people use an identity provider
   */
  async withPassword(
    request: Request,
    response: Response,
    pageContext: PageContext,
    subject: LiveSubject,
    password: string,
  ): Promise<boolean> {
    const { orgNo, loginName } = subject;
    const { userName } = subject.kind === 'person' ? subject.person : subject.serviceUser;
    const result = await this.passwordSignIn.checkCredentials({
      loginName: suffixedName(userName, subject),
      password,
      clientOrgNo: orgNo,
      address: request.ip ?? '',
      trustedBrowser: readTrustedBrowser(request, this.settings.publicUrl),
    });
    if (result.kind !== 'ok' || result.subject.userNo !== subject.userNo) return false;
    await this.entry.goOnAfter(request, response, result, { before: undefined, pageContext, loginName, refused: '', method: 'pwd' });
    return true;
  }

  /** Begins a session with the passkey just created, if nothing else is missing. @returns whether the person is signed in */
  async withPasskey(request: Request, response: Response, subject: LiveSubject, { synced }: Pick<Passkey, 'synced'>): Promise<boolean> {
    const checks = [{ ...freshCheck('passkey', this.assurances.now()), ...(synced && { isSynced: true }) }];
    if (await this.assurances.missing(subject, checks)) return false;
    await this.browserSession.begin(request, response, subject, checks);
    return true;
  }

  /** The person signed in to this browser. */
  async findSignedIn(request: Request, response: Response): Promise<LiveSubject | undefined> {
    return (await this.browserSession.findSignedIn(request, response))?.subject;
  }
}
