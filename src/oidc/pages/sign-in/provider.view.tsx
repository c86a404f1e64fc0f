// The parts of sign-in pages that lead to identity providers.
import type { VNode } from 'preact';
import { LoginFields, TextField } from '../layout/fields.view.js';
import { HiddenFields } from '../layout/hidden-fields.view.js';
import { Page, PageError, renderPage, Strong, Ways, type PageContext } from '../layout/page.view.js';
import type { Texts } from '../texts/texts.js';

/** The name alone: its domain says whether a password or a provider follows. */
export function NameFirst({
  texts: { t },
  error,
  offersPasskeys,
}: {
  texts: Texts;
  error?: string | undefined;
  offersPasskeys: boolean;
}): VNode {
  return (
    <>
      <TextField
        name="loginName"
        label={t('login.name')}
        autocomplete={offersPasskeys ? 'username webauthn' : 'username'}
        error={error}
        autofocus
      />
      <button type="submit">{t('directory.next')}</button>
    </>
  );
}

/** The header `Refresh` leads on. A redirect would be refused: the page's policy lets its forms lead to this service only. */
export function renderOnwardPage(pageContext: PageContext, { href, provider }: { href: string; provider: string }): string {
  const { t } = pageContext.texts;
  return renderPage(
    <Page pageContext={pageContext} title={t('directory.onward', { provider })}>
      <p>
        <a class="button" href={href}>
          {t('directory.with', { provider })}
        </a>
      </p>
    </Page>,
  );
}

export interface DirectoryPasswordProps {
  /** The application to which the sign-in leads; or what the page is for, in words. */
  application?: string;
  lead?: string;
  provider: string;
  action: string;
  loginName: string;
  error?: string | undefined;
  /** The address of the page with the other ways. */
  back: string;
}

/** Name and password of a directory that has no sign-in page of its own. */
export function renderDirectoryPasswordPage(pageContext: PageContext, props: DirectoryPasswordProps): string {
  const { texts } = pageContext;
  const { application, lead, provider, action, loginName, error, back } = props;
  return renderPage(
    <Page pageContext={pageContext} title={texts.t('directory.with', { provider })} again={{ action, hidden: { loginName } }}>
      <p class="lead">{application === undefined ? lead : <Strong texts={texts} name="login.to" value={{ application }} />}</p>
      <PageError>{error}</PageError>
      <form method="post" action={action}>
        <LoginFields texts={texts} loginName={loginName} error={error} />
      </form>
      <Ways>
        <p>
          <a href={back}>{texts.t('directory.other')}</a>
        </p>
      </Ways>
    </Page>,
  );
}

export interface ConnectProps {
  action: string;
  hidden: Readonly<Record<string, string>>;
  provider: string;
  /** The identity at the provider. */
  login: string;
  /** The account here. */
  loginName: string;
}

/** Asks whether an identity may sign in to the account from now on. Both are named: another person may have brought the identity to this browser. */
export function renderConnectPage(pageContext: PageContext, { action, hidden, provider, login, loginName }: ConnectProps): string {
  const { t } = pageContext.texts;
  return renderPage(
    <Page pageContext={pageContext} title={t('directory.connectTitle')} again={{ action, hidden }}>
      <p class="lead">{t('directory.connectWhat', { provider, login, loginName })}</p>
      <form method="post" action={action}>
        <HiddenFields values={hidden} />
        <button type="submit" name="answer" value="yes">
          {t('directory.connectYes')}
        </button>
        <button type="submit" class="quiet" name="answer" value="no">
          {t('directory.connectNo')}
        </button>
      </form>
    </Page>,
  );
}

/** Leads from the callback of a provider to the sign-in by the header `Refresh`: a provider's page may forbid its forms to be redirected further. */
export function renderReturnPage(
  pageContext: PageContext,
  href: string,
  title: 'directory.back' | 'signedOut.title' = 'directory.back',
): string {
  const { t } = pageContext.texts;
  return renderPage(
    <Page pageContext={pageContext} title={t(title)}>
      <p>
        <a class="button" href={href}>
          {t('directory.next')}
        </a>
      </p>
    </Page>,
  );
}
