// SAML providers made from a metadata document, and their refreshment by it.
// On SQLite alone: it is about documents of providers and their keys.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PROVIDER_CERTIFICATES } from '../../src/common/observation/topics.js';
import { SamlMetadataRefresh } from '../../src/oidc/upstream/saml/metadata-refresh.service.js';
import { IdentityProviders } from '../../src/users/authentication/identity-providers/identity-providers.service.js';
import { ProviderChanges } from '../../src/users/authentication/identity-providers/provider-changes.service.js';
import { eventsOf } from '../support/people.js';
import { providerMetadata, samlKey, type SamlKey } from '../support/saml-identity-provider.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, type World } from '../support/world.js';

const IDP = 'https://idp.example/metadata';
const host = { url: '', document: '', status: 200, requests: 0 };

let service: TestService;
let guarded: TestService;
let server: Server;
let keys: SamlKey[];
let world: World;
let base: string;
beforeAll(async () => {
  [service, guarded] = [await startService({ BACKCHANNEL_ALLOW_PRIVATE: 'true' }), await startService()];
  keys = await Promise.all([2031, 2029].map((year) => samlKey({ type: 'ec', notAfter: new Date(`${year}-01-01`) })));
  server = createServer((_, response) => {
    host.requests += 1;
    response.writeHead(host.status).end(host.document);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
beforeEach(async () => {
  world = await makeWorld(service);
  base = `/admin/v1/organizations/${world.organization.id}/identity-providers`;
  // Documents are kept by their address.
  const { port } = server.address() as AddressInfo;
  Object.assign(host, { url: `http://127.0.0.1:${port}/${world.organization.id}`, status: 200, requests: 0, document: documentOf(0) });
});
afterAll(async () => {
  server.close();
  await service.assertEventsHarmless();
  await Promise.all([service.close(), guarded.close()]);
});

const documentOf = (...which: number[]) =>
  providerMetadata({ certificates: which.map((one) => keys[one]?.certificate ?? ''), ssoUrl: `https://idp.example/sso${which.join('')}` });
const create = (body: object, at = service, path = base) => at.call('POST', path, { kind: 'saml', name: 'University', ...body });
const shown = async (id: string, more = '') => (await service.call('GET', `${base}/${id}${more}`)).body;
const refresh = () => service.get(SamlMetadataRefresh).refreshAll();
const ends = async (id: string) => (await shown(id, '/health')).certificates.map(({ endsAt }: { endsAt: string }) => endsAt.slice(0, 4));

describe('a metadata document', () => {
  it.each<[string, () => object]>([
    ['text', () => ({ metadata: documentOf(0, 1) })],
    ['address', () => ({ metadataUrl: host.url })],
  ])('is enough for a new provider by its %s', async (_, body) => {
    host.document = documentOf(0, 1);
    const { status, body: created } = await create(body());
    expect(status, JSON.stringify(created)).toBe(201);
    expect(created).toMatchObject({ entityId: IDP, ssoUrl: 'https://idp.example/sso01', sloUrl: 'https://idp.example/slo' });
    expect(created.certificates).toHaveLength(2);
    expect(created).not.toHaveProperty('metadata');
    expect(await ends(created.identityProviderId)).toEqual(['2029', '2031']);
  });

  it('gives way to the members of the body', async () => {
    const { body } = await create({ metadata: documentOf(0), ssoUrl: 'https://idp.example/other' });
    expect([body.ssoUrl, body.entityId]).toEqual(['https://idp.example/other', IDP]);
  });

  it('is not loaded for a provider that is complete without it', async () => {
    const body = { metadataUrl: host.url, entityId: IDP, ssoUrl: 'https://idp.example/sso', certificates: [keys[0]?.certificate] };
    expect([(await create(body)).status, host.requests]).toEqual([201, 0]);
  });

  it('replaces names, addresses and certificates in a change', async () => {
    const { body: created } = await create({ metadata: documentOf(0), clockSkewSeconds: 120 });
    const changed = await service.call('PATCH', `${base}/${created.identityProviderId}`, { metadata: documentOf(1) });
    expect(changed.body).toMatchObject({ ssoUrl: 'https://idp.example/sso1', clockSkewSeconds: 120 });
    expect(await ends(created.identityProviderId)).toEqual(['2029']);
  });

  it.each<[string, () => object, string, string]>([
    ['that is none', () => ({ metadata: '<html/>' }), '/metadata', 'no EntityDescriptor'],
    ['with entities', () => ({ metadata: '<!DOCTYPE x [<!ENTITY y "z">]><x>&y;</x>' }), '/metadata', 'a document type'],
    [
      'that is over',
      () => ({ metadata: documentOf(0).replace('entityID', 'validUntil="2020-01-01T00:00:00Z" entityID') }),
      '/metadata',
      'was valid until 2020',
    ],
    ['that answers with an error', () => ((host.status = 503), { metadataUrl: host.url }), '/metadataUrl', 'status 503'],
    ['in clear', () => ({ metadataUrl: 'http://idp.example/metadata' }), '/metadataUrl', 'not an https URL'],
    ['for another protocol', () => ({ kind: 'ldap', metadata: documentOf(0) }), '/metadata', 'has no metadata'],
  ])('%s is refused in words', async (_, body, pointer, words) => {
    const { status, body: refused } = await create(body());
    expect(status).toBe(400);
    const faults = refused.errors as Array<{ pointer: string; detail: string }>;
    expect(faults.find((fault) => fault.pointer === pointer)?.detail).toContain(words);
  });

  it('is not loaded from a private network, nor more often than providers are tested', async () => {
    const other = await makeWorld(guarded);
    const path = `/admin/v1/organizations/${other.organization.id}/identity-providers`;
    const answers = [];
    for (let time = 0; time < 11; time++) answers.push(await create({ metadataUrl: host.url }, guarded, path));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
    expect(JSON.stringify(answers[0]?.body)).toContain('BACKCHANNEL_ALLOW_PRIVATE');
    expect(host.requests).toBe(0);
  });
});

describe('the refreshment', () => {
  const created = async (body: object = {}) => (await create({ metadataUrl: host.url, ...body })).body.identityProviderId as string;

  it('stores a new certificate, with an event by the service itself', async () => {
    const id = await created();
    await refresh();
    expect((await eventsOf(service, world.organization.id)).filter(({ type }) => type === 'org.idp.changed')).toEqual([]);
    host.document = documentOf(0, 1);
    await refresh();
    expect(await shown(id)).toMatchObject({ ssoUrl: 'https://idp.example/sso01' });
    expect(await ends(id)).toEqual(['2029', '2031']);
    const [event] = (await eventsOf(service, world.organization.id)).filter(({ type }) => type === 'org.idp.changed');
    expect(event?.payload).toMatchObject({ identityProviderId: id, changed: ['ssoUrl', 'certificates'] });
    expect((await service.get(IdentityProviders).byId(id))?.connection).toMatchObject({ ssoUrl: 'https://idp.example/sso01' });
  });

  it.each<[string, () => void, string]>([
    ['can’t be loaded', () => (host.status = 503), 'answers with status 503'],
    [
      'is of another provider',
      () => (host.document = documentOf(1).replace(IDP, 'https://other.example')),
      'is of "https://other.example"',
    ],
  ])('changes nothing while the document %s, and the state of the provider says so', async (_, change, words) => {
    const id = await created();
    change();
    await refresh();
    expect(await shown(id)).toMatchObject({ ssoUrl: 'https://idp.example/sso0', entityId: IDP });
    expect((await shown(id, '/health')).lastFailure).toContain(words);
  });

  it('leaves a provider alone that an administrator has changed meanwhile, and one that is off', async () => {
    const [changed, off] = [await created(), await created({ enabled: false })];
    const changes = service.get(ProviderChanges);
    const reload = service.get(SamlMetadataRefresh);
    host.document = documentOf(0, 1);
    server.once(
      'request',
      () => void changes.change(world.organization, changed, (before) => ({ ...before, name: 'Other' }), undefined, 'x'),
    );
    await reload.refreshAll();
    expect(await shown(changed)).toMatchObject({ name: 'Other' });
    expect(await shown(off)).toMatchObject({ ssoUrl: 'https://idp.example/sso0' });
  });
});

it('certificates that end within 30 days are counted by each refresh, unless the provider has a newer one or is off', async () => {
  const inDays = (days: number) => samlKey({ type: 'ec', notAfter: new Date(Date.now() + days * 86_400_000) });
  const [soon, past, later] = await Promise.all([inDays(29), inDays(-1), inDays(31)]);
  const found: string[] = [];
  const end = PROVIDER_CERTIFICATES.listen(({ state }) => found.push(state));
  const settings = { entityId: IDP, ssoUrl: 'https://idp.example/sso' };
  await create({ ...settings, certificates: [soon.certificate] });
  await create({ ...settings, certificates: [past.certificate] });
  await create({ ...settings, certificates: [soon.certificate, later.certificate] });
  await create({ ...settings, certificates: [past.certificate], enabled: false });
  await refresh();
  end();
  expect(found.toSorted()).toEqual(['ended', 'ending']);
});
