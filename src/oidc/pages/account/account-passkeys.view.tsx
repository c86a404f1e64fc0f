// The page of the person's passkeys, and the page for a fresh check.
import type { VNode } from 'preact';
import type { Passkey } from '../../../users/authentication/passkeys/passkeys.repository.js';
import { ACCOUNT_PATH } from '../../protocol/endpoints.js';
import { SecurityLayout, type AccountFrame } from './account-layout.view.js';
import { CurrentPasswordField } from '../layout/fields.view.js';
import { HiddenFields } from '../layout/hidden-fields.view.js';
import { Page, PageError, renderPage, Ways, type PageContext } from '../layout/page.view.js';
import { PasskeyConfirm } from '../layout/passkey.view.js';
import { dateIn, type TextKey, type Texts } from '../texts/texts.js';

export const PASSKEYS_PATH = `${ACCOUNT_PATH}/passkeys`;

export interface PasskeysProps {
  passkeys: readonly Passkey[];
  /** False if browsers have no WebAuthn here, or the organization does not allow the key. */
  mayAdd: { passkey: boolean; securityKey: boolean };
  error?: string | undefined;
}

type InAccount<Props> = Props & { pageContext: PageContext; frame: AccountFrame };

/** The page of the person's passkeys and security keys. */
export function renderPasskeysPage(pageContext: PageContext, frame: AccountFrame, props: PasskeysProps): string {
  return renderPage(<PasskeysPage pageContext={pageContext} frame={frame} {...props} />);
}

function PasskeysPage({ pageContext, frame, passkeys, mayAdd, error }: InAccount<PasskeysProps>): VNode {
  const { texts } = pageContext;
  const { t } = texts;
  return (
    <SecurityLayout pageContext={pageContext} frame={frame} title={t('passkey.title')} lead={t('passkey.what')}>
      <PageError>{error}</PageError>
      {passkeys.length === 0 && (
        <section>
          <p>{t('passkey.none')}</p>
        </section>
      )}
      {passkeys.map((passkey) => (
        <PasskeyEntry key={passkey.id} texts={texts} passkey={passkey} />
      ))}
      <form method="post" action={PASSKEYS_PATH}>
        {mayAdd.passkey && (
          <button type="submit" name="action" value="add">
            {t('passkey.add')}
          </button>
        )}
        {mayAdd.securityKey && (
          <button type="submit" class="quiet" name="action" value="addKey">
            {t('passkey.addKey')}
          </button>
        )}
      </form>
    </SecurityLayout>
  );
}

function PasskeyEntry({ texts, passkey }: { texts: Texts; passkey: Passkey }): VNode {
  const { t } = texts;
  const { id } = passkey;
  const name = nameOf(texts, passkey);
  return (
    <section aria-label={name}>
      <h2>{name}</h2>
      <p>
        <small>{factsOf(texts, passkey).join(' · ')}</small>
      </p>
      <details>
        <summary>{t('passkey.rename')}</summary>
        <form method="post" action={PASSKEYS_PATH}>
          <HiddenFields values={{ id }} />
          <label for={`name-${id}`}>{t('passkey.name')}</label>
          <input id={`name-${id}`} type="text" name="name" value={name} maxlength={100} autocomplete="off" required />
          <button type="submit" class="quiet" name="action" value="rename">
            {t('passkey.rename')}
          </button>
        </form>
      </details>
      <form method="post" action={PASSKEYS_PATH}>
        <HiddenFields values={{ id }} />
        <button type="submit" class="link" name="action" value="remove" aria-label={`${t('passkey.remove')}: ${name}`}>
          {t('passkey.remove')}
        </button>
      </form>
    </section>
  );
}

function nameOf({ t }: Texts, { name, passwordless }: Passkey): string {
  return name || t(passwordless ? 'passkey.unnamed' : 'passkey.unnamedKey');
}

function factsOf(texts: Texts, { createdUs, lastUsedUs, synced, passwordless }: Passkey): string[] {
  const { t } = texts;
  return [
    t('passkey.added', { date: dateIn(texts, createdUs) }),
    ...(lastUsedUs === undefined ? [] : [t('passkey.used', { date: dateIn(texts, lastUsedUs) })]),
    ...(synced ? [t('passkey.synced')] : []),
    ...(passwordless ? [] : [t('passkey.secondOnly')]),
  ];
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
  const { action, hidden, what, submit, loginName, options, forgotten, back, error } = props;
  const { texts } = pageContext;
  const { t } = texts;
  const isKeyAlone = loginName === undefined && options !== undefined;
  return (
    <Page pageContext={pageContext} title={t('confirm.title')} sign="lock" again={{ action, hidden }}>
      <p class="lead">{t(loginName === undefined && options === undefined ? 'confirm.nothing' : what)}</p>
      <PageError>{error}</PageError>
      {loginName !== undefined && (
        <form method="post" action={action}>
          <HiddenFields values={hidden} />
          <input type="text" name="username" value={loginName} autocomplete="username" readonly hidden />
          <CurrentPasswordField texts={texts} error={error} autofocus />
          <button type="submit">{t(submit)}</button>
        </form>
      )}
      {options && <PasskeyConfirm texts={texts} action={action} hidden={hidden} options={options} isAlone={isKeyAlone} />}
      <Ways>
        {!isKeyAlone && (
          <p>
            <a href={forgotten}>{t('login.forgotten')}</a>
          </p>
        )}
        {back !== undefined && (
          <p>
            <a href={back}>{t('confirm.back')}</a>
          </p>
        )}
      </Ways>
    </Page>
  );
}
