// People who were deleted and can come back, where the policy keeps them.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/access.ts';
import { apiRequest } from '../../api/client.ts';
import type { components } from '../../api/document.d.ts';
import { readingPages } from '../../api/reading.ts';
import { ChangeDialog } from '../../components/change-dialog.tsx';
import type { Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { When } from '../../components/when.tsx';
import { textsOf } from '../../texts/texts.ts';
import { PEOPLE } from './person.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('people');
const PAGE_ROWS = 100;

type DeletedPerson = components['schemas']['RemovedPerson'];

export default function DeletedPeoplePage() {
  const { orgId = '' } = useParams({ strict: false });
  const may = useMay({ orgId });
  const [chosen, setChosen] = useState<{ action: 'restore' | 'erase'; person: DeletedPerson }>();
  const list = useInfiniteQuery(readingPages(`${PEOPLE}/_removed`, { path: { orgId }, query: { limit: PAGE_ROWS } }));
  const columns: ReadonlyArray<Column<DeletedPerson>> = [
    { id: 'name', title: () => t('name'), render: ({ displayName }) => <bdi>{displayName}</bdi> },
    { id: 'userName', title: () => t('userName'), render: ({ userName }) => <bdi>{userName}</bdi>, wide: true },
    { id: 'removedAt', title: () => t('deleted.at'), render: ({ removedAt }) => <When at={removedAt} />, wide: true },
    { id: 'keptUntil', title: () => t('deleted.until'), render: ({ keptUntil }) => <When at={keptUntil} />, wide: true },
    {
      id: 'actions',
      title: () => t('actions'),
      render: (person) => (
        <Group gap="xs" wrap="nowrap">
          {may('user.write') && (
            <Button variant="default" size="xs" onClick={() => setChosen({ action: 'restore', person })}>
              {t('deleted.restore')}
            </Button>
          )}
          {may('user.delete') && (
            <Button variant="subtle" color="danger" size="xs" onClick={() => setChosen({ action: 'erase', person })}>
              {t('deleted.erase')}
            </Button>
          )}
        </Group>
      ),
    },
  ];
  return (
    <Stack>
      <PageHeader title={t('deleted')} back={{ to: `/orgs/${encodeURIComponent(orgId)}/people`, name: t('title') }} />
      <ListTable
        list={list}
        rowsOf={({ people }) => people}
        empty={<EmptyState title={t('deleted.none')}>{t('deleted.none.text')}</EmptyState>}
        caption={t('deleted')}
        columns={columns}
        keyOf={({ userId }) => userId}
        nameOf={({ displayName }) => displayName}
      />
      {chosen?.action === 'restore' && (
        <ChangeDialog
          title={t('deleted.restore')}
          confirm={t('deleted.restore')}
          request={apiRequest('post', `${PEOPLE}/{userId}/_restore`, { path: { orgId, userId: chosen.person.userId } })}
          stale={[PEOPLE]}
          done={t('deleted.restore.done', { name: chosen.person.displayName })}
          onClose={() => setChosen(undefined)}
        >
          <Text>{t('deleted.restore.text', { name: chosen.person.displayName })}</Text>
        </ChangeDialog>
      )}
      {chosen?.action === 'erase' && (
        <ChangeDialog
          title={t('deleted.erase')}
          confirm={t('deleted.erase')}
          request={apiRequest('delete', `${PEOPLE}/_removed/{userId}`, { path: { orgId, userId: chosen.person.userId } })}
          stale={[PEOPLE]}
          done={t('deleted.erase.done', { name: chosen.person.displayName })}
          isDanger
          nameToType={chosen.person.displayName}
          onClose={() => setChosen(undefined)}
        >
          <Text>{t('deleted.erase.text', { name: chosen.person.displayName })}</Text>
        </ChangeDialog>
      )}
    </Stack>
  );
}
