import type { VNode } from 'preact';
import { Page, renderPage, type PageContext } from './page.view.js';

export interface DoneProps {
  title: string;
  sentences: string[];
  wayOn?: { label: string; href: string };
}

/** Confirms that an action is done, with a link onwards if there is one. */
export function renderDonePage(pageContext: PageContext, props: DoneProps): string {
  return renderPage(<DonePage pageContext={pageContext} {...props} />);
}

function DonePage({ pageContext, title, sentences, wayOn }: DoneProps & { pageContext: PageContext }): VNode {
  return (
    <Page pageContext={pageContext} title={title} sign="check" news="good">
      {sentences.map((sentence) => (
        <p key={sentence} class="lead" role="status">
          {sentence}
        </p>
      ))}
      {wayOn && (
        <p>
          <a class="button" href={wayOn.href}>
            {wayOn.label}
          </a>
        </p>
      )}
    </Page>
  );
}
