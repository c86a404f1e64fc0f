import type { VNode } from 'preact';
import type { PasswordPolicy } from '../../users/policies/policies.service.js';
import { Applications, Delegations, Sessions, type ShownConsent, type ShownSession } from './account-access.view.js';
import type { Delegation } from '../tokens/delegations.service.js';
import { NewPasswordField, TextField } from './fields.view.js';
import { PageError, Page, renderPage, Strong, type PageContext } from './page.view.js';

/** The forms of the page; an error belongs to one of them. */
export type AccountForm = 'password' | 'email';

export interface AccountProps {
  loginName: string;
  email: string | undefined;
  emailVerified: boolean;
  policy: PasswordPolicy;
  sessions: readonly ShownSession[];
  consents: readonly ShownConsent[];
  delegations: readonly Delegation[];
  actions: Record<AccountForm | 'sessions' | 'applications' | 'delegations', string>;
  /** Where the person signs out. */
  signOut: string;
  /** A confirmation of what was just done. */
  notice?: string | undefined;
  error?: { form: AccountForm; sentence: string } | undefined;
}

/** The account page. */
export function renderAccountPage(pageContext: PageContext, props: AccountProps): string {
  return renderPage(<AccountPage pageContext={pageContext} {...props} />);
}

function AccountPage({ pageContext, ...props }: AccountProps & { pageContext: PageContext }): VNode {
  const { texts } = pageContext;
  return (
    <Page pageContext={pageContext} title={texts.t('account.title')}>
      <p>
        <Strong texts={texts} name="account.who" value={{ loginName: props.loginName }} />
      </p>
      {props.notice && <p role="status">{props.notice}</p>}
      <PasswordForm pageContext={pageContext} {...props} />
      <EmailForm pageContext={pageContext} {...props} />
      <Sessions texts={texts} sessions={props.sessions} action={props.actions.sessions} />
      <Applications texts={texts} consents={props.consents} action={props.actions.applications} />
      <Delegations texts={texts} delegations={props.delegations} action={props.actions.delegations} />
      <p>
        <a class="button quiet" href={props.signOut}>
          {texts.t('account.signOut')}
        </a>
      </p>
    </Page>
  );
}

function PasswordForm({ pageContext: { texts }, loginName, policy, actions, error }: AccountProps & { pageContext: PageContext }): VNode {
  const own = error?.form === 'password' ? error.sentence : undefined;
  return (
    <section aria-labelledby="change-password">
      <h2 id="change-password">{texts.t('account.password')}</h2>
      <PageError>{own}</PageError>
      <form method="post" action={actions.password}>
        <TextField name="currentPassword" type="password" label={texts.t('account.current')} autocomplete="current-password" error={own} />
        <NewPasswordField texts={texts} policy={policy} label={texts.t('password.new')} error={own} loginName={loginName} />
        <button type="submit">{texts.t('account.password')}</button>
      </form>
    </section>
  );
}

/** Asks for the password as well: whoever has the address can have a new password mailed. */
function EmailForm({ pageContext: { texts }, email, emailVerified, actions, error }: AccountProps & { pageContext: PageContext }): VNode {
  const own = error?.form === 'email' ? error.sentence : undefined;
  return (
    <section aria-labelledby="change-email">
      <h2 id="change-email">{texts.t('account.email')}</h2>
      <p>
        {email === undefined ? texts.t('account.emailNone') : <Strong texts={texts} name="account.emailNow" value={{ email }} />}{' '}
        {email !== undefined && !emailVerified && texts.t('account.emailUnverified')}
      </p>
      <PageError>{own}</PageError>
      <form method="post" action={actions.email}>
        <TextField name="email" type="email" label={texts.t('account.emailNew')} autocomplete="email" maxlength={320} error={own} />
        <label for="emailPassword">{texts.t('account.current')}</label>
        <input
          id="emailPassword"
          name="currentPassword"
          type="password"
          autocomplete="current-password"
          maxlength={500}
          required
          {...(own ? { 'aria-describedby': 'error', 'aria-invalid': 'true' as const } : {})}
        />
        <button type="submit">{texts.t('account.emailSubmit')}</button>
      </form>
    </section>
  );
}
