// The sections of the account page about access: sessions in browsers, and applications with a consent.
import type { VNode } from 'preact';
import type { Consent } from '../consents/consents.repository.js';
import type { OwnSession } from '../sessions/browser-sessions.service.js';
import type { Delegation } from '../tokens/delegations.service.js';
import { explainScope } from './consent.view.js';
import type { Texts } from './texts/texts.js';

export type ShownSession = Pick<OwnSession, 'signedIn' | 'browserName'> & {
  /** Names it in the form. */
  name: string;
  isHere: boolean;
};

export type ShownConsent = Pick<Consent, 'clientId' | 'application' | 'scope' | 'givenUs'>;

/** Where the person is signed in; every session but this browser's can be ended. */
export function Sessions({ texts, sessions, action }: { texts: Texts; sessions: readonly ShownSession[]; action: string }): VNode {
  const { t } = texts;
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{t('account.sessions')}</h2>
      <ul class="plain">
        {sessions.map((session) => (
          <li key={session.name} class="beside">
            <SessionWords texts={texts} {...session} />
            {!session.isHere && (
              <form method="post" action={action}>
                <button type="submit" class="quiet" name="session" value={session.name} aria-label={labelOf(texts, session)}>
                  {t('account.sessionEnd')}
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {sessions.some(({ isHere }) => !isHere) && (
        <form method="post" action={action}>
          <button type="submit" class="quiet" name="all" value="yes">
            {t('account.sessionsEnd')}
          </button>
        </form>
      )}
    </section>
  );
}

function SessionWords({ texts, signedIn, browserName, isHere }: ShownSession & { texts: Texts }): VNode {
  const { t } = texts;
  return (
    <p>
      {browserName ?? t('account.sessionUnknown')} {isHere && <strong>{t('account.sessionHere')}</strong>}
      <br />
      <small>{t('account.sessionSince', { time: timeOf(texts, signedIn) })}</small>
    </p>
  );
}

/** A label for screen readers, which distinguishes buttons with the same text. */
function labelOf(texts: Texts, { signedIn, browserName }: ShownSession): string {
  const browser = browserName ?? texts.t('account.sessionUnknown');
  return texts.t('account.sessionEndOne', { browser, time: timeOf(texts, signedIn) });
}

/** Consents, each of which can be withdrawn; nothing if there are none. */
export function Applications({
  texts,
  consents,
  action,
}: {
  texts: Texts;
  consents: readonly ShownConsent[];
  action: string;
}): VNode | null {
  const { t } = texts;
  if (consents.length === 0) return null;
  return (
    <section aria-labelledby="applications">
      <h2 id="applications">{t('account.applications')}</h2>
      <ul class="plain">
        {consents.map(({ clientId, application, scope, givenUs }) => (
          <li key={clientId} class="beside">
            <p>
              {application}
              <br />
              <small>
                {scope.map((value) => explainScope(texts, value)).join(', ')}
                <br />
                {t('account.applicationSince', { time: timeOf(texts, givenUs / 1_000_000) })}
              </small>
            </p>
            <form method="post" action={action}>
              <button
                type="submit"
                class="quiet"
                name="client"
                value={clientId}
                aria-label={t('account.applicationEndOne', { application })}
              >
                {t('account.applicationEnd')}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Who acts for the person, each to be ended; nothing where nobody does. */
export function Delegations({
  texts,
  delegations,
  action,
}: {
  texts: Texts;
  delegations: readonly Delegation[];
  action: string;
}): VNode | null {
  const { t } = texts;
  if (delegations.length === 0) return null;
  return (
    <section aria-labelledby="delegations">
      <h2 id="delegations">{t('account.delegations')}</h2>
      <ul class="plain">
        {delegations.map(({ id, actor, application, sinceUs }) => (
          <li key={id} class="beside">
            <p>
              {actor}
              <br />
              <small>{t('account.delegationSince', { application, time: timeOf(texts, sinceUs / 1_000_000) })}</small>
            </p>
            <form method="post" action={action}>
              <button
                type="submit"
                class="quiet"
                name="delegation"
                value={id}
                aria-label={t('account.delegationEndOne', { actor, application, time: timeOf(texts, sinceUs / 1_000_000) })}
              >
                {t('account.delegationEnd')}
              </button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** In the page's language and in UTC: a page without a script does not know the reader's time zone. */
function timeOf({ lang }: Texts, seconds: number): string {
  const format = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return `${format.format(seconds * 1_000)} UTC`;
}
