// A directory as one subject: the SCIM connection by which it provisions people, the identity provider by which they sign in, or both.
import { useQuery } from '@tanstack/react-query';
import type { components } from '../../api/document.d.ts';
import { reading } from '../../api/reading.ts';
import { pathOf, routesOf, type Owner } from './owner.ts';

export type Provider = components['schemas']['Provider'];
export type Connection = components['schemas']['Connection'];
export type NewProvider = components['schemas']['NewProviderBody'];

export const CONNECTIONS = '/admin/v1/organizations/{orgId}/connections';
export const CONNECTION = '/admin/v1/organizations/{orgId}/connections/{connectionId}';

/** An owner has few: they are read whole. */
const MOST = 200;

export interface Directory {
  /** Of its provider, else of its connection. */
  id: string;
  name: string;
  provider?: Provider;
  connection?: Connection;
}

/** The directories of an owner by name. A provider that names a connection is one directory with it; the service has no connections. */
export function useDirectories(owner: Owner) {
  const query = { limit: MOST, sort: 'name' as const };
  const hasConnections = owner.orgId !== undefined;
  const providers = useQuery(reading(routesOf(owner).list, { path: pathOf(owner), query }));
  const connections = useQuery({ ...reading(CONNECTIONS, { path: pathOf(owner), query }), enabled: hasConnections });
  const found = hasConnections ? connections.data?.data.connections : [];
  return {
    error: providers.error ?? connections.error,
    directories: providers.data && found && joined(providers.data.data.identityProviders, found),
    retry: () => void Promise.all([providers.refetch(), ...(hasConnections ? [connections.refetch()] : [])]),
  };
}

function joined(providers: readonly Provider[], connections: readonly Connection[]): Directory[] {
  const ofProviders = providers.map((provider): Directory => {
    const connection = connections.find(({ connectionId }) => connectionId === provider.connectionId);
    return { id: provider.identityProviderId, name: provider.name, provider, ...(connection && { connection }) };
  });
  const alone = connections
    .filter(({ connectionId }) => !providers.some((provider) => provider.connectionId === connectionId))
    .map((connection): Directory => ({ id: connection.connectionId, name: connection.name, connection }));
  return [...ofProviders, ...alone].sort((one, other) => one.name.localeCompare(other.name));
}
