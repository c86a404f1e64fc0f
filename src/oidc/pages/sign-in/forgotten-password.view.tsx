import type { VNode } from 'preact';
import { TextField } from '../layout/fields.view.js';
import { HiddenFields } from '../layout/hidden-fields.view.js';
import { Page, PageError, renderPage, Ways, type PageContext } from '../layout/page.view.js';

export interface ForgottenProps {
  action: string;
  /** Hidden fields of the form. */
  hidden?: Readonly<Record<string, string>> | undefined;
  loginName: string;
  error?: string | undefined;
  /** A link to the previous page, if known. */
  back?: string | undefined;
}

/** Asks for the login name of a person with a forgotten password. */
export function renderForgottenPage(pageContext: PageContext, props: ForgottenProps): string {
  return renderPage(<ForgottenPage pageContext={pageContext} {...props} />);
}

function ForgottenPage({ pageContext, action, hidden, loginName, error, back }: ForgottenProps & { pageContext: PageContext }): VNode {
  const { t } = pageContext.texts;
  return (
    <Page pageContext={pageContext} title={t('forgotten.title')}>
      <p class="lead">{t('forgotten.what')}</p>
      <PageError>{error}</PageError>
      <form method="post" action={action}>
        {hidden && <HiddenFields values={hidden} />}
        <TextField name="loginName" label={t('login.name')} value={loginName} autocomplete="username" error={error} autofocus />
        <button type="submit">{t('forgotten.submit')}</button>
      </form>
      {back !== undefined && (
        <Ways>
          <p>
            <a href={back}>{t('forgotten.back')}</a>
          </p>
        </Ways>
      )}
    </Page>
  );
}
