// Passwords of people with a directory do not sign in where the policy says so, also before the first sign-in with it, and no answer tells who they are.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProviderRules } from '../../src/users/authentication/identity-providers/identity-provider.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { answerOf, type Page } from '../support/browser.js';
import { decideProvider, directoryScene, Visitor, type DirectoryScene } from '../support/directory.js';
import { startService, type TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';
import { PASSWORD, REDIRECT_URI } from '../support/world.js';

let service: TestService;
let at: TestService;
beforeAll(async () => {
  [service, at] = [await startService({ BACKCHANNEL_ALLOW_PRIVATE: 'true' }), await sharedService()];
});
afterAll(async () => {
  await service.close();
  await at.close();
});

type Scene = DirectoryScene;

/** An organization whose domain a provider answers for, and whose policy ends passwords beside it. */
async function scene(rules: Partial<ProviderRules> = {}): Promise<Scene> {
  const it = await directoryScene(service, at, rules);
  const { organization } = it.world;
  await it.decide({ domains: [organization.primaryDomain], ...rules });
  await service.get(Policies).set(organization.no, 'assurance', { passwordBesideProvider: false }, 'test');
  return it;
}

const newVisitor = () => new Visitor(service, at);
/** A form that a person, or a program, sends whatever the page shows. */
async function send({ client: { clientId } }: Scene, loginName: string, password = PASSWORD): Promise<Page> {
  const { here } = newVisitor();
  const page = await here.open((await newVisitorAt(here, clientId)).url, {
    method: 'POST',
    body: new URLSearchParams({ loginName, password }),
  });
  return page;
}
const newVisitorAt = (here: Visitor['here'], clientId: string) =>
  here.open(`${service.url}/oauth/v2/authorize?${new URLSearchParams(authorization(clientId))}`);
const authorization = (clientId: string) => ({
  client_id: clientId,
  redirect_uri: REDIRECT_URI,
  response_type: 'code',
  scope: 'openid',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
});
const isIn = (page: Page) => page.url.startsWith(REDIRECT_URI) && answerOf(page).members.code !== undefined;
/** What a page says, without what differs for each sign-in and each name. */
const said = ({ page, html = '' }: Page, name: string) => [
  page?.status,
  html
    .replaceAll(/sign-in\/[\w-]+/g, 'sign-in/UID')
    .replaceAll(/request=[\w%-]+/g, 'request=R')
    .replaceAll(name, 'NAME'),
];

it('a right password of a person of the directory is answered like a wrong one, and like that of an unknown name', async () => {
  const it = await scene();
  const right = await send(it, it.world.loginName);
  expect(isIn(right)).toBe(false);
  expect(right.page?.status).toBe(401);
  const unknown = `nobody@${it.world.organization.primaryDomain}`;
  expect(said(right, it.world.loginName)).toEqual(said(await send(it, it.world.loginName, 'Another-password-1'), it.world.loginName));
  expect(said(right, it.world.loginName)).toEqual(said(await send(it, unknown), unknown));
});

it('a password signs in while the provider is disabled, answers for no domain, or is of other people', async () => {
  const it = await scene();
  const decide = (decided: Parameters<typeof decideProvider>[3]) => decideProvider(service, it.world.organization, it.providerId, decided);
  await decide({ enabled: false });
  expect(isIn(await send(it, it.world.loginName))).toBe(true);
  await decide({ enabled: true, domains: [] });
  expect(isIn(await send(it, it.world.loginName))).toBe(true);
  await decide({ domains: [it.world.organization.primaryDomain] });
  expect(isIn(await send(it, it.world.loginName))).toBe(false);
  await service.get(Policies).set(it.world.organization.no, 'domain', { userLoginMustBeDomain: false }, 'test');
  const { userName } = await it.world.addPerson({ userName: 'contractor', emails: [{ value: 'c@elsewhere.example', primary: true }] });
  expect(isIn(await send(it, userName))).toBe(true);
  const claimed = await it.world.addPerson({
    userName: 'staff',
    emails: [{ value: `staff@${it.world.organization.primaryDomain}`, primary: true }],
  });
  expect(isIn(await send(it, claimed.userName))).toBe(false);
});

it('a password signs in a connected person whom the provider cannot sign in: it is disabled, or the person has stronger roles', async () => {
  const it = await scene({ linking: 'off', creation: 'off' });
  const { organization, person, loginName } = it.world;
  const admin = (method: string, path: string, body: unknown) => service.call(method, `/admin/v1${path}`, body);
  const link = { identityProviderId: it.providerId, subject: it.subject };
  expect((await admin('POST', `/organizations/${organization.id}/people/${person.id}/identity-links`, link)).status).toBe(201);
  expect(isIn(await send(it, loginName))).toBe(false);
  await decideProvider(service, organization, it.providerId, { enabled: false });
  expect(isIn(await send(it, loginName))).toBe(true);
  await decideProvider(service, organization, it.providerId, { enabled: true });
  expect(isIn(await send(it, loginName))).toBe(false);
  expect((await admin('POST', '/members', { userId: person.id, role: 'IAM_OWNER' })).status).toBe(201);
  expect((await it.signIn()).page?.status).toBe(403);
  expect((await send(it, loginName)).html).toContain('Two-step verification will be required');
});

it('the owners of the organization keep their passwords until they are connected, so that the last one is not kept out', async () => {
  const it = await scene();
  expect(isIn(await send(it, it.world.loginName))).toBe(false);
  const member = { userId: it.world.person.id, role: 'ORG_OWNER' };
  const { status } = await service.call('POST', `/admin/v1/organizations/${it.world.organization.id}/members`, member);
  expect(status).toBeLessThan(300);
  expect(isIn(await send(it, it.world.loginName))).toBe(true);
});
