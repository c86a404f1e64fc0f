import type { VNode } from 'preact';
import { Page, renderPage } from './page.view.js';

const TEXTS = {
  askTitle: 'Sign out?',
  ask: 'You are signed in in this browser as',
  wish: (application: string) =>
    `${application} wants you to be signed out here. That signs you out of everything you use with this account in this browser.`,
  askAlone: 'Signing out ends everything you use with this account in this browser.',
  signOut: 'Sign out',
  stay: 'Stay signed in',
  stayedTitle: 'You are still signed in',
  stayed: 'Nothing was changed. You can close this page.',
  doneTitle: 'You are signed out',
  done: 'You can close this page.',
  faultTitle: 'The application could not sign you out',
  faultHint: 'You can still sign out of everything in this browser.',
  faultWayOn: 'Sign out here',
} as const;

export interface LogoutProps {
  /** Where the answer goes. */
  action: string;
  /** Who is signed in. */
  loginName: string;
  /** The application that asks for it, where one is known. */
  application: string | undefined;
  /** What goes along with the answer. */
  fields: Readonly<Record<string, string>>;
}

/** Asks before signing out. */
export function renderLogoutPage(props: LogoutProps): string {
  return renderPage(<LogoutPage {...props} />);
}

/** Shown after signing out when there is no address to go on to. */
export function renderSignedOutPage(): string {
  return renderPage(
    <Page title={TEXTS.doneTitle}>
      <p>{TEXTS.done}</p>
    </Page>,
  );
}

/** Shown after deciding not to. */
export function renderStayedPage(): string {
  return renderPage(
    <Page title={TEXTS.stayedTitle}>
      <p>{TEXTS.stayed}</p>
    </Page>,
  );
}

/** What is shown when an application asks for it in a way that cannot be followed. `signOut`: where people sign out by themselves. */
export function logoutFault(sentence: string, signOut: string) {
  return {
    title: TEXTS.faultTitle,
    sentences: [sentence, TEXTS.faultHint],
    wayOn: { label: TEXTS.faultWayOn, href: signOut },
  };
}

function LogoutPage({ action, loginName, application, fields }: LogoutProps): VNode {
  return (
    <Page title={TEXTS.askTitle}>
      <p>
        {TEXTS.ask} <strong>{loginName}</strong>.
      </p>
      <p>{application === undefined ? TEXTS.askAlone : TEXTS.wish(application)}</p>
      <form method="post" action={action}>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" name="logout" value="yes">
          {TEXTS.signOut}
        </button>
        <button type="submit" class="quiet">
          {TEXTS.stay}
        </button>
      </form>
    </Page>
  );
}
