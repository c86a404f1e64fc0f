// One import: how far it is, what it did, and its faults with the lines of the file.
import { Button, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { apiRequest } from '../../api/client.ts';
import { reading } from '../../api/reading.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { Facts } from '../../components/facts.tsx';
import { Fault } from '../../components/fault.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Section } from '../../components/section.tsx';
import { When } from '../../components/when.tsx';
import { textsOf } from '../../texts/texts.ts';
import { ImportState } from './import-state.tsx';
import { IMPORT, IMPORTS, isResumable, isRunning, readingFaults, type Import, type ImportFault } from './imports.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('transfer');
const PROGRESS_MS = 1_000;

const COLUMNS: ReadonlyArray<Column<ImportFault & { at: number }>> = [
  { id: 'line', title: t('line'), render: ({ line }) => line },
  { id: 'message', title: t('message'), render: ({ message }) => <bdi title={message}>{message}</bdi> },
  { id: 'id', title: t('id'), render: ({ id }) => <bdi>{id}</bdi>, wide: true },
  { id: 'kind', title: t('kind'), render: ({ kind }) => kind, wide: true },
];

export default function ImportPage() {
  const { importId = '' } = useParams({ strict: false }) as { importId?: string };
  const [chosen, setChosen] = useState<'cancel' | 'resume'>();
  const { data, error, refetch } = useQuery({
    ...reading(IMPORT, { path: { importId } }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data.data) ? PROGRESS_MS : false),
  });
  if (error) return <Fault error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
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
      <Summary one={one} />
      {one.failed > 0 && <Faults one={one} />}
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

function Summary({ one }: { one: Import }) {
  const percent = one.records === 0 ? 0 : Math.round((100 * one.done) / one.records);
  return (
    <Section title={t('progress')}>
      <Stack gap="sm">
        {isRunning(one) && <Progress value={percent} aria-label={t('progress')} />}
        <Facts
          items={[
            [t('state'), <ImportState key="state" one={one} />],
            [t('done'), t('done.of', { done: one.done, records: one.records })],
            [t('created'), String(one.added)],
            [t('changed'), String(one.changed)],
            [t('failed'), String(one.failed)],
            [t('secondsLeft'), isRunning(one) && one.secondsLeft !== null ? String(one.secondsLeft) : undefined],
            [t('startedAt'), <When key="created" at={one.createdAt} />],
            [t('endedAt'), one.endedAt && <When at={one.endedAt} />],
            [t('reason'), one.reason && <bdi>{one.reason}</bdi>],
          ]}
        />
        {one.dryRun && !isRunning(one) && <Text c="dimmed">{t('dryRun.text')}</Text>}
      </Stack>
    </Section>
  );
}

function Faults({ one }: { one: Import }) {
  const { data, error, refetch } = useQuery(readingFaults(one.id, one.failed));
  return (
    <Section title={t('faults')}>
      {error && <Fault error={error} onRetry={() => void refetch()} />}
      {data && (
        <DataTable
          caption={t('faults')}
          columns={COLUMNS}
          rows={data.map((fault, at) => ({ ...fault, at }))}
          keyOf={({ at }) => String(at)}
          nameOf={({ at }) => String(at)}
        />
      )}
    </Section>
  );
}
