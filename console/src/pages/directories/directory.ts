// A directory as one subject: the SCIM connection by which it provisions people, the identity provider by which they sign in, or both.
import { useQuery } from '@tanstack/react-query';
import type { components } from '../../api/document.d.ts';
import { reading } from '../../api/reading.ts';

export type Provider = components['schemas']['Provider'];
export type Connection = components['schemas']['Connection'];
export type NewProvider = components['schemas']['NewProviderBody'];

export const PROVIDERS = '/admin/v1/organizations/{orgId}/identity-providers';
export const PROVIDER = '/admin/v1/organizations/{orgId}/identity-providers/{identityProviderId}';
export const LOGO = '/admin/v1/organizations/{orgId}/identity-providers/{identityProviderId}/logo';
export const CONNECTIONS = '/admin/v1/organizations/{orgId}/connections';
export const CONNECTION = '/admin/v1/organizations/{orgId}/connections/{connectionId}';

/** An organization has few: they are read whole. */
const MOST = 200;

export interface Directory {
  /** Of its provider, else of its connection. */
  id: string;
  name: string;
  provider?: Provider;
  connection?: Connection;
}

/** The directories of an organization by name. A provider that names a connection is one directory with it. */
export function useDirectories(orgId: string) {
  const query = { limit: MOST, sort: 'name' as const };
  const providers = useQuery(reading(PROVIDERS, { path: { orgId }, query }));
  const connections = useQuery(reading(CONNECTIONS, { path: { orgId }, query }));
  const error = providers.error ?? connections.error;
  const isRead = providers.data !== undefined && connections.data !== undefined;
  return {
    error,
    directories: isRead ? joined(providers.data.data.identityProviders, connections.data.data.connections) : undefined,
    retry: () => void Promise.all([providers.refetch(), connections.refetch()]),
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
