import type { VNode } from 'preact';
import { ACCOUNT_PATH } from '../../protocol/endpoints.js';
import { renderDonePage } from '../layout/done.view.js';
import type { ErrorProps } from '../layout/error.view.js';
import { Page, renderPage, Strong, type PageContext } from '../layout/page.view.js';
import type { Texts } from '../texts/texts.js';

export interface LogoutProps {
  /** The address to which the answer is posted. */
  action: string;
  /** The login name of the signed-in person. */
  loginName: string;
  /** The application that requests the sign-out, if known. */
  application: string | undefined;
  /** Hidden fields of the answer. */
  fields: Readonly<Record<string, string>>;
}

/** Asks before signing out. */
export function renderLogoutPage(pageContext: PageContext, props: LogoutProps): string {
  return renderPage(<LogoutPage pageContext={pageContext} {...props} />);
}

/** A link back to the application from which the person came. */
export interface WayOn {
  label: string;
  href: string;
}

/**
 * Shown after signing out without a redirect: links back to the application, or to the person's account.
 * @param frames addresses of other applications (OpenID Connect Front-Channel Logout 1.0)
 */
export function renderSignedOutPage(pageContext: PageContext, wayBack: WayOn | undefined, frames: readonly string[] = []): string {
  const { t } = pageContext.texts;
  return renderDonePage(pageContext, {
    title: t('signedOut.title'),
    sentences: [t(frames.length > 0 ? 'signedOut.others' : 'signedOut.what')],
    frames,
    wayOn: wayBack ?? { label: t('signedOut.account'), href: ACCOUNT_PATH },
  });
}

/** Shown to people who chose to stay signed in. */
export function renderStayedPage(pageContext: PageContext, wayBack: WayOn | undefined): string {
  const { t } = pageContext.texts;
  return renderDonePage(pageContext, {
    title: t('stayed.title'),
    sentences: [t('stayed.what')],
    wayOn: wayBack ?? { label: t('done.account'), href: ACCOUNT_PATH },
  });
}

/** Shown for an invalid sign-out request of an application. `signOut`: the address where people can sign out themselves. */
export function logoutError({ t }: Texts, sentence: string, signOut: string): ErrorProps {
  return {
    title: t('logoutError.title'),
    sentences: [sentence, t('logoutError.hint')],
    wayOn: { label: t('logoutError.wayOn'), href: signOut },
  };
}

function LogoutPage({ pageContext, action, loginName, application, fields }: LogoutProps & { pageContext: PageContext }): VNode {
  const { texts } = pageContext;
  return (
    <Page pageContext={pageContext} title={texts.t('logout.title')} sign="leave">
      <p class="lead">
        <Strong texts={texts} name="logout.who" value={{ loginName }} />
      </p>
      <p class="lead">{application === undefined ? texts.t('logout.alone') : texts.t('logout.wish', { application })}</p>
      <form method="post" action={action}>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" name="logout" value="yes">
          {texts.t('logout.submit')}
        </button>
        <button type="submit" class="quiet">
          {texts.t('logout.stay')}
        </button>
      </form>
    </Page>
  );
}
