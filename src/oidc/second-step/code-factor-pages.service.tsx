// The factors that are codes, in a sign-in: codes of an authenticator app, mailed codes, and recovery codes.
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS_TOKEN } from '../../common/settings/settings.module.js';
import type { Settings } from '../../common/settings/settings.js';
import { MailFactors } from '../../users/accounts/factors/mail-factors.service.js';
import { RecoveryCodes } from '../../users/accounts/factors/recovery-codes.service.js';
import { totpUri } from '../../users/accounts/factors/totp.js';
import { TotpFactors, type TotpOutcome } from '../../users/accounts/factors/totp-factors.service.js';
import type { FactorVerdict } from '../../users/accounts/factors/factor-checks.service.js';
import { Clock } from '../../common/primitives/clock.js';
import { freshCheck, type FactorKind } from '../../users/authentication/assurance/checks.js';
import { FactorCodeField, TotpSetup } from '../pages/layout/factor-parts.view.js';
import { languageInForm } from '../pages/layout/chosen-language.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import type { TextKey, Texts } from '../pages/texts/texts.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';
import { FactorPages, outcomeOf, type AskedFactor, type FactorOutcome, type Step } from './factor-pages.service.js';

/** The error shown when an app is not set up. */
export const TOTP_FAULTS: Readonly<Record<Exclude<TotpOutcome, 'done'>, TextKey>> = {
  wrong: 'second.wrong',
  has: 'totp.has',
  over: 'totp.over',
};

@Injectable()
export class CodeFactorPages {
  private readonly host: string;

  constructor(
    pages: FactorPages,
    private readonly totp: TotpFactors,
    private readonly mail: MailFactors,
    private readonly recovery: RecoveryCodes,
    private readonly clock: Clock,
    @Inject(SETTINGS_TOKEN) settings: Settings,
  ) {
    this.host = new URL(settings.publicUrl).hostname;
    pages.register({
      kind: 'totp',
      label: 'totp.way',
      ask: async ({ place }, error) => this.askTotp(place.pageContext.texts, error),
      check: (step) => this.outcome(step, 'totp', (code, address) => this.totp.check(step.subject, code, address)),
      enrol: { ask: (step, error) => this.askSetup(step, error), check: (step) => this.setUp(step) },
    });
    pages.register({
      kind: 'mail',
      label: 'mailFactor.way',
      ask: (step, error) => this.askMail(step, error),
      check: (step) =>
        this.outcome(step, 'mail', (code, address) =>
          this.mail.check(step.subject, formField(step.place.request, 'handle'), code, address),
        ),
    });
    pages.register({
      kind: 'recovery',
      label: 'recovery.way',
      ask: async ({ place }, error) => this.askRecovery(place.pageContext.texts, error),
      check: (step) => this.outcome(step, 'recovery', (code, address) => this.recovery.check(step.subject, code, address)),
    });
  }

  /** The content of a page that sets up an authenticator app; a secret shown before is shown again. */
  async setup(texts: Texts, subject: LiveSubject, sealedBefore: string, error: string | undefined): Promise<AskedFactor> {
    const known = sealedBefore === '' ? undefined : await this.totp.readSetup(subject.userNo, sealedBefore);
    const { secret, sealed } = known === undefined ? await this.totp.begin(subject.userNo) : { secret: known, sealed: sealedBefore };
    const uri = totpUri(secret, { organization: subject.orgName, host: this.host, account: subject.loginName });
    return {
      sentence: texts.t('totp.setup'),
      content: <TotpSetup texts={texts} uri={uri} secret={secret} error={error} />,
      submit: texts.t('totp.submit'),
      hidden: { setup: sealed },
    };
  }

  private askTotp(texts: Texts, error: string | undefined): AskedFactor {
    return {
      sentence: texts.t('totp.ask'),
      content: <FactorCodeField label={texts.t('totp.label')} isNumber error={error} />,
      submit: texts.t('code.submit'),
    };
  }

  private askRecovery(texts: Texts, error: string | undefined): AskedFactor {
    return {
      sentence: texts.t('recovery.ask'),
      content: <FactorCodeField label={texts.t('recovery.label')} isNumber={false} error={error} />,
      submit: texts.t('code.submit'),
    };
  }

  /** Choosing this factor sends a code. A form returned with an error or in another language keeps its code. */
  private async askMail({ place, subject }: Step, error: string | undefined): Promise<AskedFactor> {
    const { texts } = place.pageContext;
    const comesBack = error !== undefined || languageInForm(place.request) !== undefined;
    const handle = (comesBack ? formField(place.request, 'handle') : '') || (await this.mail.send(subject));
    return {
      sentence: texts.t('mailFactor.ask'),
      content: <FactorCodeField label={texts.t('code.label')} isNumber={false} error={error} />,
      submit: texts.t('code.submit'),
      hidden: { handle },
    };
  }

  private askSetup({ place, subject }: Step, error: string | undefined): Promise<AskedFactor> {
    return this.setup(place.pageContext.texts, subject, formField(place.request, 'setup'), error);
  }

  private async setUp({ place, subject, usePermission }: Step): Promise<FactorOutcome> {
    const { t } = place.pageContext.texts;
    const owner = { ...subject, ...(usePermission && { usePermission }) };
    const outcome = await this.totp.confirm(owner, formField(place.request, 'setup'), formField(place.request, 'code'));
    if (outcome !== 'done') return { kind: 'wrong', sentence: t(TOTP_FAULTS[outcome]) };
    return { kind: 'right', checks: [this.made('totp')], codes: await this.recovery.makeFirst(subject) };
  }

  private async outcome(
    { place }: Step,
    kind: FactorKind,
    check: (code: string, address: string) => Promise<FactorVerdict>,
  ): Promise<FactorOutcome> {
    const verdict = await check(formField(place.request, 'code'), place.request.ip ?? '');
    return outcomeOf(place.pageContext.texts, verdict, this.made(kind), 'second.wrong');
  }

  private made(method: FactorKind) {
    return freshCheck(method, this.clock.nowSeconds());
  }
}
