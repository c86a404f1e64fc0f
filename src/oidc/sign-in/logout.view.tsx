import type { VNode } from 'preact';
import { Page, renderPage, type Frame } from './page.view.js';

/** Asks before signing out. `secret` ties the answer to this browser session. */
export function renderLogoutPage(frame: Frame, props: { action: string; secret: string }): string {
  return renderPage(<LogoutPage frame={frame} {...props} />);
}

/** Shown after signing out, or after deciding not to, when there is no address to go on to. */
export function renderSignedOutPage(frame: Frame): string {
  return renderPage(<SignedOutPage frame={frame} />);
}

function LogoutPage({ frame, action, secret }: { frame: Frame; action: string; secret: string }): VNode {
  const { t } = frame.texts;
  return (
    <Page frame={frame} title={t('logout.title')}>
      <p>{t('logout.what')}</p>
      <form method="post" action={action}>
        <input type="hidden" name="xsrf" value={secret} />
        <button type="submit" name="logout" value="yes">
          {t('logout.submit')}
        </button>
        <button type="submit" class="quiet">
          {t('logout.stay')}
        </button>
      </form>
    </Page>
  );
}

function SignedOutPage({ frame }: { frame: Frame }): VNode {
  return (
    <Page frame={frame} title={frame.texts.t('signedOut.title')}>
      <p>{frame.texts.t('signedOut.what')}</p>
    </Page>
  );
}
