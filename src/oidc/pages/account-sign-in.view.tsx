import type { VNode } from 'preact';
import { LoginFields } from './fields.view.js';
import { PageError, Page, renderPage, type PageContext } from './page.view.js';

export interface AccountSignInProps {
  action: string;
  forgotten: string;
  loginName: string;
  fault?: string | undefined;
}

/** Name and password, for the own account instead of an application. */
export function renderAccountSignInPage(frame: PageContext, props: AccountSignInProps): string {
  return renderPage(<AccountSignInPage frame={frame} {...props} />);
}

function AccountSignInPage({ frame, action, forgotten, loginName, fault }: AccountSignInProps & { frame: PageContext }): VNode {
  const { t } = frame.texts;
  return (
    <Page frame={frame} title={t('login.title')}>
      <p>{t('account.signIn')}</p>
      <PageError>{fault}</PageError>
      <form method="post" action={action}>
        <LoginFields texts={frame.texts} loginName={loginName} fault={fault} />
      </form>
      <nav>
        <p>
          <a href={forgotten}>{t('login.forgotten')}</a>
        </p>
      </nav>
    </Page>
  );
}
