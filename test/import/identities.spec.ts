// Identity providers, and identities of people at them, in imports: found and added, and refused where they belong to somebody else.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ImportedIdentities } from '../../src/admin/imports/writing/imported-identities.service.js';
import { Database } from '../../src/common/database/database.js';
import { UNITS } from '../../src/common/observation/topics.js';
import { IdentityProviders } from '../../src/users/authentication/identity-providers/identity-providers.service.js';
import { addClient } from '../support/clients.js';
import { Browser } from '../support/browser.js';
import { API_SCOPE, authorizeUrl, codeIn, redeem, signIn } from '../support/oauth.js';
import { makeWorld } from '../support/world.js';
import { ended, faultsOf, human } from '../support/imports.js';
import { createOrganization, createPerson, eventsOf, freshName } from '../support/people.js';
import { SQUARE } from '../support/pictures.js';
import { listenToKeyPairs } from '../support/rsa-keys.js';
import { samlKey } from '../support/saml-identity-provider.js';
import { startService, type TestService } from '../support/service.js';

const ISSUER = 'https://login.example.com';
/** The units of work in which an entry is written, or tried. */
const IMPORT_UNITS = new Set(['import entry', 'try import entry']);
const OF_SERVICE = '/admin/v1/identity-providers';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.assertEventsHarmless();
  await service.close();
});

const oidc = (more: object = {}) => ({
  kind: 'oidc',
  name: 'Login',
  issuer: ISSUER,
  clientId: 'gatehouse',
  clientAuthentication: 'none',
  ...more,
});
const at = (orgId: string, path = '') => `/admin/v1/organizations/${orgId}${path}`;
const addProvider = async (base: string, more: object = {}): Promise<string> => {
  const { body, status, text } = await service.call('POST', base, oidc(more));
  expect(status, text).toBe(201);
  return body.identityProviderId;
};
const run = async (orgs: unknown[], query = '', token?: string) => {
  const { body } = await service.call('POST', `/admin/v1/imports${query}`, { dataOrgs: { orgs } }, token === undefined ? {} : { token });
  const job = await ended(service, body.id);
  return { job, faults: (await faultsOf(service, body.id)).filter(({ kind }) => kind !== 'org.exists') };
};
const people = (orgId: string, humanUsers: unknown[], query = '', token?: string) => run([{ orgId, humanUsers }], query, token);
const linksOf = async (orgId: string, userId: string) => {
  const { status, body } = await service.call('GET', at(orgId, `/people/${userId}/identity-links`));
  return status === 200
    ? body.identityLinks.map(({ createdAt: _, name: __, ...link }: { createdAt: string; name: string }) => link)
    : status;
};

describe('identities of people', () => {
  it('are linked by the id of the provider or by its issuer, in both forms, with an event each', async () => {
    const orgId = await createOrganization(service);
    const [own, ofService] = [
      await addProvider(at(orgId, '/identity-providers')),
      await addProvider(OF_SERVICE, { issuer: `https://${orgId}.example` }),
    ];
    const [a, b, c] = [freshName('a'), freshName('b'), freshName('c')];
    const { job, faults } = await people(orgId, [
      human(a, { identities: [{ identityProviderId: own, subject: 'S a ', loginName: 'ada@login.example' }] }),
      human(b, {
        identities: [
          { issuer: ISSUER, subject: 'S-b' },
          { issuer: `https://${orgId}.example`, subject: 'S-b' },
        ],
      }),
      human(c, { idps: [{ configId: own, externalUserId: 'S-c', displayName: 'Charles' }] }),
    ]);
    expect([faults, job['added']]).toEqual([[], 3]);
    expect(await linksOf(orgId, a)).toEqual([{ identityProviderId: own, subject: 'S a ', loginName: 'ada@login.example' }]);
    expect(await linksOf(orgId, b)).toEqual([
      { identityProviderId: own, subject: 'S-b' },
      { identityProviderId: ofService, subject: 'S-b' },
    ]);
    expect(await linksOf(orgId, c)).toEqual([{ identityProviderId: own, subject: 'S-c', loginName: 'Charles' }]);
    const events = (await eventsOf(service, b)).filter(({ type }) => type === 'user.human.externalidp.added');
    expect(events.map(({ payload }) => payload)).toEqual([
      { identityProviderId: own, name: 'Login', subject: 'S-b' },
      { identityProviderId: ofService, name: 'Login', subject: 'S-b' },
    ]);
  });

  it('come with a provider of the same import, also in a dry run, which adds neither', async () => {
    const orgId = freshName('org');
    const id = freshName('idp');
    const [a, b] = [freshName('a'), freshName('b')];
    const whole = {
      orgId,
      org: { name: 'New', primaryDomain: `${orgId}.example` },
      humanUsers: [
        human(a, { identities: [{ identityProviderId: id, subject: 'S-a' }] }),
        human(b, { identities: [{ issuer: ISSUER, subject: 'S-b' }] }),
      ],
      identityProviders: [{ identityProviderId: id, identityProvider: oidc({ domains: [`${orgId}.example`, `more.${orgId}.example`] }) }],
      identityProviderLogos: [{ identityProviderId: id, content: Buffer.from(SQUARE).toString('base64') }],
      domains: [{ domainName: `more.${orgId}.example`, isVerified: true }],
    };
    const dry = await run([whole], '?dryRun=true');
    expect([dry.faults, dry.job['failed']]).toEqual([[], 0]);
    expect((await service.call('GET', at(orgId))).status).toBe(404);
    const { job, faults } = await run([whole]);
    expect([faults, job['added']]).toEqual([[], 5]);
    expect(await linksOf(orgId, a)).toEqual([{ identityProviderId: id, subject: 'S-a' }]);
    expect(await linksOf(orgId, b)).toEqual([{ identityProviderId: id, subject: 'S-b' }]);
    const { body } = await service.call('GET', at(orgId, `/identity-providers/${id}`));
    const domains = [`${orgId}.example`, `more.${orgId}.example`];
    expect(body).toMatchObject({ enabled: true, domains, logo: expect.stringContaining('/pages/images/') });
  });

  it.each(['', '?dryRun=true'])('of another person, here or elsewhere, refuse the person as a whole %s', async (query) => {
    const [orgId, other] = [await createOrganization(service), await createOrganization(service)];
    const [own, ofService, foreign] = [
      await addProvider(at(orgId, '/identity-providers')),
      await addProvider(OF_SERVICE),
      await addProvider(at(other, '/identity-providers')),
    ];
    const { id: owner } = await createPerson(service, {}, orgId);
    const { id: stranger } = await createPerson(service, {}, other);
    const subject = freshName('S');
    await service.call('POST', at(orgId, `/people/${owner}/identity-links`), { identityProviderId: own, subject });
    await service.call('POST', at(other, `/people/${stranger}/identity-links`), { identityProviderId: ofService, subject });
    const faulty: Array<[identity: object[], kind: string]> = [
      [[{ identityProviderId: own, subject }], 'identityLink.taken'],
      [[{ identityProviderId: ofService, subject }], 'identityLink.taken'],
      [[{ identityProviderId: foreign, subject: 'S-1' }], 'identityProvider.notFound'],
      [[{ identityProviderId: 'none', subject: 'S-1' }], 'identityProvider.notFound'],
      [[{ issuer: 'https://nobody.example', subject: 'S-1' }], 'identityProvider.notFound'],
      [[{ issuer: ISSUER, subject: 'S-1' }], 'import.value'],
      [
        [
          { identityProviderId: own, subject: 'S-2' },
          { identityProviderId: own, subject: 'S-3' },
        ],
        'import.value',
      ],
      [[{ subject: 'S-1' }], 'import.missing'],
      [[{ identityProviderId: own }], 'import.missing'],
      [[{ identityProviderId: own, subject: 'x'.repeat(257) }], 'import.tooLong'],
    ];
    const fine = [freshName('fine'), freshName('fine')];
    const ids = faulty.map(() => freshName('faulty'));
    const { faults, job } = await people(
      orgId,
      [
        human(fine[0] as string, { identities: [{ identityProviderId: own, subject: `${subject}-fine` }] }),
        ...faulty.map(([identities], i) => human(ids[i] as string, { identities })),
        human(fine[1] as string),
        // The same identity once more in this import.
        human(`${ids[0]}-more`, { identities: [{ identityProviderId: own, subject: `${subject}-fine` }] }),
      ],
      query,
    );
    expect(faults.map(({ id, kind }) => [id, kind])).toEqual([
      ...faulty.map(([, kind], i) => [ids[i], kind]),
      [`${ids[0]}-more`, 'identityLink.taken'],
    ]);
    expect(faults.every(({ message }) => !message.includes(owner) && !message.includes(stranger))).toBe(true);
    expect(job).toMatchObject({ failed: faulty.length + 1, added: query === '' ? 2 : 0 });
    for (const id of ids) expect(await linksOf(orgId, id)).toBe(404);
    expect(await linksOf(orgId, owner)).toMatchObject([{ subject }]);
  });

  it('of one import that is in two batches are refused in a dry run too', async () => {
    const orgId = await createOrganization(service);
    const own = await addProvider(at(orgId, '/identity-providers'));
    const many = Array.from({ length: 600 }, () => human(freshName('m')));
    const same = { identities: [{ identityProviderId: own, subject: 'S-1' }] };
    const [first, last] = [freshName('first'), freshName('last')];
    const { faults } = await people(orgId, [human(first, same), ...many, human(last, same)], '?dryRun=true');
    expect(faults.map(({ id, kind }) => [id, kind])).toEqual([[expect.stringMatching(/first|last/), 'person.twice']]);
  });
});

describe('with mode=upsert', () => {
  // On a server too: links are found by their digests, in a given order of tables.
  const upsert = (orgId: string, id: string, identities: object[], query = '', token?: string) =>
    people(orgId, [human(id, { identities })], `?mode=upsert${query}`, token);

  it('people who are there are linked once, and keep the identity that they have', async () => {
    const orgId = await createOrganization(service);
    const own = await addProvider(at(orgId, '/identity-providers'));
    const id = freshName('there');
    await people(orgId, [human(id)]);
    const identity = { identityProviderId: own, subject: 'S-1' };
    expect((await upsert(orgId, id, [identity], '&dryRun=true')).faults).toEqual([]);
    expect(await linksOf(orgId, id)).toEqual([]);
    expect((await upsert(orgId, id, [identity])).job).toMatchObject({ changed: 1, failed: 0 });
    expect((await upsert(orgId, id, [identity])).job).toMatchObject({ changed: 0, failed: 0 });
    for (const query of ['', '&dryRun=true']) {
      const { faults } = await upsert(orgId, id, [{ ...identity, subject: 'S-2' }], query);
      expect(faults).toMatchObject([{ id, type: 'human_user', kind: 'identityLink.exists' }]);
    }
    // A file without identities takes none away.
    await upsert(orgId, id, []);
    expect(await linksOf(orgId, id)).toEqual([identity]);
  });

  it('administrators are not linked by their own import, whose session may be stolen', async () => {
    const world = await makeWorld(service);
    const { id: orgId } = world.organization;
    const own = await addProvider(at(orgId, '/identity-providers'));
    await service.call('POST', '/admin/v1/members', { userId: world.person.id, role: 'IAM_OWNER' });
    const explorer = await addClient(world, { type: 'userAgent', grantTypes: ['authorization_code'], apiAccess: true });
    const { browser } = await signIn(service, world, explorer, 'openid');
    const { url } = await browser.open(authorizeUrl(service.url, explorer.clientId, `openid ${API_SCOPE}`, { prompt: 'none' }));
    const token = (await redeem(service, explorer, codeIn(url))).body.access_token;
    const entry = human(world.person.id, {
      userName: 'bjensen',
      email: { email: world.loginName },
      hashedPassword: undefined,
      identities: [{ identityProviderId: own, subject: 'S-1' }],
    });
    for (const query of ['?mode=upsert', '?mode=upsert&dryRun=true']) {
      const { faults } = await people(orgId, [entry], query, token);
      expect(faults).toMatchObject([{ id: world.person.id, kind: 'access.ownAccount' }]);
    }
    expect(await linksOf(orgId, world.person.id)).toEqual([]);
    expect((await people(orgId, [entry], '?mode=upsert')).job).toMatchObject({ changed: 1, failed: 0 });
  });

  it('nobody is linked on behalf of a caller with fewer permissions', async () => {
    const world = await makeWorld(service);
    const { organization, person } = world;
    await service.call('POST', at(organization.id, '/members'), { userId: person.id, role: 'ORG_OWNER' });
    const provider = await service.get(IdentityProviders).byId(await addProvider(at(organization.id, '/identity-providers')));
    const identities = [{ providerKey: '1', subject: 'S-1', ...(provider && { provider }) }];
    const caller = { userId: 'x', userNo: 0, kind: 'service', orgId: '', memberships: [] } as const;
    const rules = { caller, editor: 'x', dryRun: false, allowReusedIds: false };
    const outcome = { id: person.id, no: person.no, done: 'unchanged' } as const;
    const linked = service
      .get(Database)
      .write('test', (tx) => service.get(ImportedIdentities).write(tx, [{ organization, identities, outcome }], rules));
    await expect(linked).rejects.toMatchObject({ code: 'access.strongerUser' });
    expect(await linksOf(organization.id, person.id)).toEqual([]);
  });

  it('a person of another organization is not linked by the id', async () => {
    const [orgId, other] = [await createOrganization(service), await createOrganization(service)];
    const id = freshName('elsewhere');
    await people(orgId, [human(id)]);
    const foreign = await addProvider(at(other, '/identity-providers'));
    const { faults } = await upsert(other, id, [{ identityProviderId: foreign, subject: 'S-1' }]);
    expect(faults).toMatchObject([{ id, kind: 'person.idTaken' }]);
    expect(await linksOf(orgId, id)).toEqual([]);
  });
});

describe('identity providers', () => {
  const import1 = (orgId: string, identityProviderId: unknown, identityProvider: unknown, query = '') =>
    run([{ orgId, identityProviders: [{ identityProviderId, identityProvider }] }], query);

  it('that are there already are not changed by a second import', async () => {
    const orgId = await createOrganization(service);
    const id = freshName('idp');
    expect(
      (await import1(orgId, id, oidc({ clientAuthentication: 'client_secret_basic', clientSecret: 'imported-secret-7' }))).faults,
    ).toEqual([]);
    const before = await service.call('GET', at(orgId, `/identity-providers/${id}`));
    expect(before.body).toMatchObject({ enabled: true, clientSecretSet: true });
    for (const query of ['', '?mode=upsert', '?dryRun=true']) {
      const { faults } = await import1(orgId, id, oidc({ name: 'Another' }), query);
      expect(faults).toMatchObject([{ type: 'identity_provider', id, kind: 'identityProvider.idTaken' }]);
    }
    expect((await service.call('GET', at(orgId, `/identity-providers/${id}`))).body).toEqual(before.body);
    expect((await eventsOf(service, orgId)).filter(({ type }) => type.startsWith('org.idp.'))).toHaveLength(1);
  });

  it.each(['', '?dryRun=true'])(
    'are refused with what is wrong, and none takes the id of another organization or of a user %s',
    async (query) => {
      const [orgId, other] = [await createOrganization(service), await createOrganization(service)];
      const taken = await addProvider(at(other, '/identity-providers'));
      const { id: person } = await createPerson(service, {}, orgId);
      const faulty: Array<[id: unknown, provider: unknown, kind: string]> = [
        [taken, oidc(), 'identityProvider.idTaken'],
        [person, oidc(), 'identityProvider.idTaken'],
        ['x'.repeat(37), oidc(), 'id.invalid'],
        ['../providers', oidc(), 'id.invalid'],
        [undefined, oidc(), 'import.missing'],
        ['p-1', undefined, 'import.missing'],
        ['p-2', oidc({ issuer: undefined }), 'identityProvider.connection'],
        ['p-3', oidc({ name: 7 }), 'body.invalid'],
        ['p-4', oidc({ domains: ['unverified.example'] }), 'identityProvider.domain'],
        ['p-5', oidc({ entityId: 'x' }), 'identityProvider.member'],
        ['p-6', oidc({ kind: 'magic' }), 'body.invalid'],
      ];
      const identityProviders = faulty.map(([identityProviderId, identityProvider]) => ({ identityProviderId, identityProvider }));
      const { faults } = await run([{ orgId, identityProviders }], query);
      expect(faults.map(({ kind }) => kind)).toEqual(faulty.map(([, , kind]) => kind));
      expect((await service.call('GET', at(orgId, '/identity-providers'))).body.identityProviders).toEqual([]);
    },
  );

  it('sign people in by the id that the import chose', async () => {
    const world = await makeWorld(service);
    const { certificate } = await samlKey();
    const { clientId } = await addClient(world, { grantTypes: ['authorization_code'] });
    for (const id of [freshName('idp'), `${freshName('idp')}.~:@_`]) {
      const saml = { kind: 'saml', name: 'Campus', entityId: `urn:${id}`, ssoUrl: 'https://idp.example/sso', certificates: [certificate] };
      expect((await import1(world.organization.id, id, saml)).faults).toEqual([]);
      const browser = new Browser(service.url);
      const { url } = await browser.open(authorizeUrl(service.url, clientId, `openid urn:gatehouse:iam:org:idp:id:${id}`));
      expect(url).toMatch(/^https:\/\/idp\.example\/sso\?SAMLRequest=/);
      const state = new URL(url).searchParams.get('RelayState') ?? '';
      const answer = new URLSearchParams({ RelayState: state, SAMLResponse: 'none' });
      const page = await browser.open(`${service.url}/sign-in/providers/${id}/callback?${answer}`);
      // The answer is read, and refused.
      expect([page.page?.status, page.html]).toEqual([400, expect.stringContaining('Campus')]);
    }
  });

  it.each([
    ['', 2],
    ['?dryRun=true', 0],
  ])('get their keys of SAML outside of any unit of work %s', async (query, expected) => {
    const orgId = await createOrganization(service);
    const { certificate } = await samlKey();
    const [id, generatedMs, units] = [freshName('idp'), [] as number[], [] as Array<{ startedMs: number; ms: number }>];
    const endGenerations = listenToKeyPairs(() => generatedMs.push(performance.now()));
    const end = UNITS.listen(({ unit, ...time }) => void (IMPORT_UNITS.has(unit) && units.push(time)));
    try {
      const saml = { kind: 'saml', name: 'Campus', entityId: `urn:${id}`, ssoUrl: 'https://idp.example/sso', certificates: [certificate] };
      expect((await import1(orgId, id, saml, query)).faults).toEqual([]);
    } finally {
      endGenerations();
      end();
    }
    expect([generatedMs.length, units.length > 0]).toEqual([expected, true]);
    const isInside = (atMs: number) => units.some(({ startedMs, ms }) => atMs >= startedMs && atMs <= startedMs + ms);
    expect(generatedMs.filter(isInside)).toEqual([]);
  });

  it('name what was left out', async () => {
    const orgId = await createOrganization(service);
    const { faults } = await import1(orgId, freshName('idp'), oidc({ connectionId: 'x', stylingType: 1 }));
    expect(faults.map(({ kind, message }) => [kind, message.split(' ')[0]])).toEqual([
      ['member.unsupported', 'identityProvider.connectionId'],
      ['member.unsupported', 'identityProvider.stylingType'],
    ]);
  });
});

it('the guide adds a provider and two people who sign in with it', async () => {
  const guide = readFileSync('docs/import-identities.md', 'utf8');
  const [orgId, prefix] = [freshName('org'), freshName('id')];
  const text =
    /```ndjson\n([\s\S]*?)```/
      .exec(guide)?.[1]
      ?.replaceAll('"acme"', `"${orgId}"`)
      .replaceAll(/"(idp-1|u-[12])"/g, `"${prefix}-$1"`) ?? '';
  const { body } = await service.call('POST', '/admin/v1/imports', text, { type: 'application/x-ndjson' });
  expect(await ended(service, body.id)).toMatchObject({ state: 'done', added: 3, failed: 0 });
  for (const [person, subject] of [
    ['u-1', '248289761001'],
    ['u-2', '248289761002'],
  ] as const)
    expect(await linksOf(orgId, `${prefix}-${person}`)).toMatchObject([{ identityProviderId: `${prefix}-idp-1`, subject }]);
});
