// An organization that others provision.
import { createOrganization, freshName, patchOf, usersPath } from './people.js';
import type { Answer, TestService } from './service.js';

/** Sends SCIM requests with the token of a connection. */
export interface ScimClient {
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  post(body: unknown): Promise<Answer>;
  get(path: string): Promise<Answer>;
  patch(id: string, ...operations: unknown[]): Promise<Answer>;
  put(id: string, body: unknown): Promise<Answer>;
}

export interface ProvisionedOrganization {
  orgId: string;
  /** Path of its people in SCIM. */
  users: string;
  /** Path of its connections in the admin API. */
  connections: string;
  connect(more?: Record<string, unknown>): Promise<{ connectionId: string; token: string; tokenId: string }>;
  as(token: string): ScimClient;
}

export async function addProvisionedOrganization(service: TestService): Promise<ProvisionedOrganization> {
  const orgId = await createOrganization(service);
  const users = usersPath(service, orgId);
  const connections = `/admin/v1/organizations/${orgId}/connections`;
  return {
    orgId,
    users,
    connections,
    async connect(more = {}) {
      const { status, body } = await service.call('POST', connections, { name: freshName('Entra'), ...more });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body;
    },
    as: (token) => ({
      call: (method, path, body) => service.call(method, `/scim/v2/${orgId}${path}`, body, { token }),
      post: (body) => service.call('POST', users, body, { token }),
      get: (path) => service.call('GET', `${users}${path}`, undefined, { token }),
      patch: (id, ...operations) => service.call('PATCH', `${users}/${id}`, patchOf(...operations), { token }),
      put: (id, body) => service.call('PUT', `${users}/${id}`, body, { token }),
    }),
  };
}
