// The shared layout of the account pages: a header, the subjects at the side, and one subject in the middle. On a phone, the overview is
// the menu.
import type { ComponentChildren, VNode } from 'preact';
import { ACCOUNT_PATH, END_SESSION_ENDPOINT } from '../../protocol/endpoints.js';
import { Icon, type IconName } from '../layout/icons.view.js';
import { Brand, Document, Notice, PageFooter, type PageContext, type ShownAgain } from '../layout/page.view.js';

/** The subjects, each with its page, in the order in which they are shown. */
export const ACCOUNT_SUBJECTS = {
  profile: { path: `${ACCOUNT_PATH}/profile`, icon: 'user' },
  email: { path: `${ACCOUNT_PATH}/email`, icon: 'mail' },
  security: { path: `${ACCOUNT_PATH}/security`, icon: 'shield' },
  sessions: { path: `${ACCOUNT_PATH}/sessions`, icon: 'screen' },
  applications: { path: `${ACCOUNT_PATH}/applications`, icon: 'apps' },
  delegations: { path: `${ACCOUNT_PATH}/delegations`, icon: 'users' },
  data: { path: `${ACCOUNT_PATH}/data`, icon: 'file' },
} as const satisfies Record<string, { path: string; icon: IconName }>;
export type AccountSubject = keyof typeof ACCOUNT_SUBJECTS;
export const SUBJECT_NAMES = Object.keys(ACCOUNT_SUBJECTS) as AccountSubject[];

/** The owner of the account, and the result of the last action. */
export interface AccountFrame {
  name: string;
  loginName: string;
  /** A confirmation of the last action. */
  notice?: string | undefined;
}

export interface AccountLayoutProps {
  pageContext: PageContext;
  frame: AccountFrame;
  /** The subject of the page; the overview has none. */
  subject?: AccountSubject;
  /** The target of the link back on a phone; the overview by default. */
  back?: { label: string; href: string };
  title: string;
  lead?: string | undefined;
  /** For the choice of a language, if the address of the page's form shows another page. */
  again?: ShownAgain;
  children: ComponentChildren;
}

/** One page of the account. Its content consists of `<section>` elements, each shown as a card. */
export function AccountLayout({ pageContext, frame, subject, back, title, lead, again, children }: AccountLayoutProps): VNode {
  const { t } = pageContext.texts;
  const wayBack = back ?? { label: t('account.back'), href: ACCOUNT_PATH };
  return (
    <Document pageContext={pageContext} title={title} layout="account">
      <header class="head">
        <Brand look={pageContext.look} />
        <a class="button quiet" href={END_SESSION_ENDPOINT}>
          {t('account.signOut')}
        </a>
      </header>
      <div class="stage">
        <Subjects pageContext={pageContext} current={subject} />
        <main>
          {subject && (
            <a class="back" href={wayBack.href}>
              <Icon name="back" />
              {wayBack.label}
            </a>
          )}
          <h1>{title}</h1>
          {lead && <p class="lead">{lead}</p>}
          <Notice>{frame.notice}</Notice>
          {children}
        </main>
        <PageFooter pageContext={{ ...pageContext, hasAddress: again === undefined }} again={again} />
      </div>
    </Document>
  );
}

/** A page below the list of all ways to sign in. */
export function SecurityLayout(props: Omit<AccountLayoutProps, 'subject'>): VNode {
  const back = { label: props.pageContext.texts.t('account.subject.security'), href: ACCOUNT_SUBJECTS.security.path };
  return <AccountLayout subject="security" back={back} {...props} />;
}

function Subjects({ pageContext: { texts }, current }: { pageContext: PageContext; current: AccountSubject | undefined }): VNode {
  return (
    <nav class="subjects" aria-label={texts.t('account.title')}>
      <ul>
        <li>
          <a href={ACCOUNT_PATH} aria-current={current === undefined ? 'page' : undefined}>
            <Icon name="home" />
            {texts.t('account.overview')}
          </a>
        </li>
        {SUBJECT_NAMES.map((name) => (
          <li key={name}>
            <a href={ACCOUNT_SUBJECTS[name].path} aria-current={current === name ? 'page' : undefined}>
              <Icon name={ACCOUNT_SUBJECTS[name].icon} />
              {texts.t(`account.subject.${name}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
