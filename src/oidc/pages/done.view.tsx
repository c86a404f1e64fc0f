import type { VNode } from 'preact';
import { Page, renderPage, type PageContext } from './page.view.js';

export interface DoneProps {
  title: string;
  sentences: string[];
  wayOn?: { label: string; href: string };
}

/** Says that something is done, and leads on where that is known. */
export function renderDonePage(frame: PageContext, props: DoneProps): string {
  return renderPage(<DonePage frame={frame} {...props} />);
}

function DonePage({ frame, title, sentences, wayOn }: DoneProps & { frame: PageContext }): VNode {
  return (
    <Page frame={frame} title={title}>
      {sentences.map((sentence) => (
        <p key={sentence} role="status">
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
