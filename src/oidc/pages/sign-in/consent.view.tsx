import type { VNode } from 'preact';
import { Icon } from '../layout/icons.view.js';
import { Emblem } from '../layout/emblem.view.js';
import { Page, renderPage, Ways, type Look, type PageContext } from '../layout/page.view.js';
import type { Texts } from '../texts/texts.js';

/** Scopes with an explaining text; other scopes are shown unchanged. */
const EXPLAINED = ['openid', 'profile', 'email', 'phone', 'address', 'groups', 'offline_access'] as const;

/** The same for this service's own scopes: a whole scope, or a prefix that a name follows. */
const RESERVED = [
  ['user:resourceowner', 'organization'],
  ['org:id:', 'organization'],
  ['org:domain:primary:', 'organization'],
  ['user:metadata', 'metadata'],
  ['org:metadata', 'organizationMetadata'],
  ['org:projects:roles', 'roles'],
  ['org:project:role:', 'roles'],
  ['org:roles:id:', 'roles'],
] as const;

/** Who is behind an application. */
export interface Publisher {
  name: string;
  /** Whether the application's client registered it: the organization hasn't reviewed it. */
  isSelfRegistered: boolean;
  /** Whether it is another organization than the person's own. */
  isForeign: boolean;
  logo?: Look['logo'];
  /** The application's own site, and the pages of the organization. */
  links: Readonly<Partial<Record<'website' | 'privacy' | 'terms', string>>>;
}

export interface ConsentProps {
  /** The address to which the form is posted; the page's own address. */
  action: string;
  application: string;
  /** The digest of the application's own logo. */
  applicationLogo: string | undefined;
  /** The organization of the application. */
  publisher: Publisher;
  loginName: string;
  /** The address at which another account is chosen. */
  notYou: string;
  scope: readonly string[];
  /** The names of the projects that scopes name, by the scope. */
  projects: ReadonlyMap<string, string>;
}

/** Asks for consent. */
export function renderConsentPage(pageContext: PageContext, props: ConsentProps): string {
  return renderPage(<ConsentPage pageContext={pageContext} {...props} />);
}

function ConsentPage({
  pageContext,
  action,
  application,
  applicationLogo,
  publisher,
  loginName,
  notYou,
  scope,
  projects,
}: ConsentProps & { pageContext: PageContext }): VNode {
  const { texts } = pageContext;
  const { t } = texts;
  return (
    <Page pageContext={pageContext} title={t('consent.title')}>
      <p class="lead">{t('consent.asks', { application, loginName })}</p>
      <PublisherLine texts={texts} application={application} applicationLogo={applicationLogo} publisher={publisher} />
      <Disclosures texts={texts} scope={scope} projects={projects} />
      <AnswerForm texts={texts} action={action} notYou={notYou} allow={t('consent.agree')} deny={t('consent.refuse')} />
    </Page>
  );
}

/** The two answers, and the way to another account. `warning`: the id of what a screen reader says beside the first one. */
export function AnswerForm(props: { texts: Texts; action: string; notYou: string; allow: string; deny: string; warning?: string }): VNode {
  const { texts, action, notYou, allow, deny, warning } = props;
  return (
    <>
      <form method="post" action={action}>
        <button type="submit" name="answer" value="yes" aria-describedby={warning}>
          {allow}
        </button>
        <button type="submit" class="quiet" name="answer" value="no">
          {deny}
        </button>
      </form>
      <Ways>
        <p>
          <a href={notYou}>{texts.t('consent.notYou')}</a>
        </p>
      </Ways>
    </>
  );
}

/** What the scopes let the application learn. */
export function Disclosures({ texts, scope, projects }: Pick<ConsentProps, 'scope' | 'projects'> & { texts: Texts }): VNode {
  return (
    <ul class="grants">
      {scope.filter(isDisclosure).map((value) => (
        <li key={value}>
          <Icon name="check" />
          {explainScope(texts, value, projects.get(value))}
        </li>
      ))}
    </ul>
  );
}

/** The application with its logo, else its publisher's, and with the publisher's name and pages. */
export function PublisherLine({
  texts,
  application,
  applicationLogo,
  publisher,
}: Pick<ConsentProps, 'application' | 'applicationLogo' | 'publisher'> & { texts: Texts }): VNode {
  const { name, isSelfRegistered, isForeign, logo, links } = publisher;
  const { t } = texts;
  const labels = { website: t('consent.website'), privacy: t('footer.privacy'), terms: t('footer.terms') };
  const shown = (['website', 'privacy', 'terms'] as const).flatMap((link) => (links[link] ? [[link, links[link]] as const] : []));
  return (
    <div class="publisher">
      {logo && applicationLogo === undefined ? (
        <img src={logo.light} alt="" class="logo" />
      ) : (
        <Emblem name={application} logo={applicationLogo} />
      )}
      <p>
        <strong>{application}</strong>
        <small>
          {isSelfRegistered
            ? t('consent.selfRegistered', { application, organization: name })
            : t('consent.publisher', { organization: name })}
        </small>
        {isForeign && <small>{t('consent.foreign', { application, organization: name })}</small>}
        {shown.length > 0 && (
          <small>
            {shown.map(([link, href], at) => (
              <span key={link}>
                {at > 0 && ' · '}
                <a href={href} target="_blank" rel="noopener noreferrer">
                  {labels[link]}
                </a>
              </span>
            ))}
          </small>
        )}
      </p>
    </div>
  );
}

/** Whether a scope lets the application learn anything; the choice of an identity provider does not. */
function isDisclosure(scope: string): boolean {
  return !/^urn:[^:]+:iam:org:idp:id:/.test(scope);
}

/** Explains in words what a scope lets an application learn or do. @param project that the scope names */
export function explainScope({ t }: Texts, scope: string, project?: string): string {
  if (project !== undefined) return t('consent.scope.project', { project });
  if (isOfService(scope)) return t('consent.scope.service');
  const known = EXPLAINED.find((one) => one === scope) ?? reservedIn(scope);
  return known === undefined ? scope : t(`consent.scope.${known}`);
}

/** Whether it is the scope of this service's own API. */
function isOfService(scope: string): boolean {
  const [, vendor = '', project] = /^urn:([^:]+):iam:org:project:id:(.+):aud$/.exec(scope) ?? [];
  return vendor === project;
}

function reservedIn(scope: string): (typeof RESERVED)[number][1] | undefined {
  const own = /^urn:[^:]+:iam:(.+)$/.exec(scope)?.[1] ?? '';
  return RESERVED.find(([form]) => (form.endsWith(':') ? own.startsWith(form) && own !== form : own === form))?.[1];
}
