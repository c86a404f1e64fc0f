import type { VNode } from 'preact';
import { Page, renderPage } from './page.view.js';

/** Asks before signing out. `secret` ties the answer to this browser session. */
export function renderLogoutPage(props: { action: string; secret: string }): string {
  return renderPage(<LogoutPage {...props} />);
}

/** Shown after signing out, or after deciding not to, when there is no address to go on to. */
export function renderSignedOutPage(): string {
  return renderPage(<SignedOutPage />);
}

function LogoutPage({ action, secret }: { action: string; secret: string }): VNode {
  return (
    <Page title="Sign out?">
      <p>You are about to sign out in this browser.</p>
      <form method="post" action={action}>
        <input type="hidden" name="xsrf" value={secret} />
        <button type="submit" name="logout" value="yes">
          Sign out
        </button>
        <button type="submit" class="quiet">
          Stay signed in
        </button>
      </form>
    </Page>
  );
}

function SignedOutPage(): VNode {
  return (
    <Page title="Done">
      <p>You can close this page.</p>
    </Page>
  );
}
