// Invitations lead somewhere: the person is signed in at the end and goes on to the application that the invitation names.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { notDone, outcomeUnknown, tooSlow } from '../../src/common/database/errors/refusals.js';
import { Clock } from '../../src/common/primitives/clock.js';
import type { NewApplication } from '../../src/oidc/clients/application.js';
import { InvitationReminders } from '../../src/users/accounts/invitation-reminders.service.js';
import { InvitationsRepository } from '../../src/users/accounts/invitations.repository.js';
import { People } from '../../src/users/directory/people/people.service.js';
import { emptyPerson, type PersonValues } from '../../src/users/directory/people/person/person.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { Authenticator } from '../support/authenticator.mjs';
import { Browser, fill, type Page } from '../support/browser.js';
import { addProvider } from '../support/directory.js';
import { letterTo, lettersTo, startMailedService, type MailedService } from '../support/mailed-service.js';
import { authorizeUrl, codeIn } from '../support/oauth.js';
import { optionsOn } from '../support/passkeys.js';
import { eventsOf, freshName, scimUser } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { freePort } from '../support/service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

const CALLBACK = 'https://times.example/callback';
const NEW = 'Brand-new-Horse-9';
let service: MailedService;
let world: World;
beforeAll(async () => {
  const port = String(await freePort());
  service = await startMailedService({ PORT: port, PUBLIC_URL: `http://localhost:${port}` });
  world = await makeWorld(service);
});
afterAll(() => service.close());

const people = (rest = '') => `/admin/v1/organizations/${world.organization.id}/people${rest}`;
const invitations = (rest = '') => `/admin/v1/organizations/${world.organization.id}/invitations${rest}`;
const addApplication = async (input: Partial<NewApplication> = {}, of = world) =>
  (await of.addApplication({ type: 'userAgent', name: 'Time sheet', redirectUris: [CALLBACK], ...input })).application;
const withAddress = (address: string): PersonValues => ({
  ...emptyPerson(),
  userName: address,
  emails: [{ value: address, primary: true }],
});
/** A person without a password whose userName is an address. */
async function addPerson(): Promise<{ id: string; address: string }> {
  const address = `${freshName()}@mail.example`;
  const { id } = await service.get(People).create(world.organization, withAddress(address), undefined, 'test');
  return { id, address };
}
const invite = (id: string, body?: object) => service.call('POST', people(`/${id}/_invite`), body);
/** Accepts the last invitation of a person with a password. */
async function accept(address: string, count = 1, browser = new Browser(service.url)): Promise<{ browser: Browser; done: Page }> {
  const { link } = await letterTo(service, address, count);
  return { browser, done: await fill(browser, await browser.open(link), { newPassword: NEW }) };
}
const wayOn = ({ html = '' }: Page, label: string) =>
  new RegExp(`<a class="button" href="([^"]*)">${label}</a>`).exec(html)?.[1]?.replaceAll('&amp;', '&');

describe('an invitation', () => {
  it('names the login name and carries words of one’s own, none of which is a link', async () => {
    const { id, address } = await addPerson();
    const message = 'Welcome!\nRead https://evil.example/now <https://evil.example> or www.evil.example today.';
    expect((await invite(id, { message })).status).toBe(204);
    const { text: sent, subject } = await letterTo(service, address);
    const text = sent.replaceAll('\r\n', '\n');
    expect(subject).toContain(world.organization.name);
    expect(text).toContain(`Your login name is ${address}.`);
    expect(text).toContain('“Welcome!\n');
    expect(text).not.toMatch(/evil\.example|https:\/\/evil|[<>]/);
  });

  it('signs the person in and leads on to the application, which needs no further page', async () => {
    const { id: applicationId, clientId } = await addApplication();
    const { id, address } = await addPerson();
    expect((await invite(id, { applicationId, returnTo: 'https://times.example/week/27?from=mail' })).status).toBe(204);
    const { browser, done } = await accept(address);
    expect(done.url).toBe(`${service.url}/invitation/done`);
    expect(done.html).toContain(`signed in as ${address}`);
    expect(wayOn(done, 'Continue to Time sheet')).toBe('https://times.example/week/27?from=mail');
    const answer = await browser.open(authorizeUrl(service.url, clientId, 'openid', { redirect_uri: CALLBACK }));
    expect(codeIn(answer.url)).not.toBe('');
  });

  it('begins at the start address of the application, with all that third-party-initiated login has', async () => {
    const { id: applicationId } = await addApplication({ initiateLoginUri: 'https://times.example/start?tenant=1' });
    const { id, address } = await addPerson();
    await invite(id, { applicationId, returnTo: 'https://times.example/week' });
    const start = new URL(wayOn((await accept(address)).done, 'Continue to Time sheet') ?? '');
    expect(start.origin + start.pathname).toBe('https://times.example/start');
    expect(Object.fromEntries(start.searchParams)).toEqual({
      tenant: '1',
      iss: service.settings.publicUrl,
      login_hint: address,
      target_link_uri: 'https://times.example/week',
    });
  });

  it('without an application leads to the account, signed in', async () => {
    const { id, address } = await addPerson();
    await invite(id);
    const { browser, done } = await accept(address);
    expect(wayOn(done, 'Go to your account')).toBe('/account');
    expect((await browser.open(`${service.url}/account`)).html).toContain(address);
  });

  it('accepted with a passkey signs in as well', async () => {
    const { id: applicationId } = await addApplication();
    const { id, address } = await addPerson();
    await invite(id, { applicationId });
    const browser = new Browser(service.url);
    const page = await browser.open((await letterTo(service, address)).link);
    const done = await fill(browser, page, { credential: new Authenticator(service.url).create(optionsOn(page)) }, 1);
    expect(wayOn(done, 'Continue to Time sheet')).toBe('https://times.example');
    expect((await browser.open(`${service.url}/account`)).html).toContain(address);
  });

  it('of a new person is part of adding the person', async () => {
    const { id: applicationId } = await addApplication();
    const address = `${freshName()}@mail.example`;
    const body = { userName: address, givenName: 'Ada', familyName: 'Lovelace', emails: [{ value: address }] };
    const refused = await service.call('POST', people(), { ...body, password: PASSWORD, invitation: {} });
    expect([refused.status, refused.body.code]).toEqual([400, 'invitation.password']);
    expect((await service.call('POST', people(), { ...body, invitation: { applicationId } })).status).toBe(201);
    expect(wayOn((await accept(address)).done, 'Continue to Time sheet')).toBe('https://times.example');
  });

  it('of a person whom a directory adds leads to the application of the policy', async () => {
    const { clientId } = await addApplication();
    const policy = { inviteProvisioned: true, invitationApplication: [clientId] };
    await service.get(Policies).set(world.organization.no, 'signIn', policy, 'test');
    try {
      const userName = freshName();
      expect((await service.call('POST', `/scim/v2/${world.organization.id}/Users`, scimUser(userName))).status).toBe(201);
      const { done } = await accept(`${userName}@example.com`);
      expect(wayOn(done, 'Continue to Time sheet')).toBe('https://times.example');
    } finally {
      await service.get(Policies).resetPolicy(world.organization.no, 'signIn', 'test');
    }
  });

  it('leads nowhere else: not to other pages, nor to applications that don’t serve the organization', async () => {
    const { id: applicationId } = await addApplication();
    const { id } = await addPerson();
    const codeOf = async (body: object) => (await invite(id, body)).body?.code;
    for (const returnTo of [
      'https://evil.example/week',
      'https://times.example.evil.example/',
      'https://times.example@evil.example/',
      'https://user@times.example/',
      'http://times.example/',
      'https://times.example:8443/',
      'javascript:alert(1)',
      '//times.example/',
    ])
      expect(await codeOf({ applicationId, returnTo }), returnTo).toBe('invitation.returnTo');
    expect(await codeOf({ returnTo: 'https://times.example/week' })).toBe('invitation.returnTo');
    const elsewhere = await makeWorld(service);
    const foreign = await addApplication({ servedOrganizations: 'own' }, elsewhere);
    const api = await addApplication({ type: 'api', redirectUris: [], responseTypes: [] });
    for (const one of [foreign.id, api.id, 'unknown']) expect(await codeOf({ applicationId: one }), one).toBe('invitation.application');
    expect(await codeOf({ message: 'a\u0007b' })).toBe('body.invalid');
    expect(await codeOf({ message: 'x'.repeat(1_001) })).toBe('body.invalid');
    expect(await codeOf({ application: applicationId })).toBe('body.invalid');
  });

  it('no longer leads to a page that has stopped being one of the application', async () => {
    const { id: applicationId } = await addApplication({ postLogoutRedirectUris: ['https://old.example/'] });
    const { id, address } = await addPerson();
    await invite(id, { applicationId, returnTo: 'https://old.example/week' });
    const path = `/admin/v1/organizations/${world.organization.id}/projects/${world.projectId}/applications/${applicationId}`;
    expect((await service.call('PATCH', path, { postLogoutRedirectUris: [] })).status).toBe(200);
    expect(wayOn((await accept(address)).done, 'Continue to Time sheet')).toBe('https://times.example');
  });

  it('names no application that the person may not use by then', async () => {
    const ofRoles = await makeWorld(service);
    const { id: applicationId } = await addApplication({ name: 'Roles only' }, ofRoles);
    const address = `${freshName()}@mail.example`;
    const { id } = await service.get(People).create(ofRoles.organization, withAddress(address), undefined, 'test');
    const organization = `/admin/v1/organizations/${ofRoles.organization.id}`;
    expect((await service.call('POST', `${organization}/people/${id}/_invite`, { applicationId })).status).toBe(204);
    const changed = await service.call('PATCH', `${organization}/projects/${ofRoles.projectId}`, { projectRoleCheck: true });
    expect(changed.status).toBe(200);
    const { done } = await accept(address);
    expect([wayOn(done, 'Go to your account'), done.html?.includes('Roles only')]).toEqual(['/account', false]);
  });

  it('skips nothing that the policy asks for: a second factor is set up before the person is signed in', async () => {
    const { id, address } = await addPerson();
    await service.get(Policies).set(world.organization.no, 'assurance', { secondFactor: 'required', graceDays: 0 }, 'test');
    try {
      await invite(id);
      const { browser, done } = await accept(address);
      expect(done.url).not.toContain('/invitation/done');
      expect((await browser.open(`${service.url}/account`)).html).toContain('name="password"');
      expect((await browser.open(`${service.url}/invitation/done`)).html).toContain('name="password"');
    } finally {
      await service.get(Policies).resetPolicy(world.organization.no, 'assurance', 'test');
    }
  });

  it('ends no lock: the password is set, and signs in once the lock has ended', async () => {
    const { id, address } = await addPerson();
    await service.get(Policies).set(world.organization.no, 'lockout', { maxAttempts: 1 }, 'test');
    try {
      await invite(id);
      const guesser = new Browser(service.url);
      const loginName = `${address}@${world.organization.primaryDomain}`;
      await guesser.submit(await guesser.open(`${service.url}/account`), loginName, 'Wrong-horse-9');
      const { browser, done } = await accept(address);
      expect(done.html).not.toContain('signed in as');
      expect((await browser.open(`${service.url}/account`)).html).toContain('name="password"');
    } finally {
      await service.get(Policies).resetPolicy(world.organization.no, 'lockout', 'test');
    }
  });

  it('signs in no person who was deactivated meanwhile', async () => {
    const { id, address } = await addPerson();
    await invite(id);
    const { link } = await letterTo(service, address);
    const browser = new Browser(service.url);
    const page = await browser.open(link);
    await service.call('POST', people(`/${id}/_deactivate`));
    await fill(browser, page, { newPassword: NEW });
    expect((await browser.open(`${service.url}/account`)).html).toContain('name="password"');
  });

  it('shows its end to the person who accepted it alone', async () => {
    const { id: applicationId } = await addApplication({ name: 'Secret project' });
    const [one, other] = [await addPerson(), await addPerson()];
    await invite(one.id, { applicationId });
    await invite(other.id);
    const { browser } = await accept(one.address);
    expect((await browser.open(`${service.url}/invitation/done`)).html).toContain('Secret project');
    const { done } = await accept(other.address, 1, browser);
    expect(done.html).toContain(other.address);
    expect(done.html).not.toContain('Secret project');
    expect((await new Browser(service.url).open(`${service.url}/invitation/done`)).html).not.toContain('Secret project');
  });
});

describe('people who have not come yet', () => {
  const isListed = async (id: string) => JSON.stringify((await service.call('GET', invitations('?limit=100'))).body).includes(id);

  it('are listed until they accept, and reminded with the same words and application', async () => {
    const { id: applicationId, clientId } = await addApplication();
    const [first, second] = [await addPerson(), await addPerson()];
    await invite(first.id, { applicationId, message: 'By Friday, please.' });
    await invite(second.id);
    const listed = async () => {
      const { body } = await service.call('GET', invitations('?limit=100'));
      return (body.invitations as Array<{ userId: string }>).filter(({ userId }) => [first.id, second.id].includes(userId));
    };
    expect(await listed()).toMatchObject([
      { userId: first.id, userName: first.address, email: first.address, clientId, message: 'By Friday, please.', sentCount: 1 },
      { userId: second.id, sentCount: 1 },
    ]);
    await accept(second.address);
    expect(await listed()).toHaveLength(1);
    const early = await service.call('POST', invitations('/_remind'), { sentBefore: '2020-01-01T00:00:00Z' });
    expect(early.body).toEqual({ userIds: [], more: false });
    const { body } = await service.call('POST', invitations('/_remind'));
    expect(body.userIds).toContain(first.id);
    expect(body.userIds).not.toContain(second.id);
    expect(await listed()).toMatchObject([{ userId: first.id, sentCount: 2 }]);
    const letters = await lettersTo(service, first.address, 2);
    for (const { text } of letters) expect(text).toContain('By Friday, please.');
    expect(wayOn((await accept(first.address, 2)).done, 'Continue to Time sheet')).toBe('https://times.example');
    expect(await listed()).toEqual([]);
  });

  it('are no longer listed with a password that an administrator has set', async () => {
    const { id } = await addPerson();
    await invite(id);
    expect(await isListed(id)).toBe(true);
    await service.call('POST', people(`/${id}/_set-temporary-password`), { password: NEW });
    expect(await isListed(id)).toBe(false);
  });

  it.each([
    ['deactivated', '_deactivate', '_reactivate'],
    ['locked', '_lock', '_unlock'],
  ])('are not listed, nor reminded, while they are %s', async (_, begin, end) => {
    const { id } = await addPerson();
    await invite(id);
    expect((await service.call('POST', people(`/${id}/${begin}`))).status).toBeLessThan(300);
    expect(await isListed(id)).toBe(false);
    await service.call('POST', people(`/${id}/${end}`));
    expect(await isListed(id)).toBe(true);
  });

  it('are no longer listed with an identity provider that signs them in', async () => {
    const { id } = await addPerson();
    await invite(id);
    const provider = await addProvider(
      service,
      world.organization,
      { issuer: 'https://idp.example', clientId: 'c' },
      'Secret-of-the-client-7',
    );
    const path = people(`/${id}/identity-links`);
    const { status } = await service.call('POST', path, { identityProviderId: provider, subject: id });
    expect([status, await isListed(id)]).toEqual([201, false]);
  });

  it('are no longer listed with a passkey, nor after they lost it', async () => {
    const { id, address } = await addPerson();
    await invite(id);
    const browser = new Browser(service.url);
    const page = await browser.open((await letterTo(service, address)).link);
    await fill(browser, page, { credential: new Authenticator(service.url).create(optionsOn(page)) }, 1);
    expect(await isListed(id)).toBe(false);
    const { body } = await service.call('GET', people(`/${id}/factors`));
    const { factorId } = (body.factors as Array<{ factorId: string; kind: string }>).find(({ kind }) => kind === 'passkey') ?? {};
    expect((await service.call('DELETE', people(`/${id}/factors/${factorId}`))).status).toBe(204);
    expect(await isListed(id)).toBe(false);
  });

  it('are those of the own organization', async () => {
    const { id } = await addPerson();
    await invite(id);
    const other = await makeWorld(service);
    const { token } = await createServiceUser(service, other.organization.id, 'ORG_USER_MANAGER');
    for (const [method, path] of [
      ['GET', invitations()],
      ['POST', invitations('/_remind')],
    ] as const)
      expect((await service.call(method, path, undefined, { token })).status).toBe(404);
    const own = `/admin/v1/organizations/${other.organization.id}/invitations`;
    expect((await service.call('GET', own, undefined, { token })).body.invitations).toEqual([]);
    expect((await service.call('POST', `${own}/_remind`, {}, { token })).body.userIds).toEqual([]);
  });
});

describe('reminders of many people, with a key, during which the database fails', () => {
  let base: string;
  let ids: string[];
  beforeEach(async () => {
    const { organization } = await makeWorld(service);
    base = `/admin/v1/organizations/${organization.id}`;
    ids = [];
    for (const address of [1, 2, 3].map(() => `${freshName()}@mail.example`)) {
      const { id } = await service.get(People).create(organization, withAddress(address), undefined, 'test');
      expect((await service.call('POST', `${base}/people/${id}/_invite`)).status).toBe(204);
      ids.push(id);
    }
  });
  const remind = (key: string, body: object = {}) =>
    service.call('POST', `${base}/invitations/_remind`, body, { headers: { 'idempotency-key': key } });
  const counts = async () =>
    (await service.call('GET', `${base}/invitations`)).body.invitations
      .toSorted((a: { userId: string }, b: { userId: string }) => ids.indexOf(a.userId) - ids.indexOf(b.userId))
      .map(({ sentCount }: { sentCount: number }) => sentCount);
  /** Lets the unit of work of one person fail. */
  function failAt(place: number, error: Error) {
    const database = service.get(Database);
    const write = database.write.bind(database);
    let invited = 0;
    const spy = vi.spyOn(database, 'write').mockImplementation((name, work) => {
      if (name === 'invite person' && ++invited === place) return Promise.reject(error);
      return write(name, work);
    });
    return () => spy.mockRestore();
  }

  it.each([notDone('invite person'), tooSlow('invite person', 5_000)])(
    'are sent once: the answer names the people before the failure, and that there are more ($code)',
    async (error) => {
      service.get(Clock).advance(1_000);
      const [key, sentBefore] = [freshName(), new Date(service.get(Clock).nowMs()).toISOString()];
      const end = failAt(2, error);
      const first = await remind(key);
      end();
      const again = await remind(key);
      expect(await counts()).toEqual([2, 1, 1]);
      expect([first.status, first.body]).toEqual([200, { userIds: [ids[0]], more: true }]);
      expect([again.status, again.body, again.headers.get('idempotent-replayed')]).toEqual([200, first.body, 'true']);
      expect((await remind(freshName(), { sentBefore })).body).toEqual({ userIds: ids.slice(1), more: false });
      expect(await counts()).toEqual([2, 2, 2]);
    },
  );

  it('are sent by the repetition, if the first person was not reminded', async () => {
    const key = freshName();
    const end = failAt(1, notDone('invite person'));
    expect(await remind(key)).toMatchObject({ status: 503, body: { code: 'database.unavailable' } });
    end();
    expect((await remind(key)).body).toEqual({ userIds: ids, more: false });
    expect(await counts()).toEqual([2, 2, 2]);
  });

  it('are not sent again, if it is unknown whether one was sent', async () => {
    const key = freshName();
    const end = failAt(2, outcomeUnknown('invite person'));
    expect(await remind(key)).toMatchObject({ status: 503, body: { code: 'database.outcomeUnknown' } });
    end();
    expect(await remind(key)).toMatchObject({ status: 409, body: { code: 'idempotency.unknown' } });
    expect(await counts()).toEqual([2, 1, 1]);
  });
});

describe('reminders by themselves', () => {
  const later = (days: number) => service.get(Clock).advance(days * 86_400_000);
  const remind = () => service.get(InvitationReminders).remindNow();
  const sentCount = async (id: string) =>
    (await service.call('GET', invitations())).body.invitations.find(({ userId }: { userId: string }) => userId === id).sentCount;

  it('are sent after the days of the policy, so often at most, in the name of who invited, and not without the policy', async () => {
    const { id, address } = await addPerson();
    await invite(id, { message: 'Hello' });
    later(3.1);
    await remind();
    expect(await sentCount(id)).toBe(1);
    const policy = { invitationReminderDays: 3, invitationReminders: 1 };
    await service.get(Policies).set(world.organization.no, 'signIn', policy, 'test');
    await remind();
    expect(await sentCount(id)).toBe(2);
    await remind();
    expect(await sentCount(id)).toBe(2);
    later(3.1);
    await remind();
    expect(await sentCount(id)).toBe(2);
    expect((await letterTo(service, address, 2)).text).toContain('Hello');
    const sent = (await eventsOf(service, id)).filter(({ type }) => type === 'user.human.invitation.sent');
    expect(sent).toHaveLength(2);
    expect((await accept(address, 2)).done.url).toContain(service.url);
    expect((await service.call('GET', people(`/${id}`))).body.password).not.toBeNull();
  });

  const remindOf = async (policy: object) => {
    await service.get(Policies).set(world.organization.no, 'signIn', policy, 'test');
    await remind();
  };
  const sentTo = async (id: string) => (await eventsOf(service, id)).filter(({ type }) => type === 'user.human.invitation.sent').length;

  it('are sent once to a person who was invited more often than mails are sent in an hour', async () => {
    const { id, address } = await addPerson();
    for (let count = 1; count <= 6; count++) expect((await invite(id)).status).toBe(204);
    expect([await sentCount(id), await sentTo(id)]).toEqual([5, 5]);
    later(1);
    await remindOf({ invitationReminderDays: 1, invitationReminders: 10 });
    expect([await sentCount(id), await sentTo(id)]).toEqual([6, 6]);
    expect((await accept(address, 6)).done.url).toContain(service.url);
  });

  it('are not sent to a person who was invited since the people to remind were read', async () => {
    const { id } = await addPerson();
    await invite(id);
    later(1);
    const repository = service.get(InvitationsRepository);
    const listDue = repository.listDue.bind(repository);
    const read = vi.spyOn(repository, 'listDue').mockImplementation(async (...due) => {
      const people = await listDue(...due);
      if (due[0] === world.organization.no) await invite(id);
      return people;
    });
    await remindOf({ invitationReminderDays: 1, invitationReminders: 10 });
    read.mockRestore();
    expect([await sentCount(id), await sentTo(id)]).toEqual([2, 2]);
  });
});
