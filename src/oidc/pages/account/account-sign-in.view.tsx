import type { VNode } from 'preact';
import { LoginFields } from '../layout/fields.view.js';
import { PasskeySignIn, type PasskeySignInForm } from '../layout/passkey.view.js';
import { ProviderButtons, type ProviderButton } from '../layout/provider-buttons.view.js';
import { NameFirst } from '../sign-in/provider.view.js';
import { Page, PageError, renderPage, type PageContext } from '../layout/page.view.js';

export interface AccountSignInProps {
  action: string;
  forgotten: string;
  loginName: string;
  error?: string | undefined;
  passkey?: PasskeySignInForm;
  /** Whether the page asks for the name alone: its domain may belong to an identity provider. */
  asksNameFirst: boolean;
  providers: readonly ProviderButton[];
}

/** The sign-in form of the account page. */
export function renderAccountSignInPage(pageContext: PageContext, props: AccountSignInProps): string {
  return renderPage(<AccountSignInPage pageContext={pageContext} {...props} />);
}

function AccountSignInPage({ pageContext, ...props }: AccountSignInProps & { pageContext: PageContext }): VNode {
  const { action, forgotten, loginName, error, passkey, asksNameFirst, providers } = props;
  const { texts } = pageContext;
  const { t } = texts;
  return (
    <Page pageContext={pageContext} title={t('login.title')} again={{ action, hidden: { loginName } }}>
      <p class="lead">{t('account.signIn')}</p>
      <PageError>{error}</PageError>
      <form method="post" action={action}>
        {asksNameFirst ? (
          <NameFirst texts={texts} error={error} offersPasskeys={passkey !== undefined} />
        ) : (
          <LoginFields texts={texts} loginName={loginName} error={error} forgotten={forgotten} offersPasskeys={passkey !== undefined} />
        )}
      </form>
      {passkey && <PasskeySignIn texts={texts} form={passkey} />}
      <ProviderButtons texts={texts} buttons={providers} isAlone={false} />
    </Page>
  );
}
