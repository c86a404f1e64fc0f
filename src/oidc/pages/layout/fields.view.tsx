// The fields that several forms share.
import type { VNode } from 'preact';
import { errorAttributes, PageError } from './page.view.js';
import { shownRules, type PasswordRule, type WeakPasswordError } from '../../../users/authentication/passwords/password-rules.js';
import type { PasswordPolicy } from '../../../users/organizations/policies/policy-kinds.js';
import type { Texts } from '../texts/texts.js';

/** No legitimate input is longer. */
const MAX_TEXT = 500;
const MAX_CODE = 100;

export interface TextFieldProps {
  name: string;
  label: string;
  value?: string | undefined;
  type?: 'text' | 'email' | 'password' | 'url';
  autocomplete: string;
  maxlength?: number;
  /** An error of the whole form, which the page shows above it. */
  error?: string | undefined;
  /** An error of this field, shown below it. */
  fault?: string | undefined;
  autofocus?: boolean | undefined;
  /** May be left empty. */
  optional?: boolean;
  /** Shown, but not editable here. */
  readonly?: boolean;
  /** A sentence below the field. */
  hint?: string;
}

/** A labelled field; screen readers read its own error, and one of the form, with it. */
export function TextField(props: TextFieldProps): VNode {
  const { name, label, type = 'text', value, autocomplete, maxlength, error, fault, autofocus, optional = false, readonly, hint } = props;
  const described = [hint === undefined ? [] : [`${name}-hint`], fault ? [faultId(name)] : [], error ? ['error'] : []].flat().join(' ');
  const attributes = {
    id: name,
    name,
    value,
    autocomplete,
    ...(autocomplete.startsWith('username') || type === 'email' || type === 'url'
      ? { autocapitalize: 'none' as const, spellcheck: false }
      : {}),
    maxlength: maxlength ?? MAX_TEXT,
    required: !optional && !readonly,
    autofocus,
    readonly,
    ...errorAttributes(error ?? fault),
    ...(described === '' ? {} : { 'aria-describedby': described }),
  };
  return (
    <div>
      <label for={name}>{label}</label>
      {type === 'text' && <input type="text" {...attributes} />}
      {type === 'email' && <input type="email" {...attributes} />}
      {type === 'url' && <input type="url" {...attributes} />}
      {type === 'password' && <input type="password" {...attributes} />}
      <Fault field={name}>{fault}</Fault>
      {hint !== undefined && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

const faultId = (field: string) => `${field}-fault`;

/** What is wrong with the field above. */
export function Fault({ field, children }: { field: string; children: string | undefined }): VNode | null {
  return children ? (
    <p class="fault" id={faultId(field)}>
      {children}
    </p>
  ) : null;
}

/** Above a form with errors in its fields: leads to each. Screen readers read it when the page is shown. @param faults labels by field */
export function FaultSummary({
  texts: { t },
  faults,
}: {
  texts: Texts;
  faults: ReadonlyArray<{ field: string; label: string }>;
}): VNode | null {
  if (faults.length === 0) return null;
  return (
    <PageError>
      {t('form.check')}{' '}
      {faults.map(({ field, label }, at) => (
        <span key={field}>
          {at > 0 && ', '}
          <a href={`#${field}`}>{label}</a>
        </span>
      ))}
    </PageError>
  );
}

export interface LoginFieldsProps {
  texts: Texts;
  loginName: string;
  error?: string | undefined;
  /** The address for a forgotten password. */
  forgotten?: string | undefined;
  /** Browsers also offer passkeys in the field for the name. */
  offersPasskeys?: boolean;
  /** The address to which the name alone is sent for a sign-in by mail. */
  mail?: string | undefined;
}

function LoginNameField({
  t,
  loginName,
  error,
  offersPasskeys,
  autofocus,
}: Pick<LoginFieldsProps, 'loginName' | 'error' | 'offersPasskeys'> & { t: Texts['t']; autofocus: boolean }): VNode {
  return (
    <TextField
      name="loginName"
      label={t('login.name')}
      value={loginName}
      autocomplete={offersPasskeys ? 'username webauthn' : 'username'}
      error={error}
      autofocus={autofocus}
    />
  );
}

/** Name and password in one form, as password managers expect. The next field to fill in has the focus. */
export function LoginFields({ texts: { t }, loginName, error, forgotten, offersPasskeys = false, mail }: LoginFieldsProps): VNode {
  return (
    <>
      <LoginNameField t={t} loginName={loginName} error={error} offersPasskeys={offersPasskeys} autofocus={loginName === ''} />
      <TextField
        name="password"
        type="password"
        label={t('login.password')}
        autocomplete="current-password"
        error={error}
        autofocus={loginName !== ''}
      />
      {forgotten !== undefined && (
        <p class="below">
          <a href={forgotten}>{t('login.forgotten')}</a>
        </p>
      )}
      <button type="submit">{t('login.submit')}</button>
      {mail !== undefined && (
        <button type="submit" class="quiet" formaction={mail} formnovalidate>
          {t('mailSignIn.send')}
        </button>
      )}
    </>
  );
}

/** The name alone, for a sign-in by mail. */
export function MailFields({
  texts: { t },
  loginName,
  error,
  offersPasskeys = false,
}: Omit<LoginFieldsProps, 'forgotten' | 'mail'>): VNode {
  return (
    <>
      <LoginNameField t={t} loginName={loginName} error={error} offersPasskeys={offersPasskeys} autofocus />
      <button type="submit">{t('mailSignIn.send')}</button>
    </>
  );
}

export interface CurrentPasswordProps {
  texts: Texts;
  error?: string | undefined;
  fault?: string | undefined;
  autofocus?: boolean;
}

/** The current password, which a signed-in person enters again before an action that a thief of the browser must not perform. */
export function CurrentPasswordField({ texts: { t }, error, fault, autofocus }: CurrentPasswordProps): VNode {
  return (
    <TextField
      name="currentPassword"
      type="password"
      label={t('account.current')}
      autocomplete="current-password"
      error={error}
      fault={fault}
      autofocus={autofocus}
    />
  );
}

/** The field for a mailed code, accepted in any case and grouping. */
export function CodeField({ texts: { t }, error }: { texts: Texts; error?: string | undefined }): VNode {
  return (
    <>
      <label for="code">{t('code.label')}</label>
      <input
        id="code"
        name="code"
        type="text"
        autocomplete="one-time-code"
        autocapitalize="characters"
        spellcheck={false}
        maxlength={MAX_CODE}
        required
        autofocus
        {...errorAttributes(error)}
      />
    </>
  );
}

export interface NewPasswordProps {
  texts: Texts;
  policy: PasswordPolicy;
  label: string;
  /** Why the password is refused. */
  fault?: string | undefined;
  /** Tells password managers the account of the password. */
  loginName?: string | undefined;
  autofocus?: boolean;
}

/** The field for a new password, with its rules in words. */
export function NewPasswordField({ texts, policy, label, fault, loginName, autofocus }: NewPasswordProps): VNode {
  return (
    <>
      {loginName === undefined ? null : <input type="text" name="username" value={loginName} autocomplete="username" readonly hidden />}
      <label for="newPassword">{label}</label>
      <input
        id="newPassword"
        name="newPassword"
        type="password"
        autocomplete="new-password"
        maxlength={MAX_TEXT}
        required
        autofocus={autofocus}
        aria-describedby={fault ? `rules ${faultId('newPassword')}` : 'rules'}
        {...(fault ? { 'aria-invalid': 'true' as const } : {})}
      />
      <Fault field="newPassword">{fault}</Fault>
      <div id="rules" class="rules" data-rules="newPassword">
        <p>{texts.t('password.rules')}</p>
        <ul>
          {shownRules(policy).map((rule) => (
            <li key={rule} data-rule={rule} data-count={rule === 'minLength' ? policy.minLength : undefined}>
              {ruleText(texts, rule, policy)}
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** All rules that a password breaks, in one or two sentences. */
export function weakPasswordText(texts: Texts, { broken, isCommon, policy }: WeakPasswordError): string {
  const rules = broken.map((rule) => ruleText(texts, rule, policy)).join(', ');
  return [...(rules === '' ? [] : [texts.t('password.broken', { rules })]), ...(isCommon ? [texts.t('password.common')] : [])].join(' ');
}

function ruleText({ t }: Texts, rule: PasswordRule, { minLength }: PasswordPolicy): string {
  return t(`password.rule.${rule}`, rule === 'minLength' ? { count: minLength } : {});
}
