// The pages of an invitation: the code, the password or passkey, and the end. Opening a link changes nothing, because mail scanners open links.
import { HttpStatus, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CodeHolder } from '../../users/accounts/code-holder.service.js';
import { Invitation } from '../../users/accounts/invitation.service.js';
import { PersonPolicies } from '../../users/authentication/assurance/person-policies.service.js';
import { InvitedApplications } from '../clients/invited-applications.service.js';
import { CODE_PAGES } from '../mails/localized-mails.service.js';
import { answerPage } from '../pages/layout/answer-page.js';
import { renderDonePage } from '../pages/layout/done.view.js';
import { PageContexts } from '../pages/layout/page-contexts.service.js';
import type { PageContext } from '../pages/layout/page.view.js';
import { renderNewPasskeyPage } from '../pages/layout/passkey.view.js';
import { renderCodePage } from '../pages/sign-in/code.view.js';
import { renderNewPasswordPage } from '../pages/sign-in/new-password.view.js';
import { ACCOUNT_PATH } from '../protocol/endpoints.js';
import { InvitationWays, type Invited } from './invitation-ways.service.js';

/** The fields in a link or a form of these pages. */
export interface Proof {
  id: string;
  code: string;
}

/** Why an invitation was not accepted. `fault`: the password is refused. */
interface Refused {
  error?: string;
  fault?: string;
}

/** `wrong`: mistyped. `over`: from a link that was used or has expired, so typing the code again would not help. */
type CodeFault = 'wrong' | 'over';

/** The person who accepted; `isSignedIn` to this browser. */
interface Accepted {
  userNo: number;
  orgNo: number;
  loginName: string;
  isSignedIn: boolean;
}

@Injectable()
export class InvitationPages {
  constructor(
    private readonly pageContexts: PageContexts,
    private readonly codeHolder: CodeHolder,
    private readonly ways: InvitationWays,
    private readonly policies: PersonPolicies,
    private readonly invitation: Invitation,
    private readonly applications: InvitedApplications,
  ) {}

  /** Uses the organization's look once the code is verified. Before that, a page must not reveal whose account it concerns. */
  lookOf(request: Request, orgNo?: number): Promise<PageContext> {
    return this.pageContexts.contextFor(request, { orgNo });
  }

  /** @param codeFault of an invalid code: only the form for a typed code can have a mistyped one */
  async sendInvitation(
    request: Request,
    response: Response,
    proof: Proof,
    refused: Refused = {},
    codeFault: CodeFault = 'over',
  ): Promise<void> {
    const found = await this.codeHolder.proveCode(proof.id, 'invitation', proof.code);
    const pageContext = await this.lookOf(request, found?.organization.no);
    if (!found) return this.sendCodePage(response, pageContext, proof, proof.code === '' ? undefined : codeFault);
    const page = await this.renderChoice(pageContext, proof, found, refused);
    answerPage(response, page, Object.keys(refused).length === 0 ? HttpStatus.OK : HttpStatus.BAD_REQUEST);
  }

  /** Shows both ways to sign in, or only the one the organization allows. */
  private async renderChoice(pageContext: PageContext, proof: Proof, found: Invited, { error, fault }: Refused): Promise<string> {
    const { t } = pageContext.texts;
    const { loginName, person, organization } = found;
    const invited = { userNo: person.no, orgNo: organization.no };
    const [title, action, hidden] = [t('invitation.title'), CODE_PAGES.invitation, { ...proof }];
    const [passkey, providers] = [await this.ways.optionsFor(proof, found), await this.ways.providersFor(found)];
    if (!(await this.policies.of('assurance', invited)).passwordAllowed)
      return renderNewPasskeyPage(pageContext, {
        title,
        what: t('invitation.passkeyWhat', { loginName }),
        submit: t('passkey.create'),
        action,
        options: passkey ?? {},
        hidden,
        again: { action, hidden },
        error,
        providers,
        ways: [],
      });
    return renderNewPasswordPage(pageContext, {
      title,
      what: t('invitation.what', { loginName }),
      action,
      hidden,
      submit: t('reset.submit'),
      loginName,
      policy: await this.policies.passwordRulesOf(invited),
      error,
      fault,
      passkey,
      providers,
    });
  }

  sendCodePage(response: Response, pageContext: PageContext, { id }: Pick<Proof, 'id'>, fault?: CodeFault): void {
    const { t } = pageContext.texts;
    const page = renderCodePage(pageContext, {
      title: t('invitation.title'),
      sentences: [t(fault === 'over' ? 'invitation.over' : 'invitation.code')],
      action: CODE_PAGES.invitation,
      hidden: { id },
      submit: t('code.submit'),
      error: fault && t('code.wrong'),
      // Most codes that are over have been used, so the account is ready.
      ways: fault === 'over' ? [{ label: t('signedOut.account'), href: ACCOUNT_PATH }] : [],
    });
    answerPage(response, page, fault === undefined ? HttpStatus.OK : HttpStatus.BAD_REQUEST);
  }

  /** The last page, with the way on to the application of the invitation, else to the account. */
  async sendDone(request: Request, response: Response, accepted: Accepted): Promise<void> {
    const { userNo, orgNo, loginName, isSignedIn } = accepted;
    const pageContext = await this.lookOf(request, orgNo);
    const { t } = pageContext.texts;
    const content = await this.invitation.findAccepted(userNo);
    const destination = content && (await this.applications.destinationOf(accepted, content));
    const wayOn = destination
      ? { label: t('invitation.continue', { application: destination.application }), href: destination.href }
      : { label: t('done.account'), href: ACCOUNT_PATH };
    const sentences = [t(isSignedIn ? 'invitation.signedIn' : 'invitation.done', { loginName })];
    answerPage(response, renderDonePage(pageContext, { title: t('invitation.doneTitle'), sentences, wayOn }));
  }
}
