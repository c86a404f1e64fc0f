import { useQuery } from '@tanstack/react-query';
import { apiRequest } from '../../api/client.ts';
import { reading } from '../../api/reading.ts';
import { ClientKeys } from '../../components/client-keys.tsx';
import { APPLICATION_KEYS, MOST, type ApplicationPlace } from './project.ts';

/** The keys of an application that authenticates by `private_key_jwt`. */
export function ApplicationKeys({ canChange, ...path }: ApplicationPlace & { canChange: boolean }) {
  const { data, error, refetch } = useQuery(reading(APPLICATION_KEYS, { path, query: { limit: MOST, sort: '-createdAt' } }));
  return (
    <ClientKeys
      keys={data?.data.keys}
      error={error}
      onRetry={() => void refetch()}
      canChange={canChange}
      stale={APPLICATION_KEYS}
      addRequest={(body) => apiRequest('post', APPLICATION_KEYS, { path, body })}
      removeRequest={(keyId) => apiRequest('delete', `${APPLICATION_KEYS}/{keyId}`, { path: { ...path, keyId } })}
    />
  );
}
