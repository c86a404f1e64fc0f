// The fields that several forms share.
import type { VNode } from 'preact';
import { errorAttributes } from './page.view.js';
import { shownRules, type PasswordRule } from '../../users/passwords/password-rules.js';
import type { PasswordPolicy } from '../../users/policies/policies.service.js';
import type { Texts } from './texts/texts.js';

/** No legitimate input is longer. */
const MAX_TEXT = 500;
const MAX_CODE = 100;

export interface TextFieldProps {
  name: string;
  label: string;
  value?: string | undefined;
  type?: 'text' | 'email' | 'password';
  autocomplete: string;
  maxlength?: number;
  error?: string | undefined;
  autofocus?: boolean;
}

/** One labelled field; an error of the form is read out with it. */
export function TextField({ name, label, type = 'text', value, autocomplete, maxlength, error, autofocus }: TextFieldProps): VNode {
  const attributes = {
    id: name,
    name,
    value,
    autocomplete,
    ...(autocomplete === 'username' || type === 'email' ? { autocapitalize: 'none' as const, spellcheck: false } : {}),
    maxlength: maxlength ?? MAX_TEXT,
    required: true,
    autofocus,
    ...errorAttributes(error),
  };
  return (
    <>
      <label for={name}>{label}</label>
      {type === 'text' && <input type="text" {...attributes} />}
      {type === 'email' && <input type="email" {...attributes} />}
      {type === 'password' && <input type="password" {...attributes} />}
    </>
  );
}

export interface LoginFieldsProps {
  texts: Texts;
  loginName: string;
  error?: string | undefined;
}

/** Name and password in one form, as password managers understand it; whichever is to be typed next has the focus. */
export function LoginFields({ texts: { t }, loginName, error }: LoginFieldsProps): VNode {
  return (
    <>
      <TextField
        name="loginName"
        label={t('login.name')}
        value={loginName}
        autocomplete="username"
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

/** Hidden fields, sent back unchanged. */
export function HiddenFields({ values }: { values: Readonly<Record<string, string>> }): VNode {
  return (
    <>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

/** A code from a mail, in whatever case and grouping. */
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
  /** Lets password managers know whose password it is. */
  loginName?: string | undefined;
}

/** A password to be chosen, with the rules for it in words. */
export function NewPasswordField({ texts, policy, label, error, loginName }: NewPasswordProps): VNode {
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
        aria-describedby={error ? 'rules error' : 'rules'}
        {...(error ? { 'aria-invalid': 'true' as const } : {})}
      />
      <div id="rules" class="hint">
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

/** One sentence with every rule that a password breaks. */
export function brokenRulesText(texts: Texts, broken: readonly PasswordRule[], policy: PasswordPolicy): string {
  return texts.t('password.broken', { rules: broken.map((rule) => ruleText(texts, rule, policy)).join(', ') });
}

function ruleText({ t }: Texts, rule: PasswordRule, { minLength }: PasswordPolicy): string {
  return t(`password.rule.${rule}`, rule === 'minLength' ? { count: minLength } : {});
}
