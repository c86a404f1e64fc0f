// Makes the parts of a new directory: its connection, then the provider that names it.
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { refresh } from '../../api/changing.ts';
import { apiRequest, sendRequest, type ApiRequest } from '../../api/client.ts';
import type { ApiFault } from '../../api/fault.ts';
import { CONNECTIONS, PROVIDERS, type NewProvider } from './directory.ts';
import { LISTS, linesOf, templateOf, type Field, type TemplateName } from './templates.ts';

export interface DirectoryWish {
  template: TemplateName;
  name: string;
  provisions: boolean;
  signsIn: boolean;
  creation: NonNullable<NewProvider['creation']>;
  values: Partial<Record<Field, string>>;
}

/** What has been made already: a repeated attempt goes on from there. */
export interface MadeDirectory {
  connection?: { connectionId: string; scimUrl: string; token: string };
  providerId?: string;
}

export function connectionRequest(orgId: string, { template, name }: DirectoryWish) {
  const { preset = 'default' } = templateOf(template);
  return apiRequest('post', CONNECTIONS, { path: { orgId }, body: { name, preset, emailTrust: 'ownedDomains' } });
}

export function providerRequest(orgId: string, { template, name, creation, values }: DirectoryWish, connectionId: string | undefined) {
  const { provider, fields } = templateOf(template);
  const given = fields.flatMap((field) => {
    const value = values[field]?.trim() ?? '';
    return value === '' ? [] : [[field, LISTS.has(field) ? linesOf(value) : value] as const];
  });
  const body = { ...provider, name, creation, ...(connectionId !== undefined && { connectionId }), ...Object.fromEntries(given) };
  return apiRequest('post', PROVIDERS, { path: { orgId }, body });
}

/** The request that comes next, for a terminal. */
export function nextRequest(orgId: string, wish: DirectoryWish, made: MadeDirectory): ApiRequest<unknown> {
  if (wish.provisions && made.connection === undefined) return connectionRequest(orgId, wish);
  return providerRequest(orgId, wish, made.connection?.connectionId);
}

export function useAdding(
  orgId: string,
  made: MadeDirectory,
  onMade: (made: MadeDirectory) => void,
): UseMutationResult<MadeDirectory, ApiFault, DirectoryWish> {
  return useMutation<MadeDirectory, ApiFault, DirectoryWish>({
    mutationFn: async (wish) => {
      const connection = wish.provisions ? (made.connection ?? (await sendRequest(connectionRequest(orgId, wish))).data) : undefined;
      if (connection !== undefined) onMade({ connection });
      if (!wish.signsIn) return connection === undefined ? {} : { connection };
      const { identityProviderId } = (await sendRequest(providerRequest(orgId, wish, connection?.connectionId))).data;
      return { ...(connection !== undefined && { connection }), providerId: identityProviderId };
    },
    onSettled: () => refresh([PROVIDERS, CONNECTIONS]),
  });
}
