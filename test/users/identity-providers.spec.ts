// Identity providers and the links of people to them: which provider answers for whom, and what ends with a provider, a person, an organization.
// On a server too: what ends with a provider, a person or an organization are statements that no other spec sends.
import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Keyring } from '../../src/common/crypto/keyring.service.js';
import { Database } from '../../src/common/database/database.js';
import type { Transaction } from '../../src/common/database/transaction.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { newId } from '../../src/common/primitives/ids.js';
import { Removals } from '../../src/common/work/removals.service.js';
import {
  OF_SERVICE,
  type IdentityProvider,
  type ProviderRules,
  type ProviderOwner,
} from '../../src/users/authentication/identity-providers/identity-provider.js';
import { IdentityLinks, type NewIdentityLink } from '../../src/users/authentication/identity-providers/identity-links.service.js';
import { IdentityProviders } from '../../src/users/authentication/identity-providers/identity-providers.service.js';
import { ProviderChanges } from '../../src/users/authentication/identity-providers/provider-changes.service.js';
import { ProviderLogos } from '../../src/users/authentication/identity-providers/provider-logos.service.js';
import { ProviderHealth } from '../../src/users/authentication/identity-providers/provider-health.service.js';
import { UpstreamRequestsRepository } from '../../src/users/authentication/identity-providers/upstream-requests.repository.js';
import { OrganizationRemoval } from '../../src/users/organizations/organization-removal.service.js';
import { eventsOf } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, type World } from '../support/world.js';

const EDITOR = 'editor';
const SECRET = 'upstream-client-secret-1';

let service: TestService;
let providers: IdentityProviders;
let changes: ProviderChanges;
let links: IdentityLinks;
let world: World;
let domain: string;
beforeAll(async () => {
  service = await startService();
  providers = service.get(IdentityProviders);
  changes = service.get(ProviderChanges);
  links = service.get(IdentityLinks);
});
beforeEach(async () => {
  world = await makeWorld(service);
  domain = world.organization.primaryDomain;
});
afterAll(() => service.close());

const rules = (more: Partial<ProviderRules> = {}): ProviderRules => ({
  buttonShown: true,
  buttonOrder: 0,
  domains: [],
  creation: 'off',
  linking: 'proof',
  updates: [],
  secondFactorValues: [],
  phishingResistantValues: [],
  groups: [],
  ...more,
});
const connection = {
  issuer: 'https://directory.example',
  clientId: 'gatehouse',
  clientAuthentication: 'client_secret_basic' as const,
  scopes: ['openid'],
  tenants: [],
  hostedDomains: [],
  externalIdClaim: 'sub',
  subjectClaims: ['sub'],
};
const content = (more: Partial<ProviderRules> = {}) =>
  ({ kind: 'oidc', template: 'generic', name: 'Directory', enabled: true, rules: rules(more), connection }) as const;
const create = (more: Partial<ProviderRules> = {}, owner: ProviderOwner = world.organization) =>
  changes.create(owner, content(more), SECRET, EDITOR);
const createOfService = (more: Partial<ProviderRules> = {}) => changes.create(undefined, content(more), SECRET, EDITOR);
const write = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => service.get(Database).write('test', work);
const link = (provider: IdentityProvider, more: Partial<NewIdentityLink> = {}) =>
  write((tx) =>
    links.add(
      tx,
      { provider, userNo: world.person.no, orgNo: world.organization.no, subject: 'subject-1', loginName: 'babs', ...more },
      EDITOR,
    ),
  );
const rowsOf = (table: string, providerNo: number) =>
  service.get(Database).query.rows(`SELECT provider_no FROM ${table} WHERE provider_no = ?`, [providerNo]);

describe('a provider', () => {
  it('has a secret that only its purpose opens, and that no event has', async () => {
    const provider = await create();
    expect(await providers.open(provider)).toMatchObject({ id: provider.id, secret: SECRET });
    expect(provider.sealedSecret).not.toContain(SECRET);
    await expect(service.get(Keyring).open('mail-server', provider.sealedSecret ?? '')).resolves.toBeUndefined();
    const [event] = (await eventsOf(service, world.organization.id)).filter(({ type }) => type === 'org.idp.added');
    expect(event?.payload).toMatchObject({ identityProviderId: provider.id, kind: 'oidc', issuer: connection.issuer, linking: 'proof' });
    expect(JSON.stringify(event)).not.toContain(SECRET);
  });

  it('whose secret is sealed by a key that is gone is not opened without it', async () => {
    const provider = await create();
    await expect(providers.open({ ...provider, sealedSecret: 'AAAAAAAA.AAAA' })).rejects.toMatchObject({
      code: 'identityProvider.secretLost',
    });
  });

  it('is offered to its organization, and one of the service to all, in the order of the buttons', async () => {
    const other = await makeWorld(service);
    const [second, first, ofService] = [
      await create({ buttonOrder: 2 }),
      await create({ buttonOrder: 1 }),
      await createOfService({ buttonOrder: 3 }),
    ];
    const offered = async (orgNo: number) => (await providers.forSignIn(orgNo)).map(({ id }) => id);
    expect(await offered(world.organization.no)).toEqual([first.id, second.id, ofService.id]);
    expect(await offered(other.organization.no)).toEqual([ofService.id]);
    expect(await offered(OF_SERVICE)).toEqual([ofService.id]);
    await changes.change(undefined, ofService.id, (before) => ({ ...before, enabled: false }), undefined, EDITOR);
    expect(await offered(other.organization.no)).toEqual([]);
    expect((await providers.byId(ofService.id))?.enabled).toBe(false);
    await changes.remove(undefined, ofService.id, EDITOR);
    expect(await providers.byId(ofService.id)).toBeUndefined();
  });

  it('of another organization is neither found, changed nor removed', async () => {
    const { organization } = await makeWorld(service);
    const { id } = await create();
    const refused = { kind: 'notFound' };
    await expect(providers.require(organization, id)).rejects.toMatchObject(refused);
    await expect(providers.require(undefined, id)).rejects.toMatchObject(refused);
    await expect(changes.change(organization, id, (before) => before, 'x', EDITOR)).rejects.toMatchObject(refused);
    await expect(changes.remove(organization, id, EDITOR)).rejects.toMatchObject(refused);
    expect((await providers.require(world.organization, id)).id).toBe(id);
  });

  it('keeps its secret through a change that does not name it, and an unchanged one writes no event', async () => {
    const provider = await create();
    const changed = await changes.change(world.organization, provider.id, (before) => ({ ...before, name: 'New' }), undefined, EDITOR);
    expect(await providers.open(changed)).toMatchObject({ name: 'New', secret: SECRET });
    await changes.change(world.organization, provider.id, (before) => before, undefined, EDITOR);
    const without = await changes.change(world.organization, provider.id, (before) => before, null, EDITOR);
    expect(without.sealedSecret).toBeUndefined();
    const events = (await eventsOf(service, world.organization.id)).filter(({ type }) => type === 'org.idp.changed');
    expect(events.map(({ payload }) => payload)).toEqual([
      { identityProviderId: provider.id, name: 'New', changed: ['name'] },
      { identityProviderId: provider.id, name: 'New', secretChanged: true },
    ]);
  });

  it('is one of twenty at most', async () => {
    for (let n = 0; n < 20; n++) await create();
    await expect(create()).rejects.toMatchObject({ code: 'identityProvider.tooMany' });
  });
});

describe('a domain', () => {
  it('belongs to one provider of the organization that has verified it', async () => {
    const provider = await create({ domains: [domain] });
    await expect(create({ domains: [domain] })).rejects.toMatchObject({ code: 'identityProvider.domainTaken' });
    await expect(create({ domains: ['other.example'] })).rejects.toMatchObject({ code: 'identityProvider.domain', field: 'domains' });
    const { organization } = await makeWorld(service);
    await expect(create({ domains: [domain] }, organization)).rejects.toMatchObject({ code: 'identityProvider.domain' });
    await expect(createOfService({ domains: [domain] })).rejects.toMatchObject({ code: 'identityProvider.domain' });
    expect((await providers.byDomain(domain))?.id).toBe(provider.id);
    expect(await providers.byDomain('other.example')).toBeUndefined();
  });

  it('that the organization gave up leads to no provider, and back to it once it is verified again', async () => {
    const extra = `${newId().slice(-8)}.example`;
    const base = `/admin/v1/organizations/${world.organization.id}/domains`;
    const verify = async () => {
      await service.call('POST', base, { domain: extra });
      expect((await service.call('POST', `${base}/${extra}/_verify`)).status).toBe(200);
    };
    await verify();
    const provider = await create({ domains: [extra] });
    expect((await providers.byDomain(extra))?.id).toBe(provider.id);
    expect((await service.call('DELETE', `${base}/${extra}`)).status).toBe(204);
    expect(await providers.byDomain(extra)).toBeUndefined();
    // A change of something else is not refused for it.
    await changes.change(world.organization, provider.id, (before) => ({ ...before, name: 'New' }), undefined, EDITOR);
    await verify();
    expect((await providers.byDomain(extra))?.id).toBe(provider.id);
  });

  it('leads to no disabled provider', async () => {
    const { id } = await create({ domains: [domain] });
    await changes.change(world.organization, id, (before) => ({ ...before, enabled: false }), undefined, EDITOR);
    expect(await providers.byDomain(domain)).toBeUndefined();
  });
});

it('of many requests at one moment, one takes a domain, and as many providers come to be as there may be', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 24 }, (_, n) => create({ domains: n % 2 === 0 ? [domain] : [] })));
  const listed = (await providers.list(world.organization, { limit: 100, filters: {}, sort: undefined, descending: false, total: false }))
    .entries;
  expect(listed.filter(({ rules: { domains } }) => domains.includes(domain))).toHaveLength(1);
  expect(listed).toHaveLength(outcomes.filter(({ status }) => status === 'fulfilled').length);
  // Twelve without a domain, and one with it.
  expect(listed).toHaveLength(13);
  const more = await Promise.allSettled(Array.from({ length: 12 }, () => create()));
  expect(more.filter(({ status }) => status === 'fulfilled')).toHaveLength(7);
});

describe('a link', () => {
  it('keeps the roles of the administrator who added it, those of the service first, as many as there is room for', async () => {
    const provider = await create();
    const elsewhere = Array.from({ length: 40 }, (_, n) => ({ role: 'ORG_OWNER', orgId: `organization-${n}` }));
    const ofProject = { role: 'PROJECT_OWNER', orgId: world.organization.id, projectId: world.projectId };
    await link(provider, { givenAs: [ofProject, ...elsewhere, { role: 'IAM_OWNER', orgId: null }] });
    const { givenAs = [] } = (await links.find(provider.no, 'subject-1')) ?? {};
    expect(givenAs).toEqual([{ role: 'IAM_OWNER', orgId: null }, ...elsewhere.slice(0, givenAs.length - 1)]);
    expect(givenAs.length).toBeGreaterThan(10);
  });

  it('is found by its exact subject only', async () => {
    const provider = await create();
    await link(provider, { subject: 'Subject' });
    expect(await links.find(provider.no, 'Subject')).toMatchObject({ userNo: world.person.no, loginName: 'babs' });
    for (const other of ['subject', 'Subject ', 'Subject\u0000', ' Subject', 'Súbject'])
      expect(await links.find(provider.no, other)).toBeUndefined();
    const second = await create();
    expect(await links.find(second.no, 'Subject')).toBeUndefined();
    expect((await links.ofPerson(world.organization.no, world.person.no)).map(({ provider: { id } }) => id)).toEqual([provider.id]);
  });

  it('of a subject belongs to one account, and a person has one for a provider', async () => {
    const provider = await create();
    const other = await world.addPerson({ userName: 'other' });
    await link(provider);
    await expect(link(provider, { userNo: other.no })).rejects.toMatchObject({ code: 'identityLink.taken' });
    await expect(link(provider, { subject: 'subject-2' })).rejects.toMatchObject({ code: 'identityLink.exists' });
    await link(provider, { userNo: other.no, subject: 'subject-1 ' });
    expect((await links.find(provider.no, 'subject-1'))?.userNo).toBe(world.person.no);
  });

  it('of a subject is given once to many people at one moment', async () => {
    const provider = await create();
    const people = await Promise.all(Array.from({ length: 6 }, (_, n) => world.addPerson({ userName: `racer-${n}` })));
    const outcomes = await Promise.allSettled(people.map(({ no }) => link(provider, { userNo: no })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'identityLink.taken' });
    expect(await rowsOf('identity_links', provider.no)).toHaveLength(1);
  });

  it('to a provider of another organization, or one that was removed, is refused', async () => {
    const { organization } = await makeWorld(service);
    const foreign = await create({}, organization);
    await expect(link(foreign)).rejects.toMatchObject({ code: 'identityProvider.notFound' });
    const removed = await create();
    await changes.remove(world.organization, removed.id, EDITOR);
    await expect(link(removed)).rejects.toMatchObject({ code: 'identityProvider.notFound' });
    await link(await createOfService());
  });

  it.each(['', 'x'.repeat(257)])('of a subject that is empty or too long is refused', async (subject) => {
    await expect(link(await create(), { subject })).rejects.toMatchObject({ code: 'identityLink.subject' });
  });

  it('is added and removed with an event', async () => {
    const provider = await create();
    await link(provider);
    const person = { no: world.person.no, orgNo: world.organization.no };
    const remove = (orgNo: number, id: string) => write((tx) => links.remove(tx, { ...person, orgNo }, id, EDITOR));
    expect(await remove(OF_SERVICE, provider.id)).toBe(false);
    expect(await remove(person.orgNo, newId())).toBe(false);
    expect(await remove(person.orgNo, provider.id)).toBe(true);
    expect(await remove(person.orgNo, provider.id)).toBe(false);
    const events = (await eventsOf(service, world.person.id)).filter(({ type }) => type.includes('externalidp'));
    const payload = { identityProviderId: provider.id, name: 'Directory', subject: 'subject-1', loginName: 'babs' };
    expect(events.map(({ type, payload: has }) => [type, has])).toEqual([
      ['user.human.externalidp.added', payload],
      ['user.human.externalidp.removed', payload],
    ]);
  });

  it('notes its use at most once an hour', async () => {
    const provider = await create();
    const added = await link(provider);
    const used = async () => (await links.find(provider.no, 'subject-1'))?.lastUsedUs;
    await links.noteUse(added, service.get(Clock).nowUs());
    const first = await used();
    expect(first).toBeDefined();
    service.get(Clock).advance(60_000);
    // Of another process, which has read the link before.
    await links.noteUse(added, service.get(Clock).nowUs());
    expect(await used()).toBe(first);
    service.get(Clock).advance(3_600_000);
    await links.noteUse(added, service.get(Clock).nowUs());
    expect(await used()).toBeGreaterThan(first ?? Infinity);
  });

  it('ends with its person, comes back with a restore, and not if it belongs to another account by then', async () => {
    const base = `/admin/v1/organizations/${world.organization.id}`;
    await service.call('PUT', `${base}/policies/removedPeople`, { days: 7 });
    const [kept, taken, removed] = [await create(), await create(), await create()];
    for (const provider of [kept, taken, removed]) await link(provider);
    const other = await world.addPerson({ userName: 'other' });
    expect((await service.call('DELETE', `${base}/people/${world.person.id}`)).status).toBe(204);
    expect(await links.find(kept.no, 'subject-1')).toBeUndefined();
    await link(taken, { userNo: other.no });
    await changes.remove(world.organization, removed.id, EDITOR);
    expect((await service.call('POST', `${base}/people/${world.person.id}/_restore`)).status).toBe(200);
    const ids = (await links.ofPerson(world.organization.no, world.person.no)).map(({ provider: { id } }) => id);
    expect(ids).toEqual([kept.id]);
    expect(await rowsOf('identity_links', removed.no)).toEqual([]);
    expect((await links.find(taken.no, 'subject-1'))?.userNo).toBe(other.no);
  });
});

describe('the state of a redirect', () => {
  const requests = () => service.get(UpstreamRequestsRepository);
  const begin = async (provider: IdentityProvider) => {
    const digest = newId();
    const expiresUs = service.get(Clock).nowUs() + 600_000_000;
    await requests().insert('begin sign-in at provider', { digest, providerNo: provider.no, content: 'sealed', expiresUs });
    return digest;
  };
  const claim = async (digest: string) => {
    const found = await requests().find(digest);
    return found && (await requests().use('claim answer of provider', digest)) ? found : undefined;
  };

  it('is used once, however many answers come at the same moment', async () => {
    const digest = await begin(await create());
    const claimed = await Promise.all(Array.from({ length: 8 }, () => claim(digest)));
    expect(claimed.filter((one) => one !== undefined)).toMatchObject([{ content: 'sealed' }]);
    expect(await claim(digest)).toBeUndefined();
    const stored = await service
      .get(Database)
      .query.row<{ content: string }>('SELECT content FROM upstream_requests WHERE digest = ?', [digest]);
    expect(stored?.content).not.toBe('sealed');
  });

  it('is of no use after its time', async () => {
    const digest = await begin(await create());
    service.get(Clock).advance(601_000);
    expect(await claim(digest)).toBeUndefined();
  });

  it('is of no use once its provider is disabled or removed', async () => {
    const [disabled, removed] = [await create(), await create()];
    const digests = [await begin(disabled), await begin(removed)];
    await changes.change(world.organization, disabled.id, (before) => ({ ...before, enabled: false }), undefined, EDITOR);
    await changes.remove(world.organization, removed.id, EDITOR);
    for (const digest of digests) expect(await claim(digest)).toBeUndefined();
  });
});

describe('a removal', () => {
  it('of a provider ends its links at once, and deletes them', async () => {
    const provider = await create();
    await link(provider);
    await changes.remove(world.organization, provider.id, EDITOR);
    expect(await links.ofPerson(world.organization.no, world.person.no)).toEqual([]);
    await service.get(Removals).deleteRelatedRows();
    expect(await rowsOf('identity_links', provider.no)).toEqual([]);
  });

  it('of an organization ends its providers at once, and deletes them with their links', async () => {
    const provider = await create({ domains: [domain] });
    await link(provider);
    await service.get(ProviderLogos).set(world.organization, provider.id, Buffer.from('picture'), EDITOR);
    await service.get(OrganizationRemoval).removeOrganization(world.organization, world.organization.name, EDITOR);
    expect([await providers.byId(provider.id), await providers.byDomain(domain)]).toEqual([undefined, undefined]);
    await service.get(Removals).deleteRelatedRows();
    for (const table of ['identity_links', 'identity_provider_logos']) expect(await rowsOf(table, provider.no)).toEqual([]);
    await expect(providers.require(world.organization, provider.id)).rejects.toMatchObject({ kind: 'notFound' });
  });
});

it('the health of a provider is noted at most once a minute, in the log too, and never shows a long text', async () => {
  const warn = vi.spyOn(Logger.prototype, 'warn').mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const provider = await create();
  const health = service.get(ProviderHealth);
  expect(await providers.healthOf(provider)).toEqual({});
  await health.noteFailure(provider, `no answer ${'x'.repeat(600)}`);
  await health.noteFailure(provider, 'another one');
  await health.noteUse(provider);
  const { lastFailure, lastUsedUs } = await providers.healthOf(provider);
  expect([lastFailure?.length, lastFailure?.startsWith('no answer')]).toEqual([500, true]);
  service.get(Clock).advance(30_000);
  await health.noteUse(provider);
  expect((await providers.healthOf(provider)).lastUsedUs).toBe(lastUsedUs);
  service.get(Clock).advance(31_000);
  await health.noteUse(provider);
  await health.noteFailure(provider, 'another one');
  const later = await providers.healthOf(provider);
  expect(later.lastFailure).toBe('another one');
  expect(warn.mock.calls.map(([line]) => line)).toEqual(
    [lastFailure, 'another one'].map((failure) => ({
      message: 'failure with an identity provider',
      identityProviderId: provider.id,
      failure,
    })),
  );
  expect(later.lastUsedUs).toBeGreaterThan((lastUsedUs ?? 0) + 60_000_000);
});
