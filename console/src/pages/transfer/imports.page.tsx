// Imports: a file is checked or imported in the background; its progress and faults are shown, and it can be stopped and resumed.
import { Button, Checkbox, FileInput, Group, Select, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { readingPages } from '../../api/reading.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Fault } from '../../components/fault.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { When } from '../../components/when.tsx';
import { Icon } from '../../look/icon.tsx';
import { textsOf } from '../../texts/texts.ts';
import { ImportState } from './import-state.tsx';
import { ACCEPTED, importRequest, IMPORTS, isRunning, typed, type ImportOptions } from './imports.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('transfer');
const PAGE_ROWS = 50;
const PROGRESS_MS = 2_000;

export default function ImportsPage() {
  const [isAdding, setAdding] = useState(false);
  const list = useInfiniteQuery({
    ...readingPages(IMPORTS, { query: { limit: PAGE_ROWS } }),
    refetchInterval: ({ state }) => (state.data?.pages.some(({ imports }) => imports.some(isRunning)) ? PROGRESS_MS : false),
  });
  const imports = list.data?.pages.flatMap((page) => page.imports);
  return (
    <Stack>
      <PageHeader title={t('imports')}>
        <Button leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
          {t('add')}
        </Button>
      </PageHeader>
      {list.error && <Fault error={list.error} onRetry={() => void list.refetch()} />}
      {imports === undefined && !list.error && <Loading />}
      {imports?.length === 0 && <EmptyState title={t('empty')}>{t('empty.text')}</EmptyState>}
      {imports !== undefined && imports.length > 0 && (
        <ItemList
          empty={t('empty')}
          items={imports.map((one) => ({
            key: one.id,
            title: (
              <Link to="/service/imports/$importId" params={{ importId: one.id }}>
                {t(one.dryRun ? 'named.dryRun' : `named.${one.mode}`, { count: one.records })}
              </Link>
            ),
            text: <When at={one.createdAt} />,
            action: <ImportState one={one} />,
          }))}
        />
      )}
      {list.hasNextPage && (
        <Group justify="center">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('more')}
          </Button>
        </Group>
      )}
      {isAdding && <AddImport onClose={() => setAdding(false)} />}
    </Stack>
  );
}

function AddImport({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [options, setOptions] = useState<ImportOptions>({ mode: 'create', dryRun: true, invite: false });
  return (
    <ChangeDialog
      title={t('add')}
      confirm={t(options.dryRun ? 'add.check' : 'add.import')}
      request={importRequest(file ?? new File([], ''), options)}
      stale={[IMPORTS]}
      done={t('added')}
      isReady={file !== null}
      isDanger={!options.dryRun}
      onClose={onClose}
      onDone={({ data }) => void navigate({ to: '/service/imports/$importId', params: { importId: data.id } })}
    >
      <Stack gap="sm">
        <FileInput
          data-autofocus
          label={t('file')}
          description={t('file.hint')}
          placeholder={t('file.choose')}
          accept={ACCEPTED}
          value={file}
          onChange={(next) => setFile(next && typed(next))}
        />
        <Select
          label={t('mode')}
          data={[
            { value: 'create', label: t('mode.create') },
            { value: 'upsert', label: t('mode.upsert') },
          ]}
          value={options.mode}
          allowDeselect={false}
          onChange={(mode) => mode !== null && setOptions({ ...options, mode: mode as ImportOptions['mode'] })}
        />
        <Checkbox
          label={t('dryRun')}
          checked={options.dryRun}
          onChange={({ currentTarget }) => setOptions({ ...options, dryRun: currentTarget.checked })}
        />
        <Checkbox
          label={t('invite')}
          description={t('invite.text')}
          checked={options.invite}
          onChange={({ currentTarget }) => setOptions({ ...options, invite: currentTarget.checked })}
        />
      </Stack>
    </ChangeDialog>
  );
}
