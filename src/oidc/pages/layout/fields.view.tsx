// The fields that several forms share.
import type { VNode } from 'preact';
import { errorAttributes } from './page.view.js';
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
  error?: string | undefined;
  autofocus?: boolean | undefined;
  /** May be left empty. */
  optional?: boolean;
  /** Shown, but not editable here. */
  readonly?: boolean;
  /** A sentence below the field. */
  hint?: string;
}

/** A labelled field; screen readers read an error of the form with it. */
export function TextField(props: TextFieldProps): VNode {
  const { name, label, type = 'text', value, autocomplete, maxlength, error, autofocus, optional = false, readonly, hint } = props;
  const described = [hint === undefined ? [] : [`${name}-hint`], error ? ['error'] : []].flat().join(' ');
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
    ...errorAttributes(error),
    ...(described === '' ? {} : { 'aria-describedby': described }),
  };
  return (
    <div>
      <label for={name}>{label}</label>
      {type === 'text' && <input type="text" {...attributes} />}
      {type === 'email' && <input type="email" {...attributes} />}
      {type === 'url' && <input type="url" {...attributes} />}
      {type === 'password' && <input type="password" {...attributes} />}
      {hint !== undefined && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

export interface LoginFieldsProps {
  texts: Texts;
  loginName: string;
  error?: string | undefined;
  /** Browsers also offer passkeys in the field for the name. */
  offersPasskeys?: boolean;
}

/** Name and password in one form, as password managers expect. The next field to fill in has the focus. */
export function LoginFields({ texts: { t }, loginName, error, offersPasskeys = false }: LoginFieldsProps): VNode {
  return (
    <>
      <TextField
        name="loginName"
        label={t('login.name')}
        value={loginName}
        autocomplete={offersPasskeys ? 'username webauthn' : 'username'}
        error={error}
        autofocus={loginName === ''}
      />
      <TextField
        name="password"
        type="password"
        label={t('login.password')}
        autocomplete="current-password"
        error={error}
        autofocus={loginName !== ''}
      />
      <button type="submit">{t('login.submit')}</button>
    </>
  );
}

export interface CurrentPasswordProps {
  texts: Texts;
  error?: string | undefined;
  autofocus?: boolean;
}

/** The current password, which a signed-in person enters again before an action that a thief of the browser must not perform. */
export function CurrentPasswordField({ texts: { t }, error, autofocus }: CurrentPasswordProps): VNode {
  return (
    <TextField
      name="currentPassword"
      type="password"
      label={t('account.current')}
      autocomplete="current-password"
      error={error}
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
  error?: string | undefined;
  /** Tells password managers the account of the password. */
  loginName?: string | undefined;
  autofocus?: boolean;
}

/** The field for a new password, with its rules in words. */
export function NewPasswordField({ texts, policy, label, error, loginName, autofocus }: NewPasswordProps): VNode {
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
        aria-describedby={error ? 'rules error' : 'rules'}
        {...(error ? { 'aria-invalid': 'true' as const } : {})}
      />
      <div id="rules" class="rules">
        <p>{texts.t('password.rules')}</p>
        <ul>
          {shownRules(policy).map((rule) => (
            <li key={rule}>{ruleText(texts, rule, policy)}</li>
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
