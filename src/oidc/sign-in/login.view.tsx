import type { VNode } from 'preact';
import { Page, renderPage } from './page.view.js';

export interface LoginProps {
  /** Where the form goes; the page's own address. */
  action: string;
  application: string;
  loginName: string;
  /** A sentence that says what went wrong and what to do. */
  fault?: string;
}

/** Name and password in one plain form that password managers understand. */
export function renderLoginPage(props: LoginProps): string {
  return renderPage(<LoginPage {...props} />);
}

function LoginPage({ action, application, loginName, fault }: LoginProps): VNode {
  return (
    <Page title="Sign in">
      <p>
        to continue to <strong>{application}</strong>
      </p>
      {fault && (
        <p class="fault" id="fault" role="alert">
          {fault}
        </p>
      )}
      <form method="post" action={action}>
        <label for="loginName">Login name or e-mail</label>
        <input
          id="loginName"
          name="loginName"
          type="text"
          value={loginName}
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          required
          autofocus={loginName === ''}
          {...described(fault)}
        />
        <label for="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          autofocus={loginName !== ''}
          {...described(fault)}
        />
        <button type="submit">Sign in</button>
      </form>
    </Page>
  );
}

function described(fault: string | undefined): { 'aria-describedby'?: string } {
  return fault ? { 'aria-describedby': 'fault' } : {};
}
