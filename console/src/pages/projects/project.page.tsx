// One project: its applications, its roles and who has them, the organizations that it is granted to, and who may sign in.
import { Button, Stack, Tabs } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useMay } from '../../api/access.ts';
import { reading, readingPages } from '../../api/reading.ts';
import type { Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { ObjectPage } from '../../components/object-page.tsx';
import { Icon } from '../../look/icon.tsx';
import { textsOf } from '../../texts/texts.ts';
import { useAboveProject } from './above-project.ts';
import { ActiveState } from './active-state.tsx';
import { ProjectGrants } from './project-grants.tsx';
import { ProjectHolders } from './project-holders.tsx';
import { ProjectRoles } from './project-roles.tsx';
import { RegistrationTokens } from './registration-tokens.tsx';
import { ProjectSettings } from './project-settings.tsx';
import { APPLICATIONS, PROJECT, pathOfProject, settingsOf, type Application, type ProjectPlace } from './project.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('projects');
const PAGE_ROWS = 100;

const COLUMNS: ReadonlyArray<Column<Application>> = [
  { id: 'name', title: () => t('name'), render: ({ name }) => <bdi>{name}</bdi> },
  { id: 'type', title: () => t('type'), render: (application) => t(`type.${settingsOf(application).type ?? 'web'}`) },
  { id: 'state', title: () => t('state'), render: ({ state }) => <ActiveState isActive={state === 'active'} />, wide: true },
  { id: 'clientId', title: () => t('clientId'), render: ({ clientId }) => clientId, wide: true },
];

export default function ProjectPage() {
  const { orgId = '', projectId = '' } = useParams({ strict: false });
  const place = { orgId, projectId };
  const may = useMay(place);
  const query = useQuery(reading(PROJECT, { path: place }));
  const back = useAboveProject(orgId);
  return (
    <ObjectPage
      query={query}
      back={back}
      kind={t('project')}
      titleOf={({ name }) => name}
      actionsOf={() => may('project.write') && <NewApplication {...place} />}
    >
      {(current) => (
        <Tabs defaultValue="applications" keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="applications">{t('applications')}</Tabs.Tab>
            <Tabs.Tab value="roles">{t('roles')}</Tabs.Tab>
            <Tabs.Tab value="holders">{t('holders')}</Tabs.Tab>
            <Tabs.Tab value="grants">{t('grants')}</Tabs.Tab>
            <Tabs.Tab value="settings">{t('settings')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="applications">
            <Applications {...place} />
          </Tabs.Panel>
          <Tabs.Panel value="roles">
            <ProjectRoles {...place} canChange={may('project.role.write')} />
          </Tabs.Panel>
          <Tabs.Panel value="holders">
            <ProjectHolders {...place} />
          </Tabs.Panel>
          <Tabs.Panel value="grants">
            <ProjectGrants {...place} canChange={may('project.grant.write')} />
          </Tabs.Panel>
          <Tabs.Panel value="settings">
            <Stack>
              <ProjectSettings orgId={orgId} current={current} canChange={may('project.write')} />
              <RegistrationTokens {...place} canChange={may('project.write')} />
            </Stack>
          </Tabs.Panel>
        </Tabs>
      )}
    </ObjectPage>
  );
}

function NewApplication({ orgId, projectId }: ProjectPlace) {
  return (
    <Button
      component={Link}
      to={`/orgs/${encodeURIComponent(orgId)}/new-application` as '/orgs/$orgId/new-application'}
      search={{ project: projectId } as never}
      leftSection={<Icon name="plus" />}
    >
      {t('newApplication')}
    </Button>
  );
}

function Applications(place: ProjectPlace) {
  const list = useInfiniteQuery(readingPages(APPLICATIONS, { path: place, query: { limit: PAGE_ROWS, sort: 'name' } }));
  return (
    <ListTable
      list={list}
      rowsOf={({ applications }) => applications}
      empty={<EmptyState title={t('applications.none')}>{t('applications.none.text')}</EmptyState>}
      caption={t('applications')}
      columns={COLUMNS}
      keyOf={({ applicationId }) => applicationId}
      nameOf={({ name }) => name}
      linkOf={({ applicationId }) => `${pathOfProject(place)}/applications/${encodeURIComponent(applicationId)}`}
    />
  );
}
