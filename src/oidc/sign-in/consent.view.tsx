import type { VNode } from 'preact';
import { Page, renderPage } from './page.view.js';

const TEXTS = {
  title: 'May it know this?',
  asks: 'asks to learn about you, signed in as',
  agree: 'Allow',
  refuse: 'Do not allow',
  /** What a scope opens; another one is shown as it is. */
  scopes: {
    openid: 'who you are',
    profile: 'your name and profile',
    email: 'your e-mail address',
    phone: 'your phone number',
    address: 'your postal address',
    offline_access: 'all of this also while you are away',
  } as Record<string, string>,
};

export interface ConsentProps {
  /** Where the form goes; the page's own address. */
  action: string;
  application: string;
  loginName: string;
  scope: readonly string[];
}

/** Asks a person what an application may learn. */
export function renderConsentPage(props: ConsentProps): string {
  return renderPage(<ConsentPage {...props} />);
}

function ConsentPage({ action, application, loginName, scope }: ConsentProps): VNode {
  return (
    <Page title={TEXTS.title}>
      <p>
        <strong>{application}</strong> {TEXTS.asks} <strong>{loginName}</strong>:
      </p>
      <ul>
        {scope.map((value) => (
          <li key={value}>{Object.hasOwn(TEXTS.scopes, value) ? TEXTS.scopes[value] : value}</li>
        ))}
      </ul>
      <form method="post" action={action}>
        <button type="submit" name="answer" value="yes">
          {TEXTS.agree}
        </button>
        <button type="submit" class="quiet" name="answer" value="no">
          {TEXTS.refuse}
        </button>
      </form>
    </Page>
  );
}
