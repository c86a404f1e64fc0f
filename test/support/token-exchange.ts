// What tests of token exchange share: service users who may act for people, and applications that exchange their tokens.
import { Database } from '../../src/common/database/database.js';
import type { OrganizationRole, ServiceRole } from '../../src/common/access/permissions.js';
import type { NewApplication } from '../../src/oidc/clients/application.js';
import { Memberships } from '../../src/users/roles/memberships/memberships.service.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import type { ServiceUser } from '../../src/users/directory/service-users/service-users.repository.js';
import { addClient, type Client, type Credentials } from './clients.js';
import { clientToken, post } from './oauth.js';
import type { Answer, TestService } from './service.js';
import { addServiceUserWithSecret } from './service-users.js';
import type { World } from './world.js';

export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
export const typeUrn = (name: string) => `urn:${name === 'user_id' ? 'gatehouse:params' : 'ietf:params'}:oauth:token-type:${name}`;

/** An application that may exchange tokens. */
export function addExchanger(world: World, input: Partial<NewApplication> = {}): Promise<Client> {
  return addClient(world, { grantTypes: ['authorization_code', 'refresh_token', TOKEN_EXCHANGE], ...input });
}

/** Turns the feature on, and lets the organization's users be acted for; that takes the service and the organization. */
export async function allowImpersonation(service: TestService, world: World): Promise<void> {
  const policies = service.get(Policies);
  await policies.setFeatures({ oidcTokenExchange: true }, 'test');
  for (const orgNo of [0, world.organization.no]) await policies.set(orgNo, 'impersonation', { enabled: true }, 'test');
}

export interface ActorUser {
  user: ServiceUser & Required<Credentials>;
  token: string;
}

/** A service user with a role and a token that is good for the world's project. */
export async function addActor(service: TestService, world: World, role?: OrganizationRole | ServiceRole): Promise<ActorUser> {
  const user = await addServiceUserWithSecret(service, world);
  await service.get(Database).write('test', async (tx) => {
    const memberships = service.get(Memberships);
    if (role?.startsWith('ORG_')) await memberships.addToOrganization(tx, world.organization, user, role as OrganizationRole, 'test');
    else if (role) await memberships.addToService(tx, world.organization.no, user, role as ServiceRole, 'test');
  });
  return { user, token: await clientToken(service, user, `urn:gatehouse:iam:org:project:id:${world.projectId}:aud`) };
}

/** @param subject and actor as `[type, token]`; a parameter that is a list is repeated */
export function exchange(
  service: TestService,
  client: Credentials,
  subject: [type: string, token: string],
  actor?: [type: string, token: string],
  more: Record<string, string | string[]> = {},
): Promise<Answer> {
  const form = {
    grant_type: TOKEN_EXCHANGE,
    subject_token: subject[1],
    subject_token_type: typeUrn(subject[0]),
    ...(actor && { actor_token: actor[1], actor_token_type: typeUrn(actor[0]) }),
    ...more,
  };
  const pairs = Object.entries(form).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  return post(service, '/oauth/v2/token', pairs, client);
}
