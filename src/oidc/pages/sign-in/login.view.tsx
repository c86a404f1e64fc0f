import type { VNode } from 'preact';
import { LoginFields } from '../layout/fields.view.js';
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
  const { action, application, loginName, error, notice, takesPassword, asksNameFirst, providers, passkey, ways } = props;
  const { texts } = pageContext;
  const hasForm = takesPassword || asksNameFirst;
  return (
    <Page pageContext={pageContext} title={texts.t('login.title')} again={{ action, hidden: { loginName } }}>
      <p class="lead">
        <Strong texts={texts} name="login.to" value={{ application }} />
      </p>
      <Notice>{notice}</Notice>
      <PageError>{error}</PageError>
      {hasForm && (
        <form method="post" action={action}>
          {asksNameFirst ? (
            <NameFirst texts={texts} error={error} offersPasskeys={passkey !== undefined} />
          ) : (
            <LoginFields
              texts={texts}
              loginName={loginName}
              error={error}
              forgotten={ways.forgotten}
              offersPasskeys={passkey !== undefined}
            />
          )}
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
