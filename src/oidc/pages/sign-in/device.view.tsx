import type { VNode } from 'preact';
import { DEVICE_PATH } from '../../protocol/endpoints.js';
import { renderDonePage } from '../layout/done.view.js';
import { renderErrorPage, type ErrorProps } from '../layout/error.view.js';
import { Icon } from '../layout/icons.view.js';
import { errorAttributes, Page, PageError, renderPage, Strong, type PageContext } from '../layout/page.view.js';
import { duration, timeOf, type Texts } from '../texts/texts.js';
import { AnswerForm, Disclosures, PublisherLine, type ConsentProps } from './consent.view.js';

/** The field and the parameter of RFC 8628 section 3.3.1. */
export const USER_CODE_FIELD = 'user_code';
/** A code with hyphens and spaces. */
export const MAX_USER_CODE = 20;

export interface DeviceCodeProps {
  /** The code that the address or the form named. */
  code: string;
  error?: 'wrong' | { waitSeconds: number } | undefined;
}

/** Asks for the code that a device shows. */
export function renderDeviceCodePage(pageContext: PageContext, props: DeviceCodeProps): string {
  return renderPage(<DeviceCodePage pageContext={pageContext} {...props} />);
}

function DeviceCodePage({ pageContext, code, error }: DeviceCodeProps & { pageContext: PageContext }): VNode {
  const { texts } = pageContext;
  const { t } = texts;
  const said = error && (error === 'wrong' ? t('device.wrong') : t('device.wait', { time: duration(texts, error.waitSeconds) }));
  return (
    <Page
      pageContext={pageContext}
      title={t('device.title')}
      sign="screen"
      again={{ action: DEVICE_PATH, hidden: { [USER_CODE_FIELD]: code } }}
    >
      <p class="lead">{t('device.what')}</p>
      <PageError>{said}</PageError>
      <form method="post" action={DEVICE_PATH}>
        <label for={USER_CODE_FIELD}>{t('device.label')}</label>
        <input
          id={USER_CODE_FIELD}
          name={USER_CODE_FIELD}
          type="text"
          value={code}
          class="code"
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          maxlength={MAX_USER_CODE}
          placeholder="XXXX-XXXX"
          required
          autofocus
          {...errorAttributes(said)}
        />
        <button type="submit">{t('device.submit')}</button>
      </form>
    </Page>
  );
}

export interface DeviceApprovalProps extends ConsentProps {
  /** The code that the device shows, to be compared. */
  code: string;
  /** When the device asked, in seconds since 1970 UTC. */
  askedAt: number;
  /** The IP address that it asked from, and whether that is in the network of the person. */
  address: string;
  isSameNetwork: boolean;
  /** A name of the device's browser or system, if it is known. */
  program: string | undefined;
}

/** Asks whether the device may sign in as the person (RFC 8628 sections 5.4 and 5.5). */
export function renderDeviceApprovalPage(pageContext: PageContext, props: DeviceApprovalProps): string {
  return renderPage(<DeviceApprovalPage pageContext={pageContext} {...props} />);
}

function DeviceApprovalPage({ pageContext, ...props }: DeviceApprovalProps & { pageContext: PageContext }): VNode {
  const { texts } = pageContext;
  const { t } = texts;
  const {
    action,
    application,
    applicationLogo,
    publisher,
    loginName,
    notYou,
    scope,
    projects,
    code,
    askedAt,
    address,
    isSameNetwork,
    program,
  } = props;
  return (
    <Page pageContext={pageContext} title={t('device.ask.title')}>
      <p class="lead">
        <Strong texts={texts} name="device.ask.code" value={{ code }} />
      </p>
      <p class="error" id="warning">
        {t('device.ask.warning')}
        <Icon name="alert" />
      </p>
      <PublisherLine texts={texts} application={application} applicationLogo={applicationLogo} publisher={publisher} />
      <ul class="grants">
        <li>
          <Icon name="clock" />
          {t('device.ask.when', { time: timeOf(texts, askedAt) })}
        </li>
        <li>
          <Icon name="globe" />
          <span>
            {t(isSameNetwork ? 'device.ask.sameNetwork' : 'device.ask.otherNetwork', { address })}
            {program !== undefined && ` · ${program}`}
          </span>
        </li>
      </ul>
      <p class="lead">{t('device.ask.what', { application, loginName })}</p>
      <Disclosures texts={texts} scope={scope} projects={projects} />
      <AnswerForm
        texts={texts}
        action={action}
        notYou={notYou}
        allow={t('device.ask.allow')}
        deny={t('device.ask.deny')}
        warning="warning"
      />
    </Page>
  );
}

export function renderDeviceApprovedPage(pageContext: PageContext, application: string): string {
  const { t } = pageContext.texts;
  return renderDonePage(pageContext, { title: t('device.done.title'), sentences: [t('device.done.what', { application })] });
}

export function renderDeviceDeniedPage(pageContext: PageContext): string {
  const { t } = pageContext.texts;
  return renderErrorPage(pageContext, { title: t('device.denied.title'), sentences: [t('device.denied.what')] });
}

/** For a device that has been answered, or whose code has expired. */
export function deviceOver({ t }: Texts): ErrorProps {
  return {
    title: t('device.over.title'),
    sentences: [t('device.over.what')],
    wayOn: { label: t('device.over.again'), href: DEVICE_PATH },
  };
}
