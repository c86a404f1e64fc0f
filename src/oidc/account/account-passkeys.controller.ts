// The person's passkeys: the list, and adding, renaming and removing them.
import { Controller, Get, HttpStatus, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { DomainError } from '../../common/primitives/domain-error.js';
import { secretDigest } from '../../common/crypto/digest.js';
import { Assurances } from '../../users/authentication/assurance/assurance.service.js';
import { freshCheck, withChecks } from '../../users/authentication/assurance/checks.js';
import { Factors } from '../../users/accounts/factors/factors.service.js';
import { OwnPasskeys } from '../../users/accounts/factors/own-passkeys.service.js';
import { RecoveryCodes } from '../../users/accounts/factors/recovery-codes.service.js';
import { Ceremonies, type KeyUse } from '../../users/authentication/passkeys/ceremonies.service.js';
import type { ChallengeScope } from '../../users/authentication/passkeys/passkey-challenges.service.js';
import { PASSKEYS_PATH, renderPasskeysPage } from '../pages/account/account-passkeys.view.js';
import { answerPage } from '../pages/layout/answer-page.js';
import { renderRecoveryCodesPage } from '../pages/layout/factor-parts.view.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import { renderNewPasskeyPage } from '../pages/layout/passkey.view.js';
import { ACCOUNT_PATH } from '../protocol/endpoints.js';
import { BrowserSession } from '../provider/browser-session.service.js';
import { newKeyHolder } from '../second-step/new-key-holder.js';
import { ADD_FAULTS } from '../second-step/passkey-factor-pages.service.js';
import { AccountPages, type AccountRequest, type Said } from './account-pages.service.js';
import { ACCOUNT_FORMS } from './account-sign-in-page.service.js';
import { FreshChecks } from './fresh-checks.service.js';

/** The kind of key for each action of the page that adds one. */
const ADDED: Readonly<Record<string, KeyUse>> = { add: 'passkey', addKey: 'securityKey' };

@Controller(ACCOUNT_PATH.slice(1))
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class AccountPasskeysController {
  constructor(
    private readonly accountPages: AccountPages,
    private readonly ownPasskeys: OwnPasskeys,
    private readonly ceremonies: Ceremonies,
    private readonly freshChecks: FreshChecks,
    private readonly factors: Factors,
    private readonly recovery: RecoveryCodes,
    private readonly assurances: Assurances,
    private readonly browserSession: BrowserSession,
  ) {}

  @Get('passkeys')
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (visit) await this.sendList(visit, {});
  }

  /** Handles the buttons of the page. `action` names the button, `id` the key beside which it stood. */
  @Post('passkeys')
  async submit(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (!visit) return;
    const [action, id] = [formField(request, 'action'), formField(request, 'id')];
    if (action === 'rename') return this.rename(visit, id);
    const use = Object.hasOwn(ADDED, action) ? ADDED[action] : undefined;
    if (use === undefined ? action !== 'remove' : !(await this.mayAdd(visit))[use]) return this.sendList(visit, {});
    const hidden = { action, ...(id !== '' && { id }) };
    if (!(await this.freshChecks.pass(visit, { action: PASSKEYS_PATH, hidden, back: PASSKEYS_PATH }))) return;
    if (use !== undefined) return this.sendCreation(visit, use, hidden);
    await this.remove(visit, id);
  }

  /** The target of a form's response in another language, or for another try. */
  @Get('new-passkey')
  redirectToList(@Res() response: Response): void {
    response.redirect(HttpStatus.SEE_OTHER, PASSKEYS_PATH);
  }

  /** Handles the response of the authenticator. Its challenge was issued only after a fresh check, for this session. */
  @Post('new-passkey')
  async submitNew(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (!visit) return;
    const { pageContext, subject } = visit;
    const { t } = pageContext.texts;
    const use: KeyUse = formField(request, 'use') === 'securityKey' ? 'securityKey' : 'passkey';
    const passkey = await this.ceremonies.verifyCreation(placeOf(visit, use), formField(request, 'credential'), subject.userNo, use);
    if (!passkey) return this.sendList(visit, { error: t('passkey.notAccepted') });
    const outcome = await this.ownPasskeys.add(subject, passkey);
    if (outcome !== 'done') return this.sendList(visit, { error: t(ADD_FAULTS[outcome]) });
    // The session continues with the check just passed.
    const made = { ...freshCheck(use, this.assurances.now()), ...(passkey.synced && { isSynced: true }) };
    const checks = withChecks(visit.checks, [made]);
    const begun = await this.browserSession.begin(request, response, subject, checks);
    const codes = await this.recovery.makeFirst(subject);
    if (codes.length === 0) return this.sendList({ ...visit, ...begun }, { notice: t('passkey.doneAdded') });
    answerPage(response, renderRecoveryCodesPage(pageContext, { codes, action: PASSKEYS_PATH, hidden: {} }));
  }

  /** Succeeds also if the passkey is already gone: the outcome is the same. */
  private async remove(visit: AccountRequest, id: string): Promise<void> {
    const { t } = visit.pageContext.texts;
    try {
      if ((await this.ownPasskeys.list(visit.subject.userNo)).some((own) => own.id === id)) await this.factors.removeOwn(visit.subject, id);
      await this.sendList(visit, { notice: t('passkey.doneRemoved') });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'factors.lastRequired') throw error;
      await this.sendList(visit, { error: t('passkey.lastRequired') });
    }
  }

  private async rename(visit: AccountRequest, id: string): Promise<void> {
    const { subject, request, pageContext } = visit;
    const { t } = pageContext.texts;
    const isDone = await this.ownPasskeys.rename(subject.userNo, subject.userId, id, formField(request, 'name'));
    await this.sendList(visit, isDone ? { notice: t('passkey.doneRenamed') } : { error: t('passkey.badName') });
  }

  private async sendCreation(visit: AccountRequest, use: KeyUse, asked: Record<string, string>): Promise<void> {
    const { t } = visit.pageContext.texts;
    const options = await this.ceremonies.creationOptions(placeOf(visit, use), newKeyHolder(visit.subject), use);
    if (!options) return this.sendList(visit, {});
    const isKey = use === 'securityKey';
    const page = renderNewPasskeyPage(visit.pageContext, {
      title: t(isKey ? 'passkey.createKeyTitle' : 'passkey.createTitle'),
      what: t(isKey ? 'passkey.createKeyWhat' : 'passkey.createWhat'),
      submit: t(isKey ? 'passkey.createKey' : 'passkey.create'),
      action: ACCOUNT_FORMS.newPasskey,
      options,
      hidden: { use },
      // A new try requires another check, because each display of this page issues a challenge.
      again: { action: PASSKEYS_PATH, hidden: asked },
      ways: [{ label: t('confirm.back'), href: PASSKEYS_PATH }],
    });
    answerPage(visit.response, page);
  }

  /** The kinds of keys that the organization allows, if browsers have WebAuthn here. */
  private async mayAdd({ subject }: AccountRequest): Promise<Record<KeyUse, boolean>> {
    const { allowed } = await this.assurances.termsOf(subject);
    const isOffered = (use: KeyUse) => this.ceremonies.isAvailable && allowed.includes(use);
    return { passkey: isOffered('passkey'), securityKey: isOffered('securityKey') };
  }

  private async sendList(visit: AccountRequest, { notice, error }: { notice?: string; error?: string }): Promise<void> {
    const passkeys = await this.ownPasskeys.list(visit.subject.userNo);
    const mayAdd = await this.mayAdd(visit);
    const said: Said = { notice, ...(error !== undefined && { status: HttpStatus.BAD_REQUEST }) };
    this.accountPages.show(visit, said, (context, frame) => renderPasskeysPage(context, frame, { passkeys, mayAdd, error }));
  }
}

function placeOf({ uid }: AccountRequest, use: KeyUse): ChallengeScope {
  return { purpose: 'add', browser: secretDigest(uid), at: use };
}
