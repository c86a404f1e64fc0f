// Codes by text message in a sign-in: requested as a factor, and used to verify a new number.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { freshCheck } from '../../users/authentication/assurance/checks.js';
import { RecoveryCodes } from '../../users/accounts/factors/recovery-codes.service.js';
import { readPhone, SmsFactors, type PhoneOutcome } from '../../users/accounts/factors/sms-factors.service.js';
import { languageInForm } from '../pages/layout/chosen-language.js';
import { FactorCodeField } from '../pages/layout/factor-parts.view.js';
import { TextField } from '../pages/layout/fields.view.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import type { TextKey, Texts } from '../pages/texts/texts.js';
import type { LiveSubject } from '../tokens/content/subjects.service.js';
import { FactorPages, outcomeOf, type AskedFactor, type FactorOutcome, type Step } from './factor-pages.service.js';

/** The error shown when a number is not stored. */
export const PHONE_FAULTS: Readonly<Record<Exclude<PhoneOutcome, 'done'>, TextKey>> = {
  wrong: 'second.wrong',
  has: 'sms.has',
  over: 'change.over',
};

/** The part of a step needed to set up a phone, in a sign-in or on the account page. */
type SetupStep = Pick<Step, 'subject' | 'usePermission'> & { place: Pick<Step['place'], 'request' | 'pageContext'> };

@Injectable()
export class SmsFactorPages {
  constructor(
    pages: FactorPages,
    private readonly sms: SmsFactors,
    private readonly recovery: RecoveryCodes,
    private readonly clock: Clock,
  ) {
    if (!sms.isAvailable) return;
    pages.register({
      kind: 'sms',
      label: 'sms.way',
      ask: (step, error) => this.ask(step, error),
      check: (step) => this.check(step),
      enrol: {
        ask: ({ place, subject }, error) =>
          this.setup(
            place.pageContext.texts,
            subject,
            { phone: formField(place.request, 'phone'), handle: formField(place.request, 'handle') },
            error,
          ),
        check: (step) => this.setUp(step),
      },
    });
  }

  /** The content of a page that sets up a phone: the field for its number, and after a code was sent there, the field for the code. */
  async setup(
    texts: Texts,
    subject: LiveSubject,
    given: { phone: string; handle: string },
    error: string | undefined,
  ): Promise<AskedFactor> {
    const phone = readPhone(given.phone);
    if (phone === undefined)
      return {
        sentence: texts.t('sms.setup'),
        content: (
          <TextField
            name="phone"
            label={texts.t('sms.number')}
            value={given.phone}
            autocomplete="tel"
            maxlength={40}
            error={error}
            autofocus
          />
        ),
        submit: texts.t('sms.send'),
      };
    const handle = given.handle || (await this.sms.begin(subject, phone));
    return {
      sentence: texts.t('sms.sent', { phone }),
      content: <FactorCodeField label={texts.t('sms.label')} isNumber={false} error={error} />,
      submit: texts.t('code.submit'),
      hidden: { phone, handle },
    };
  }

  /** Choosing this factor sends a code; a form returned with an error keeps its code. */
  private async ask({ place, subject }: Step, error: string | undefined): Promise<AskedFactor> {
    const { texts } = place.pageContext;
    const comesBack = error !== undefined || languageInForm(place.request) !== undefined;
    const handle = (comesBack ? formField(place.request, 'handle') : '') || (await this.sms.send(subject));
    return {
      sentence: texts.t('sms.ask'),
      content: <FactorCodeField label={texts.t('sms.label')} isNumber={false} error={error} />,
      submit: texts.t('code.submit'),
      hidden: { handle },
    };
  }

  private async check({ place: { request, pageContext }, subject }: Step): Promise<FactorOutcome> {
    const verdict = await this.sms.check(subject, formField(request, 'handle'), formField(request, 'code'), request.ip ?? '');
    return outcomeOf(pageContext.texts, verdict, this.made(), 'second.wrong');
  }

  /** Handles the forms of {@link setup}. */
  async setUp({ place: { request, pageContext }, subject, usePermission }: SetupStep): Promise<FactorOutcome> {
    const { t } = pageContext.texts;
    const handle = formField(request, 'handle');
    if (readPhone(formField(request, 'phone')) === undefined) return { kind: 'wrong', sentence: t('sms.badNumber') };
    if (handle === '') return { kind: 'next' };
    const outcome = await this.sms.confirm({ ...subject, ...(usePermission && { usePermission }) }, handle, formField(request, 'code'));
    if (outcome !== 'done') return { kind: 'wrong', sentence: t(PHONE_FAULTS[outcome]) };
    return { kind: 'right', checks: [this.made()], codes: await this.recovery.makeFirst(subject) };
  }

  private made() {
    return freshCheck('sms', this.clock.nowSeconds());
  }
}
