import type { VNode } from 'preact';
import { Face, Page, renderPage, Strong, type PageContext } from '../layout/page.view.js';
import type { Texts } from '../texts/texts.js';

/** An account that is signed in in this browser. */
export interface ChooserAccount {
  /** Identifies its session in the form. */
  session: string;
  name: string;
  loginName: string;
}

export interface ChooserProps {
  /** The address to which the forms are posted; the page's own address. */
  action: string;
  application: string;
  accounts: ChooserAccount[];
}

/** The accounts of this browser: continue with one, sign one out, add another. */
export function renderChooserPage(pageContext: PageContext, props: ChooserProps): string {
  return renderPage(<ChooserPage pageContext={pageContext} {...props} />);
}

function ChooserPage({ pageContext, action, application, accounts }: ChooserProps & { pageContext: PageContext }): VNode {
  const { texts } = pageContext;
  return (
    <Page pageContext={pageContext} title={texts.t('chooser.title')}>
      <p class="lead">
        <Strong texts={texts} name="login.to" value={{ application }} />
      </p>
      {accounts.map((account) => (
        <Account key={account.session} texts={texts} action={action} {...account} />
      ))}
      <form method="post" action={action}>
        <button type="submit" class="quiet" name="action" value="add">
          {texts.t('login.otherAccount')}
        </button>
        <button type="submit" class="quiet" name="action" value="removeAll">
          {texts.t('chooser.removeAll')}
        </button>
      </form>
    </Page>
  );
}

function Account({ texts, action, session, name, loginName }: ChooserAccount & { texts: Texts; action: string }): VNode {
  return (
    <form method="post" action={action} class="account">
      <input type="hidden" name="session" value={session} />
      <button type="submit" class="row" name="action" value="switch">
        <Face name={name} />
        <span>
          {name} <small>{loginName}</small>
        </span>
      </button>
      <button type="submit" class="link" name="action" value="remove" aria-label={texts.t('chooser.removeOne', { loginName })}>
        {texts.t('logout.submit')}
      </button>
    </form>
  );
}
