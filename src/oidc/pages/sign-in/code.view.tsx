import type { VNode } from 'preact';
import { CodeField } from '../layout/fields.view.js';
import { HiddenFields } from '../layout/hidden-fields.view.js';
import { Page, PageError, renderPage, Ways, type PageContext } from '../layout/page.view.js';

export interface CodeProps {
  title: string;
  sentences: string[];
  action: string;
  /** Hidden fields of the form: a handle or a sealed state. */
  hidden: Readonly<Record<string, string>>;
  submit: string;
  /** The code of a followed link. It is sent with the form, so it need not be typed. */
  code?: string;
  error?: string | undefined;
  /** Links to request another code, or to go back. */
  ways: ReadonlyArray<{ label: string; href: string }>;
}

/** Asks for a mailed code. */
export function renderCodePage(pageContext: PageContext, props: CodeProps): string {
  return renderPage(<CodePage pageContext={pageContext} {...props} />);
}

function CodePage({
  pageContext,
  title,
  sentences,
  action,
  hidden,
  submit,
  code,
  error,
  ways,
}: CodeProps & { pageContext: PageContext }): VNode {
  return (
    <Page pageContext={pageContext} title={title} sign={code === undefined ? 'mail' : undefined} again={{ action, hidden }}>
      {sentences.map((sentence) => (
        <p key={sentence} class="lead">
          {sentence}
        </p>
      ))}
      <PageError>{error}</PageError>
      <form method="post" action={action}>
        <HiddenFields values={hidden} />
        {code === undefined ? <CodeField texts={pageContext.texts} error={error} /> : <HiddenFields values={{ code }} />}
        <button type="submit">{submit}</button>
      </form>
      <Ways>
        {ways.map(({ label, href }) => (
          <p key={href}>
            <a href={href}>{label}</a>
          </p>
        ))}
      </Ways>
    </Page>
  );
}
