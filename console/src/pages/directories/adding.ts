// Makes the parts of a new directory: its connection, then the provider that names it.
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { refresh } from '../../api/changing.ts';
import { apiRequest, sendRequest, type ApiRequest } from '../../api/client.ts';
import type { ApiFault } from '../../api/fault.ts';
import { CONNECTIONS, type NewProvider } from './directory.ts';
import { pathOf, routesOf, type Owner } from './owner.ts';
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

export function connectionRequest(owner: Owner, { template, name }: DirectoryWish) {
  const { preset = 'default' } = templateOf(owner, template);
  return apiRequest('post', CONNECTIONS, { path: pathOf(owner), body: { name, preset, emailTrust: 'ownedDomains' } });
}

export function providerRequest(owner: Owner, { template, name, creation, values }: DirectoryWish, connectionId: string | undefined) {
  const { provider, fields } = templateOf(owner, template);
  const given = fields.flatMap((field) => {
    const value = values[field]?.trim() ?? '';
    return value === '' ? [] : [[field, LISTS.has(field) ? linesOf(value) : value] as const];
  });
  const body = { ...provider, name, creation, ...(connectionId !== undefined && { connectionId }), ...Object.fromEntries(given) };
  return apiRequest('post', routesOf(owner).list, { path: pathOf(owner), body });
}

/** The request that comes next, for a terminal. */
export function nextRequest(owner: Owner, wish: DirectoryWish, made: MadeDirectory): ApiRequest<unknown> {
  if (wish.provisions && made.connection === undefined) return connectionRequest(owner, wish);
  return providerRequest(owner, wish, made.connection?.connectionId);
}

export function useAdding(
  owner: Owner,
  made: MadeDirectory,
  onMade: (made: MadeDirectory) => void,
): UseMutationResult<MadeDirectory, ApiFault, DirectoryWish> {
  return useMutation<MadeDirectory, ApiFault, DirectoryWish>({
    mutationFn: async (wish) => {
      const connection = wish.provisions ? (made.connection ?? (await sendRequest(connectionRequest(owner, wish))).data) : undefined;
      if (connection !== undefined) onMade({ connection });
      if (!wish.signsIn) return connection === undefined ? {} : { connection };
      const { identityProviderId } = (await sendRequest(providerRequest(owner, wish, connection?.connectionId))).data;
      return { ...(connection !== undefined && { connection }), providerId: identityProviderId };
    },
    onSettled: () => refresh([routesOf(owner).list, CONNECTIONS]),
  });
}
