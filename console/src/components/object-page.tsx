// A page about one object: its name, what to do with it, and what it has. Until it is read: that it loads, or the fault with the way back.
import { Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Versioned } from '../api/client.ts';
import { Fault } from './fault.tsx';
import { Loading } from './loading.tsx';
import { PageHeader } from './page-header.tsx';

interface ObjectPageProps<T> {
  query: Pick<UseQueryResult<Versioned<T>>, 'data' | 'error' | 'refetch'>;
  /** The page above this one; a page of the navigation has none. */
  back?: { to: string; name: string };
  /** The title while the object is unknown. */
  kind: string;
  titleOf: (object: T) => string;
  actionsOf?: (object: T) => ReactNode;
  children: (current: Versioned<T>) => ReactNode;
}

export function ObjectPage<T>({ query: { data, error, refetch }, back, kind, titleOf, actionsOf, children }: ObjectPageProps<T>) {
  if (!data && !error) return <Loading />;
  return (
    <Stack>
      <PageHeader title={data ? titleOf(data.data) : kind} {...(back && { back })}>
        {data && actionsOf?.(data.data)}
      </PageHeader>
      {error && <Fault error={error} onRetry={() => void refetch()} />}
      {data && children(data)}
    </Stack>
  );
}
