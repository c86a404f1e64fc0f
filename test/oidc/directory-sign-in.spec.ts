// People sign in with the directory of their company: a second service plays it. Which account they get, and what does not get them in.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { IdentityLinks } from '../../src/users/authentication/identity-providers/identity-links.service.js';
import type { ProviderRules } from '../../src/users/authentication/identity-providers/identity-provider.js';
import { IdentityProviders } from '../../src/users/authentication/identity-providers/identity-providers.service.js';
import { ProviderChanges } from '../../src/users/authentication/identity-providers/provider-changes.service.js';
import { Domains } from '../../src/users/organizations/domains.service.js';
import { People } from '../../src/users/directory/people/people.service.js';
import { SignInDirectory } from '../../src/users/directory/people/sign-in-directory.service.js';
import { actionOf, fill, hiddenOf, type Page } from '../support/browser.js';
import { addApp } from '../support/factors.js';
import { codeOf, connectDirectory, directoryScene, type Decided, type DirectoryScene, type Visitor } from '../support/directory.js';
import { claimsOf, redeem } from '../support/oauth.js';
import { patchOf, scimUser } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, type TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';
import { PASSWORD } from '../support/world.js';

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
const scene = (rules: Partial<ProviderRules> = {}) => directoryScene(service, at, rules);
const signIn = (it: Scene, loginName?: string, by?: Visitor) => it.signIn(loginName, by);
async function tokenOf({ client }: Scene, page: Page): Promise<Record<string, unknown>> {
  const { status, body } = await redeem(service, client, codeOf(page));
  expect(status, JSON.stringify(body)).toBe(200);
  return claimsOf(body.id_token);
}
/** Connects the person of the organization, who proves the account by its password. */
const connect = async (it: Scene): Promise<Page> =>
  it.visitor.here.submitButton(await it.visitor.here.submit(await signIn(it), it.world.loginName, PASSWORD), 'Connect');
const linksOf = async ({ world }: Scene, userId: string) => {
  const person = await service.get(People).requirePerson(world.organization, userId);
  return service.get(IdentityLinks).ofPerson(world.organization.no, person.no);
};
const decide = (it: Scene, decided: Decided) => it.decide(decided);

describe('a first sign-in with a directory', () => {
  it('creates the person where that is automatic, and the next one finds the same account', async () => {
    const it = await scene({ creation: 'automatic' });
    const first = await tokenOf(it, await signIn(it));
    expect(first).not.toHaveProperty('amr');
    const person = await service.get(People).requirePerson(it.world.organization, String(first.sub));
    expect(person).toMatchObject({ givenName: 'Barbara', familyName: 'Jensen', emails: [{ value: it.there.loginName, primary: true }] });
    expect(person.emails[0]).not.toHaveProperty('verifiedBy');
    const second = await tokenOf(it, await signIn(it, it.there.loginName, it.another()));
    expect(second.sub).toBe(first.sub);
    expect(await linksOf(it, String(first.sub))).toMatchObject([{ provider: { id: it.providerId }, subject: it.subject }]);
  });

  it('of two browsers at the same moment makes one account', async () => {
    const it = await scene({ creation: 'automatic' });
    const visitors = [it.visitor, it.another(), it.another()];
    const subjects = await Promise.all(
      visitors.map(async (visitor) => (await tokenOf(it, await signIn(it, it.there.loginName, visitor))).sub),
    );
    expect(new Set(subjects).size).toBe(1);
    expect(await linksOf(it, String(subjects[0]))).toHaveLength(1);
  });

  it('is refused in words where nobody is created, and the administrator sees the cause', async () => {
    const it = await scene({ creation: 'off', linking: 'off' });
    const page = await signIn(it);
    expect(page.page?.status).toBe(403);
    expect(page.html).toContain('There’s no account here for you yet.');
    const providers = service.get(IdentityProviders);
    const health = await providers.healthOf(await providers.require(it.world.organization, it.providerId));
    expect(health.lastFailure).toContain('creates none');
  });

  it('finds the person whom the same directory has provisioned, without any address', async () => {
    const it = await scene();
    const organization = `/admin/v1/organizations/${it.world.organization.id}`;
    const { body: connection } = await service.call('POST', `${organization}/connections`, {
      name: 'Directory',
      provisioningDomain: 'corp',
    });
    const provisioned = await service.call(
      'POST',
      `/scim/v2/${it.world.organization.id}/Users`,
      scimUser('somebody.else', { externalId: it.subject }),
      { token: connection.token },
    );
    expect(provisioned.status).toBe(201);
    await decide(it, { connectionId: connection.connectionId });
    expect((await tokenOf(it, await signIn(it))).sub).toBe(provisioned.body.id);
    await service.call('PATCH', `/scim/v2/${it.world.organization.id}/Users/${provisioned.body.id}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'active', value: false }],
    });
    const page = await signIn(it, it.there.loginName, it.another());
    expect([page.page?.status, page.html]).toEqual([403, expect.stringContaining('Your account here isn’t active.')]);
  });

  it('connects no owner whom the connection of a directory names by an identity there', async () => {
    const it = await scene({ linking: 'off', creation: 'off' });
    const { id: orgId } = it.world.organization;
    const organization = `/admin/v1/organizations/${orgId}`;
    const owner = it.world.person.id;
    await service.call('POST', `${organization}/members`, { userId: owner, role: 'ORG_OWNER' });
    const { body: connection } = await service.call('POST', `${organization}/connections`, { name: 'Directory' });
    await decide(it, { connectionId: connection.connectionId });
    const change = patchOf({ op: 'replace', path: 'externalId', value: it.subject });
    const named = await service.call('PATCH', `/scim/v2/${orgId}/Users/${owner}`, change, { token: connection.token });
    expect([named.status, named.body.detail]).toEqual([403, expect.stringContaining('permissions that the caller does not have')]);
    expect((await signIn(it)).page?.status).toBe(403);
    expect(await linksOf(it, owner)).toEqual([]);
  });

  it('connects the account that the person proves by its password, once', async () => {
    const it = await scene();
    const page = await signIn(it);
    expect(page.html).toContain('isn’t connected to an account here yet');
    const question = await it.visitor.here.submit(page, it.world.loginName, PASSWORD);
    expect(question.html).toContain(`From now on, ${it.there.loginName} at Corporate will sign in to your account ${it.world.loginName}.`);
    const done = await it.visitor.here.submitButton(question, 'Connect');
    expect((await tokenOf(it, done)).sub).toBe(it.world.person.id);
    expect((await tokenOf(it, await signIn(it, it.there.loginName, it.another()))).sub).toBe(it.world.person.id);
  });
});

it('nothing is connected for a person who says no, and the sign-in goes on', async () => {
  const it = await scene();
  const question = await it.visitor.here.submit(await signIn(it), it.world.loginName, PASSWORD);
  expect(codeOf(await it.visitor.here.submitButton(question, 'Not now'))).not.toBe('');
  expect((await signIn(it, it.there.loginName, it.another())).html).toContain('isn’t connected to an account here yet');
});

it('the question whether to connect is of use in no other sign-in', async () => {
  const [it, victim] = [await scene(), await scene()];
  const question = await it.visitor.here.submit(await signIn(it), it.world.loginName, PASSWORD);
  const asked = await victim.visitor.here.submit(await signIn(victim), victim.world.loginName, PASSWORD);
  const fields = { ...hiddenOf(asked), identity: hiddenOf(question).identity ?? '', answer: 'yes' };
  await victim.visitor.here.open(actionOf(asked), { method: 'POST', body: new URLSearchParams(fields) });
  expect(await linksOf(victim, victim.world.person.id)).toEqual([]);
});

it('a form of another site connects nothing', async () => {
  const it = await scene();
  const question = await it.visitor.here.submit(await signIn(it), it.world.loginName, PASSWORD);
  const foreign: Array<Record<string, string>> = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of foreign) expect((await it.visitor.here.submitButton(question, 'Connect', headers)).page?.status).toBe(403);
  expect(await linksOf(it, it.world.person.id)).toEqual([]);
  expect(codeOf(await it.visitor.here.submitButton(question, 'Connect'))).not.toBe('');
});

it('a password that is due is not chosen after a sign-in with a provider, because it would outlive the connection', async () => {
  const it = await scene();
  await connect(it);
  const path = `/admin/v1/organizations/${it.world.organization.id}/people/${it.world.person.id}`;
  const { status } = await service.call('POST', `${path}/_require-password-change`);
  expect(status).toBeLessThan(300);
  expect(codeOf(await signIn(it, it.there.loginName, it.another()))).not.toBe('');
});

it('an account that another provider proves is not connected: that takes a password or a passkey', async () => {
  const it = await scene();
  const other = await connectDirectory(service, at, it.world.organization, { creation: 'automatic' });
  const page = await signIn(it);
  expect(page.html).toContain('isn’t connected to an account here yet');
  const redirect = await it.visitor.follow(page, `/to/${other.providerId}`);
  const callback = await it.another().signInThere(redirect, other.there.loginName);
  expect(codeOf(await it.visitor.here.open(callback))).not.toBe('');
  expect((await signIn(it, it.there.loginName, it.another())).html).toContain('isn’t connected to an account here yet');
});

describe('an address', () => {
  const verify = async ({ world }: Scene, address: string) => {
    const [, domain = ''] = address.split('@');
    await service.get(Domains).addDomain(world.organization, domain, 'test');
    await service.get(Domains).verifyDomain(world.organization, domain, 'test');
  };
  /** A person of the directory whose address nobody has here yet. */
  const carolOf = async ({ there }: Scene, verifiedBy?: 'code'): Promise<string> => {
    const address = `carol@${there.organization.primaryDomain}`;
    await there.addPerson({ userName: 'carol', emails: [{ value: address, primary: true, ...(verifiedBy && { verifiedBy }) }] });
    return address;
  };
  const isUnlinked = (page: Page) => page.html?.includes('isn’t connected to an account here yet');

  it('that the directory has verified finds the account that has it verified, and one that it calls unverified does not', async () => {
    const it = await scene({ linking: 'address' });
    const address = await carolOf(it, 'code');
    await verify(it, address);
    const path = `/admin/v1/organizations/${it.world.organization.id}/people`;
    const added = await service.call('POST', path, { userName: address, givenName: 'C', familyName: 'S', emails: [{ value: address }] });
    expect(added.status).toBe(201);
    expect((await tokenOf(it, await signIn(it, address))).sub).toBe(added.body.userId);
    const other = await scene({ linking: 'address' });
    const unverified = await carolOf(other);
    await verify(other, unverified);
    await decide(other, { domains: [other.there.organization.primaryDomain] });
    await other.world.addPerson({ userName: 'carol', emails: [{ value: unverified, primary: true, verifiedBy: 'code' }] });
    expect(isUnlinked(await signIn(other, unverified))).toBe(true);
  });

  it('that an account has verified asks its owner for a proof, and makes no second account', async () => {
    const it = await scene({ creation: 'automatic' });
    const address = await carolOf(it);
    await it.world.addPerson({ userName: 'carol', emails: [{ value: address, primary: true, verifiedBy: 'code' }] });
    expect(isUnlinked(await signIn(it, address))).toBe(true);
    expect(codeOf(await signIn(it, it.there.loginName, it.another()))).not.toBe('');
  });

  it('finds no account that has not verified it, as a stranger may have registered it', async () => {
    const it = await scene({ linking: 'address' });
    const address = await carolOf(it, 'code');
    await it.world.addPerson({ userName: 'waiting', emails: [{ value: address, primary: true }] });
    expect(isUnlinked(await signIn(it, address))).toBe(true);
    await verify(it, address);
    expect(isUnlinked(await signIn(it, address, it.another()))).toBe(true);
  });

  it('that nothing proves and a person has is no address of a new account, which would keep its owner from signing in', async () => {
    const it = await scene({ linking: 'off', creation: 'automatic' });
    const { primaryDomain } = it.there.organization;
    const address = `carol@${primaryDomain}`;
    await it.there.addPerson({ userName: 'caroline', emails: [{ value: address, primary: true }] });
    const owner = await it.world.addPerson({ userName: 'u123', emails: [{ value: address, primary: true }] });
    const { sub } = await tokenOf(it, await signIn(it, `caroline@${primaryDomain}`));
    const people = `/admin/v1/organizations/${it.world.organization.id}/people`;
    expect((await service.call('GET', `${people}/${String(sub)}`)).body).toMatchObject({
      userName: `caroline@${primaryDomain}`,
      emails: [],
    });
    const found = await service.get(SignInDirectory).findOnPageOf(it.world.organization.no, address);
    expect(found?.userId).toBe(owner.id);
  });

  it('that nothing proves and a person has is no name of a new account either', async () => {
    const it = await scene({ linking: 'off', creation: 'automatic' });
    const address = await carolOf(it);
    await it.world.addPerson({ userName: 'u123', emails: [{ value: address, primary: true }] });
    expect((await signIn(it, address)).page?.status).toBe(403);
    const found = await service.get(SignInDirectory).findOnPageOf(it.world.organization.no, address);
    expect(found?.userId).toBeDefined();
  });

  it('outside the domains of the organization, which the directory has not verified, finds no account', async () => {
    const it = await scene({ linking: 'address' });
    const address = await carolOf(it);
    await it.world.addPerson({ userName: 'carol', emails: [{ value: address, primary: true, verifiedBy: 'code' }] });
    expect(isUnlinked(await signIn(it, address))).toBe(true);
  });
});

describe('a provider of an organization', () => {
  it('signs in nobody with roles that its owners do not have, also if the link is older than the roles', async () => {
    const it = await scene();
    await connect(it);
    const { status } = await service.call('POST', '/admin/v1/members', { userId: it.world.person.id, role: 'IAM_OWNER' });
    expect(status).toBeLessThan(300);
    const page = await signIn(it, it.there.loginName, it.another());
    expect([page.page?.status, page.html]).toEqual([403, expect.stringContaining('This account can’t sign in with Corporate.')]);
  });

  it('signs in nobody by an identity that a weaker administrator connected, unless the person has no more roles than that administrator', async () => {
    const it = await scene({ linking: 'off', creation: 'off' });
    const [organization, userId] = [`/admin/v1/organizations/${it.world.organization.id}`, it.world.person.id];
    const identities = `${organization}/people/${userId}/identity-links`;
    const link = { identityProviderId: it.providerId, subject: it.subject };
    const manager = await createServiceUser(service, it.world.organization.id, 'ORG_USER_MANAGER');
    expect((await service.call('POST', identities, link, { token: manager.token })).status).toBe(201);
    expect((await tokenOf(it, await signIn(it))).sub).toBe(userId);

    expect((await service.call('POST', `${organization}/members`, { userId, role: 'ORG_OWNER' })).status).toBe(201);
    const page = await signIn(it, it.there.loginName, it.another());
    expect([page.page?.status, page.html]).toEqual([403, expect.stringContaining('This account can’t sign in with Corporate.')]);
    const providers = service.get(IdentityProviders);
    const { lastFailure } = await providers.healthOf(await providers.require(it.world.organization, it.providerId));
    expect(lastFailure).toContain('the administrator who connected this identity');

    const owner = await createServiceUser(service, it.world.organization.id, 'ORG_OWNER');
    expect((await service.call('DELETE', `${identities}/${it.providerId}`, undefined, { token: owner.token })).status).toBe(204);
    expect((await service.call('POST', identities, link, { token: owner.token })).status).toBe(201);
    // Such as a service user that took over a user base, and is no longer needed.
    expect((await service.call('DELETE', `${organization}/service-users/${owner.userId}`)).status).toBe(204);
    expect((await tokenOf(it, await signIn(it, it.there.loginName, it.another()))).sub).toBe(userId);
  });

  it('signs in nobody of another organization, though the subject is linked there', async () => {
    const [it, other] = [await scene({ creation: 'automatic' }), await scene({ linking: 'off' })];
    await signIn(it);
    expect((await signIn(other)).page?.status).toBe(403);
  });
});

describe('an answer of a provider', () => {
  const callbackOf = async (it: Scene): Promise<string> => {
    const redirect = await it.visitor.follow(await it.visitor.open(it.client.clientId), `/to/${it.providerId}`);
    return it.visitor.signInThere(redirect, it.there.loginName);
  };

  it('is used once', async () => {
    const it = await scene({ creation: 'automatic' });
    const callback = await callbackOf(it);
    const pages = await Promise.all([it.visitor.here.open(callback), it.visitor.here.open(callback)]);
    expect(pages.filter((page) => codeOf(page) !== '')).toHaveLength(1);
  });

  it('opens in no other browser, and waits for its own', async () => {
    const it = await scene({ creation: 'automatic' });
    const callback = await callbackOf(it);
    const thief = it.another();
    await thief.open(it.client.clientId);
    expect(codeOf(await thief.here.open(callback))).toBe('');
    expect(codeOf(await it.visitor.here.open(callback))).not.toBe('');
  });

  it('belongs to the provider that was asked', async () => {
    const [it, other] = [await scene({ creation: 'automatic' }), await scene({ creation: 'automatic' })];
    const callback = await callbackOf(it);
    const elsewhere = callback.replace(it.providerId, other.providerId);
    expect(elsewhere).not.toBe(callback);
    expect(codeOf(await it.visitor.here.open(elsewhere))).toBe('');
    // It still waits for its own provider.
    expect(codeOf(await it.visitor.here.open(callback))).not.toBe('');
  });

  it('counts no more once the provider was disabled or removed', async () => {
    const it = await scene({ creation: 'automatic' });
    const callback = await callbackOf(it);
    await decide(it, { enabled: false });
    expect(codeOf(await it.visitor.here.open(callback))).toBe('');
    await decide(it, { enabled: true });
    const again = await callbackOf({ ...it, visitor: it.visitor });
    await service.get(ProviderChanges).remove(it.world.organization, it.providerId, 'test');
    expect(codeOf(await it.visitor.here.open(again))).toBe('');
  });

  it('of a person who said no is told in words, with the other ways', async () => {
    const it = await scene();
    const redirect = await it.visitor.follow(await it.visitor.open(it.client.clientId), `/to/${it.providerId}`);
    const state = new URL(redirect.url).searchParams.get('state') ?? '';
    const page = await it.visitor.here.open(`${it.callbackUrl}?${new URLSearchParams({ state, error: 'access_denied', iss: at.url })}`);
    expect([page.page?.status, page.html]).toEqual([403, expect.stringContaining('Corporate didn’t sign you in.')]);
    expect(page.html).toContain('name="password"');
  });
});

it('two tabs of one browser sign in beside each other, whichever comes back first', async () => {
  const it = await scene({ creation: 'automatic' });
  const { application } = await it.world.addApplication();
  const tabs = [it.client.clientId, application.clientId];
  const redirects: Page[] = [];
  for (const clientId of tabs) redirects.push(await it.visitor.follow(await it.visitor.open(clientId), `/to/${it.providerId}`));
  const callbacks: string[] = [];
  for (const redirect of redirects) callbacks.push(await it.visitor.signInThere(redirect, it.there.loginName));
  for (const callback of callbacks.toReversed()) expect(codeOf(await it.visitor.here.open(callback))).not.toBe('');
});

describe('the way to a provider', () => {
  it('is found by the domain of a typed name, and the page says the same for every name in it', async () => {
    const it = await scene();
    const domain = it.world.organization.primaryDomain;
    await decide(it, { domains: [domain] });
    const page = await it.visitor.open(it.client.clientId);
    expect(page.html).not.toContain('name="password"');
    const answers = await Promise.all(
      [it.world.loginName, `nobody@${domain}`].map(async (name) => {
        const answer = await it.visitor.here.fetch(page.url, { method: 'POST', body: new URLSearchParams({ loginName: name }) });
        expect(answer.headers.get('refresh')).toContain(`/to/${it.providerId}`);
        return (await answer.text()).replaceAll(encodeURIComponent(name), '');
      }),
    );
    expect(answers[0]).toBe(answers[1]);
    const classic = await it.visitor.here.open(page.url, { method: 'POST', body: new URLSearchParams({ loginName: 'somebody' }) });
    expect(classic.html).toContain('name="password"');
  });

  it('is straight with login_hint or domain_hint, with the reserved scope, and with no page of this service between', async () => {
    const it = await scene();
    const domain = it.world.organization.primaryDomain;
    await decide(it, { domains: [domain] });
    expect((await it.visitor.open(it.client.clientId, { login_hint: `ada@${domain}` })).url).toContain(`${at.url}/oauth/v2/authorize`);
    const hinted = async (hint: string) => (await it.another().open(it.client.clientId, { domain_hint: hint })).url;
    expect(await hinted(domain.toUpperCase())).toContain(`${at.url}/oauth/v2/authorize`);
    expect(await hinted('elsewhere.example')).toContain(`${service.url}/sign-in/`);
    const scope = `openid urn:gatehouse:iam:org:idp:id:${it.providerId}`;
    expect((await it.another().open(it.client.clientId, {}, scope)).url).toContain(`${at.url}/oauth/v2/authorize`);
  });
});

it('a provider that is disabled while the second step waits signs in nobody', async () => {
  const it = await scene();
  await connect(it);
  const app = await addApp(service, it.world.person);
  const page = await signIn(it, it.there.loginName, it.another());
  expect(page.html).toContain('One more step');
  const later = it.another();
  const waiting = await signIn(it, it.there.loginName, later);
  await decide(it, { enabled: false });
  expect(codeOf(await fill(later.here, waiting, { code: app.code() }))).toBe('');
});

it('a disabled provider has no button, and its address leads back to the page', async () => {
  const it = await scene();
  const page = await it.visitor.open(it.client.clientId);
  await decide(it, { enabled: false });
  expect((await it.visitor.here.open(page.url)).html).not.toContain('Corporate');
  const refused = await it.visitor.follow(page, `/to/${it.providerId}`);
  expect([refused.page?.status, refused.html]).toEqual([403, expect.stringContaining('This application doesn’t allow that.')]);
});

describe('what a directory has proven', () => {
  it('counts as a second factor only by the values that administrators chose', async () => {
    const it = await scene({ creation: 'automatic' });
    const acr = ['https://refeds.org/profile/mfa', 'https://refeds.org/profile/sfa'];
    expect((await tokenOf(it, await signIn(it))).acr).toBe(acr[1]);
    await decide(it, { secondFactorValues: ['pwd'] });
    expect(await tokenOf(it, await signIn(it, it.there.loginName, it.another()))).toMatchObject({ acr: acr[0], amr: ['mfa'] });
  });

  it('is as old as the directory says: max_age goes there', async () => {
    const it = await scene({ creation: 'automatic' });
    await signIn(it);
    const askedWith = async (more: Record<string, string>) => {
      const redirect = await it.visitor.follow(await it.visitor.open(it.client.clientId, more), `/to/${it.providerId}`);
      const asked = new URL(redirect.url).searchParams;
      return [asked.get('max_age'), asked.get('prompt')];
    };
    expect(await askedWith({ prompt: 'login' })).toEqual(['0', 'login']);
    expect(await askedWith({ prompt: 'login', max_age: '60' })).toEqual(['0', 'login']);
    const other = it.another();
    const redirect = await other.follow(await other.open(it.client.clientId, { max_age: '60' }), `/to/${it.providerId}`);
    expect(new URL(redirect.url).searchParams.get('max_age')).toBe('60');
  });
});

it('a removed link leads to no account, and another person may be connected then', async () => {
  const it = await scene();
  await connect(it);
  const [link] = await linksOf(it, it.world.person.id);
  expect(link).toBeDefined();
  await service.get(Database).write('remove link', (tx) => service.get(IdentityLinks).remove(tx, it.world.person, it.providerId, 'test'));
  expect((await signIn(it, it.there.loginName, it.another())).html).toContain('isn’t connected to an account here yet');
  expect(await service.get(People).findByNo(it.world.person.no)).toBeDefined();
});
