import type { VNode } from 'preact';
import { LoginFields } from './fields.view.js';
import { PageError, Page, renderPage, Strong, type PageContext } from './page.view.js';

export interface LoginProps {
  /** Where the form goes; the page's own address. */
  action: string;
  application: string;
  loginName: string;
  /** A sentence that says what went wrong and what to do. */
  fault?: string;
  /** A sentence about what was done before. */
  notice?: string;
  /** Other ways on, each an address. */
  ways: { forgotten?: string; register?: string; accounts?: string };
}

/** Name and password in one plain form that password managers understand. */
export function renderLoginPage(frame: PageContext, props: LoginProps): string {
  return renderPage(<LoginPage frame={frame} {...props} />);
}

function LoginPage({ frame, action, application, loginName, fault, notice, ways }: LoginProps & { frame: PageContext }): VNode {
  const { texts } = frame;
  return (
    <Page frame={frame} title={texts.t('login.title')}>
      <p>
        <Strong texts={texts} name="login.to" value={{ application }} />
      </p>
      {notice && <p role="status">{notice}</p>}
      <PageError>{fault}</PageError>
      <form method="post" action={action}>
        <LoginFields texts={texts} loginName={loginName} fault={fault} />
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
