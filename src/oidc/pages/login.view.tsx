import type { VNode } from 'preact';
import { LoginFields } from './fields.view.js';
import { PageError, Page, renderPage, Strong, type PageContext } from './page.view.js';

export interface LoginProps {
  /** Where the form goes; the page's own address. */
  action: string;
  application: string;
  loginName: string;
  /** An error message: what went wrong and what to do. */
  error?: string;
  /** A sentence about what was done before. */
  notice?: string;
  /** Other links. */
  ways: { forgotten?: string; register?: string; accounts?: string };
}

/** Name and password in one plain form that password managers understand. */
export function renderLoginPage(pageContext: PageContext, props: LoginProps): string {
  return renderPage(<LoginPage pageContext={pageContext} {...props} />);
}

function LoginPage({ pageContext, action, application, loginName, error, notice, ways }: LoginProps & { pageContext: PageContext }): VNode {
  const { texts } = pageContext;
  return (
    <Page pageContext={pageContext} title={texts.t('login.title')}>
      <p>
        <Strong texts={texts} name="login.to" value={{ application }} />
      </p>
      {notice && <p role="status">{notice}</p>}
      <PageError>{error}</PageError>
      <form method="post" action={action}>
        <LoginFields texts={texts} loginName={loginName} error={error} />
      </form>
      <nav>
        {(['forgotten', 'register', 'accounts'] as const).map((way) =>
          ways[way] ? (
            <p key={way}>
              <a href={ways[way]}>{texts.t(`login.${way}`)}</a>
            </p>
          ) : null,
        )}
      </nav>
    </Page>
  );
}
