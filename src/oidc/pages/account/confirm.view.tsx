// The page for a fresh check: a password, a passkey, or an identity provider that is connected to the account.
import type { VNode } from 'preact';
import { ButtonLogo } from '../layout/emblem.view.js';
import { CurrentPasswordField, TextField } from '../layout/fields.view.js';
import { HiddenFields } from '../layout/hidden-fields.view.js';
import { Page, PageError, renderPage, Ways, type PageContext } from '../layout/page.view.js';
import { PasskeyConfirm } from '../layout/passkey.view.js';
import type { TextKey, Texts } from '../texts/texts.js';

/** Fields of the form by which an identity provider confirms the person. */
export const DIRECTORY_FIELD = 'directory';
export const DIRECTORY_NAME = 'directoryName';
export const DIRECTORY_PASSWORD = 'directoryPassword';

/** An identity provider that can confirm the person. `loginName` is set if its password is typed here. */
export interface ConfirmingDirectory {
  id: string;
  name: string;
  /** The digest of its logo. */
  logo: string | undefined;
  loginName?: string;
}

export interface ConfirmProps {
  action: string;
  /** The change to confirm, as fields of the form. */
  hidden: Readonly<Record<string, string>>;
  /** The change in words, and the text of the button. */
  what: TextKey;
  submit: TextKey;
  /** Tells password managers the account of the password; undefined for a person without a password. */
  loginName: string | undefined;
  /** The WebAuthn options, for a person with a passkey. */
  options: object | undefined;
  /** The identity providers that are connected to the account. */
  directories: readonly ConfirmingDirectory[];
  /** The link for a person with neither. */
  forgotten: string;
  /** If absent, there is no link back. */
  back?: string;
  error?: string | undefined;
}

/** Asks for the password or a passkey again, because another person may be using the browser. */
export function renderConfirmPage(pageContext: PageContext, props: ConfirmProps): string {
  return renderPage(<ConfirmPage pageContext={pageContext} {...props} />);
}

function ConfirmPage({ pageContext, ...props }: ConfirmProps & { pageContext: PageContext }): VNode {
  const { action, hidden, what, submit, loginName, options, directories, forgotten, back, error } = props;
  const { texts } = pageContext;
  const { t } = texts;
  const hasPassword = loginName !== undefined;
  const hasNothing = !hasPassword && options === undefined && directories.length === 0;
  return (
    <Page pageContext={pageContext} title={t('confirm.title')} sign="lock" again={{ action, hidden }}>
      <p class="lead">{t(hasNothing ? 'confirm.nothing' : what)}</p>
      <PageError>{error}</PageError>
      {hasPassword && (
        <form method="post" action={action}>
          <HiddenFields values={hidden} />
          <input type="text" name="username" value={loginName} autocomplete="username" readonly hidden />
          <CurrentPasswordField texts={texts} error={error} autofocus />
          <button type="submit">{t(submit)}</button>
        </form>
      )}
      {options && (
        <PasskeyConfirm
          texts={texts}
          action={action}
          hidden={hidden}
          options={options}
          isAlone={!hasPassword && directories.length === 0}
        />
      )}
      {directories.map((directory, at) => (
        <DirectoryConfirm
          key={directory.id}
          texts={texts}
          action={action}
          hidden={hidden}
          directory={directory}
          isFirst={!hasPassword && at === 0}
          error={error}
        />
      ))}
      <Ways>
        {(hasPassword || hasNothing) && (
          <p>
            <a href={forgotten}>{t('login.forgotten')}</a>
          </p>
        )}
        <WayBack texts={texts} back={back} />
      </Ways>
    </Page>
  );
}

function WayBack({ texts, back }: { texts: Texts; back: string | undefined }): VNode | null {
  return back === undefined ? null : (
    <p>
      <a href={back}>{texts.t('confirm.back')}</a>
    </p>
  );
}

/** A button that leads to the provider; or the fields for a directory whose password is typed here. */
function DirectoryConfirm(props: {
  texts: Texts;
  action: string;
  hidden: Readonly<Record<string, string>>;
  directory: ConfirmingDirectory;
  isFirst: boolean;
  error: string | undefined;
}): VNode {
  const { texts, action, hidden, directory, isFirst, error } = props;
  const { id, name, logo, loginName } = directory;
  return (
    <form method="post" action={action}>
      {!isFirst && <p class="or">{texts.t('passkey.or')}</p>}
      <HiddenFields values={{ ...hidden, [DIRECTORY_FIELD]: id }} />
      {loginName !== undefined && (
        <>
          <TextField name={DIRECTORY_NAME} label={texts.t('login.name')} value={loginName} autocomplete="username" />
          <TextField
            name={DIRECTORY_PASSWORD}
            type="password"
            label={texts.t('login.password')}
            autocomplete="current-password"
            error={error}
          />
        </>
      )}
      <button type="submit" class={isFirst ? undefined : 'quiet'}>
        <ButtonLogo logo={logo} />
        {texts.t('confirm.directory', { provider: name })}
      </button>
    </form>
  );
}

/** After an identity provider has confirmed the person: sends the form of the change again. `hidden` has the check that was passed. */
export function renderConfirmedPage(
  pageContext: PageContext,
  props: Pick<ConfirmProps, 'action' | 'hidden' | 'back'> & Partial<Pick<ConfirmProps, 'what' | 'submit'>> & { provider: string },
): string {
  const { action, hidden, back, what = 'confirm.what', submit = 'confirm.submit', provider } = props;
  const { texts } = pageContext;
  return renderPage(
    <Page pageContext={pageContext} title={texts.t('confirm.directoryDone', { provider })} sign="lock">
      <p class="lead">{texts.t(what)}</p>
      <form method="post" action={action}>
        <HiddenFields values={hidden} />
        <button type="submit">{texts.t(submit)}</button>
      </form>
      <Ways>
        <WayBack texts={texts} back={back} />
      </Ways>
    </Page>,
  );
}
