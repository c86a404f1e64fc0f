import type { VNode } from 'preact';
import { Page, renderPage, type PageContext } from './page.view.js';

export interface NotServedProps {
  application: string;
  /** Whose people the application serves. */
  organization: string;
  loginName: string;
  /** Where somebody else signs in. */
  otherAccount: string;
  /** Where the form goes that leads back to the application. */
  action: string;
}

/** Says that the application does not serve the person who is signed in. */
export function renderNotServedPage(pageContext: PageContext, props: NotServedProps): string {
  return renderPage(<NotServedPage pageContext={pageContext} {...props} />);
}

function NotServedPage({
  pageContext,
  application,
  organization,
  loginName,
  otherAccount,
  action,
}: NotServedProps & { pageContext: PageContext }): VNode {
  const { t } = pageContext.texts;
  return (
    <Page pageContext={pageContext} title={t('notServed.title')}>
      <p>{t('notServed.why', { application, organization, loginName })}</p>
      <p>
        <a class="button" href={otherAccount}>
          {t('login.otherAccount')}
        </a>
      </p>
      <form method="post" action={action}>
        <button type="submit" class="quiet">
          {t('back.toApplication', { application })}
        </button>
      </form>
    </Page>
  );
}
