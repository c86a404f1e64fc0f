import type { VNode } from 'preact';
import { HiddenFields } from '../layout/hidden-fields.view.js';
import { Page, renderPage, type PageContext } from '../layout/page.view.js';
import { dateIn } from '../texts/texts.js';

export interface GraceProps {
  action: string;
  hidden: Readonly<Record<string, string>>;
  /** The name of the field for setting one up now. */
  setUp: string;
  /** When a second factor becomes mandatory; microseconds since 1970 UTC. */
  endsUs: number;
}

/** Tells a person on the way to an application when a second factor becomes required. */
export function renderGracePage(pageContext: PageContext, props: GraceProps): string {
  return renderPage(<GracePage pageContext={pageContext} {...props} />);
}

function GracePage({ pageContext, action, hidden, setUp, endsUs }: GraceProps & { pageContext: PageContext }): VNode {
  const { texts } = pageContext;
  const { t } = texts;
  return (
    <Page pageContext={pageContext} title={t('grace.title')} sign="lock" again={{ action, hidden }}>
      <p class="lead">{t('grace.what', { date: dateIn(texts, endsUs) })}</p>
      <form method="post" action={action}>
        <HiddenFields values={hidden} />
        <button type="submit" name={setUp} value="1">
          {t('grace.now')}
        </button>
        <button type="submit" class="quiet">
          {t('offer.later')}
        </button>
      </form>
    </Page>
  );
}
