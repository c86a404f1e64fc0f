// The step between the last check and the completion of a sign-in, for people who must change their password. The browser keeps the sealed
// proof. It is valid for ten minutes, for this sign-in and for the person's current generation.
import { HttpStatus, Injectable } from '@nestjs/common';
import { Clock } from '../../common/primitives/clock.js';
import { Keyring } from '../../common/crypto/keyring.service.js';
import { withoutRemembered, type Check } from '../../users/authentication/assurance/checks.js';
import { WeakPasswordError } from '../../users/authentication/passwords/password-rules.js';
import { PasswordChange } from '../../users/accounts/password-change.service.js';
import { PersonPolicies } from '../../users/authentication/assurance/person-policies.service.js';
import { Subjects, type LiveSubject } from '../tokens/content/subjects.service.js';
import { languageInForm } from '../pages/layout/chosen-language.js';
import { weakPasswordText } from '../pages/layout/fields.view.js';
import { renderNewPasswordPage } from '../pages/sign-in/new-password.view.js';
import { formField } from '../pages/http/own-forms.middleware.js';
import type { PageForm } from '../pages/layout/page-request.js';
import type { Texts } from '../pages/texts/texts.js';

const LIFETIME_US = 600_000_000;

/** The proof that a password was correct and must be changed. */
interface Proven {
  /** The sign-in in which the password was entered. */
  place: string;
  userNo: number;
  generation: number;
  organizationGeneration: number;
  /** All checks that were passed. */
  checks: readonly Check[];
  untilUs: number;
}

/** The result of a page between the last check and the completion. `again`: the page to show; `over`: the person must sign in again. */
export type LastStep =
  | { kind: 'done'; subject: LiveSubject; checks: readonly Check[] }
  | { kind: 'again'; page: string; status: HttpStatus }
  | { kind: 'over' };

/** The form for a new password, in the sign-in that its name says. */
export type ChangeForm = Pick<PageForm, 'name' | 'request' | 'action' | 'contextFor'>;

@Injectable()
export class PasswordPages {
  constructor(
    private readonly passwordChange: PasswordChange,
    private readonly policies: PersonPolicies,
    private readonly subjects: Subjects,
    private readonly keyring: Keyring,
    private readonly clock: Clock,
  ) {}

  /** Returns the page that asks for a new password, after the last check. */
  async changePage(place: ChangeForm, subject: LiveSubject, checks: readonly Check[]): Promise<string> {
    const { userNo, generation, organizationGeneration } = subject;
    const untilUs = this.clock.nowUs() + LIFETIME_US;
    const proven: Proven = { place: place.name, userNo, generation, organizationGeneration, checks, untilUs };
    return this.renderChangePage(place, subject, await this.keyring.seal('password-change', Buffer.from(JSON.stringify(proven))));
  }

  /** Handles the form of that page. @throws DomainError `busy` */
  async submitNewPassword(place: ChangeForm): Promise<LastStep> {
    const { request } = place;
    const sealed = formField(request, 'state');
    const proven = await this.unseal(sealed, place.name);
    if (!proven) return { kind: 'over' };
    const { subject, checks } = proven;
    if (languageInForm(request)) return { kind: 'again', page: await this.renderChangePage(place, subject, sealed), status: HttpStatus.OK };
    const choice = await this.choosePassword((await place.contextFor(subject)).texts, subject, formField(request, 'newPassword'));
    if (choice === 'over') return { kind: 'over' };
    if (choice !== 'done')
      return { kind: 'again', page: await this.renderChangePage(place, subject, sealed, choice.error), status: HttpStatus.BAD_REQUEST };
    const after = await this.subjects.person(subject.userNo);
    // Continues only with the password chosen just now, not with a later one.
    return after?.generation === subject.generation + 1
      ? { kind: 'done', subject: after, checks: withoutRemembered(checks) }
      : { kind: 'over' };
  }

  private async choosePassword(texts: Texts, subject: LiveSubject, chosen: string): Promise<'done' | 'over' | { error: string }> {
    try {
      const outcome = await this.passwordChange.choose(subject, chosen);
      return outcome === 'same' ? { error: texts.t('password.same') } : outcome;
    } catch (error) {
      if (!(error instanceof WeakPasswordError)) throw error;
      return { error: weakPasswordText(texts, error) };
    }
  }

  private async unseal(sealed: string, place: string): Promise<{ subject: LiveSubject; checks: readonly Check[] } | undefined> {
    const content = await this.keyring.open('password-change', sealed);
    const proven = content && (JSON.parse(content.toString()) as Proven);
    if (!proven || proven.place !== place || proven.untilUs <= this.clock.nowUs()) return undefined;
    const subject = await this.subjects.person(proven.userNo);
    const same = subject?.generation === proven.generation && subject.organizationGeneration === proven.organizationGeneration;
    return same ? { subject, checks: proven.checks } : undefined;
  }

  private async renderChangePage(
    { action, contextFor }: ChangeForm,
    subject: LiveSubject,
    sealed: string,
    fault?: string,
  ): Promise<string> {
    const pageContext = await contextFor(subject);
    const { t } = pageContext.texts;
    return renderNewPasswordPage(pageContext, {
      title: t('change.title'),
      what: t('change.what'),
      action,
      hidden: { state: sealed },
      submit: t('reset.submit'),
      loginName: subject.loginName,
      policy: await this.policies.passwordRulesOf(subject),
      fault,
    });
  }
}
