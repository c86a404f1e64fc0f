// The directories of an organization: where its people come from, and what they sign in with. Or the identity providers of the whole service.
import { Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { DataTable, type Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Fault } from '../../components/fault.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { Icon } from '../../look/icon.tsx';
import { textsOf } from '../../texts/texts.ts';
import { useDirectories, type Directory } from './directory.ts';
import { kindOf, pagesOf, useMayWrite, useOwner, type Owner } from './owner.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('directories');

const COLUMNS: ReadonlyArray<Column<Directory>> = [
  { id: 'name', title: () => t('name'), render: ({ name }) => <bdi>{name}</bdi> },
  { id: 'uses', title: () => t('uses'), render: ({ provider, connection }) => usesOf(provider !== undefined, connection !== undefined) },
  {
    id: 'kind',
    title: () => t('kind'),
    render: ({ provider, connection }) => provider?.kind.toUpperCase() ?? connection?.preset,
    wide: true,
  },
  { id: 'state', title: () => t('state'), render: (directory) => <DirectoryState directory={directory} />, wide: true },
];

function usesOf(signsIn: boolean, provisions: boolean): string {
  return [signsIn && t('signIn'), provisions && t('provisioning')].filter(Boolean).join(', ');
}

function DirectoryState({ directory: { provider, connection } }: { directory: Directory }) {
  const isActive = (provider?.enabled ?? true) && (connection?.active ?? true);
  return <StateBadge tone={isActive ? 'good' : 'plain'}>{t(isActive ? 'state.on' : 'state.off')}</StateBadge>;
}

export default function DirectoriesPage() {
  const owner = useOwner();
  const canAdd = useMayWrite(owner);
  return (
    <Stack>
      <PageHeader title={t(`title.${kindOf(owner)}`)}>
        {canAdd && (
          <Button component={Link} to={pagesOf(owner).add as '/orgs/$orgId/new-directory'} leftSection={<Icon name="plus" />}>
            {t(`add.${kindOf(owner)}`)}
          </Button>
        )}
      </PageHeader>
      <Directories owner={owner} />
    </Stack>
  );
}

/** One of the service is used for nothing but sign-ins. */
const COLUMNS_OF_SERVICE = COLUMNS.filter(({ id }) => id !== 'uses');

function Directories({ owner }: { owner: Owner }) {
  const { directories, error, retry } = useDirectories(owner);
  const kind = kindOf(owner);
  const fault = error && <Fault error={error} onRetry={retry} />;
  if (!directories) return fault ?? <Loading />;
  if (directories.length === 0) return fault ?? <EmptyState title={t(`none.${kind}`)}>{t(`none.${kind}.text`)}</EmptyState>;
  return (
    <>
      {fault}
      <DataTable
        caption={t(`title.${kind}`)}
        columns={kind === 'service' ? COLUMNS_OF_SERVICE : COLUMNS}
        rows={directories}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        linkOf={({ id }) => pagesOf(owner).one(id)}
      />
    </>
  );
}
