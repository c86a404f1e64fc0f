// The account page of identity providers that the account is connected to.
import type { VNode } from 'preact';
import { ACCOUNT_PATH } from '../../protocol/endpoints.js';
import type { OwnIdentity } from '../../../users/accounts/federation/own-identities.service.js';
import { SecurityLayout, type AccountFrame } from './account-layout.view.js';
import { Emblem } from '../layout/emblem.view.js';
import { PageError, renderPage, type PageContext } from '../layout/page.view.js';

export const IDENTITIES_PATH = `${ACCOUNT_PATH}/identities`;

interface Props {
  pageContext: PageContext;
  frame: AccountFrame;
  identities: readonly OwnIdentity[];
  error?: string | undefined;
}

/** The connections, each with a button that ends it. */
export function renderAccountIdentitiesPage(
  pageContext: PageContext,
  frame: AccountFrame,
  identities: readonly OwnIdentity[],
  error?: string,
): string {
  return renderPage(<IdentitiesPage pageContext={pageContext} frame={frame} identities={identities} error={error} />);
}

function IdentitiesPage({ pageContext, frame, identities, error }: Props): VNode {
  const { t, lang } = pageContext.texts;
  const format = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <SecurityLayout pageContext={pageContext} frame={frame} title={t('identities.title')} lead={t('identities.what')}>
      <section>
        <PageError>{error}</PageError>
        {identities.length === 0 && <p>{t('account.nothing')}</p>}
        <ul class="plain">
          {identities.map(({ providerId, provider, logo, loginName, sinceUs }) => (
            <li key={providerId} class="beside">
              <Emblem name={provider} logo={logo} />
              <p>
                {provider}
                <br />
                <small>
                  {loginName !== undefined && (
                    <>
                      {loginName}
                      <br />
                    </>
                  )}
                  {t('identities.since', { date: format.format(sinceUs / 1_000) })}
                </small>
              </p>
              <form method="post" action={IDENTITIES_PATH}>
                <button
                  type="submit"
                  class="quiet"
                  name="provider"
                  value={providerId}
                  aria-label={`${t('identities.remove')}: ${provider}`}
                >
                  {t('identities.remove')}
                </button>
              </form>
            </li>
          ))}
        </ul>
      </section>
    </SecurityLayout>
  );
}
