// The account pages about access: sessions in browsers, applications with a consent, and actors for the person.
import type { ComponentChildren, VNode } from 'preact';
import type { Consent } from '../../consents/consents.repository.js';
import type { OwnSession } from '../../sessions/browser-sessions.service.js';
import type { Delegation } from '../../tokens/delegations.service.js';
import { ACCOUNT_SUBJECTS, AccountLayout, type AccountFrame, type AccountSubject } from './account-layout.view.js';
import { explainScope } from '../sign-in/consent.view.js';
import { Icon, type IconName } from '../layout/icons.view.js';
import { Emblem } from '../layout/emblem.view.js';
import { Face, renderPage, type PageContext } from '../layout/page.view.js';
import { timeOf, type Texts } from '../texts/texts.js';

export type ShownSession = Pick<OwnSession, 'signedIn' | 'lastUsedUs' | 'browserName'> & {
  /** Identifies it in the form. */
  name: string;
  isHere: boolean;
};

export type ShownConsent = Pick<Consent, 'clientId' | 'application' | 'logo' | 'scope' | 'givenUs'> & {
  /** Where a sign-in to the application begins. */
  start: string | undefined;
};

/** The person's sessions; every session except this browser's can be ended. */
export function renderAccountSessionsPage(pageContext: PageContext, frame: AccountFrame, sessions: readonly ShownSession[]): string {
  const { texts } = pageContext;
  const action = ACCOUNT_SUBJECTS.sessions.path;
  return renderPage(
    <AccessPage pageContext={pageContext} frame={frame} subject="sessions" none={sessions.length === 0}>
      <ul class="plain">
        {sessions.map((session) => (
          <li key={session.name} class="beside">
            <Icon name={iconOf(session)} />
            <SessionWords texts={texts} {...session} />
            {!session.isHere && (
              <form method="post" action={action}>
                <button type="submit" class="quiet" name="session" value={session.name} aria-label={labelOf(texts, session)}>
                  {texts.t('account.sessionEnd')}
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {sessions.some(({ isHere }) => !isHere) && (
        <form method="post" action={action}>
          <button type="submit" class="quiet" name="all" value="yes">
            {texts.t('account.sessionsEnd')}
          </button>
        </form>
      )}
    </AccessPage>,
  );
}

/** The consents, each with a button to withdraw it. */
export function renderAccountApplicationsPage(pageContext: PageContext, frame: AccountFrame, consents: readonly ShownConsent[]): string {
  const { texts } = pageContext;
  const { t } = texts;
  return renderPage(
    <AccessPage pageContext={pageContext} frame={frame} subject="applications" none={consents.length === 0}>
      <ul class="plain">
        {consents.map(({ clientId, application, logo, scope, givenUs, start }) => (
          <li key={clientId} class="beside">
            <Emblem name={application} logo={logo} />
            <p>
              {start === undefined ? application : <a href={start}>{application}</a>}
              <br />
              <small>
                {scope.map((value) => explainScope(texts, value)).join(', ')}
                <br />
                {t('account.applicationSince', { time: timeOf(texts, givenUs / 1_000_000) })}
              </small>
            </p>
            <form method="post" action={ACCOUNT_SUBJECTS.applications.path}>
              <button
                type="submit"
                class="quiet"
                name="client"
                value={clientId}
                aria-label={`${t('account.applicationEnd')}: ${application}`}
              >
                {t('account.applicationEnd')}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </AccessPage>,
  );
}

/** The actors for the person, each with a button to end the delegation. */
export function renderAccountDelegationsPage(pageContext: PageContext, frame: AccountFrame, delegations: readonly Delegation[]): string {
  const { texts } = pageContext;
  const { t } = texts;
  return renderPage(
    <AccessPage pageContext={pageContext} frame={frame} subject="delegations" none={delegations.length === 0}>
      <ul class="plain">
        {delegations.map((delegation) => (
          <li key={delegation.id} class="beside">
            <Face name={delegation.actor} />
            <p>
              {delegation.actor}
              <br />
              <small>{sinceOf(texts, delegation)}</small>
            </p>
            <form method="post" action={ACCOUNT_SUBJECTS.delegations.path}>
              <button
                type="submit"
                class="quiet"
                name="delegation"
                value={delegation.id}
                aria-label={`${t('account.delegationEnd')}: ${delegation.actor}, ${sinceOf(texts, delegation)}`}
              >
                {t('account.delegationEnd')}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </AccessPage>,
  );
}

/** A list, or the sentence that the list is empty. */
function AccessPage({
  pageContext,
  frame,
  subject,
  none,
  children,
}: {
  pageContext: PageContext;
  frame: AccountFrame;
  subject: Extract<AccountSubject, 'sessions' | 'applications' | 'delegations'>;
  none: boolean;
  children: ComponentChildren;
}): VNode {
  const { t } = pageContext.texts;
  return (
    <AccountLayout
      pageContext={pageContext}
      frame={frame}
      subject={subject}
      title={t(`account.${subject}`)}
      lead={t(`account.about.${subject}`)}
    >
      <section>{none ? <p>{t('account.nothing')}</p> : children}</section>
    </AccountLayout>
  );
}

/** Recognizes phones and tablets by the words of their browser names. */
function iconOf({ browserName }: ShownSession): IconName {
  return /iOS|Android|iPhone|iPad/.test(browserName ?? '') ? 'phone' : 'screen';
}

function SessionWords({ texts, signedIn, lastUsedUs, browserName, isHere }: ShownSession & { texts: Texts }): VNode {
  const { t } = texts;
  return (
    <p>
      {browserName ?? t('account.sessionUnknown')} {isHere && <strong>{t('account.sessionHere')}</strong>}
      <br />
      <small>
        {t('account.sessionSince', { time: timeOf(texts, signedIn) })}
        {!isHere && (
          <>
            <br />
            {t('account.sessionUsed', { time: timeOf(texts, lastUsedUs / 1_000_000) })}
          </>
        )}
      </small>
    </p>
  );
}

/**
 * A label for screen readers, which distinguishes buttons with the same text. It begins with that text, for people who use speech input
 * (WCAG 2.2, 2.5.3).
 */
function labelOf(texts: Texts, { signedIn, browserName }: ShownSession): string {
  const { t } = texts;
  const since = t('account.sessionSince', { time: timeOf(texts, signedIn) });
  return `${t('account.sessionEnd')}: ${browserName ?? t('account.sessionUnknown')}, ${since}`;
}

function sinceOf(texts: Texts, { application, sinceUs }: Delegation): string {
  return texts.t('account.delegationSince', { application, time: timeOf(texts, sinceUs / 1_000_000) });
}
