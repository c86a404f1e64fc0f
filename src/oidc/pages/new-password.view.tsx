import type { VNode } from 'preact';
import type { PasswordPolicy } from '../../users/policies/policies.service.js';
import { HiddenFields, NewPasswordField } from './fields.view.js';
import { PageError, Page, renderPage, type PageContext } from './page.view.js';

export interface NewPasswordPageProps {
  title: string;
  what: string;
  action: string;
  hidden: Readonly<Record<string, string>>;
  submit: string;
  loginName: string;
  policy: PasswordPolicy;
  error?: string | undefined;
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
}: NewPasswordPageProps & { pageContext: PageContext }): VNode {
  const { texts } = pageContext;
  return (
    <Page pageContext={pageContext} title={title}>
      <p>{what}</p>
      <PageError>{error}</PageError>
      <form method="post" action={action}>
        <HiddenFields values={hidden} />
        <NewPasswordField texts={texts} policy={policy} label={texts.t('password.new')} error={error} loginName={loginName} />
        <button type="submit">{submit}</button>
      </form>
    </Page>
  );
}
