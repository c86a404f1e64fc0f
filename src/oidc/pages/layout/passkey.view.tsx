// Forms that call an authenticator. The script of the pages shows them, fills `credential` and sends them.
import type { VNode } from 'preact';
import { HiddenFields } from './hidden-fields.view.js';
import { Icon } from './icons.view.js';
import { Page, PageError, renderPage, Ways, type PageContext, type ShownAgain } from './page.view.js';
import { ProviderButtons, type ProviderButton } from './provider-buttons.view.js';
import type { Texts } from '../texts/texts.js';

/** The field in which the script reports that this device can store a passkey. */
export const PASSKEY_DEVICE = 'keyDevice';

/** Empty without the script, so that no unusable passkey is offered. */
export function PasskeyDeviceField(): VNode {
  return <input type="hidden" name={PASSKEY_DEVICE} data-device />;
}

/** The address of the form for a sign-in with a passkey, and the address of its options. */
export interface PasskeySignInForm {
  action: string;
  options: string;
}

/**
 * Below the form for a password: a button, and passkeys in the field for the user name where browsers offer them.
 * @param isAlone whether there is no other form, so that the page says what this one needs
 */
export function PasskeySignIn(props: { texts: Texts; form: PasskeySignInForm; isAlone?: boolean }): VNode {
  const { form, isAlone = false } = props;
  const { t } = props.texts;
  return (
    <>
      <form method="post" action={form.action} data-passkey="get" data-from={form.options} hidden>
        {!isAlone && <p class="or">{t('passkey.or')}</p>}
        <Fault t={t} />
        <input type="hidden" name="credential" />
        <button type="submit" class={isAlone ? undefined : 'quiet'}>
          <Icon name="key" />
          {t('passkey.signIn')}
        </button>
      </form>
      {isAlone && <Needs t={t} />}
    </>
  );
}

/** Shown beside the form for the current password. @param isAlone whether there is no such form */
export function PasskeyConfirm(props: {
  texts: Texts;
  action: string;
  hidden: Readonly<Record<string, string>>;
  options: object;
  isAlone: boolean;
}): VNode {
  const { t } = props.texts;
  return (
    <>
      <form method="post" action={props.action} data-passkey="get" data-options={JSON.stringify(props.options)} hidden>
        <Fault t={t} />
        <HiddenFields values={props.hidden} />
        <input type="hidden" name="credential" />
        <button type="submit" class="quiet">
          <Icon name="key" />
          {t('passkey.confirm')}
        </button>
      </form>
      {props.isAlone && <Needs t={t} />}
    </>
  );
}

export interface NewPasskeyProps {
  title: string;
  what: string;
  submit: string;
  action: string;
  /** The WebAuthn options for the authenticator (WebAuthn section 5.4). */
  options: object;
  hidden: Readonly<Record<string, string>>;
  /** The label of a button that continues without a key. It also works without the script. */
  later?: string;
  error?: string | undefined;
  /** Identity providers, for a person who may accept an invitation with them. */
  providers?: readonly ProviderButton[];
  ways: ReadonlyArray<{ label: string; href: string }>;
  again?: ShownAgain;
}

/** A page that only asks an authenticator for a new key. */
export function renderNewPasskeyPage(pageContext: PageContext, props: NewPasskeyProps): string {
  return renderPage(<NewPasskeyPage pageContext={pageContext} {...props} />);
}

function NewPasskeyPage({ pageContext, ...props }: NewPasskeyProps & { pageContext: PageContext }): VNode {
  const { t } = pageContext.texts;
  return (
    <Page pageContext={pageContext} title={props.title} sign="key" again={props.again}>
      <p class="lead">{props.what}</p>
      <PageError>{props.error}</PageError>
      <NewPasskeyForm texts={pageContext.texts} {...props} />
      <Needs t={t} />
      <ProviderButtons texts={pageContext.texts} buttons={props.providers ?? []} isAlone={false} />
      {props.later !== undefined && (
        <form method="post" action={props.action}>
          <HiddenFields values={props.hidden} />
          <button type="submit" class="quiet">
            {props.later}
          </button>
        </form>
      )}
      <Ways>
        {props.ways.map(({ label, href }) => (
          <p key={href}>
            <a href={href}>{label}</a>
          </p>
        ))}
      </Ways>
    </Page>
  );
}

/** A form whose button asks an authenticator for a new key. @param quiet whether it is shown beside the form that most people use */
export function NewPasskeyForm(props: {
  texts: Texts;
  action: string;
  hidden: Readonly<Record<string, string>>;
  options: object;
  submit: string;
  quiet?: boolean;
}): VNode {
  const { t } = props.texts;
  return (
    <form method="post" action={props.action} data-passkey="create" data-options={JSON.stringify(props.options)} hidden>
      {props.quiet && <p class="or">{t('passkey.or')}</p>}
      <Fault t={t} />
      <HiddenFields values={props.hidden} />
      <input type="hidden" name="credential" />
      <button type="submit" class={props.quiet ? 'quiet' : undefined}>
        {props.submit}
      </button>
    </form>
  );
}

/** The passkey part of a form that has a button of its own. */
export function PasskeyPart({ texts: { t }, kind, options }: { texts: Texts; kind: 'create' | 'get'; options: object }): VNode {
  return (
    <>
      <div data-passkey={kind} data-options={JSON.stringify(options)} hidden>
        <Fault t={t} />
        <input type="hidden" name="credential" />
      </div>
      <Needs t={t} />
    </>
  );
}

/**
 * Says what is missing while the form beside it stays hidden: the script, or a browser with WebAuthn. The script shows the second message.
 */
function Needs({ t }: { t: Texts['t'] }): VNode {
  return (
    <>
      <noscript>
        <p>{t('passkey.withoutScript')}</p>
      </noscript>
      <p class="error" role="alert" data-no-passkeys hidden>
        {t('passkey.unsupported')}
      </p>
    </>
  );
}

/** Empty until the script shows an error. */
function Fault({ t }: { t: Texts['t'] }): VNode {
  return <p class="error" role="alert" data-fault={t('passkey.fault')} data-known={t('passkey.known')} hidden />;
}
