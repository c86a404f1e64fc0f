// The page of the account that lists all ways to sign in.
import { Controller, Get, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../common/access/access.js';
import { Assurances } from '../../users/authentication/assurance/assurance.service.js';
import { Factors } from '../../users/accounts/factors/factors.service.js';
import { OwnIdentities } from '../../users/accounts/federation/own-identities.service.js';
import { Passwords } from '../../users/authentication/passwords/passwords.service.js';
import { PASSWORD_PATH, renderAccountSecurityPage, type SecurityEntry } from '../pages/account/account-credentials.view.js';
import { FACTORS_PATH } from '../pages/account/account-factors.view.js';
import { IDENTITIES_PATH } from '../pages/account/account-identities.view.js';
import { ACCOUNT_SUBJECTS } from '../pages/account/account-layout.view.js';
import { PASSKEYS_PATH } from '../pages/account/account-passkeys.view.js';
import { PageErrors } from '../pages/http/page-errors.filter.js';
import { AccountPages, type AccountRequest } from './account-pages.service.js';

@Controller(ACCOUNT_SUBJECTS.security.path.slice(1))
@Public()
@ApiExcludeController()
@UseFilters(PageErrors)
export class AccountSecurityController {
  constructor(
    private readonly accountPages: AccountPages,
    private readonly assurances: Assurances,
    private readonly factors: Factors,
    private readonly passwords: Passwords,
    private readonly identities: OwnIdentities,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visit = await this.accountPages.enter(request, response);
    if (!visit) return;
    const entries: SecurityEntry[] = [
      ...(await this.passwordEntry(visit)),
      ...(await this.passkeyEntry(visit)),
      ...(await this.secondStepEntry(visit)),
      ...(await this.identityEntry(visit)),
    ];
    this.accountPages.show(visit, {}, (context, frame) => renderAccountSecurityPage(context, frame, entries));
  }

  /** The entry is hidden if a password can't be used to sign in. */
  private async passwordEntry({ pageContext, subject }: AccountRequest): Promise<SecurityEntry[]> {
    if (!(await this.assurances.termsOf(subject)).passwordAllowed) return [];
    const { t } = pageContext.texts;
    const state = t((await this.passwords.isSet(subject.userNo)) ? 'security.passwordWhat' : 'security.passwordNone');
    return [{ icon: 'lock', name: t('security.password'), state, href: PASSWORD_PATH }];
  }

  private async secondStepEntry({ pageContext, subject }: AccountRequest): Promise<SecurityEntry[]> {
    const kinds = (await this.factors.list(subject.userNo)).map(({ kind }) => kind);
    const { allowed } = await this.assurances.termsOf(subject);
    if (kinds.length === 0 && !allowed.includes('totp') && !allowed.includes('sms')) return [];
    const { t } = pageContext.texts;
    const state = kinds.includes('totp') ? 'factors.on' : kinds.includes('sms') ? 'sms.title' : 'factors.off';
    return [{ icon: 'phone', name: t('factors.title'), state: t(state), href: FACTORS_PATH }];
  }

  /** Hidden from people without such a connection: it begins at a sign-in, not here. */
  private async identityEntry({ pageContext, subject }: AccountRequest): Promise<SecurityEntry[]> {
    const identities = await this.identities.list(subject);
    if (identities.length === 0) return [];
    const { t, lang } = pageContext.texts;
    const names = new Intl.ListFormat(lang, { type: 'conjunction' }).format(identities.map(({ provider }) => provider));
    return [{ icon: 'globe', name: t('identities.title'), state: names, href: IDENTITIES_PATH }];
  }

  private async passkeyEntry({ pageContext, subject }: AccountRequest): Promise<SecurityEntry[]> {
    const count = (await this.factors.list(subject.userNo)).filter(({ kind }) => kind === 'passkey' || kind === 'securityKey').length;
    const { t } = pageContext.texts;
    const state = count === 0 ? t('passkey.none') : t('passkey.count', { count });
    return [{ icon: 'key', name: t('passkey.title'), state, href: PASSKEYS_PATH }];
  }
}
