// Who administers an organization, with which role, and by what.
import { Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { readingPages } from '../../api/reading.ts';
import { AdministratorList } from './administrator-list.tsx';

const PAGE_ROWS = 100;

export default function OrganizationAdministratorsPage() {
  const { orgId = '' } = useParams({ strict: false });
  const list = useInfiniteQuery(
    readingPages('/admin/v1/organizations/{orgId}/role-holders', { path: { orgId }, query: { limit: PAGE_ROWS } }),
  );
  const holders = list.data?.pages.flatMap(({ roleHolders }) => roleHolders);
  return (
    <Stack>
      <AdministratorList
        scope={{ orgId }}
        error={list.error}
        onRetry={() => void list.refetch()}
        onMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
        entries={holders?.flatMap(({ userId, userName, kind, roles }) =>
          roles.map((reasoned) => ({
            userId,
            name: userName ?? userId,
            isPerson: kind === 'person' && userName !== undefined,
            role: reasoned.role,
            via: reasoned.group?.displayName,
            isOwn: reasoned.via === 'direct' && reasoned.projectId === undefined,
            isInherited: reasoned.via === 'inherited',
            projectId: reasoned.projectId,
          })),
        )}
      />
    </Stack>
  );
}
