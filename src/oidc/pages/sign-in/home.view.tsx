import type { VNode } from 'preact';
import { Icon, type IconName } from '../layout/icons.view.js';
import { Page, renderPage, type PageContext } from '../layout/page.view.js';
import type { TextKey } from '../texts/texts.js';

/** An entry of the page: its address, its name and a description. */
interface HomeLink {
  href: string;
  icon: IconName;
  name: TextKey;
  what: TextKey;
}

/** Public addresses of the service. */
export interface HomeProps {
  account: string;
  /** Absent if the console is switched off. */
  console?: string;
  /** Absent if the explorer is switched off. */
  explorer?: string;
  openapi: string;
  discovery: string;
}

/** Describes the service at this address, with links to its parts. */
export function renderHomePage(pageContext: PageContext, props: HomeProps): string {
  return renderPage(<HomePage pageContext={pageContext} {...props} />);
}

function HomePage({ pageContext, account, console, explorer, openapi, discovery }: HomeProps & { pageContext: PageContext }): VNode {
  const { t } = pageContext.texts;
  return (
    <Page pageContext={pageContext} title={t('home.title')}>
      <p class="lead">{t('home.what')}</p>
      <h2>{t('home.forPeople')}</h2>
      <Links
        pageContext={pageContext}
        links={[
          { href: account, icon: 'user', name: 'home.account', what: 'home.accountWhat' },
          ...(console ? [{ href: console, icon: 'screen', name: 'home.console', what: 'home.consoleWhat' } as const] : []),
        ]}
      />
      <h2>{t('home.forDevelopers')}</h2>
      <Links
        pageContext={pageContext}
        links={[
          ...(explorer ? [{ href: explorer, icon: 'code', name: 'home.explorer', what: 'home.explorerWhat' } as const] : []),
          { href: openapi, icon: 'file', name: 'home.openapi', what: 'home.openapiWhat' },
          { href: discovery, icon: 'globe', name: 'home.discovery', what: 'home.discoveryWhat' },
        ]}
      />
    </Page>
  );
}

function Links({ pageContext: { texts }, links }: { pageContext: PageContext; links: readonly HomeLink[] }): VNode {
  return (
    <ul class="tiles">
      {links.map(({ href, icon, name, what }) => (
        <li key={href}>
          <a href={href} class="tile">
            <Icon name={icon} />
            <span>
              <b>{texts.t(name)}</b>
              <small>{texts.t(what)}</small>
            </span>
            <Icon name="next" class="next" />
          </a>
        </li>
      ))}
    </ul>
  );
}
