// Programs that sign in by themselves.
import { Button, Stack, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/access.ts';
import { apiRequest } from '../../api/client.ts';
import { readingPages } from '../../api/reading.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import type { Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { When } from '../../components/when.tsx';
import { Icon } from '../../look/icon.tsx';
import { textsOf } from '../../texts/texts.ts';
import { SERVICE_USERS, titleOf, type ServiceUser } from './service-user.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('service-users');
const PAGE_ROWS = 100;

const COLUMNS: ReadonlyArray<Column<ServiceUser>> = [
  { id: 'name', title: () => t('name'), render: (user) => <bdi>{titleOf(user)}</bdi> },
  { id: 'userName', title: () => t('userName'), render: ({ userName }) => <bdi>{userName}</bdi>, wide: true },
  {
    id: 'state',
    title: () => t('state'),
    render: ({ active }) => <StateBadge tone={active ? 'good' : 'plain'}>{t(active ? 'active' : 'inactive')}</StateBadge>,
  },
  { id: 'createdAt', title: () => t('createdAt'), render: ({ createdAt }) => <When at={createdAt} />, wide: true },
];

export default function ServiceUsersPage() {
  const { orgId = '' } = useParams({ strict: false });
  const may = useMay({ orgId });
  const [isAdding, setAdding] = useState(false);
  const [q, setQ] = useState('');
  return (
    <Stack>
      <PageHeader title={t('title')}>
        {may('user.write') && (
          <Button leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        )}
      </PageHeader>
      <SearchField label={t('find')} q={q} onSearch={setQ} />
      <Found orgId={orgId} q={q} />
      {isAdding && <AddServiceUser orgId={orgId} onClose={() => setAdding(false)} />}
    </Stack>
  );
}

function Found({ orgId, q }: { orgId: string; q: string }) {
  const list = useInfiniteQuery(readingPages(SERVICE_USERS, { path: { orgId }, query: { limit: PAGE_ROWS, ...(q !== '' && { q }) } }));
  return (
    <ListTable
      list={list}
      rowsOf={({ serviceUsers }) => serviceUsers}
      empty={<EmptyState title={t('empty')}>{t('empty.text')}</EmptyState>}
      caption={t('title')}
      columns={COLUMNS}
      keyOf={({ userId }) => userId}
      nameOf={titleOf}
      linkOf={({ userId }) => `/orgs/${encodeURIComponent(orgId)}/service-users/${encodeURIComponent(userId)}`}
    />
  );
}

function AddServiceUser({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const navigate = useNavigate();
  const [fields, setFields] = useState({ userName: '', name: '', description: '' });
  const { userName, name, description } = fields;
  const field = (key: keyof typeof fields) => ({
    label: t(key),
    value: fields[key],
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => setFields({ ...fields, [key]: currentTarget.value }),
  });
  const body = { userName, ...(name !== '' && { name }), ...(description !== '' && { description }) };
  return (
    <ChangeDialog
      title={t('add')}
      confirm={t('add.confirm')}
      request={apiRequest('post', SERVICE_USERS, { path: { orgId }, body })}
      stale={[SERVICE_USERS, '/admin/v1/organizations/{orgId}/statistics']}
      done={t('add.done', { name: name || userName })}
      isReady={userName !== ''}
      onClose={onClose}
      onDone={({ data }) => void navigate({ to: '/orgs/$orgId/service-users/$userId', params: { orgId, userId: data.userId } })}
    >
      {(fault) => (
        <Stack gap="sm">
          <TextInput
            autoFocus
            data-autofocus
            {...field('userName')}
            description={t('userName.hint')}
            error={fault?.detailFor('userName')}
          />
          <TextInput {...field('name')} error={fault?.detailFor('name')} />
          <TextInput {...field('description')} error={fault?.detailFor('description')} />
        </Stack>
      )}
    </ChangeDialog>
  );
}
