import type { VNode } from 'preact';
import { Icon } from '../layout/icons.view.js';
import { Page, renderPage, type PageContext } from '../layout/page.view.js';
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

export interface ConsentProps {
  /** The address to which the form is posted; the page's own address. */
  action: string;
  application: string;
  /** The organization of the application, unless it is the person's own. */
  organization?: string | undefined;
  loginName: string;
  scope: readonly string[];
}

/** Asks for consent. */
export function renderConsentPage(pageContext: PageContext, props: ConsentProps): string {
  return renderPage(<ConsentPage pageContext={pageContext} {...props} />);
}

function ConsentPage({
  pageContext,
  action,
  application,
  organization,
  loginName,
  scope,
}: ConsentProps & { pageContext: PageContext }): VNode {
  const { texts } = pageContext;
  return (
    <Page pageContext={pageContext} title={texts.t('consent.title')}>
      {organization !== undefined && <p class="lead">{texts.t('consent.foreign', { application, organization })}</p>}
      <p class="lead">{texts.t('consent.asks', { application, loginName })}</p>
      <ul class="grants">
        {scope.filter(isDisclosure).map((value) => (
          <li key={value}>
            <Icon name="check" />
            {explainScope(texts, value)}
          </li>
        ))}
      </ul>
      <form method="post" action={action}>
        <button type="submit" name="answer" value="yes">
          {texts.t('consent.agree')}
        </button>
        <button type="submit" class="quiet" name="answer" value="no">
          {texts.t('consent.refuse')}
        </button>
      </form>
    </Page>
  );
}

/** Whether a scope lets the application learn anything; the choice of an identity provider does not. */
function isDisclosure(scope: string): boolean {
  return !/^urn:[^:]+:iam:org:idp:id:/.test(scope);
}

/** Explains in words what a scope lets an application learn. */
export function explainScope({ t }: Texts, scope: string): string {
  const known = EXPLAINED.find((one) => one === scope) ?? reservedIn(scope);
  return known === undefined ? scope : t(`consent.scope.${known}`);
}

function reservedIn(scope: string): (typeof RESERVED)[number][1] | undefined {
  const own = /^urn:[^:]+:iam:(.+)$/.exec(scope)?.[1] ?? '';
  return RESERVED.find(([form]) => (form.endsWith(':') ? own.startsWith(form) && own !== form : own === form))?.[1];
}
