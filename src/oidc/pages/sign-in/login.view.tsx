import type { VNode } from 'preact';
import { LoginFields, MailFields } from '../layout/fields.view.js';
import { PasskeyDeviceField, PasskeySignIn, type PasskeySignInForm } from '../layout/passkey.view.js';
import { ProviderButtons, type ProviderButton } from '../layout/provider-buttons.view.js';
import { NameFirst } from './provider.view.js';
import { Notice, Page, PageError, renderPage, Strong, Ways, type PageContext } from '../layout/page.view.js';

export interface LoginProps {
  /** The address to which the form is posted; the page's own address. */
  action: string;
  application: string;
  loginName: string;
  /** An error message: what went wrong, and what the person can do. */
  error?: string;
  /** A sentence about the previous step. */
  notice?: string;
  /** Whether there are fields for a name and a password. */
  takesPassword: boolean;
  /** Whether the page asks for the name alone: its domain may belong to an identity provider. */
  asksNameFirst: boolean;
  /** The address to which a name is sent for a sign-in by mail, where mail signs in. */
  mail?: string;
  /** Identity providers. */
  providers: readonly ProviderButton[];
  /** Set if people may sign in without a password. */
  passkey?: PasskeySignInForm;
  /** Other links. */
  ways: { forgotten?: string; register?: string; accounts?: string };
}

/** Name and password in one plain form that password managers understand. */
export function renderLoginPage(pageContext: PageContext, props: LoginProps): string {
  return renderPage(<LoginPage pageContext={pageContext} {...props} />);
}

function LoginPage({ pageContext, ...props }: LoginProps & { pageContext: PageContext }): VNode {
  const { action, application, loginName, error, notice, takesPassword, asksNameFirst, mail, providers, passkey, ways } = props;
  const { texts } = pageContext;
  const isMailAlone = mail !== undefined && !takesPassword && !asksNameFirst;
  const hasForm = takesPassword || asksNameFirst || isMailAlone;
  const fields = { texts, loginName, error, offersPasskeys: passkey !== undefined };
  return (
    <Page pageContext={pageContext} title={texts.t('login.title')} again={{ action, hidden: { loginName } }}>
      <p class="lead">
        <Strong texts={texts} name="login.to" value={{ application }} />
      </p>
      <Notice>{notice}</Notice>
      <PageError>{error}</PageError>
      {hasForm && (
        <form method="post" action={isMailAlone ? mail : action}>
          {asksNameFirst && <NameFirst {...fields} />}
          {isMailAlone && <MailFields {...fields} />}
          {!asksNameFirst && !isMailAlone && <LoginFields {...fields} forgotten={ways.forgotten} mail={mail} />}
          {passkey && <PasskeyDeviceField />}
        </form>
      )}
      {passkey && <PasskeySignIn texts={texts} form={passkey} isAlone={!hasForm} />}
      <ProviderButtons texts={texts} buttons={providers} isAlone={!hasForm && !passkey} />
      <Ways>
        {ways.accounts && (
          <p>
            <a href={ways.accounts}>{texts.t('login.accounts')}</a>
          </p>
        )}
        {ways.register && (
          <p class="apart">
            <a class="button quiet" href={ways.register}>
              {texts.t('login.register')}
            </a>
          </p>
        )}
      </Ways>
    </Page>
  );
}
