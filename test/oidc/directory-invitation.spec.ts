// People sign in with a directory only if an administrator has invited them at the address that the directory proves.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { AddressedAccounts } from '../../src/users/accounts/federation/addressed-accounts.service.js';
import { People } from '../../src/users/directory/people/people.service.js';
import { emptyPerson } from '../../src/users/directory/people/person/person.js';
import { Domains } from '../../src/users/organizations/domains.service.js';
import { type Page, refreshOf } from '../support/browser.js';
import { Visitor } from '../support/directory.js';
import { CLIENT_ID, CLIENT_SECRET, signInAtProvider, startHostileProvider, type HostileProvider } from '../support/hostile-provider.js';
import { lettersTo, startMailedService, type MailedService } from '../support/mailed-service.js';
import { claimsOf, redeem } from '../support/oauth.js';
import { eventsOf, freshName } from '../support/people.js';
import { SQUARE } from '../support/pictures.js';
import { createServiceUser } from '../support/service-users.js';
import { makeWorld, PASSWORD, REDIRECT_URI, type World } from '../support/world.js';

let service: MailedService;
let directory: HostileProvider;
let world: World;
let client: { clientId: string; clientSecret: string };
let base: string;
let providerId: string;
beforeAll(async () => {
  service = await startMailedService({ BACKCHANNEL_ALLOW_PRIVATE: 'true' });
  directory = await startHostileProvider(() => Math.floor(Date.now() / 1_000));
});
beforeEach(async () => {
  world = await makeWorld(service);
  base = `/admin/v1/organizations/${world.organization.id}`;
  const { application, clientSecret = '' } = await world.addApplication();
  client = { clientId: application.clientId, clientSecret };
  providerId = await connect();
});
afterAll(async () => {
  await service.close();
  await directory.close();
});

async function connect(more: object = {}, at = `${base}/identity-providers`): Promise<string> {
  const settings = { kind: 'oidc', name: 'Corporate', issuer: directory.origin, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
  const { status, body, text } = await service.call('POST', at, { ...settings, creation: 'invitation', linking: 'off', ...more });
  if (status !== 201) throw new Error(text);
  return body.identityProviderId;
}
const newAddress = (domain = 'mail.example') => `${freshName('invited')}@${domain}`;
async function addPerson(address: string): Promise<string> {
  const values = { ...emptyPerson(), userName: freshName(), emails: [{ value: address, primary: true }] };
  return (await service.get(People).create(world.organization, values, undefined, 'test')).id;
}
const invite = (id: string, token?: string) =>
  service.call('POST', `${base}/people/${id}/_invite`, undefined, token === undefined ? {} : { token });
async function invited(address: string, token?: string): Promise<string> {
  const id = await addPerson(address);
  expect((await invite(id, token)).status).toBe(204);
  return id;
}
/** A browser that signs in at the directory. */
async function signIn(claims: Record<string, unknown>, { by = new Visitor(service, service), id = providerId } = {}): Promise<Page> {
  const { url } = await by.follow(await by.open(client.clientId), `/to/${id}`);
  const person = { sub: freshName('subject'), name: 'Ada Lovelace', email_verified: true, ...claims };
  directory.userinfo = { sub: person.sub };
  return by.here.open(signInAtProvider(directory, url, person));
}
async function personOf({ url, html }: Page): Promise<string> {
  expect(url.startsWith(REDIRECT_URI), html).toBe(true);
  const { body } = await redeem(service, client, new URL(url).searchParams.get('code') ?? '');
  return String(claimsOf(body.id_token).sub);
}
async function expectUninvited(page: Page): Promise<void> {
  expect([page.page?.status, page.html]).toEqual([403, expect.stringContaining('You need an invitation to sign in here.')]);
  const { body } = await service.call('GET', `${base}/identity-providers/${providerId}/health`);
  expect(body.lastFailure).toContain('No person with an open invitation');
}
const change = (sql: string, ...values: string[]) => service.get(Database).write('test', (tx) => tx.run(sql, values));
const CODES_OF = 'user_no = (SELECT no FROM users WHERE id = ?)';

describe('a person who was invited', () => {
  it('gets the account at the first sign-in, and the invitation is over', async () => {
    const address = newAddress();
    const id = await invited(address);
    expect(await personOf(await signIn({ sub: 'ada', email: address.toUpperCase() }))).toBe(id);
    // The second one says that an account was connected.
    const [{ link } = { link: '' }] = await lettersTo(service, address, 2);
    const page = await new Visitor(service, service).here.open(link);
    expect(page.html).not.toContain('name="newPassword"');
    // The provider's word isn't enough for applications of other organizations.
    expect((await service.get(People).requirePerson(world.organization, id)).emails[0]).not.toHaveProperty('verifiedBy');
    expect(await personOf(await signIn({ sub: 'ada', email: 'another@mail.example' }))).toBe(id);
    const types = (await eventsOf(service, id)).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['user.human.invitation.sent', 'user.human.externalidp.added']));
  });

  it('gets the account after more invitations than are mailed in an hour, and the last mailed link is over', async () => {
    const address = newAddress();
    const id = await invited(address);
    for (let count = 2; count <= 6; count++) expect((await invite(id)).status).toBe(204);
    expect(await personOf(await signIn({ email: address }))).toBe(id);
    // The sixth one says that an account was connected.
    const { link } = (await lettersTo(service, address, 6))[4] ?? { link: '' };
    const page = await new Visitor(service, service).here.open(link);
    expect(page.html).not.toContain('name="newPassword"');
  });

  it('has no invitation left that a process of an older version has added without a mail', async () => {
    const address = newAddress();
    const id = await invited(address);
    await change(
      `INSERT INTO mailed_codes (id, user_no, purpose, code_digest, address, tries, created_us, expires_us, ended_us, given_by)
       SELECT ?, user_no, purpose, ?, address, 0, created_us + 1, expires_us, NULL, given_by FROM mailed_codes WHERE ${CODES_OF}`,
      freshName(),
      freshName(),
      id,
    );
    expect(await personOf(await signIn({ email: address }))).toBe(id);
    const [{ link } = { link: '' }] = await lettersTo(service, address, 2);
    expect((await new Visitor(service, service).here.open(link)).html).not.toContain('name="newPassword"');
  });

  it('is told of the provider by the mail and the page of the invitation, whose button leads to the account', async () => {
    const ofService = await connect({ name: freshName('Social') }, '/admin/v1/identity-providers');
    const content = Buffer.from(SQUARE).toString('base64');
    const { logo } = (await service.call('PUT', `${base}/identity-providers/${providerId}/logo`, { content })).body;
    for (const id of [providerId, ofService]) {
      const address = newAddress();
      const person = await invited(address);
      const [{ link, text } = { link: '', text: '' }] = await lettersTo(service, address);
      expect(text).toContain('On that page, you can also continue with Corporate or Social');
      const { here } = new Visitor(service, service);
      const page = await here.open(link);
      const button = `/account/to/${id}?organization=${world.organization.id}`;
      expect(page.html).toContain(`href="${button}"`);
      expect(page.html?.split(`<img src="${logo}" alt class="icon emblem"/>Continue with Corporate`)).toHaveLength(2);
      const claims = { sub: freshName('subject'), name: 'Ada Lovelace', email: address, email_verified: true };
      directory.userinfo = { sub: claims.sub };
      const done = await here.open(signInAtProvider(directory, (await here.open(service.url + button)).url, claims));
      expect([done.url, done.html]).toEqual([`${service.url}/invitation/done`, expect.stringContaining('You’re signed in as')]);
      expect((await eventsOf(service, person)).map(({ type }) => type)).toContain('user.human.externalidp.added');
    }
    await service.call('DELETE', `/admin/v1/identity-providers/${ofService}`);
  });

  it('gets it by an address in a domain of the provider, about which the provider says nothing', async () => {
    const domain = `${freshName('corp')}.example`;
    await service.get(Domains).addDomain(world.organization, domain, 'test');
    await service.get(Domains).verifyDomain(world.organization, domain, 'test');
    const address = newAddress(domain);
    const id = await invited(address);
    await service.call('PATCH', `${base}/identity-providers/${providerId}`, { domains: [domain] });
    expect(await personOf(await signIn({ email: address, email_verified: undefined }))).toBe(id);
  });

  it('gets it with a provider of the service too', async () => {
    const id = await connect({ name: freshName('Social') }, '/admin/v1/identity-providers');
    const address = newAddress();
    const person = await invited(address);
    expect((await signIn({ email: address, email_verified: false }, { id })).html).toContain('You need an invitation to sign in here.');
    expect(await personOf(await signIn({ email: address }, { id }))).toBe(person);
    await service.call('DELETE', `/admin/v1/identity-providers/${id}`);
  });

  it('gets it once by two browsers at the same moment', async () => {
    const address = newAddress();
    const person = await invited(address);
    const visitors = [new Visitor(service, service), new Visitor(service, service), new Visitor(service, service)];
    const onward: string[] = [];
    for (const by of visitors) {
      const { url } = await by.follow(await by.open(client.clientId), `/to/${providerId}`);
      const { headers } = await by.here.fetch(
        signInAtProvider(directory, url, { sub: `of ${address}`, name: 'Ada', email: address, email_verified: true }),
        {},
      );
      onward.push(new URL(refreshOf({ headers }) ?? '', service.url).href);
    }
    const pages = await Promise.all(visitors.map(({ here }, at) => here.open(onward[at] ?? '')));
    for (const page of pages) expect(await personOf(page)).toBe(person);
  });

  it('gets it in both browsers, if one is first while the other looks for the invitation', async () => {
    const address = newAddress();
    const person = await invited(address);
    const claims = { sub: freshName('subject'), email: address };
    const accounts = service.get(AddressedAccounts);
    const findInvited = accounts.findInvited.bind(accounts);
    const first: Page[] = [];
    const look = vi.spyOn(accounts, 'findInvited').mockImplementationOnce(async (found) => {
      first.push(await signIn(claims));
      return findInvited(found);
    });
    const second = await signIn(claims);
    expect(look).toHaveBeenCalledTimes(2);
    for (const page of [...first, second]) expect(await personOf(page)).toBe(person);
    look.mockRestore();
  });

  it('who has chosen a password instead connects the account', async () => {
    await service.call('PATCH', `${base}/identity-providers/${providerId}`, { linking: 'proof' });
    const visitor = new Visitor(service, service);
    const page = await signIn({ email: world.loginName }, { by: visitor });
    expect(page.html).toContain('isn’t connected to an account here yet');
    const question = await visitor.here.submit(page, world.loginName, PASSWORD);
    expect(await personOf(await visitor.here.submitButton(question, 'Connect'))).toBe(world.person.id);
  });
});

describe('nobody signs in', () => {
  it('without an account', async () => expectUninvited(await signIn({ email: newAddress() })));

  it('without an address', async () => expectUninvited(await signIn({ email: undefined })));

  it('to an account that was not invited', async () => {
    const address = newAddress();
    await addPerson(address);
    await expectUninvited(await signIn({ email: address }));
  });

  it('by an address that the provider has not verified, outside the domains of the organization', async () => {
    const address = newAddress();
    await invited(address);
    await expectUninvited(await signIn({ email: address, email_verified: false }));
  });

  it('by the login name of the person who was invited', async () => {
    const name = newAddress();
    const values = { ...emptyPerson(), userName: name, emails: [{ value: newAddress(), primary: true }] };
    const { id } = await service.get(People).create(world.organization, values, undefined, 'test');
    expect((await invite(id)).status).toBe(204);
    await expectUninvited(await signIn({ email: name }));
  });

  it.each<[string, sql: string]>([
    ['has expired', `UPDATE mailed_codes SET expires_us = 1 WHERE ${CODES_OF}`],
    ['was ended', `UPDATE mailed_codes SET ended_us = 1 WHERE ${CODES_OF}`],
    ['was mailed to another address', `UPDATE mailed_codes SET address = 'other@mail.example' WHERE ${CODES_OF}`],
    ['is a code for something else', `UPDATE mailed_codes SET purpose = 'verifyEmail' WHERE ${CODES_OF}`],
  ])('by an invitation that %s', async (_, sql) => {
    const address = newAddress();
    await change(sql, await invited(address));
    await expectUninvited(await signIn({ email: address }));
  });

  it('by an invitation that somebody else has used', async () => {
    const address = newAddress();
    await invited(address);
    await personOf(await signIn({ sub: 'first', email: address }));
    await expectUninvited(await signIn({ sub: 'second', email: address }));
  });

  it('to an account that has a password, in which a stranger may be waiting', async () => {
    const address = newAddress();
    const id = await invited(address);
    await change(
      `INSERT INTO passwords (user_no, hash, changed_us, change_required) SELECT (SELECT no FROM users WHERE id = ?), hash, changed_us, change_required FROM passwords WHERE ${CODES_OF}`,
      id,
      world.person.id,
    );
    await expectUninvited(await signIn({ email: address }));
  });

  it('by an invitation whose sender is weaker than the person is now', async () => {
    const manager = await createServiceUser(service, world.organization.id, 'ORG_USER_MANAGER');
    const address = newAddress();
    const id = await invited(address, manager.token);
    await service.call('POST', `${base}/members`, { userId: id, role: 'ORG_OWNER' });
    await expectUninvited(await signIn({ email: address }));
  });

  it('to an account that was deactivated meanwhile', async () => {
    const address = newAddress();
    const id = await invited(address);
    await change('UPDATE users SET active = 0 WHERE id = ?', id);
    expect((await signIn({ email: address })).page?.status).toBe(403);
  });

  it('of another organization', async () => {
    const address = newAddress();
    await invited(address);
    const other = await makeWorld(service);
    const id = await connect({}, `/admin/v1/organizations/${other.organization.id}/identity-providers`);
    const { application, clientSecret = '' } = await other.addApplication();
    client = { clientId: application.clientId, clientSecret };
    expect((await signIn({ email: address }, { id })).html).toContain('You need an invitation to sign in here.');
  });
});
