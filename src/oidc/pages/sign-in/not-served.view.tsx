import type { VNode } from 'preact';
import { Page, renderPage, type PageContext } from '../layout/page.view.js';

export interface NotServedProps {
  /**
   * The application serves other organizations, its project is not granted to the person's organization, or the person has no role of the
   * project.
   */
  reason: 'notServed' | 'notGranted' | 'noRole';
  application: string;
  /** The organization whose people the application serves, and whose administrators decide who else may use it. */
  organization: string;
  /** The person's own organization, whose administrators can request access. */
  ownOrganization: string;
  loginName: string;
  /** The address to sign in with another account. */
  otherAccount: string;
  /** The address of the form that leads back to the application. */
  action: string;
}

const WHY = { notServed: 'notServed.why', notGranted: 'notServed.notGranted', noRole: 'notServed.noRole' } as const;
const WHOM_TO_ASK = { notGranted: 'notServed.askForGrant', noRole: 'notServed.askForRole' } as const;

/** Says that the application does not serve the signed-in person, and where to ask for access. */
export function renderNotServedPage(pageContext: PageContext, props: NotServedProps): string {
  return renderPage(<NotServedPage pageContext={pageContext} {...props} />);
}

function NotServedPage({
  pageContext,
  reason,
  application,
  organization,
  ownOrganization,
  loginName,
  otherAccount,
  action,
}: NotServedProps & { pageContext: PageContext }): VNode {
  const { t } = pageContext.texts;
  return (
    <Page pageContext={pageContext} title={t('notServed.title')} sign="lock" news="bad">
      <p class="lead">{t(WHY[reason], { application, organization, ownOrganization, loginName })}</p>
      {reason !== 'notServed' && <p class="lead">{t(WHOM_TO_ASK[reason], { organization, ownOrganization })}</p>}
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
