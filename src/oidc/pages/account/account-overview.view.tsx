import type { VNode } from 'preact';
import { ACCOUNT_SUBJECTS, AccountLayout, SUBJECT_NAMES, type AccountFrame, type AccountSubject } from './account-layout.view.js';
import { Icon } from '../layout/icons.view.js';
import { Face, renderPage, Strong, type PageContext } from '../layout/page.view.js';

/** The state of each subject in words; absent for a subject that has none. */
export type AccountStates = Readonly<Partial<Record<AccountSubject, string>>>;

/** The first page of the account: the person's name, and all subjects with their state. */
export function renderAccountPage(pageContext: PageContext, frame: AccountFrame, states: AccountStates): string {
  return renderPage(<AccountPage pageContext={pageContext} frame={frame} states={states} />);
}

function AccountPage({ pageContext, frame, states }: { pageContext: PageContext; frame: AccountFrame; states: AccountStates }): VNode {
  const { texts } = pageContext;
  return (
    <AccountLayout pageContext={pageContext} frame={frame} title={texts.t('account.title')}>
      <div class="person">
        <Face name={frame.name} />
        <p>
          <b>{frame.name}</b>
          <Strong texts={texts} name="account.who" value={{ loginName: frame.loginName }} />
        </p>
      </div>
      <ul class="tiles wide">
        {SUBJECT_NAMES.map((name) => (
          <li key={name}>
            <a href={ACCOUNT_SUBJECTS[name].path} class="tile">
              <span class="face">
                <Icon name={ACCOUNT_SUBJECTS[name].icon} />
              </span>
              <span>
                <b>{texts.t(`account.subject.${name}`)}</b>
                <small>{states[name] ?? texts.t(`account.about.${name}`)}</small>
              </span>
              <Icon name="next" class="next" />
            </a>
          </li>
        ))}
      </ul>
    </AccountLayout>
  );
}
