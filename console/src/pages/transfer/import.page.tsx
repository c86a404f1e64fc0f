// One import: how far it is, what it did, and its faults with the lines of the file.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { apiRequest } from '../../api/client.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { ObjectPage } from '../../components/object-page.tsx';
import { textsOf } from '../../texts/texts.ts';
import { ImportDetails } from './import-details.tsx';
import { IMPORT, IMPORTS, isResumable, isRunning, readingImport } from './imports.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('transfer');

export default function ImportPage() {
  const { importId = '' } = useParams({ strict: false }) as { importId?: string };
  const [chosen, setChosen] = useState<'cancel' | 'resume'>();
  const query = useQuery(readingImport(importId));
  return (
    <ObjectPage
      query={query}
      back={{ to: '/service/imports', name: t('imports') }}
      kind={t('imports')}
      titleOf={({ dryRun, mode, records }) => t(dryRun ? 'named.dryRun' : `named.${mode}`, { count: records })}
      actionsOf={(one) => (
        <>
          {isRunning(one) && (
            <Button variant="default" onClick={() => setChosen('cancel')}>
              {t('cancel')}
            </Button>
          )}
          {isResumable(one) && <Button onClick={() => setChosen('resume')}>{t('resume')}</Button>}
        </>
      )}
    >
      {({ data }) => (
        <>
          <ImportDetails one={data} />
          {chosen && (
            <ChangeDialog
              title={t(chosen)}
              confirm={t(chosen)}
              request={apiRequest('post', `${IMPORT}/_${chosen}`, { path: { importId } })}
              stale={[IMPORTS]}
              done={t(`${chosen}.done`)}
              isDanger={chosen === 'cancel'}
              onClose={() => setChosen(undefined)}
            >
              {t(`${chosen}.text`)}
            </ChangeDialog>
          )}
        </>
      )}
    </ObjectPage>
  );
}
