// Registers an application, with its project if that is new, or a service user with a secret.
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { refresh } from '../../api/changing.ts';
import { apiRequest, sendRequest, type ApiRequest } from '../../api/client.ts';
import type { ApiFault } from '../../api/fault.ts';
import { APPLICATIONS, originOf, PROJECTS, STATISTICS } from './project.ts';

/** Kinds as people choose them; a machine is a service user. */
export const KINDS = ['web', 'spa', 'native', 'api', 'machine'] as const;
export type Kind = (typeof KINDS)[number];

export const SERVICE_USERS = '/admin/v1/organizations/{orgId}/service-users';

export interface Wish {
  kind: Kind;
  name: string;
  redirectUris: string[];
  /** Undefined for a new one, named as the application. */
  projectId: string | undefined;
}

export interface Registered {
  kind: Kind;
  clientId: string;
  /** Shown once. */
  clientSecret?: string | undefined;
  projectId?: string;
  applicationId?: string;
  redirectUri?: string | undefined;
}

/** What has been made already: a repeated attempt goes on from there. */
export interface Made {
  projectId?: string;
  userId?: string;
}

export function applicationRequest(orgId: string, projectId: string, { kind, name, redirectUris }: Wish) {
  const isApi = kind === 'api';
  return apiRequest('post', APPLICATIONS, {
    path: { orgId, projectId },
    body: {
      name,
      template: kind,
      ...(!isApi && { redirectUris, postLogoutRedirectUris: homesOf(redirectUris), idTokenRoleAssertion: true }),
      ...(kind === 'web' && { idTokenUserinfoAssertion: true }),
      ...(kind === 'spa' && { accessTokenType: 'jwt' as const, accessTokenRoleAssertion: true }),
    },
  });
}

export const projectRequest = (orgId: string, { name }: Wish) =>
  apiRequest('post', PROJECTS, { path: { orgId }, body: { name, projectRoleAssertion: true } });

/** Its user name is what is left of the name in letters, digits and hyphens. */
export function serviceUserRequest(orgId: string, { name }: Wish) {
  const words = name.toLowerCase().split(/[^a-z0-9]/);
  return apiRequest('post', SERVICE_USERS, {
    path: { orgId },
    body: { userName: words.filter(Boolean).join('-') || 'service', name, accessTokenType: 'jwt' },
  });
}

/** The request that comes next, for a terminal. */
export function nextRequest(orgId: string, wish: Wish, made: Made): ApiRequest<unknown> {
  if (wish.kind === 'machine') return serviceUserRequest(orgId, wish);
  const projectId = wish.projectId ?? made.projectId;
  return projectId === undefined ? projectRequest(orgId, wish) : applicationRequest(orgId, projectId, wish);
}

export function useRegistering(orgId: string, made: Made, onMade: (made: Made) => void): UseMutationResult<Registered, ApiFault, Wish> {
  return useMutation<Registered, ApiFault, Wish>({
    mutationFn: async (wish) => {
      if (wish.kind === 'machine') {
        const userId = made.userId ?? (await sendRequest(serviceUserRequest(orgId, wish))).data.userId;
        onMade({ ...made, userId });
        const secret = apiRequest('post', `${SERVICE_USERS}/{userId}/secrets`, { path: { orgId, userId }, body: {} });
        const { clientId, clientSecret } = (await sendRequest(secret)).data;
        return { kind: wish.kind, clientId, clientSecret };
      }
      const projectId = wish.projectId ?? made.projectId ?? (await sendRequest(projectRequest(orgId, wish))).data.projectId;
      onMade({ ...made, projectId });
      const { applicationId, clientId, clientSecret } = (await sendRequest(applicationRequest(orgId, projectId, wish))).data;
      return { kind: wish.kind, projectId, applicationId, clientId, clientSecret, redirectUri: wish.redirectUris[0] };
    },
    onSettled: () => refresh([PROJECTS, SERVICE_USERS, STATISTICS]),
  });
}

/** Where people come back to after signing out: the origins of the redirect addresses. */
function homesOf(redirectUris: readonly string[]): string[] {
  return [...new Set(redirectUris.flatMap((uri) => originOf(uri) ?? []))].map((origin) => `${origin}/`);
}
