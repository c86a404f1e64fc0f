import type { VNode } from 'preact';
import { CodeField, Hidden } from './fields.view.js';
import { PageError, Page, renderPage, type PageContext } from './page.view.js';

export interface CodeProps {
  title: string;
  sentences: string[];
  action: string;
  /** What the form brings back: a handle or a sealed state. */
  hidden: Readonly<Record<string, string>>;
  submit: string;
  /** Filled in already, for somebody who followed a link. */
  code?: string;
  fault?: string | undefined;
  /** Where to have another code sent, or to go back. */
  ways: ReadonlyArray<{ label: string; href: string }>;
}

/** Asks for a code that was mailed. */
export function renderCodePage(frame: PageContext, props: CodeProps): string {
  return renderPage(<CodePage frame={frame} {...props} />);
}

function CodePage({ frame, title, sentences, action, hidden, submit, code, fault, ways }: CodeProps & { frame: PageContext }): VNode {
  return (
    <Page frame={frame} title={title}>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <PageError>{fault}</PageError>
      <form method="post" action={action}>
        <Hidden values={hidden} />
        <CodeField texts={frame.texts} fault={fault} {...(code === undefined ? {} : { value: code })} />
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
