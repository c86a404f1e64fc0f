// The people of an organization: found while one types, filtered, and read on as one scrolls.
import { Box, Button, Checkbox, Group, Select, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useMay } from '../../api/access.ts';
import { readingPages } from '../../api/reading.ts';
import type { Column } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ListTable } from '../../components/list-table.tsx';
import { nameOf } from '../../components/name-of.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { When } from '../../components/when.tsx';
import { Icon } from '../../look/icon.tsx';
import { textsOf } from '../../texts/texts.ts';
import { BulkActions } from './bulk-actions.tsx';
import { AddPerson } from './add-person.tsx';
import { storeChoices, storedChoices, type ListChoices, type OptionalColumn, type PeopleFilters } from './list-choices.ts';
import { ListMenu } from './list-menu.tsx';
import type { Person } from './person.ts';
import { PersonState } from './person-state.tsx';
import type en from './texts/en.json';

const t = textsOf<typeof en>('people');
const PAGE_ROWS = 100;
const NO_ONE: ReadonlySet<string> = new Set();

const NAME: Column<Person> = { id: 'name', title: () => t('name'), render: (person) => <bdi>{nameOf(person)}</bdi> };

/** How each column shows a person; a phone has room for the login name alone. */
const SHOWN: Record<OptionalColumn, (person: Person) => ReactNode> = {
  loginName: ({ loginName }) => <bdi>{loginName}</bdi>,
  email: ({ emails }) => <bdi>{(emails.find(({ primary }) => primary) ?? emails[0])?.value}</bdi>,
  jobTitle: ({ title }) => <bdi>{title}</bdi>,
  state: (person) => <PersonState person={person} />,
  createdAt: ({ createdAt }) => <When at={createdAt} />,
  modifiedAt: ({ modifiedAt }) => <When at={modifiedAt} />,
};

const columnOf = (id: OptionalColumn): Column<Person> => ({ id, title: () => t(id), render: SHOWN[id], wide: id !== 'loginName' });

export default function PeoplePage() {
  const { orgId = '' } = useParams({ strict: false });
  const search = useSearch({ from: '/orgs/$orgId/people' });
  const navigate = useNavigate();
  const may = useMay({ orgId });
  const [isAdding, setAdding] = useState(false);
  const [choices, setChoices] = useState(storedChoices);
  const choose = (next: ListChoices) => {
    storeChoices(next);
    setChoices(next);
  };
  const filter = (change: Partial<typeof search>) =>
    void navigate({ to: '/orgs/$orgId/people', params: { orgId }, search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <Stack>
      <PageHeader title={t('title')}>
        <Link to="/orgs/$orgId/invitations" params={{ orgId }}>
          {t('invitations')}
        </Link>
        <Link to="/orgs/$orgId/deleted-people" params={{ orgId }}>
          {t('deleted')}
        </Link>
        {may('user.write') && (
          <Button leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        )}
      </PageHeader>
      <Group gap="sm" align="end">
        <Box flex="1 1 16rem">
          <SearchField label={t('find')} hint={t('find.hint')} q={search.q} onSearch={(q) => filter({ q })} />
        </Box>
        <Select
          label={t('state')}
          data={[
            { value: '', label: t('state.all') },
            { value: 'active', label: t('state.active') },
            { value: 'inactive', label: t('state.inactive') },
          ]}
          value={search.state ?? ''}
          allowDeselect={false}
          onChange={(state) => filter({ state: (state || undefined) as 'active' | undefined })}
        />
        <Checkbox
          label={t('state.locked')}
          checked={search.locked === 'true'}
          mb="xs"
          onChange={({ currentTarget }) => filter({ locked: currentTarget.checked ? 'true' : undefined })}
        />
        <ListMenu
          choices={choices}
          filters={search}
          onChange={choose}
          onOpen={(filters) => void navigate({ to: '/orgs/$orgId/people', params: { orgId }, search: filters })}
        />
      </Group>
      <People orgId={orgId} filters={search} columns={choices.columns} canChange={may('user.write')} />
      {isAdding && <AddPerson orgId={orgId} onClose={() => setAdding(false)} />}
    </Stack>
  );
}

interface PeopleProps {
  orgId: string;
  filters: PeopleFilters;
  columns: readonly OptionalColumn[];
  canChange: boolean;
}

function People({ orgId, filters, columns, canChange }: PeopleProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(NO_ONE);
  const list = useInfiniteQuery(
    readingPages('/admin/v1/organizations/{orgId}/people', { path: { orgId }, query: { limit: PAGE_ROWS, ...filters } }),
  );
  const people = list.data?.pages.flatMap((page) => page.people) ?? [];
  return (
    <>
      <BulkActions people={people.filter(({ userId }) => chosen.has(userId))} canChange={canChange} onDone={() => setChosen(NO_ONE)} />
      <ListTable
        list={list}
        rowsOf={(page) => page.people}
        empty={<EmptyState title={t('empty')}>{t('empty.text')}</EmptyState>}
        caption={t('title')}
        columns={[NAME, ...columns.map(columnOf)]}
        keyOf={({ userId }) => userId}
        nameOf={(person) => nameOf(person)}
        linkOf={({ userId }) => `/orgs/${encodeURIComponent(orgId)}/people/${encodeURIComponent(userId)}`}
        selection={{ chosen, onChange: setChosen }}
      />
    </>
  );
}
