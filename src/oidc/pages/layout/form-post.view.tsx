import type { VNode } from 'preact';
import { Page, pageHeaders, renderPage, type PageContext } from './page.view.js';

export interface FormPostProps {
  /** The redirect URI. */
  action: string;
  /** The members of the response. */
  members: Record<string, string>;
  /** The nonce of the only script; a new one per page. */
  nonce: string;
}

/** Sends a response to the application with a form that submits itself (OAuth 2.0 Form Post Response Mode section 2). */
export function renderFormPostPage(pageContext: PageContext, props: FormPostProps): string {
  return renderPage(<FormPostPage pageContext={pageContext} {...props} />);
}

/** Only the page's own script runs, and its form is sent only to the application. */
export function formPostHeaders({ action, nonce }: Pick<FormPostProps, 'action' | 'nonce'>): Record<string, string> {
  return pageHeaders([action], `script-src 'nonce-${nonce}'`);
}

function FormPostPage({ pageContext, action, members, nonce }: FormPostProps & { pageContext: PageContext }): VNode {
  const { t } = pageContext.texts;
  return (
    <Page pageContext={pageContext} title={t('formPost.title')} hasOwnScript>
      <form method="post" action={action}>
        {Object.entries(members).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <noscript>
          <p>{t('formPost.withoutScript')}</p>
          <button type="submit">{t('formPost.go')}</button>
        </noscript>
      </form>
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: 'document.forms[0].submit()' }} />
    </Page>
  );
}
