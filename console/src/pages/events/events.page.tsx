// What happened in an organization or in the whole service: found by kind, person, organization and day, and followed as it happens.
import { Button, Group, Stack, Switch } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { searchRequest, type Event, type EventSearch } from '../../api/event-search.ts';
import { CopyRequest } from '../../components/copy-request.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Fault } from '../../components/fault.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { textsOf } from '../../texts/texts.ts';
import { DownloadEvents } from './download-events.tsx';
import { EventDetails } from './event-details.tsx';
import { EventFilterBar } from './event-filter-bar.tsx';
import { EventList } from './event-list.tsx';
import { LiveEvents } from './live-events.tsx';
import { searchingPages, searchOf, type EventFilters } from './events.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('events');

export default function EventsPage() {
  const [isFollowed, setFollowed] = useState(false);
  const { orgId } = useParams({ strict: false });
  const filters: EventFilters = useSearch({ strict: false });
  const search = searchOf(filters, orgId);
  const isLive = isFollowed && filters.until === undefined;
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Event>();
  const change = (next: EventFilters) => {
    setChosen(undefined);
    const shown = { search: next, replace: true };
    void navigate(orgId === undefined ? { to: '/service/events', ...shown } : { to: '/orgs/$orgId/events', params: { orgId }, ...shown });
  };
  return (
    <Stack>
      <PageHeader title={t(orgId === undefined ? 'title.service' : 'title')}>
        <Switch
          label={t('live')}
          disabled={filters.until !== undefined}
          checked={isLive}
          onChange={({ currentTarget }) => setFollowed(currentTarget.checked)}
        />
        <DownloadEvents search={search} />
        <CopyRequest request={searchRequest(search)} />
      </PageHeader>
      <EventFilterBar orgId={orgId} filters={filters} onChange={change} />
      <Found search={search} isLive={isLive} onOpen={setChosen} onReset={() => change({})} />
      {chosen && (
        <EventDetails orgId={orgId} event={chosen} onFilter={(more) => change({ ...more })} onClose={() => setChosen(undefined)} />
      )}
    </Stack>
  );
}

interface FoundProps {
  search: EventSearch;
  isLive: boolean;
  onOpen(event: Event): void;
  onReset(): void;
}

function Found({ search, isLive, onOpen, onReset }: FoundProps) {
  const [starts, setStarts] = useState(0);
  const list = useInfiniteQuery({ ...searchingPages(search), placeholderData: keepPreviousData });
  if (list.error && !list.data) return <Fault error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <Loading />;
  const events = list.data.pages.flatMap((page) => page.events);
  return (
    <>
      {list.error && <Fault error={list.error} />}
      {isLive && !list.isPlaceholderData && (
        <LiveEvents
          key={`${JSON.stringify(search)} ${starts}`}
          search={search}
          found={events}
          onOpen={onOpen}
          onRestart={() => void list.refetch().then(() => setStarts(starts + 1))}
        />
      )}
      {events.length === 0 ? (
        <EmptyState
          title={t('empty')}
          action={
            <Button variant="default" onClick={onReset}>
              {t('empty.reset')}
            </Button>
          }
        >
          {t('empty.text')}
        </EmptyState>
      ) : (
        <EventList label={t('title')} events={events} onOpen={onOpen} />
      )}
      {list.hasNextPage && (
        <Group justify="center">
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('older')}
          </Button>
        </Group>
      )}
    </>
  );
}
