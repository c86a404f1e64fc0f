// Passkeys and security keys during a sign-in: requested besides a password, and set up by people who must have one.
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { freshCheck, type Check } from '../../users/authentication/assurance/checks.js';
import { PasskeyChecks } from '../../users/accounts/passkey-checks.service.js';
import { OwnPasskeys, type AddOutcome } from '../../users/accounts/factors/own-passkeys.service.js';
import { RecoveryCodes } from '../../users/accounts/factors/recovery-codes.service.js';
import { Ceremonies, type KeyUse } from '../../users/authentication/passkeys/ceremonies.service.js';
import type { ChallengeScope } from '../../users/authentication/passkeys/passkey-challenges.service.js';
import type { Passkey } from '../../users/authentication/passkeys/passkeys.repository.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import { PasskeyPart } from '../pages/layout/passkey.view.js';
import type { TextKey } from '../pages/texts/texts.js';
import { FactorPages, outcomeOf, type AskedFactor, type FactorOutcome, type Step } from './factor-pages.service.js';
import { newKeyHolder } from './new-key-holder.js';

/** The error shown when a new key is not stored. */
export const ADD_FAULTS: Readonly<Record<Exclude<AddOutcome, 'done'>, TextKey>> = {
  over: 'change.over',
  full: 'passkey.full',
  known: 'passkey.knownElsewhere',
};

const WORDS = {
  passkey: { way: 'passkey.way', ask: 'passkey.ask', submit: 'passkey.confirm', setup: 'passkey.createWhat', create: 'passkey.create' },
  securityKey: { way: 'key.way', ask: 'key.ask', submit: 'key.confirm', setup: 'passkey.createKeyWhat', create: 'passkey.createKey' },
} as const satisfies Record<KeyUse, Record<string, TextKey>>;

@Injectable()
export class PasskeyFactorPages {
  constructor(
    pages: FactorPages,
    private readonly ceremonies: Ceremonies,
    private readonly passkeyChecks: PasskeyChecks,
    private readonly ownPasskeys: OwnPasskeys,
    private readonly recovery: RecoveryCodes,
    private readonly clock: Clock,
  ) {
    if (!ceremonies.isAvailable) return;
    for (const kind of ['passkey', 'securityKey'] as const)
      pages.register({
        kind,
        label: WORDS[kind].way,
        ask: (step) => this.ask(step, kind),
        check: (step) => this.check(step, kind),
        enrol: { ask: (step) => this.askCreation(step, kind), check: (step) => this.create(step, kind) },
      });
  }

  private async ask(step: Step, use: KeyUse): Promise<AskedFactor> {
    const { texts } = step.place.pageContext;
    const options = (await this.ceremonies.requestOptions(this.scopeOf(step, use), { userNo: step.subject.userNo, use })) ?? {};
    return {
      sentence: texts.t(WORDS[use].ask),
      content: <PasskeyPart texts={texts} kind="get" options={options} />,
      submit: texts.t(WORDS[use].submit),
    };
  }

  private async check(step: Step, use: KeyUse): Promise<FactorOutcome> {
    const { request, pageContext } = step.place;
    const answer = formField(request, 'credential');
    const passkey = await this.ceremonies.findClaimed(answer);
    const verdict = await this.passkeyChecks.check({
      scope: this.scopeOf(step, use),
      answer,
      passkey,
      person: step.subject,
      asked: { userNo: step.subject.userNo, use },
      address: request.ip ?? '',
    });
    return outcomeOf(pageContext.texts, verdict, this.made(use, passkey), 'passkey.notAccepted');
  }

  private async askCreation(step: Step, use: KeyUse): Promise<AskedFactor> {
    const { texts } = step.place.pageContext;
    const options = (await this.ceremonies.creationOptions(this.scopeOf(step, use), newKeyHolder(step.subject), use)) ?? {};
    return {
      sentence: texts.t(WORDS[use].setup),
      content: <PasskeyPart texts={texts} kind="create" options={options} />,
      submit: texts.t(WORDS[use].create),
    };
  }

  private async create(step: Step, use: KeyUse): Promise<FactorOutcome> {
    const { t } = step.place.pageContext.texts;
    const { subject, usePermission } = step;
    const text = formField(step.place.request, 'credential');
    const passkey = await this.ceremonies.verifyCreation(this.scopeOf(step, use), text, subject.userNo, use);
    if (!passkey) return { kind: 'wrong', sentence: t('passkey.notAccepted') };
    const outcome = await this.ownPasskeys.add({ ...subject, ...(usePermission && { usePermission }) }, passkey);
    if (outcome !== 'done') return { kind: 'wrong', sentence: t(ADD_FAULTS[outcome]) };
    return { kind: 'right', checks: [this.made(use, passkey)], codes: await this.recovery.makeFirst(subject) };
  }

  private made(method: KeyUse, key: Pick<Passkey, 'synced'> | undefined): Check {
    return { ...freshCheck(method, this.clock.nowSeconds()), ...(key?.synced && { isSynced: true }) };
  }

  /** A response is valid for one kind, in one sign-in of one browser. */
  private scopeOf({ place }: Step, use: KeyUse): ChallengeScope {
    return { purpose: 'secondFactor', browser: place.browser(), at: `${place.name} ${use}` };
  }
}
