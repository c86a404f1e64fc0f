import type { VNode } from 'preact';
import { Page, renderPage } from './page.view.js';

export interface ErrorProps {
  title: string;
  /** What happened and what to do about it. */
  sentences: string[];
  /** The way on, where there is one. */
  wayOn?: { label: string; href: string };
  /** The error code and the id of the entry in the log. */
  code?: string;
  requestId?: string;
}

/** Never a dead end: it says what to do, and leads on where that is known. */
export function renderErrorPage(props: ErrorProps): string {
  return renderPage(<ErrorPage {...props} />);
}

function ErrorPage({ title, sentences, wayOn, code, requestId }: ErrorProps): VNode {
  return (
    <Page title={title}>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {wayOn && (
        <p>
          <a class="button" href={wayOn.href}>
            {wayOn.label}
          </a>
        </p>
      )}
      {code && (
        <p>
          <small>
            {code}
            {requestId && ` · ${requestId}`}
          </small>
        </p>
      )}
    </Page>
  );
}

/** For a sign-in that is over, was never begun in this browser, or whose cookie is gone. */
export function lostSignIn(application: { name: string; home: string | undefined } | undefined, restart?: string): ErrorProps {
  if (restart !== undefined) {
    return {
      title: 'Once more, please',
      sentences: [
        'This sign-in is not known in this browser any more. It was finished, has expired, or its cookies are gone.',
        'If this page comes again and again, allow cookies for this address.',
      ],
      wayOn: { label: 'Sign in', href: restart },
    };
  }
  return {
    title: 'This sign-in is over',
    sentences: [
      'It was finished already, has expired, or was begun in another browser.',
      application?.home
        ? 'Go back to the application and sign in again from there.'
        : 'Open the application you came from and sign in again from there.',
    ],
    ...(application?.home ? { wayOn: { label: `Back to ${application.name}`, href: application.home } } : {}),
  };
}
