// Service users: added straight to the domain where a test is about something else, or by the admin API with a role and a token.
import { randomUUID } from 'node:crypto';
import { SERVICE_ROLES, type OrganizationRole, type ServiceRole } from '../../src/common/access/permissions.js';
import { Database } from '../../src/common/database/database.js';
import { ServiceUsers, type NewServiceUser } from '../../src/users/directory/service-users/service-users.service.js';
import type { ServiceUser } from '../../src/users/directory/service-users/service-users.repository.js';
import { ServiceUserCredentials } from '../../src/users/directory/service-users/service-user-credentials.service.js';
import { answered, apiClient } from './api-client.js';
import type { Credentials } from './clients.js';
import { freshName } from './people.js';
import { noteSecret } from './secrets.js';
import type { TestService } from './service.js';
import type { World } from './world.js';

/** A service user of the world's organization that cannot authenticate yet. */
export function addServiceUser(
  service: TestService,
  { organization }: Pick<World, 'organization'>,
  input: Partial<NewServiceUser> = {},
): Promise<ServiceUser> {
  return service.get(ServiceUsers).createServiceUser(organization, { userName: `service-${randomUUID().slice(0, 8)}`, ...input }, 'test');
}

/** A service user of the world's organization with a secret. */
export async function addServiceUserWithSecret(
  service: TestService,
  world: Pick<World, 'organization'>,
  input: Partial<NewServiceUser> = {},
): Promise<ServiceUser & Required<Credentials>> {
  const user = await addServiceUser(service, world, input);
  const { clientId, clientSecret } = await service
    .get(Database)
    .write('test', (tx) => service.get(ServiceUserCredentials).addSecretIn(tx, user, 'test'));
  noteSecret('client secret', clientSecret);
  return { ...user, clientId, clientSecret };
}

export type GivenRole = ServiceRole | OrganizationRole;

const isServiceRole = (role: GivenRole): role is ServiceRole => role in SERVICE_ROLES;

/** A service user of an organization with a role there, and its token. */
export async function createServiceUser(
  service: TestService,
  orgId: string,
  role?: GivenRole,
): Promise<{ userId: string; token: string; clientId: string }> {
  const [api, path] = [apiClient(service), { orgId }];
  const body = { userName: freshName('service') };
  const { userId, clientId } = await answered(api.POST('/admin/v1/organizations/{orgId}/service-users', { params: { path }, body }));
  if (role && isServiceRole(role)) await answered(api.POST('/admin/v1/members', { body: { userId, role } }));
  else if (role) await answered(api.POST('/admin/v1/organizations/{orgId}/members', { params: { path }, body: { userId, role } }));
  const tokens = '/admin/v1/organizations/{orgId}/service-users/{userId}/personal-access-tokens';
  const { token } = await answered(api.POST(tokens, { params: { path: { orgId, userId } }, body: {} }));
  return { userId, clientId, token };
}
