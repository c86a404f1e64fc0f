// The projects of an organization: applications that share roles.
import { Button, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
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
import { ActiveState } from './active-state.tsx';
import { AddProject } from './add-project.tsx';
import { PROJECTS, pathOfProject, type Project } from './project.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('projects');
const PAGE_ROWS = 100;

const COLUMNS: ReadonlyArray<Column<Project>> = [
  { id: 'name', title: () => t('name'), render: ({ name }) => <bdi>{name}</bdi> },
  { id: 'state', title: () => t('state'), render: ({ state }) => <ActiveState isActive={state === 'active'} /> },
  { id: 'createdAt', title: () => t('createdAt'), render: ({ createdAt }) => <When at={createdAt} />, wide: true },
];

export default function ProjectsPage() {
  const { orgId = '' } = useParams({ strict: false });
  const { q } = useSearch({ from: '/orgs/$orgId/projects' });
  const navigate = useNavigate();
  const canAdd = useMay({ orgId })('project.write');
  const [isAdding, setAdding] = useState(false);
  return (
    <Stack>
      <PageHeader title={t('title')}>
        {canAdd && (
          <>
            <Button variant="default" onClick={() => setAdding(true)}>
              {t('add')}
            </Button>
            <Button
              component={Link}
              to={`/orgs/${encodeURIComponent(orgId)}/new-application` as '/orgs/$orgId/new-application'}
              leftSection={<Icon name="plus" />}
            >
              {t('newApplication')}
            </Button>
          </>
        )}
      </PageHeader>
      <SearchField
        label={t('find')}
        q={q}
        onSearch={(typed) => void navigate({ to: '/orgs/$orgId/projects', params: { orgId }, search: { q: typed }, replace: true })}
      />
      <Projects orgId={orgId} q={q} />
      {isAdding && <AddProject orgId={orgId} onClose={() => setAdding(false)} />}
    </Stack>
  );
}

function Projects({ orgId, q }: { orgId: string; q: string | undefined }) {
  const query = { limit: PAGE_ROWS, sort: 'name' as const, ...(q !== undefined && { q }) };
  const list = useInfiniteQuery(readingPages(PROJECTS, { path: { orgId }, query }));
  return (
    <ListTable
      list={list}
      rowsOf={({ projects }) => projects}
      empty={q === undefined ? <EmptyState title={t('none')}>{t('none.text')}</EmptyState> : <EmptyState title={t('empty')} />}
      caption={t('title')}
      columns={COLUMNS}
      keyOf={({ projectId }) => projectId}
      nameOf={({ name }) => name}
      linkOf={({ projectId }) => pathOfProject({ orgId, projectId })}
    />
  );
}
