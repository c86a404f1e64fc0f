// The page of the person's passkeys.
import type { VNode } from 'preact';
import type { Passkey } from '../../../users/authentication/passkeys/passkeys.repository.js';
import { ACCOUNT_PATH } from '../../protocol/endpoints.js';
import { SecurityLayout, type AccountFrame } from './account-layout.view.js';
import { HiddenFields } from '../layout/hidden-fields.view.js';
import { PageError, renderPage, type PageContext } from '../layout/page.view.js';
import { dateIn, type Texts } from '../texts/texts.js';

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
