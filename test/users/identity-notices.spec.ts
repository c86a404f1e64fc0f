// Mails about accounts at identity providers, through a real mail server: whoever connects or disconnects one, the person is told.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { FederatedAccounts } from '../../src/users/accounts/federation/federated-accounts.service.js';
import { OwnIdentities } from '../../src/users/accounts/federation/own-identities.service.js';
import { IdentityProviders } from '../../src/users/authentication/identity-providers/identity-providers.service.js';
import { People } from '../../src/users/directory/people/people.service.js';
import { Organizations } from '../../src/users/organizations/organizations.service.js';
import { LANGUAGES } from '../../src/oidc/pages/texts/texts.js';
import { ended, human } from '../support/imports.js';
import { lettersTo, letterTo, startMailedService, type MailedService } from '../support/mailed-service.js';
import { createOrganization, freshName } from '../support/people.js';

let service: MailedService;
let orgId: string;
let at: string;
let identityProviderId: string;
beforeAll(async () => {
  service = await startMailedService();
});
beforeEach(async () => {
  orgId = await createOrganization(service);
  at = `/admin/v1/organizations/${orgId}`;
  const provider = { kind: 'oidc', name: 'Example Corp', issuer: 'https://login.example.com', clientId: 'x', clientAuthentication: 'none' };
  const more = { creation: 'automatic', linking: 'address', domains: [] };
  ({ identityProviderId } = (await service.call('POST', `${at}/identity-providers`, { ...provider, ...more })).body);
});
afterAll(() => service.close());

/** A person with a verified address, who is imported: an import sends nothing. */
async function person(more: object = {}): Promise<{ id: string; address: string }> {
  const id = freshName('noticed');
  const { body } = await service.call('POST', '/admin/v1/imports', { dataOrgs: { orgs: [{ orgId, humanUsers: [human(id, more)] }] } });
  expect(await ended(service, body.id)).toMatchObject({ failed: 0 });
  return { id, address: `${id}@example.com` };
}

const link = (id: string) => service.call('POST', `${at}/people/${id}/identity-links`, { identityProviderId, subject: `S-${id}` });
const received = (address: string) => service.mailServer.received.filter(({ to }) => to.includes(address)).length;

describe('a person is told by mail', () => {
  it('when an administrator connects an account, and when one disconnects it', async () => {
    const { id, address } = await person();
    expect((await link(id)).status).toBe(201);
    const connected = await letterTo(service, address);
    expect(connected.subject).toContain('An account was connected to your account at');
    for (const part of [connected.text, connected.html]) expect(part).toContain('an account at Example Corp was connected');
    expect((await service.call('DELETE', `${at}/people/${id}/identity-links/${identityProviderId}`)).status).toBe(204);
    const disconnected = await letterTo(service, address, 2);
    expect(disconnected.subject).toContain('was disconnected from your account');
    expect(disconnected.text).toContain('an account at Example Corp was disconnected');
  });

  it('when the person disconnects an account', async () => {
    const { id, address } = await person({ identities: [{ identityProviderId, subject: 'S-1' }] });
    const owner = await ownerOf(id);
    expect(await service.get(OwnIdentities).remove(owner, identityProviderId)).toBe('done');
    const letters = await lettersTo(service, address);
    expect(letters.map(({ subject }) => subject)).toEqual([expect.stringContaining('was disconnected')]);
  });

  it('at the first sign-in that finds the account, but at no later one, and not with a new account', async () => {
    const { id, address } = await person();
    const signIn = await federated({ subject: `S-${id}`, email: address, emailVerified: true });
    const accounts = service.get(FederatedAccounts);
    expect(await accounts.find(signIn)).toMatchObject({ kind: 'found' });
    expect(await accounts.find(signIn)).toMatchObject({ kind: 'found' });
    const fresh = freshName('fresh');
    const created = await federated({ subject: fresh, loginName: fresh, email: `${fresh}@${await primaryDomain()}`, emailVerified: true });
    expect(await accounts.find(created)).toMatchObject({ kind: 'found' });
    const other = await person();
    await link(other.id);
    await letterTo(service, other.address);
    expect([received(address), received(`${fresh}@${await primaryDomain()}`)]).toEqual([1, 0]);
  });

  it.each(LANGUAGES)('in %s, with the name of the provider and no link of it', async (language) => {
    const { id, address } = await person({ attributes: { preferredLanguage: language } });
    await service.call('PATCH', `${at}/identity-providers/${identityProviderId}`, { name: 'Visit evil.example' });
    await link(id);
    const { text, html } = await letterTo(service, address);
    for (const part of [text, html]) {
      expect(part).toContain('Visit evil. example');
      expect(part).not.toMatch(/\{\{|evil\.example/);
    }
  });
});

describe('an account that a first sign-in creates', () => {
  it('has a verified address only in a verified domain of its provider, for the API, applications and exports alike', async () => {
    const domain = await primaryDomain();
    expect((await service.call('PATCH', `${at}/identity-providers/${identityProviderId}`, { domains: [domain] })).status).toBe(200);
    for (const [host, verified] of [
      [domain, true],
      ['elsewhere.example', false],
    ] as const) {
      const name = freshName('made');
      const email = `${name}@${host}`;
      await service.get(FederatedAccounts).find(await federated({ subject: name, loginName: name, email, emailVerified: true }));
      const { body } = await service.call('GET', `${at}/people?userName=${name}`);
      expect(body.people[0].emails).toEqual([expect.objectContaining({ value: email, ...(verified ? { verifiedBy: 'domain' } : {}) })]);
      expect('verifiedBy' in body.people[0].emails[0]).toBe(verified);
      const { text } = await service.call('GET', `${at}/export`);
      const line = text.split('\n').find((one) => one.includes(name)) ?? '{}';
      const { user } = JSON.parse(line);
      expect([user.email.isEmailVerified, user.attributes.emails[0].verified ?? false]).toEqual([verified, verified]);
      expect(user.identities).toEqual([{ identityProviderId, subject: name, loginName: name }]);
    }
  });
});

async function primaryDomain(): Promise<string> {
  return (await service.call('GET', at)).body.primaryDomain;
}

async function ownerOf(userId: string) {
  const organization = await organizationOf();
  const { no: userNo, orgNo } = await service.get(People).requirePerson(organization, userId);
  return { userNo, userId, orgNo };
}

function organizationOf() {
  return service.get(Organizations).requireOrganization(orgId);
}

async function federated(identity: { subject: string; loginName?: string; email: string; emailVerified: boolean }) {
  const [provider, organization] = [await service.get(IdentityProviders).byId(identityProviderId), await organizationOf()];
  if (!provider) throw new Error('no provider');
  return {
    provider,
    organization,
    identity: { ...identity, authentication: [] },
    answeredUs: service.get(Clock).nowUs(),
    ip: '203.0.113.7',
  };
}
