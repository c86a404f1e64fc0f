// Who has a role in the whole service.
import { Stack } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useOwnAccess } from '../../api/access.ts';
import { reading, readingPages } from '../../api/reading.ts';
import { AdministratorList } from './administrator-list.tsx';

const PAGE_ROWS = 100;

export default function ServiceAdministratorsPage() {
  const { orgId } = useOwnAccess();
  const list = useInfiniteQuery(readingPages('/admin/v1/members', { query: { limit: PAGE_ROWS } }));
  // Members of the service are named by id; those of the caller's organization have names there.
  const holders = useQuery(
    reading('/admin/v1/organizations/{orgId}/role-holders', { path: { orgId }, query: { via: 'inherited', limit: 1_000 } }),
  );
  const known = new Map(holders.data?.data.roleHolders.map((one) => [one.userId, one]));
  const members = list.data?.pages.flatMap((page) => page.members);
  return (
    <Stack>
      <AdministratorList
        scope={{}}
        error={list.error}
        onRetry={() => void list.refetch()}
        onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
        entries={members?.flatMap(({ userId, roles }) =>
          roles.map((role) => {
            const { userName, kind } = known.get(userId) ?? {};
            const isPerson = kind === 'person' && userName !== undefined;
            return { userId, name: userName ?? userId, isPerson, role, isOwn: true, isInherited: false };
          }),
        )}
      />
    </Stack>
  );
}
