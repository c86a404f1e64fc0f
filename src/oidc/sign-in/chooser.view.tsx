import type { VNode } from 'preact';
import { Page, renderPage } from './page.view.js';

const TEXTS = {
  title: 'Choose an account',
  purpose: 'to continue to',
  remove: 'Sign out',
  add: 'Use another account',
  removeAll: 'Sign out everywhere in this browser',
};

/** An account that is signed in to in this browser. */
export interface ChooserAccount {
  /** Names its session in the form. */
  session: string;
  name: string;
  loginName: string;
}

export interface ChooserProps {
  /** Where the forms go; the page's own address. */
  action: string;
  application: string;
  accounts: ChooserAccount[];
}

/** The accounts of this browser: go on with one, sign one out, add another. */
export function renderChooserPage(props: ChooserProps): string {
  return renderPage(<ChooserPage {...props} />);
}

function ChooserPage({ action, application, accounts }: ChooserProps): VNode {
  return (
    <Page title={TEXTS.title}>
      <p>
        {TEXTS.purpose} <strong>{application}</strong>
      </p>
      {accounts.map((account) => (
        <Account key={account.session} action={action} {...account} />
      ))}
      <form method="post" action={action}>
        <button type="submit" class="quiet" name="action" value="add">
          {TEXTS.add}
        </button>
        <button type="submit" class="quiet" name="action" value="removeAll">
          {TEXTS.removeAll}
        </button>
      </form>
    </Page>
  );
}

function Account({ action, session, name, loginName }: ChooserAccount & { action: string }): VNode {
  return (
    <form method="post" action={action}>
      <input type="hidden" name="session" value={session} />
      <button type="submit" name="action" value="switch">
        {name} <small>{loginName}</small>
      </button>
      <button type="submit" class="quiet" name="action" value="remove" aria-label={`${TEXTS.remove} ${loginName}`}>
        {TEXTS.remove}
      </button>
    </form>
  );
}
