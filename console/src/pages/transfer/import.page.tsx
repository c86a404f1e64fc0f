// One import: how far it is, what it did, and its faults with the lines of the file.
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { apiRequest } from '../../api/client.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { Fault } from '../../components/fault.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { textsOf } from '../../texts/texts.ts';
import { ImportDetails } from './import-details.tsx';
import { IMPORT, IMPORTS, isResumable, isRunning, readingImport } from './imports.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('transfer');

export default function ImportPage() {
  const { importId = '' } = useParams({ strict: false }) as { importId?: string };
  const [chosen, setChosen] = useState<'cancel' | 'resume'>();
  const { data, error, refetch } = useQuery(readingImport(importId));
  const fault = error && <Fault error={error} onRetry={() => void refetch()} />;
  if (!data) return fault ?? <Loading />;
  const one = data.data;
  return (
    <Stack>
      <PageHeader
        title={t(one.dryRun ? 'named.dryRun' : `named.${one.mode}`, { count: one.records })}
        back={{ to: '/service/imports', name: t('imports') }}
      >
        {isRunning(one) && (
          <Button variant="default" onClick={() => setChosen('cancel')}>
            {t('cancel')}
          </Button>
        )}
        {isResumable(one) && <Button onClick={() => setChosen('resume')}>{t('resume')}</Button>}
      </PageHeader>
      {fault}
      <ImportDetails one={one} />
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
    </Stack>
  );
}
