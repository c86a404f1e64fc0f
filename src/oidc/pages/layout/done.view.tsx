import type { VNode } from 'preact';
import { Page, renderPage, type PageContext } from './page.view.js';

export interface DoneProps {
  title: string;
  sentences: string[];
  wayOn?: { label: string; href: string };
  /** Addresses that the browser opens unseen. */
  frames?: readonly string[];
}

/** With its origin, a page reads its own cookies and storage; it can't leave the frame, ask for anything or open windows. */
const SANDBOX = 'allow-scripts allow-same-origin';

/** Confirms that an action is done, with a link onwards if there is one. */
export function renderDonePage(pageContext: PageContext, props: DoneProps): string {
  return renderPage(<DonePage pageContext={pageContext} {...props} />);
}

function DonePage({ pageContext, title, sentences, wayOn, frames = [] }: DoneProps & { pageContext: PageContext }): VNode {
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
      {frames.map((address) => (
        <iframe key={address} src={address} title="" sandbox={SANDBOX} referrerpolicy="no-referrer" tabIndex={-1} aria-hidden hidden />
      ))}
    </Page>
  );
}
