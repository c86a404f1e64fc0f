// The page of the person's second factors: the authenticator app and the recovery codes.
import type { VNode } from 'preact';
import type { OwnFactor } from '../../../users/authentication/assurance/factor-sources.js';
import { ACCOUNT_PATH } from '../../protocol/endpoints.js';
import { SecurityLayout, type AccountFrame } from './account-layout.view.js';
import { HiddenFields } from '../layout/hidden-fields.view.js';
import { PageError, renderPage, type PageContext } from '../layout/page.view.js';
import { dateIn, type TextKey } from '../texts/texts.js';

export const FACTORS_PATH = `${ACCOUNT_PATH}/second-step`;
export const PHONE_PATH = `${ACCOUNT_PATH}/phone`;

export interface FactorsProps {
  app: OwnFactor | undefined;
  codes: OwnFactor | undefined;
  phone: OwnFactor | undefined;
  mayAddPhone: boolean;
  /** False if the organization does not allow it. */
  mayAdd: boolean;
  /** True if there is a factor that recovery codes can replace. */
  mayRenew: boolean;
  error?: string | undefined;
}

type InAccount<Props> = Props & { pageContext: PageContext; frame: AccountFrame };

/** The page of the person's second factors. */
export function renderFactorsPage(pageContext: PageContext, frame: AccountFrame, props: FactorsProps): string {
  return renderPage(<FactorsPage pageContext={pageContext} frame={frame} {...props} />);
}

function FactorsPage({ pageContext, frame, app, codes, phone, mayAddPhone, mayAdd, mayRenew, error }: InAccount<FactorsProps>): VNode {
  const { texts } = pageContext;
  const { t } = texts;
  return (
    <SecurityLayout pageContext={pageContext} frame={frame} title={t('factors.title')} lead={t('factors.what')}>
      <PageError>{error}</PageError>
      <section>
        <h2>{t('totp.title')}</h2>
        <p>{app ? t('totp.since', { date: dateIn(texts, app.createdUs) }) : t('totp.none')}</p>
        <form method="post" action={FACTORS_PATH}>
          {app && <HiddenFields values={{ id: app.id }} />}
          {app && (
            <button type="submit" class="quiet" name="action" value="remove">
              {t('totp.remove')}
            </button>
          )}
          {!app && mayAdd && (
            <button type="submit" name="action" value="add">
              {t('totp.add')}
            </button>
          )}
        </form>
      </section>
      {(phone || mayAddPhone) && (
        <section>
          <h2>{t('sms.title')}</h2>
          <p>{phone ? t('sms.since', { phone: phone.name ?? '', date: dateIn(texts, phone.createdUs) }) : t('sms.none')}</p>
          <form method="post" action={phone ? FACTORS_PATH : PHONE_PATH}>
            {phone && <HiddenFields values={{ id: phone.id }} />}
            <button type="submit" class={phone && 'quiet'} name="action" value={phone ? 'remove' : 'add'}>
              {t(phone ? 'sms.remove' : 'totp.add')}
            </button>
          </form>
        </section>
      )}
      {mayRenew && (
        <section>
          <h2>{t('recovery.heading')}</h2>
          <p>{codes?.left ? t('recovery.left', { count: codes.left }) : t('recovery.none')}</p>
          <form method="post" action={FACTORS_PATH}>
            <button type="submit" class="quiet" name="action" value="renew">
              {t('recovery.renew')}
            </button>
          </form>
        </section>
      )}
    </SecurityLayout>
  );
}

export interface SetupProps {
  title: TextKey;
  action: string;
  sentence: string;
  content: VNode | undefined;
  submit: string;
  hidden: Readonly<Record<string, string>>;
  error?: string | undefined;
}

/** The page to set up an authenticator app or a phone. */
export function renderFactorSetupPage(pageContext: PageContext, frame: AccountFrame, props: SetupProps): string {
  return renderPage(<SetupPage pageContext={pageContext} frame={frame} {...props} />);
}

function SetupPage({ pageContext, frame, title, action, sentence, content, submit, hidden, error }: InAccount<SetupProps>): VNode {
  const { t } = pageContext.texts;
  return (
    <SecurityLayout
      pageContext={pageContext}
      frame={frame}
      back={{ label: t('factors.title'), href: FACTORS_PATH }}
      title={t(title)}
      lead={sentence}
      again={{ action, hidden }}
    >
      <section>
        <PageError>{error}</PageError>
        <form method="post" action={action}>
          <HiddenFields values={hidden} />
          {content}
          <button type="submit">{submit}</button>
        </form>
      </section>
    </SecurityLayout>
  );
}
