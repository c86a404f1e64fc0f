// What tests of token exchange share: people and service users with tokens, and an application that exchanges them.
import { ConfigVersion } from '../../src/common/database/config-version.js';
import { Database } from '../../src/common/database/database.js';
import type { OrganizationRole, ServiceRole } from '../../src/common/access/permissions.js';
import type { NewApplication } from '../../src/oidc/clients/application.js';
import type { Application } from '../../src/oidc/clients/applications.service.js';
import { Memberships } from '../../src/users/memberships/memberships.service.js';
import { Policies } from '../../src/users/policies/policies.service.js';
import { ServiceUsers, type ServiceUser } from '../../src/users/service-users/service-users.service.js';
import type { Answer, TestService } from '../support/service.js';
import { addServiceUser } from './assertion.js';
import { Browser, PASSWORD, post, REDIRECT_URI, type World } from './world.js';

export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
export const typeUrn = (name: string) => `urn:${name === 'user_id' ? 'gatehouse:params' : 'ietf:params'}:oauth:token-type:${name}`;

// RFC 7636 appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };

export interface Exchanger {
  application: Application;
  clientId: string;
  clientSecret?: string;
}

/** A signed-in person's tokens, and the browser for signing out. */
export interface SignedIn {
  tokens: Answer['body'];
  browser: Browser;
}

export async function addExchanger(world: World, input: Partial<NewApplication> = {}): Promise<Exchanger> {
  const grantTypes = ['authorization_code', 'refresh_token', TOKEN_EXCHANGE] as NewApplication['grantTypes'] & object;
  const { application, clientSecret } = await world.addApplication({ grantTypes, ...input });
  return { application, clientId: application.clientId, ...(clientSecret === undefined ? {} : { clientSecret }) };
}

/** Turns the feature on, and lets the organization's users be acted for. */
export async function allowImpersonation(service: TestService, world: World): Promise<void> {
  await service.get(Policies).setFeatures({ oidcTokenExchange: true }, 'test');
  await change(service, "INSERT INTO policies (org_no, kind, body) VALUES (?, 'impersonation', ?)", [
    world.organization.no,
    '{"enabled":true}',
  ]);
}

/** Changes a state that no API changes yet. */
export async function change(service: TestService, sql: string, values: Array<string | number>): Promise<void> {
  await service.get(Database).write('test', async (tx) => {
    await tx.run(sql, values);
    await service.get(ConfigVersion).raise(tx);
  });
}

/** Signs a person in at an application and redeems the code. */
export async function signIn(service: TestService, client: Exchanger, loginName: string, scope = 'openid email'): Promise<SignedIn> {
  const browser = new Browser(service.url);
  const query = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope,
    nonce: 'n-1',
    ...CHALLENGE,
  });
  const end = await browser.submit(await browser.open(`${service.url}/oauth/v2/authorize?${query.toString()}`), loginName, PASSWORD);
  const code = new URL(end.url).searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER };
  return { tokens: (await post(service, '/oauth/v2/token', form, client)).body, browser };
}

export interface ActorUser {
  user: ServiceUser;
  token: string;
}

/** A service user with a role and a token that is good for a project, by default the world's. */
export async function addActor(
  service: TestService,
  world: World,
  role?: OrganizationRole | ServiceRole,
  projectId: string = world.projectId,
): Promise<ActorUser> {
  const user = await addServiceUser(service, world);
  const { clientId, clientSecret } = await service.get(Database).write('test', async (tx) => {
    const memberships = service.get(Memberships);
    if (role?.startsWith('ORG_')) await memberships.addToOrganization(tx, world.organization, user, role as OrganizationRole, 'test');
    else if (role) await memberships.addToService(tx, world.organization.no, user, role as ServiceRole, 'test');
    return service.get(ServiceUsers).addSecretIn(tx, user, 'test');
  });
  const form = { grant_type: 'client_credentials', scope: `urn:gatehouse:iam:org:project:id:${projectId}:aud` };
  const { body } = await post(service, '/oauth/v2/token', form, { clientId, clientSecret });
  return { user, token: body.access_token };
}

/** @param subject and actor as `[type, token]`; a parameter that is a list is repeated */
export function exchange(
  service: TestService,
  client: Exchanger,
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

export function introspect(service: TestService, client: Exchanger, token: string): Promise<Answer> {
  return post(service, '/oauth/v2/introspect', { token }, client);
}
