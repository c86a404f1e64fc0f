import type { VNode } from 'preact';
import { Page, renderPage, type PageContext } from './page.view.js';
import type { Texts } from '../texts/texts.js';

export interface ErrorProps {
  title: string;
  /** What happened, and what the person can do about it. */
  sentences: string[];
  /** A link onwards, if there is one. */
  wayOn?: { label: string; href: string };
  /** The error code and the id of the entry in the log. */
  code?: string;
  requestId?: string;
}

/** Never a dead end: says what to do, with a link onwards if there is one. */
export function renderErrorPage(pageContext: PageContext, props: ErrorProps): string {
  return renderPage(<ErrorPage pageContext={pageContext} {...props} />);
}

function ErrorPage({ pageContext, title, sentences, wayOn, code, requestId }: ErrorProps & { pageContext: PageContext }): VNode {
  return (
    <Page pageContext={pageContext} title={title} sign="alert" news="bad">
      {sentences.map((sentence) => (
        <p key={sentence} class="lead">
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
      {code && (
        <p class="lead">
          <small>
            {code}
            {requestId && ` · ${requestId}`}
          </small>
        </p>
      )}
    </Page>
  );
}

/** Shown for an action that must write while writes are not allowed. */
export function maintenance({ t }: Texts): ErrorProps {
  return { title: t('error.maintenance.title'), sentences: [t('error.maintenance.what')] };
}

/**
 * For a sign-in that is over, was begun in another browser, or has lost its cookie.
 * @param restart the address that restarts it
 */
export function lostSignIn(
  { t }: Texts,
  application: { name: string; home: string | undefined } | undefined,
  restart?: string,
): ErrorProps {
  if (restart !== undefined)
    return { title: t('again.title'), sentences: [t('again.why'), t('again.cookies')], wayOn: { label: t('login.submit'), href: restart } };
  return {
    title: t('lost.title'),
    sentences: [t('lost.why'), application?.home ? t('lost.fromApplication') : t('lost.openApplication')],
    ...(application?.home ? { wayOn: { label: t('back.toApplication', { application: application.name }), href: application.home } } : {}),
  };
}
