// Imports, newest first: each runs in the background and has a page with its progress and faults.
import { Button, Group, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { readingPages } from '../../api/reading.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Fault } from '../../components/fault.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { When } from '../../components/when.tsx';
import { Icon } from '../../look/icon.tsx';
import { textsOf } from '../../texts/texts.ts';
import { ImportState } from './import-state.tsx';
import { IMPORTS, isRunning } from './imports.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('transfer');
const PAGE_ROWS = 50;
const PROGRESS_MS = 2_000;

export default function ImportsPage() {
  const list = useInfiniteQuery({
    ...readingPages(IMPORTS, { query: { limit: PAGE_ROWS } }),
    refetchInterval: ({ state }) => (state.data?.pages.some(({ imports }) => imports.some(isRunning)) ? PROGRESS_MS : false),
  });
  const imports = list.data?.pages.flatMap((page) => page.imports);
  return (
    <Stack>
      <PageHeader title={t('imports')}>
        <Button component={Link} to="/service/imports/new" leftSection={<Icon name="plus" />}>
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
    </Stack>
  );
}
