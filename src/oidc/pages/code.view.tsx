import type { VNode } from 'preact';
import { CodeField, HiddenFields } from './fields.view.js';
import { PageError, Page, renderPage, type PageContext } from './page.view.js';

export interface CodeProps {
  title: string;
  sentences: string[];
  action: string;
  /** What the form brings back: a handle or a sealed state. */
  hidden: Readonly<Record<string, string>>;
  submit: string;
  /** Of a link that was followed: it goes along with the form, and nothing has to be typed. */
  code?: string;
  error?: string | undefined;
  /** Where to have another code sent, or to go back. */
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
    <Page pageContext={pageContext} title={title}>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <PageError>{error}</PageError>
      <form method="post" action={action}>
        <HiddenFields values={hidden} />
        {code === undefined ? <CodeField texts={pageContext.texts} error={error} /> : <HiddenFields values={{ code }} />}
        <button type="submit">{submit}</button>
      </form>
      <nav>
        {ways.map(({ label, href }) => (
          <p key={href}>
            <a href={href}>{label}</a>
          </p>
        ))}
      </nav>
    </Page>
  );
}
