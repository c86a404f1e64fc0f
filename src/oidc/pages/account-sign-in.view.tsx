import type { VNode } from 'preact';
import { LoginFields } from './fields.view.js';
import { PageError, Page, renderPage, type PageContext } from './page.view.js';

export interface AccountSignInProps {
  action: string;
  forgotten: string;
  loginName: string;
  error?: string | undefined;
}

/** The sign-in form of the account page. */
export function renderAccountSignInPage(pageContext: PageContext, props: AccountSignInProps): string {
  return renderPage(<AccountSignInPage pageContext={pageContext} {...props} />);
}

function AccountSignInPage({ pageContext, action, forgotten, loginName, error }: AccountSignInProps & { pageContext: PageContext }): VNode {
  const { t } = pageContext.texts;
  return (
    <Page pageContext={pageContext} title={t('login.title')}>
      <p>{t('account.signIn')}</p>
      <PageError>{error}</PageError>
      <form method="post" action={action}>
        <LoginFields texts={pageContext.texts} loginName={loginName} error={error} />
      </form>
      <nav>
        <p>
          <a href={forgotten}>{t('login.forgotten')}</a>
        </p>
      </nav>
    </Page>
  );
}
