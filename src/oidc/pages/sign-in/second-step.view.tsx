import type { VNode } from 'preact';
import { HiddenFields } from '../layout/hidden-fields.view.js';
import { PasskeyDeviceField } from '../layout/passkey.view.js';
import { PageError, Page, renderPage, type PageContext } from '../layout/page.view.js';
import type { TextKey } from '../texts/texts.js';

export interface SecondStepProps {
  title: TextKey;
  /** The reason for setting up a factor here. */
  why?: TextKey | undefined;
  loginName: string;
  action: string;
  /** Hidden fields of every form of the step. */
  kept: Readonly<Record<string, string>>;
  /** Hidden fields of the requested kind's form. */
  hidden?: Readonly<Record<string, string>> | undefined;
  /** The requested kind. */
  factor: string;
  /** The content of the requested kind; without `submit` there is no button. */
  asked: { sentence: string; content?: VNode; submit?: string };
  error?: string | undefined;
  /** The days for which this browser can be remembered; 0 if it can't. */
  rememberDays: number;
  /** Hidden fields of a form that skips this step; if absent, the step can't be skipped. */
  later?: Readonly<Record<string, string>>;
  /** The other accepted kinds. */
  ways: ReadonlyArray<{ kind: string; label: TextKey }>;
}

/** Asks for a second factor, or lets a person set one up. */
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
