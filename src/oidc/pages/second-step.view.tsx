import type { VNode } from 'preact';
import { HiddenFields } from './hidden-fields.view.js';
import { PasskeyDeviceField } from './passkey.view.js';
import { PageError, Page, renderPage, type PageContext } from './page.view.js';
import type { TextKey } from './texts/texts.js';

export interface SecondStepProps {
  title: TextKey;
  /** Why something is set up here. */
  why?: TextKey | undefined;
  loginName: string;
  action: string;
  /** Goes along with every form of the step. */
  kept: Readonly<Record<string, string>>;
  /** Goes along with that of the kind that is asked for. */
  hidden?: Readonly<Record<string, string>> | undefined;
  /** The kind that is asked for. */
  factor: string;
  /** What it shows; without `submit` there is no button. */
  asked: { sentence: string; content?: VNode; submit?: string };
  error?: string | undefined;
  /** For how long this browser can be remembered; 0: not at all. */
  rememberDays: number;
  /** What a form brings that goes on without; absent: there is no going on without. */
  later?: Readonly<Record<string, string>>;
  /** Other kinds that would do. */
  ways: ReadonlyArray<{ kind: string; label: TextKey }>;
}

/** Asks for a second factor, or lets somebody set one up. */
export function renderSecondStepPage(pageContext: PageContext, props: SecondStepProps): string {
  return renderPage(<SecondStepPage pageContext={pageContext} {...props} />);
}

function SecondStepPage({
  pageContext,
  title,
  why,
  loginName,
  action,
  kept,
  hidden,
  factor,
  asked,
  error,
  rememberDays,
  later,
  ways,
}: SecondStepProps & { pageContext: PageContext }): VNode {
  const { t } = pageContext.texts;
  return (
    <Page pageContext={pageContext} title={t(title)} again={{ action, hidden: { ...kept, ...hidden, factor } }}>
      <p class="lead">
        <strong>{loginName}</strong>
      </p>
      {why !== undefined && <p class="lead">{t(why)}</p>}
      <p class="lead">{asked.sentence}</p>
      <PageError>{error}</PageError>
      <form method="post" action={action}>
        <HiddenFields values={{ ...kept, ...hidden, factor, answer: '1' }} />
        <PasskeyDeviceField />
        {asked.content}
        {rememberDays > 0 && (
          <label class="check">
            <input type="checkbox" name="remember" value="1" /> {t('second.remember', { count: rememberDays })}
          </label>
        )}
        {asked.submit !== undefined && <button type="submit">{asked.submit}</button>}
      </form>
      {ways.length > 0 && (
        <form method="post" action={action}>
          <HiddenFields values={kept} />
          {ways.map(({ kind, label }) => (
            <button key={kind} type="submit" class="quiet" name="factor" value={kind}>
              {t(label)}
            </button>
          ))}
        </form>
      )}
      {later && (
        <form method="post" action={action}>
          <HiddenFields values={later} />
          <button type="submit" class="quiet">
            {t('offer.later')}
          </button>
        </form>
      )}
    </Page>
  );
}
