// Events as they happen, above those that were found: followed by a cursor, so that none is shown twice or left out. Nothing is asked while the page is hidden.
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Event, EventSearch } from '../../api/event-search.ts';
import { Fault } from '../../components/fault.tsx';
import { textsOf } from '../../texts/texts.ts';
import { EventList } from './event-list.tsx';
import { following, keyOf, MOST_LIVE } from './events.ts';
import type en from './texts/en.json';

const t = textsOf<typeof en>('events');
const LIVE_MS = 3_000;
/** After a failure. */
const AGAIN_MS = 30_000;

interface LiveEventsProps {
  search: EventSearch;
  /** Those that were found, the newest first. */
  found: readonly Event[];
  onOpen(event: Event): void;
  /** Reads the newest anew. */
  onRestart(): void;
}

/** Rendered while the page is live, with a key for each search. */
export function LiveEvents({ search, found, onOpen, onRestart }: LiveEventsProps) {
  const [from] = useState(() => found[0]?.creationDate ?? new Date().toISOString());
  /** How many had arrived when the list was paused. */
  const [pausedAt, setPausedAt] = useState<number>();
  const { data, error } = useQuery({
    ...following(search, from),
    refetchInterval: ({ state }) => {
      if ((state.data?.events.length ?? 0) >= MOST_LIVE) return false;
      return state.error ? AGAIN_MS : LIVE_MS;
    },
  });
  const known = new Set(found.map(keyOf));
  const arrived = (data?.events ?? []).filter((event) => !known.has(keyOf(event)));
  const waiting = pausedAt === undefined ? 0 : Math.max(0, arrived.length - pausedAt);
  const isFull = (data?.events.length ?? 0) >= MOST_LIVE;
  return (
    <>
      <Group gap="sm">
        <Button variant="default" size="xs" onClick={() => setPausedAt(pausedAt === undefined ? arrived.length : undefined)}>
          {t(pausedAt === undefined ? 'live.pause' : 'live.continue')}
        </Button>
        <Text size="sm" role="status">
          {isFull
            ? t('live.full', { count: MOST_LIVE })
            : t(pausedAt === undefined ? 'live.arrived' : 'live.waiting', { count: pausedAt === undefined ? arrived.length : waiting })}
        </Text>
        {isFull && (
          <Button variant="default" size="xs" onClick={onRestart}>
            {t('live.restart')}
          </Button>
        )}
      </Group>
      {error && <Fault error={error} />}
      {arrived.length > waiting && <EventList label={t('live.list')} events={arrived.slice(waiting)} onOpen={onOpen} />}
    </>
  );
}
