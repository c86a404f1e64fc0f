// All organizations: found, added, opened, deactivated and reactivated.
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/access.ts';
import { apiRequest } from '../../api/client.ts';
import type { components } from '../../api/document.d.ts';
import { readingPages } from '../../api/reading.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Fault } from '../../components/fault.tsx';
import { FirstField } from '../../components/first-field.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { Icon } from '../../look/icon.tsx';
import { textsOf } from '../../texts/texts.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('service');
const ORGANIZATIONS = '/admin/v1/organizations';
const PAGE_ROWS = 50;
type Organization = components['schemas']['Organization'];

export default function OrganizationsPage() {
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const [q, setQ] = useState('');
  return (
    <Stack>
      <PageHeader title={t('organizations')}>
        {may('org.create') && (
          <Button leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
            {t('organizations.add')}
          </Button>
        )}
      </PageHeader>
      <SearchField label={t('organizations.find')} q={q} onSearch={setQ} />
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
  if (found.length === 0) return <EmptyState title={t('organizations.empty')}>{t('organizations.empty.text')}</EmptyState>;
  const action = switched?.state === 'inactive' ? 'reactivate' : 'deactivate';
  return (
    <>
      {fault}
      <ItemList
        empty={t('organizations.empty')}
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
              <StateBadge tone={one.state === 'active' ? 'good' : 'plain'}>{t(`organizations.${one.state}`)}</StateBadge>
              {canChange && (
                <Button
                  variant="subtle"
                  size="xs"
                  onClick={() => setSwitched(one)}
                  aria-label={t(one.state === 'active' ? 'organizations.deactivate.named' : 'organizations.reactivate.named', {
                    name: one.name,
                  })}
                >
                  {t(one.state === 'active' ? 'organizations.deactivate' : 'organizations.reactivate')}
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
      {switched && (
        <ChangeDialog
          title={t(`organizations.${action}.named`, { name: switched.name })}
          confirm={t(`organizations.${action}`)}
          request={apiRequest('post', `${ORGANIZATIONS}/{orgId}/_${action}`, { path: { orgId: switched.orgId } })}
          stale={[ORGANIZATIONS]}
          done={t(`organizations.${action}.done`, { name: switched.name })}
          isDanger={action === 'deactivate'}
          {...(action === 'deactivate' && { nameToType: switched.name })}
          onClose={() => setSwitched(undefined)}
        >
          {t(`organizations.${action}.text`)}
        </ChangeDialog>
      )}
    </>
  );
}

function AddOrganization({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [primaryDomain, setDomain] = useState('');
  return (
    <ChangeDialog
      title={t('organizations.add')}
      confirm={t('organizations.add.confirm')}
      request={apiRequest('post', ORGANIZATIONS, { body: { name, ...(primaryDomain !== '' && { primaryDomain }) } })}
      stale={[ORGANIZATIONS, '/admin/v1/me/permissions']}
      done={t('organizations.added', { name })}
      isReady={name !== ''}
      onClose={onClose}
      onDone={({ data }) => void navigate({ to: '/orgs/$orgId', params: { orgId: data.orgId } })}
    >
      {(fault) => (
        <Stack gap="sm">
          <FirstField label={t('organizations.name')} value={name} error={fault?.detailFor('name')} onType={setName} />
          <TextInput
            label={t('organizations.domain')}
            description={t('organizations.domain.hint')}
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
