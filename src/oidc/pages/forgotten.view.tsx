import type { VNode } from 'preact';
import { TextField } from './fields.view.js';
import { PageError, Page, renderPage, type PageContext } from './page.view.js';

export interface ForgottenProps {
  action: string;
  loginName: string;
  fault?: string | undefined;
  /** Back to where the person came from, where that is known. */
  back?: string | undefined;
}

/** Asks whose password was forgotten. */
export function renderForgottenPage(frame: PageContext, props: ForgottenProps): string {
  return renderPage(<ForgottenPage frame={frame} {...props} />);
}

function ForgottenPage({ frame, action, loginName, fault, back }: ForgottenProps & { frame: PageContext }): VNode {
  const { t } = frame.texts;
  return (
    <Page frame={frame} title={t('forgotten.title')}>
      <p>{t('forgotten.what')}</p>
      <PageError>{fault}</PageError>
      <form method="post" action={action}>
        <TextField name="loginName" label={t('login.name')} value={loginName} autocomplete="username" fault={fault} autofocus />
        <button type="submit">{t('forgotten.submit')}</button>
      </form>
      {back !== undefined && (
        <nav>
          <p>
            <a href={back}>{t('forgotten.back')}</a>
          </p>
        </nav>
      )}
    </Page>
  );
}
