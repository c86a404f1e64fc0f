import type { VNode } from 'preact';
import type { PasswordPolicy } from '../../../users/organizations/policies/policy-kinds.js';
import { FaultSummary, NewPasswordField } from '../layout/fields.view.js';
import { HiddenFields } from '../layout/hidden-fields.view.js';
import { NewPasskeyForm } from '../layout/passkey.view.js';
import { ProviderButtons, type ProviderButton } from '../layout/provider-buttons.view.js';
import { PageError, Page, renderPage, type PageContext } from '../layout/page.view.js';

export interface NewPasswordPageProps {
  title: string;
  what: string;
  action: string;
  hidden: Readonly<Record<string, string>>;
  submit: string;
  loginName: string;
  policy: PasswordPolicy;
  error?: string | undefined;
  /** Why the password is refused. */
  fault?: string | undefined;
  /** The WebAuthn options, for a person who may create a passkey instead. */
  passkey?: object | undefined;
  /** Identity providers, for a person who may accept an invitation with them. */
  providers?: readonly ProviderButton[];
}

/** The form for a new password. */
export function renderNewPasswordPage(pageContext: PageContext, props: NewPasswordPageProps): string {
  return renderPage(<NewPasswordPage pageContext={pageContext} {...props} />);
}

function NewPasswordPage({
  pageContext,
  title,
  what,
  action,
  hidden,
  submit,
  loginName,
  policy,
  error,
  fault,
  passkey,
  providers = [],
}: NewPasswordPageProps & { pageContext: PageContext }): VNode {
  const { texts } = pageContext;
  return (
    <Page pageContext={pageContext} title={title} again={{ action, hidden }}>
      <p class="lead">{what}</p>
      <PageError>{error}</PageError>
      <FaultSummary texts={texts} faults={fault ? [{ field: 'newPassword', label: texts.t('password.new') }] : []} />
      <form method="post" action={action}>
        <HiddenFields values={hidden} />
        <NewPasswordField texts={texts} policy={policy} label={texts.t('password.new')} fault={fault} loginName={loginName} autofocus />
        <button type="submit">{submit}</button>
      </form>
      {passkey && (
        <NewPasskeyForm texts={texts} action={action} hidden={hidden} options={passkey} submit={texts.t('passkey.create')} quiet />
      )}
      <ProviderButtons texts={texts} buttons={providers} isAlone={false} />
    </Page>
  );
}
