// The account pages for credentials: the address, the password, and the list of all ways to sign in.
import type { VNode } from 'preact';
import { ACCOUNT_PATH } from '../../protocol/endpoints.js';
import type { PasswordPolicy } from '../../../users/organizations/policies/policy-kinds.js';
import { ACCOUNT_SUBJECTS, AccountLayout, SecurityLayout, type AccountFrame } from './account-layout.view.js';
import { CurrentPasswordField, FaultSummary, NewPasswordField, TextField } from '../layout/fields.view.js';
import { HiddenFields } from '../layout/hidden-fields.view.js';
import { Icon, type IconName } from '../layout/icons.view.js';
import { renderPage, Strong, type PageContext } from '../layout/page.view.js';

export const PASSWORD_PATH = `${ACCOUNT_PATH}/password`;

export interface PasswordPageProps {
  policy: PasswordPolicy;
  /** The proof of another check, for a person without a password. If absent, the form asks for the current password. */
  fresh?: string;
  fault?: PasswordFault | undefined;
}

/** What is wrong with one of the two passwords. */
export interface PasswordFault {
  field: 'currentPassword' | 'newPassword';
  sentence: string;
}

/** The page to change or set the password. */
export function renderAccountPasswordPage(pageContext: PageContext, frame: AccountFrame, props: PasswordPageProps): string {
  return renderPage(<PasswordPage pageContext={pageContext} frame={frame} {...props} />);
}

type InAccount<Props> = Props & { pageContext: PageContext; frame: AccountFrame };

function PasswordPage({ pageContext, frame, policy, fresh, fault }: InAccount<PasswordPageProps>): VNode {
  const { texts } = pageContext;
  const hidden = fresh === undefined ? undefined : { fresh };
  const labels = { currentPassword: texts.t('account.current'), newPassword: texts.t('password.new') };
  const at = (field: PasswordFault['field']) => (fault?.field === field ? fault.sentence : undefined);
  const title = texts.t(hidden ? 'account.passwordSet' : 'account.password');
  return (
    <SecurityLayout
      pageContext={pageContext}
      frame={frame}
      title={title}
      lead={texts.t('account.passwordWhat')}
      {...(hidden && { again: { action: PASSWORD_PATH, hidden } })}
    >
      <section>
        <FaultSummary texts={texts} faults={fault ? [{ field: fault.field, label: labels[fault.field] }] : []} />
        <form method="post" action={PASSWORD_PATH}>
          {hidden ? <HiddenFields values={hidden} /> : <CurrentPasswordField texts={texts} fault={at('currentPassword')} />}
          <NewPasswordField
            texts={texts}
            policy={policy}
            label={labels.newPassword}
            fault={at('newPassword')}
            loginName={frame.loginName}
          />
          <button type="submit">{title}</button>
        </form>
      </section>
    </SecurityLayout>
  );
}

export interface EmailPageProps {
  email: string | undefined;
  emailVerified: boolean;
  /** False for a person without a password, who gets another check on the next page. */
  asksPassword: boolean;
  /** The earlier input, to be corrected. */
  typed?: string | undefined;
  /** The error in the input. */
  error?: string | undefined;
}

/** The page to change the mail address. */
export function renderAccountEmailPage(pageContext: PageContext, frame: AccountFrame, props: EmailPageProps): string {
  return renderPage(<EmailPage pageContext={pageContext} frame={frame} {...props} />);
}

function EmailPage({ pageContext, frame, email, emailVerified, asksPassword, typed, error }: InAccount<EmailPageProps>): VNode {
  const { texts } = pageContext;
  return (
    <AccountLayout
      pageContext={pageContext}
      frame={frame}
      subject="email"
      title={texts.t('account.email')}
      lead={texts.t('account.about.email')}
    >
      <section>
        <p>
          {email === undefined ? texts.t('account.emailNone') : <Strong texts={texts} name="account.emailNow" value={{ email }} />}{' '}
          {email !== undefined && !emailVerified && texts.t('account.emailUnverified')}
        </p>
        <FaultSummary texts={texts} faults={error === undefined ? [] : [{ field: 'email', label: texts.t('account.emailNew') }]} />
        <form method="post" action={ACCOUNT_SUBJECTS.email.path}>
          <TextField
            name="email"
            type="email"
            label={texts.t('account.emailNew')}
            value={typed}
            autocomplete="email"
            maxlength={320}
            fault={error}
            autofocus={error !== undefined}
          />
          {asksPassword && <CurrentPasswordField texts={texts} />}
          <button type="submit">{texts.t('account.emailSubmit')}</button>
        </form>
      </section>
    </AccountLayout>
  );
}

/** A way to sign in or a second factor: its name, its state, and the page to change it. */
export interface SecurityEntry {
  icon: IconName;
  name: string;
  /** In words: since when, how many, or that there is none. */
  state: string;
  /** A label on the entry, if it is set up. */
  tag?: string | undefined;
  href: string;
}

/** All ways to sign in. */
export function renderAccountSecurityPage(pageContext: PageContext, frame: AccountFrame, entries: readonly SecurityEntry[]): string {
  return renderPage(<SecurityPage pageContext={pageContext} frame={frame} entries={entries} />);
}

function SecurityPage({ pageContext, frame, entries }: InAccount<{ entries: readonly SecurityEntry[] }>): VNode {
  const { t } = pageContext.texts;
  return (
    <AccountLayout
      pageContext={pageContext}
      frame={frame}
      subject="security"
      title={t('account.subject.security')}
      lead={t('account.about.security')}
    >
      <ul class="tiles list">
        {entries.map(({ icon, name, state, tag, href }) => (
          <li key={href}>
            <a href={href} class="tile">
              <span class="face">
                <Icon name={icon} />
              </span>
              <span>
                <b>
                  {name} {tag && <em class="tag good">{tag}</em>}
                </b>
                <small>{state}</small>
              </span>
              <Icon name="next" class="next" />
            </a>
          </li>
        ))}
      </ul>
    </AccountLayout>
  );
}
