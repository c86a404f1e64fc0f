import type { VNode } from 'preact';
import { ACCOUNT_SUBJECTS, AccountLayout, type AccountFrame } from './account-layout.view.js';
import { PageError, renderPage, type PageContext } from '../layout/page.view.js';

export const DOWNLOAD_PATH = `${ACCOUNT_SUBJECTS.data.path}/download`;
export const DELETION_PATH = `${ACCOUNT_SUBJECTS.data.path}/delete`;

export interface DataPageProps {
  /** Whether the organization lets people delete their account. The form has no fields: the next page asks for a fresh check. */
  mayDelete: boolean;
  error?: string | undefined;
}

/** The page to download the person's data and to delete the account. */
export function renderAccountDataPage(pageContext: PageContext, frame: AccountFrame, props: DataPageProps): string {
  return renderPage(<DataPage pageContext={pageContext} frame={frame} {...props} />);
}

function DataPage({ pageContext, frame, mayDelete, error }: DataPageProps & { pageContext: PageContext; frame: AccountFrame }): VNode {
  const { t } = pageContext.texts;
  return (
    <AccountLayout pageContext={pageContext} frame={frame} subject="data" title={t('account.subject.data')} lead={t('account.about.data')}>
      <section aria-labelledby="download">
        <h2 id="download">{t('data.download')}</h2>
        <p>{t('data.downloadWhat')}</p>
        <form method="post" action={DOWNLOAD_PATH}>
          <button type="submit" class="quiet">
            {t('data.downloadSubmit')}
          </button>
        </form>
      </section>
      <section aria-labelledby="delete" class={mayDelete ? 'danger-zone' : undefined}>
        <h2 id="delete">{t('data.delete')}</h2>
        <p>{mayDelete ? t('data.deleteWhat') : t('data.deleteNot')}</p>
        <PageError>{error}</PageError>
        {mayDelete && (
          <form method="post" action={DELETION_PATH}>
            <button type="submit" class="danger">
              {t('data.deleteSubmit')}
            </button>
          </form>
        )}
      </section>
    </AccountLayout>
  );
}
