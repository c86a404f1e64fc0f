// Which people an application serves, and when people are asked because an application is another organization's.
import bcrypt from 'bcrypt';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import type { NewApplication } from '../../src/oidc/clients/application.js';
import { Applications } from '../../src/oidc/clients/management/applications.service.js';
import { Projects } from '../../src/oidc/clients/management/projects.service.js';
import { Interactions } from '../../src/oidc/provider/interactions.service.js';
import { Organizations } from '../../src/users/organizations/organizations.service.js';
import { answerOf, Browser, follow, type Page } from '../support/browser.js';
import { addGroup } from '../support/groups.js';
import { authorizeUrl, redeem, refresh, signIn, userinfo } from '../support/oauth.js';
import { freshName } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { makeWorld, PASSWORD, REDIRECT_URI, type World } from '../support/world.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
let home: World;
let elsewhere: World;
beforeAll(async () => {
  service = await sharedService();
  [home, elsewhere] = [await makeWorld(service), await makeWorld(service)];
});
afterAll(() => service.close());

const addClient = async (input: Partial<NewApplication> = {}, world = home) => {
  const { application } = await world.addApplication({
    type: 'userAgent',
    name: 'Sail planner',
    grantTypes: ['authorization_code', 'refresh_token'],
    ...input,
  });
  return { clientId: application.clientId, applicationId: application.id };
};
const url = (clientId: string, more: Record<string, string> = {}, scope = 'openid email') =>
  authorizeUrl(service.url, clientId, scope, { state: 's', ...more });
const membersOf = (page: Page) => answerOf(page).members;
/** Signs somebody in to an application of the own organization, so that the browser has a session. */
async function signedIn(world: World): Promise<Browser> {
  const browser = new Browser(service.url);
  await browser.submit(await browser.open(url((await addClient({}, world)).clientId)), world.loginName, PASSWORD);
  return browser;
}

describe('an application of another organization', () => {
  it('asks for consent whatever its own setting says, and names its organization', async () => {
    const { clientId } = await addClient({ consentRequired: false });
    const browser = new Browser(service.url);
    const page = await browser.submit(await browser.open(url(clientId)), elsewhere.loginName, PASSWORD);
    expect(page.html).toContain('Sail planner belongs to Example, not to your own organization.');
    expect(membersOf(await browser.submitButton(page, 'Allow')).code).toBeDefined();
    expect(membersOf(await browser.open(url(clientId, { prompt: 'none' }))).code).toBeDefined();
    expect((await browser.open(url(clientId, {}, 'openid email phone'))).html).toContain('see your phone number');
  });

  it('learns nothing from a link with prompt none: the error is consent_required', async () => {
    const { clientId } = await addClient();
    const browser = await signedIn(elsewhere);
    expect(membersOf(await browser.open(url(clientId, { prompt: 'none' })))).toMatchObject({ error: 'consent_required', state: 's' });
  });

  it('is asked about again by prompt consent, and is told access_denied when the person refuses', async () => {
    const { clientId } = await addClient();
    const browser = await signedIn(elsewhere);
    await browser.submitButton(await browser.open(url(clientId)), 'Allow');
    const page = await browser.open(url(clientId, { prompt: 'consent' }));
    expect(membersOf(await browser.submitButton(page, 'Not now'))).toMatchObject({ error: 'access_denied', state: 's' });
  });
});

describe('an application of the own organization', () => {
  it('asks nothing', async () => {
    const { clientId } = await addClient();
    const browser = await signedIn(home);
    expect(membersOf(await browser.open(url(clientId, { prompt: 'none' }))).code).toBeDefined();
  });
});

describe('an application of the organization that runs the service', () => {
  it('asks nothing: people of an imported organization sign in with the password that was imported', async () => {
    const operator = await service.get(Organizations).requireOrganization(service.credentials.orgId);
    const project = await service.get(Projects).createProject(operator.no, { name: 'Portal' }, 'test');
    const { application } = await service
      .get(Applications)
      .createApplication(operator.no, project.id, { name: 'Portal', type: 'userAgent', redirectUris: [REDIRECT_URI] }, 'test');
    const { orgId } = (await service.call('POST', '/admin/v1/organizations', { name: 'Moved', primaryDomain: 'moved.example' })).body;
    const user = {
      userName: 'ada',
      profile: { firstName: 'Ada', lastName: 'Lovelace' },
      email: { email: 'ada@moved.example', isEmailVerified: true },
      hashedPassword: { value: await bcrypt.hash(PASSWORD, 4) },
    };
    const orgs = [{ orgId, humanUsers: [{ userId: 'moved-ada', user }] }];
    expect((await service.call('POST', '/admin/v1/import', { dataOrgs: { orgs }, timeout: '1m' })).body.errors ?? []).toEqual([
      expect.objectContaining({ type: 'org' }),
    ]);
    const browser = new Browser(service.url);
    const end = await browser.submit(await browser.open(url(application.clientId)), 'ada@moved.example', PASSWORD);
    expect((await redeem(service, { clientId: application.clientId }, membersOf(end).code ?? '')).body.id_token).toBeDefined();
  });
});

describe.each(['own', 'granted'] as const)('an application that serves people of %s organizations', (servedOrganizations) => {
  it('says so to others, lets them use another account, and tells the application access_denied', async () => {
    const { clientId } = await addClient({ servedOrganizations });
    const browser = new Browser(service.url);
    const refused = await browser.submit(await browser.open(url(clientId)), elsewhere.loginName, PASSWORD);
    expect([refused.page?.status, refused.html]).toEqual([403, expect.stringContaining('Sail planner is only for people of Example.')]);
    const again = await follow(browser, refused, 'Use another account');
    expect(membersOf(await browser.submit(again, home.loginName, PASSWORD)).code).toBeDefined();
    const other = await signedIn(elsewhere);
    const page = await other.open(url(clientId));
    expect(membersOf(await other.submitButton(page, 'Back to Sail planner'))).toMatchObject({ error: 'access_denied', state: 's' });
    expect(membersOf(await other.open(url(clientId, { prompt: 'none' }))).error).toBe('access_denied');
  });
});

it('goes on somewhere when the sign-in ends while the person goes back', async () => {
  const { clientId } = await addClient({ servedOrganizations: 'own' });
  const browser = new Browser(service.url);
  const refused = await browser.submit(await browser.open(url(clientId)), elsewhere.loginName, PASSWORD);
  const interactions = service.get(Interactions);
  const { findPending } = interactions;
  vi.spyOn(interactions, 'findPending').mockImplementationOnce(async (...sent) => {
    const pending = await findPending.apply(interactions, sent);
    await service.get(Database).write('test', (tx) => tx.run("DELETE FROM oidc_artifacts WHERE kind = 'Interaction'"));
    return pending;
  });
  // Restarted: somebody is signed in, whom the application does not serve.
  const end = await browser.submitButton(refused, 'Back to Sail planner');
  expect([end.page?.status, end.html]).toEqual([403, expect.stringContaining('Sail planner is only for people of Example.')]);
});

it('tokens of people who are shut out by a narrower setting are dead', async () => {
  const client = await addClient();
  const { tokens } = await signIn(service, home, client, 'openid offline_access');
  const path = `/admin/v1/organizations/${home.organization.id}/projects/${home.projectId}/applications/${client.applicationId}`;
  const { body } = await service.call('PATCH', path, { servedOrganizations: 'own' });
  expect(body.config.servedOrganizations).toBe('own');
  expect((await refresh(service, client, tokens.refresh_token ?? '')).body.error).toBe('invalid_grant');
  const { tokens: after } = await signIn(service, home, client, 'openid offline_access');
  expect((await service.call('PATCH', path, { servedOrganizations: 'every' })).status).toBe(200);
  expect((await refresh(service, client, after.refresh_token ?? '')).status).toBe(200);
  expect(await service.call('PATCH', path, { servedOrganizations: 'nobody' })).toMatchObject({ status: 400 });
});

/** Grants the project of `home` to the other organization, or ends that. */
const grantHome = async (roleKeys: string[] = [], to = elsewhere) => {
  const grants = `/admin/v1/organizations/${home.organization.id}/projects/${home.projectId}/grants`;
  const { grantId } = (await service.call('POST', grants, { grantedOrgId: to.organization.id, roleKeys })).body;
  return { grantId, end: () => service.call('DELETE', `${grants}/${grantId}`) };
};
const setProject = (settings: Record<string, boolean>) =>
  service.call('PATCH', `/admin/v1/organizations/${home.organization.id}/projects/${home.projectId}`, settings);

describe('an organization that a project is granted to', () => {
  it('is served by an application for granted organizations, without a question of consent, until the grant ends', async () => {
    const client = await addClient({ servedOrganizations: 'granted' });
    const { end } = await grantHome();
    const { tokens, browser } = await signIn(service, elsewhere, client, 'openid offline_access');
    expect((await userinfo(service, tokens.access_token)).status).toBe(200);
    expect((await end()).status).toBe(204);
    expect((await userinfo(service, tokens.access_token)).status).toBe(401);
    expect((await refresh(service, client, tokens.refresh_token)).body.error).toBe('invalid_grant');
    expect(membersOf(await browser.open(url(client.clientId, { prompt: 'none' }))).error).toBe('access_denied');
    const { end: endAgain } = await grantHome();
    expect((await userinfo(service, tokens.access_token)).status).toBe(200);
    await endAgain();
  });

  it('is asked for consent until it accepts the grant, unless an administrator of the whole service made it', async () => {
    const { clientId } = await addClient({ servedOrganizations: 'granted' });
    const owner = await createServiceUser(service, home.organization.id, 'ORG_OWNER');
    const guestOwner = await createServiceUser(service, elsewhere.organization.id, 'ORG_OWNER');
    const grants = `/admin/v1/organizations/${home.organization.id}/projects/${home.projectId}/grants`;
    const offer = { grantedOrgId: elsewhere.organization.id, roleKeys: [] };
    const { grantId, accepted } = (await service.call('POST', grants, offer, { token: owner.token })).body;
    expect(accepted).toBe(false);
    const browser = await signedIn(elsewhere);
    expect(membersOf(await browser.open(url(clientId, { prompt: 'none' }))).error).toBe('consent_required');
    const accept = (token: string) =>
      service.call('POST', `/admin/v1/organizations/${elsewhere.organization.id}/granted-projects/${grantId}/_accept`, undefined, {
        token,
      });
    expect((await accept(owner.token)).status).toBe(404);
    expect((await accept(guestOwner.token)).body.accepted).toBe(true);
    expect(membersOf(await browser.open(url(clientId, { prompt: 'none' }))).code).toBeDefined();
    await service.call('DELETE', `${grants}/${grantId}`);
  });

  it('may name the project as an audience only while it is granted', async () => {
    const { application } = await elsewhere.addApplication({ type: 'userAgent', name: 'Guest' });
    const scope = `openid urn:gatehouse:iam:org:project:id:${home.projectId}:aud`;
    const audienceOf = async () => {
      const { tokens } = await signIn(service, elsewhere, { clientId: application.clientId }, scope);
      return tokens.scope as string;
    };
    const { end } = await grantHome();
    expect(await audienceOf()).toContain(home.projectId);
    await end();
    expect(await audienceOf()).not.toContain(home.projectId);
  });
});

describe('a project that checks for grants', () => {
  it('shuts out people of other organizations, tells them whom to ask, and lets them in once it is granted', async () => {
    const client = await addClient();
    const before = await signInAsking(client);
    await setProject({ hasProjectCheck: true });
    try {
      expect((await userinfo(service, before.tokens.access_token)).status).toBe(401);
      const browser = new Browser(service.url);
      const page = await browser.submit(await browser.open(url(client.clientId)), elsewhere.loginName, PASSWORD);
      expect([page.page?.status, page.html]).toEqual([
        403,
        expect.stringContaining('ask an administrator of Example to arrange it with Example'),
      ]);
      expect(membersOf(await browser.submitButton(page, 'Back to Sail planner'))).toMatchObject({ error: 'access_denied', state: 's' });
      expect((await signIn(service, home, client)).tokens.id_token).toBeDefined();
      const { end } = await grantHome();
      expect((await signIn(service, elsewhere, client)).tokens.id_token).toBeDefined();
      await end();
    } finally {
      await setProject({ hasProjectCheck: false });
    }
  });
});

describe('a project that checks for roles', () => {
  it('lets in only who has one, itself or through a group, and refreshes only while that is so', async () => {
    const client = await addClient();
    const project = `/admin/v1/organizations/${home.organization.id}/projects/${home.projectId}`;
    const key = freshName('role');
    await service.call('POST', `${project}/roles`, { key });
    await setProject({ projectRoleCheck: true });
    try {
      const browser = new Browser(service.url);
      const page = await browser.submit(await browser.open(url(client.clientId)), home.loginName, PASSWORD);
      expect([page.page?.status, page.html]).toEqual([403, expect.stringContaining('To get a role, ask an administrator of Example.')]);
      expect(membersOf(await browser.open(url(client.clientId, { prompt: 'none' }))).error).toBe('access_denied');
      const group = await addGroup(service, home.organization.id, [home.person.id]);
      const { authorizationId } = (await service.call('POST', `${project}/authorizations`, { holderId: group.id, roleKeys: [key] })).body;
      const { tokens } = await signIn(service, home, client, 'openid offline_access');
      const again = (await refresh(service, client, tokens.refresh_token)).body;
      expect(again.access_token).toBeDefined();
      expect((await service.call('DELETE', `${project}/authorizations/${authorizationId}`)).status).toBe(204);
      expect((await refresh(service, client, again.refresh_token)).body.error).toBe('invalid_grant');
      expect(membersOf(await browser.open(url(client.clientId, { prompt: 'none' }))).error).toBe('access_denied');
    } finally {
      await setProject({ projectRoleCheck: false });
    }
  });
});

/** Signs a person of the other organization in, who is asked for consent. */
async function signInAsking(client: { clientId: string }) {
  const browser = new Browser(service.url);
  const page = await browser.submit(await browser.open(url(client.clientId)), elsewhere.loginName, PASSWORD);
  const { code } = membersOf(await browser.submitButton(page, 'Allow'));
  return { tokens: (await redeem(service, client, code ?? '')).body };
}
