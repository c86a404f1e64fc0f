// All organizations: found, added, opened, deactivated and reactivated.
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/access.ts';
import { apiRequest } from '../../api/client.ts';
import { readingPages } from '../../api/reading.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Fault } from '../../components/fault.tsx';
import { FirstField } from '../../components/first-field.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { Icon } from '../../look/icon.tsx';
import { textsOf } from '../../texts/texts.ts';
import { ORGANIZATIONS, type Organization } from './organization.ts';
import { OrganizationState } from './organization-state.tsx';
import { actionOn, StateDialog } from './state-dialog.tsx';
import type en from './texts/en.json';

const t = textsOf<typeof en>('organizations');
const PAGE_ROWS = 50;

export default function OrganizationsPage() {
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const [q, setQ] = useState('');
  return (
    <Stack>
      <PageHeader title={t('title')}>
        {may('org.create') && (
          <Button leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        )}
      </PageHeader>
      <SearchField label={t('find')} q={q} onSearch={setQ} />
      <Found q={q} canChange={may('org.write')} />
      {isAdding && <AddOrganization onClose={() => setAdding(false)} />}
    </Stack>
  );
}

function Found({ q, canChange }: { q: string; canChange: boolean }) {
  const [switched, setSwitched] = useState<Organization>();
  const list = useInfiniteQuery(readingPages(ORGANIZATIONS, { query: { limit: PAGE_ROWS, sort: 'name', ...(q !== '' && { q }) } }));
  const fault = list.error && <Fault error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return fault ?? <Loading />;
  const found = list.data.pages.flatMap(({ organizations }) => organizations);
  if (found.length === 0) return <EmptyState title={t('empty')}>{t('empty.text')}</EmptyState>;
  return (
    <>
      {fault}
      <ItemList
        empty={t('empty')}
        items={found.map((one) => ({
          key: one.orgId,
          title: (
            <Link to="/orgs/$orgId" params={{ orgId: one.orgId }}>
              <bdi>{one.name}</bdi>
            </Link>
          ),
          text: <bdi>{one.primaryDomain}</bdi>,
          action: (
            <Group gap="xs">
              <OrganizationState organization={one} />
              {canChange && (
                <Button
                  variant="subtle"
                  size="xs"
                  onClick={() => setSwitched(one)}
                  aria-label={t(`${actionOn(one)}.named`, { name: one.name })}
                >
                  {t(actionOn(one))}
                </Button>
              )}
            </Group>
          ),
        }))}
      />
      {list.hasNextPage && (
        <Group justify="center">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('more')}
          </Button>
        </Group>
      )}
      {switched && <StateDialog organization={switched} onClose={() => setSwitched(undefined)} />}
    </>
  );
}

function AddOrganization({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [primaryDomain, setDomain] = useState('');
  return (
    <ChangeDialog
      title={t('add')}
      confirm={t('add.confirm')}
      request={apiRequest('post', ORGANIZATIONS, { body: { name, ...(primaryDomain !== '' && { primaryDomain }) } })}
      stale={[ORGANIZATIONS, '/admin/v1/me/permissions']}
      done={t('added', { name })}
      isReady={name !== ''}
      onClose={onClose}
      onDone={({ data }) => void navigate({ to: '/orgs/$orgId', params: { orgId: data.orgId } })}
    >
      {(fault) => (
        <Stack gap="sm">
          <FirstField label={t('name')} value={name} error={fault?.detailFor('name')} onType={setName} />
          <TextInput
            label={t('domain')}
            description={t('domain.hint')}
            autoComplete="off"
            value={primaryDomain}
            error={fault?.detailFor('primaryDomain')}
            onChange={({ currentTarget }) => setDomain(currentTarget.value)}
          />
        </Stack>
      )}
    </ChangeDialog>
  );
}
