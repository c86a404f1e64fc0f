// The domains of an organization, by which its people sign in.
import { Button, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/access.ts';
import { apiRequest } from '../../api/client.ts';
import { readingPages } from '../../api/reading.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import type { Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FirstField } from '../../components/first-field.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Icon } from '../../look/icon.tsx';
import { textsOf } from '../../texts/texts.ts';
import { DomainState } from './domain-state.tsx';
import { DOMAINS, type Domain } from './domain.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('domains');

const COLUMNS: ReadonlyArray<Column<Domain>> = [
  { id: 'domain', title: () => t('domain'), render: ({ domain }) => <bdi>{domain}</bdi> },
  { id: 'state', title: () => t('state'), render: (domain) => <DomainState domain={domain} /> },
];

export default function DomainsPage() {
  const { orgId = '' } = useParams({ strict: false });
  const [isAdding, setAdding] = useState(false);
  const canChange = useMay({ orgId })('org.write');
  const list = useInfiniteQuery(readingPages(DOMAINS, { path: { orgId } }));
  return (
    <Stack>
      <PageHeader title={t('title')}>
        {canChange && (
          <Button leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        )}
      </PageHeader>
      <ListTable
        list={list}
        rowsOf={({ domains }) => domains}
        empty={<EmptyState title={t('none')}>{t('none.text')}</EmptyState>}
        caption={t('title')}
        columns={COLUMNS}
        keyOf={({ domain }) => domain}
        nameOf={({ domain }) => domain}
        linkOf={({ domain }) => `/orgs/${encodeURIComponent(orgId)}/domains/${encodeURIComponent(domain)}`}
      />
      {isAdding && <AddDomain orgId={orgId} onClose={() => setAdding(false)} />}
    </Stack>
  );
}

function AddDomain({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const navigate = useNavigate();
  const [domain, setDomain] = useState('');
  return (
    <ChangeDialog
      title={t('add')}
      confirm={t('add.confirm')}
      request={apiRequest('post', DOMAINS, { path: { orgId }, body: { domain } })}
      stale={[DOMAINS]}
      done={t('add.done', { name: domain })}
      isReady={domain.trim() !== ''}
      onClose={onClose}
      onDone={({ data }) => void navigate({ to: '/orgs/$orgId/domains/$domain', params: { orgId, domain: data.domain } })}
    >
      {(fault) => (
        <FirstField
          label={t('domain')}
          description={t('domain.hint')}
          value={domain}
          error={fault?.detailFor('domain')}
          onType={setDomain}
        />
      )}
    </ChangeDialog>
  );
}
