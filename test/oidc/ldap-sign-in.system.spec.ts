// People sign in at the pages with the password of a real LDAP directory.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProviderChanges } from '../../src/users/authentication/identity-providers/provider-changes.service.js';
import { People } from '../../src/users/directory/people/people.service.js';
import { answerOf, Browser, fill, type Page } from '../support/browser.js';
import { Visitor } from '../support/directory.js';
import { claimsOf, redeem } from '../support/oauth.js';
import { addGroup } from '../support/groups.js';
import { noteSecret } from '../support/secrets.js';
import { startService, type TestService } from '../support/service.js';
import { BASE_DN, BIND_DN, BIND_PASSWORD, PEOPLE_DN, startSlapd, type EntryValues, type Slapd } from '../support/slapd.js';
import { ldapProvider } from '../support/upstream-provider.js';
import { makeWorld, REDIRECT_URI, type World } from '../support/world.js';

const PASSWORD = 'Right-for-everyone-1';
const ADA = {
  objectClass: 'inetOrgPerson',
  uid: 'ada',
  cn: 'Ada Lovelace',
  givenName: 'Ada',
  sn: 'Lovelace',
  mail: 'ada@directory.example',
  userPassword: PASSWORD,
};

const GRACE_PASSWORD = 'Right-for-another-1';
const GRACE = { objectClass: 'inetOrgPerson', uid: 'grace', cn: 'Grace Hopper', sn: 'Hopper', userPassword: GRACE_PASSWORD };

let slapd: Slapd;
let service: TestService;
let world: World;
let client: { clientId: string; clientSecret: string };
let providerId: string;
beforeAll(async () => {
  slapd = await startSlapd(
    new Map<string, EntryValues>([
      ['uid=ada', ADA],
      ['uid=grace', GRACE],
    ]),
  );
  service = await startService({ BACKCHANNEL_ALLOW_PRIVATE: 'true' });
  noteSecret('password of a person', PASSWORD);
  noteSecret('password of the account that searches', BIND_PASSWORD);
  world = await makeWorld(service);
  const { application, clientSecret = '' } = await world.addApplication();
  client = { clientId: application.clientId, clientSecret };
  const urls = [`ldaps://localhost:${slapd.tlsPort}`];
  const provider = ldapProvider({ urls, certificate: slapd.certificate, bindDn: BIND_DN, baseDn: BASE_DN });
  const content = { ...provider, rules: { ...provider.rules, creation: 'automatic' as const } };
  providerId = (await service.get(ProviderChanges).create(world.organization, content, BIND_PASSWORD, 'test')).id;
});
afterAll(async () => {
  await service?.close();
  await slapd?.stop();
});

/** The form of the directory, filled in and sent. */
async function signIn(name: string, password: string): Promise<Page> {
  const visitor = new Visitor(service, service);
  const form = await visitor.follow(await visitor.open(client.clientId), `/to/${providerId}`);
  return visitor.here.submit(form, name, password);
}

it('a person with the right password gets an account, and the same one by every name', async () => {
  const subjects = [];
  for (const name of ['ada', 'ada@directory.example']) {
    const page = await signIn(name, PASSWORD);
    expect(page.url.startsWith(REDIRECT_URI), page.html).toBe(true);
    const { status, body } = await redeem(service, client, answerOf(page).members.code ?? '');
    expect(status).toBe(200);
    subjects.push(String(claimsOf(body.id_token).sub));
  }
  expect(new Set(subjects).size).toBe(1);
  const person = await service.get(People).requirePerson(world.organization, subjects[0] ?? '');
  expect(person).toMatchObject({ givenName: 'Ada', familyName: 'Lovelace', emails: [{ value: 'ada@directory.example' }] });
  // The directory does not prove that the person has the address.
  expect(person.emails[0]).not.toHaveProperty('verifiedBy');
});

it('a person joins the groups of memberOf, whatever the case of their names, and leaves them', async () => {
  const dn = `cn=engineering,ou=groups,${BASE_DN}`;
  const { id: groupId } = await addGroup(service, world.organization.id);
  const base = `/admin/v1/organizations/${world.organization.id}`;
  const patch = (groups: object[]) => service.call('PATCH', `${base}/identity-providers/${providerId}`, { groups });
  const members = async () => (await service.call('GET', `${base}/groups/${groupId}/members`)).body.members.length as number;
  expect((await patch([{ value: dn.toUpperCase(), groupId }])).status).toBe(200);
  await signIn('ada', PASSWORD);
  expect(await members()).toBe(0);
  await slapd.addGroup('engineering', [`uid=ada,${PEOPLE_DN}`]);
  expect((await signIn('ada', PASSWORD)).url).toContain(REDIRECT_URI);
  expect(await members()).toBe(1);
  expect((await patch([{ value: `cn=others,ou=groups,${BASE_DN}`, groupId }])).status).toBe(200);
  await signIn('ada', PASSWORD);
  expect(await members()).toBe(0);
});

it('a person in more groups than are read leaves those that end, and keeps those that are read', async () => {
  const [grace, dn] = [`uid=grace,${PEOPLE_DN}`, (name: string) => `cn=${name},ou=groups,${BASE_DN}`];
  const names = ['inner', 'around', 'others'];
  const groups = await Promise.all(
    names.map(async (name) => ({ value: dn(name), groupId: (await addGroup(service, world.organization.id)).id })),
  );
  const base = `/admin/v1/organizations/${world.organization.id}`;
  const path = `${base}/identity-providers/${providerId}`;
  expect((await service.call('PATCH', path, { groups, nestedGroups: true })).status).toBe(200);
  const joined = async () => {
    expect((await signIn('grace', GRACE_PASSWORD)).url).toContain(REDIRECT_URI);
    const answers = await Promise.all(groups.map(({ groupId }) => service.call('GET', `${base}/groups/${groupId}/members`)));
    return names.filter((_, at) => answers[at]?.body.members.length > 0);
  };
  await slapd.addGroup('inner', [grace]);
  await slapd.addGroup('around', [dn('inner'), PEOPLE_DN]);
  expect(await joined()).toEqual(['inner', 'around']);
  for (let number = 0; number < 101; number++) await slapd.addGroup(`many-${number}`, [grace]);
  expect(await joined()).toEqual(['inner', 'around']);
  await slapd.removeMember('around', dn('inner'));
  expect(await joined()).toEqual(['inner']);
  expect((await service.call('GET', `${path}/health`)).body.lastFailure).toContain('more than 100 groups');
});

it.each([
  ['ada', 'wrong'],
  ['unknown', PASSWORD],
  ['*', PASSWORD],
  ['ada)(uid=*', PASSWORD],
])('%s with the password %s stays at the page', async (name, password) => {
  const { page, url } = await signIn(name, password);
  expect([page?.status, url.startsWith(service.url)]).toEqual([401, true]);
});

describe('at the account page', () => {
  /** The person, signed in with the directory alone, and the page that asks for a fresh check. */
  async function asked(): Promise<{ browser: Browser; question: Page }> {
    const browser = new Browser(service.url);
    const form = await browser.open(`${service.url}/account/to/${providerId}`);
    expect((await browser.submit(form, 'ada', PASSWORD)).html).toContain('Sign out');
    return { browser, question: await browser.submitButton(await browser.open(`${service.url}/account/data`), 'Download') };
  }
  const isDownload = ({ page }: Page) => page?.headers.get('content-disposition')?.includes('account.json') ?? false;

  it('the directory confirms a person by the password there', async () => {
    const { browser, question } = await asked();
    expect(question.html).not.toContain('name="currentPassword"');
    expect(isDownload(await fill(browser, question, { directoryName: 'ada', directoryPassword: PASSWORD }))).toBe(true);
  });

  it.each([
    ['a wrong password', 'ada', 'wrong', 'Wrong login name or password'],
    ['an empty password, which would be an anonymous bind', 'ada', '', ''],
    ['another person of the directory', 'grace', GRACE_PASSWORD, 'isn’t connected to this one'],
  ])('%s confirms nothing', async (_, directoryName, directoryPassword, why) => {
    const { browser, question } = await asked();
    const page = await fill(browser, question, { directoryName, directoryPassword });
    expect([isDownload(page), page.html]).toEqual([false, expect.stringContaining(why)]);
  });
});

it('the passwords of people and of the account that searches are kept nowhere in clear', () => service.assertNoSecret());
