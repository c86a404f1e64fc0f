import type { VNode } from 'preact';
import type { PasswordPolicy } from '../../users/policies/policies.service.js';
import { Hidden, NewPasswordField } from './fields.view.js';
import { PageError, Page, renderPage, type PageContext } from './page.view.js';

export interface NewPasswordPageProps {
  title: string;
  what: string;
  action: string;
  hidden: Readonly<Record<string, string>>;
  submit: string;
  loginName: string;
  policy: PasswordPolicy;
  fault?: string | undefined;
}

/** Lets somebody who proved to be the person choose a password. */
export function renderNewPasswordPage(frame: PageContext, props: NewPasswordPageProps): string {
  return renderPage(<NewPasswordPage frame={frame} {...props} />);
}

function NewPasswordPage({
  frame,
  title,
  what,
  action,
  hidden,
  submit,
  loginName,
  policy,
  fault,
}: NewPasswordPageProps & { frame: PageContext }): VNode {
  const { texts } = frame;
  return (
    <Page frame={frame} title={title}>
      <p>{what}</p>
      <PageError>{fault}</PageError>
      <form method="post" action={action}>
        <Hidden values={hidden} />
        <NewPasswordField texts={texts} policy={policy} label={texts.t('password.new')} fault={fault} loginName={loginName} />
        <button type="submit">{submit}</button>
      </form>
    </Page>
  );
}
