// The groups of an organization.
import { Button, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/access.ts';
import { readingPages } from '../../api/reading.ts';
import type { Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { When } from '../../components/when.tsx';
import { Icon } from '../../look/icon.tsx';
import { textsOf } from '../../texts/texts.ts';
import { AddGroup } from './add-group.tsx';
import { GROUPS, type Group } from './group.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('groups');
const PAGE_ROWS = 100;

const COLUMNS: ReadonlyArray<Column<Group>> = [
  { id: 'name', title: () => t('name'), render: ({ displayName }) => <bdi>{displayName}</bdi> },
  { id: 'modifiedAt', title: () => t('modifiedAt'), render: ({ modifiedAt }) => <When at={modifiedAt} /> },
  { id: 'externalId', title: () => t('externalId'), render: ({ externalId }) => <bdi>{externalId}</bdi>, wide: true },
];

export default function GroupsPage() {
  const { orgId = '' } = useParams({ strict: false });
  const { q } = useSearch({ from: '/orgs/$orgId/groups' });
  const navigate = useNavigate();
  const [isAdding, setAdding] = useState(false);
  const add = useMay({ orgId })('group.write') && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
      {t('add')}
    </Button>
  );
  return (
    <Stack>
      <PageHeader title={t('title')}>{add}</PageHeader>
      <SearchField
        label={t('find')}
        q={q}
        onSearch={(typed) => void navigate({ to: '/orgs/$orgId/groups', params: { orgId }, search: { q: typed }, replace: true })}
      />
      <Groups orgId={orgId} q={q} />
      {isAdding && <AddGroup orgId={orgId} onClose={() => setAdding(false)} />}
    </Stack>
  );
}

function Groups({ orgId, q }: { orgId: string; q: string | undefined }) {
  const query = { limit: PAGE_ROWS, sort: 'name' as const, ...(q !== undefined && { q }) };
  const list = useInfiniteQuery(readingPages(GROUPS, { path: { orgId }, query }));
  return (
    <ListTable
      list={list}
      rowsOf={({ groups }) => groups}
      empty={q === undefined ? <EmptyState title={t('none')}>{t('none.text')}</EmptyState> : <EmptyState title={t('empty')} />}
      caption={t('title')}
      columns={COLUMNS}
      keyOf={({ groupId }) => groupId}
      nameOf={({ displayName }) => displayName}
      linkOf={({ groupId }) => `/orgs/${encodeURIComponent(orgId)}/groups/${encodeURIComponent(groupId)}`}
    />
  );
}
