// A dry run says what would go wrong, of everything an import may hold, and leaves nothing behind but its own report.
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { ended, faultsOf, human } from '../support/imports.js';
import { createOrganization, createPerson, freshName, usersPath } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const submit = async (orgs: unknown[], query: string) => {
  const { body } = await service.call('POST', `/admin/v1/imports${query}`, { dataOrgs: { orgs } });
  return { job: await ended(service, body.id), faults: await faultsOf(service, body.id) };
};
const publicKey = () =>
  Buffer.from(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' })).toString('base64');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const oidcApp = (appId: string, projectId: string, more: object = {}) => ({
  appId,
  app: { projectId, name: appId, redirectUris: ['https://app.example/cb'], ...more },
});

const TABLES = [
  'organizations',
  'organization_domains',
  'domain_claims',
  'users',
  'service_users',
  'user_metadata',
  'passwords',
  'memberships',
  'projects',
  'applications',
  'client_keys',
  'user_values',
];

/** Everything an import writes, and the events that are not about imports themselves. */
async function state(): Promise<Record<string, unknown>> {
  const { query } = service.get(Database);
  const found: Record<string, unknown> = {};
  for (const table of TABLES) found[table] = await query.rows(`SELECT * FROM ${table} ORDER BY 1, 2`);
  found['events'] = await query.row("SELECT COUNT(*) AS n FROM events WHERE aggregate_type <> 'instance'");
  return found;
}

/** An organization with one of everything, each referring to others in the same import. */
function whole(orgId: string, primary = `${orgId}.example`) {
  const [person, machine, project, app] = ['person', 'machine', 'project', 'app'].map((name) => `${orgId}-${name}`) as [
    string,
    string,
    string,
    string,
  ];
  return {
    orgId,
    org: { name: 'The organization' },
    humanUsers: [human(person)],
    machineUsers: [{ userId: machine, user: { userName: machine, name: 'Robot' } }],
    domains: [{ domainName: primary, isVerified: true, isPrimary: true }],
    projects: [{ projectId: project, project: { name: 'Project' } }],
    userMetadata: [
      { id: person, key: 'shoe', value: base64('42') },
      { id: machine, key: 'size', value: base64('1') },
    ],
    oidcApps: [oidcApp(app, project)],
    apiApps: [{ appId: `${app}-api`, app: { projectId: project, name: 'API' } }],
    machineKeys: [{ userId: machine, publicKey: publicKey() }],
    appKeys: [{ projectId: project, appId: `${app}-api`, publicKey: publicKey() }],
    orgMembers: [
      { userId: person, roles: ['ORG_OWNER'] },
      { userId: machine, roles: ['ORG_USER_MANAGER', 'ORG_OWNER_VIEWER'] },
    ],
  };
}

describe('a dry run', () => {
  it.each(['create', 'upsert'])(
    'of an import that is fine finds nothing, writes nothing, and the import then adds all of it (%s)',
    async (mode) => {
      const orgs = [whole(freshName('org')), whole(freshName('org'))];
      const before = await state();
      const { job, faults } = await submit(orgs, `?mode=${mode}&dryRun=true`);
      expect(faults).toEqual([]);
      expect(job).toMatchObject({ state: 'done', added: 0, failed: 0, done: job['records'] });
      expect(await state()).toEqual(before);
      expect((await submit(orgs, `?mode=${mode}`)).job).toMatchObject({ state: 'done', added: 2 * 12, failed: 0 });
    },
  );

  it('of what is there already, or there twice, or refers to nobody, says so as the import does', async () => {
    const [orgId, other] = [await createOrganization(service), freshName('new')];
    const present = whole(freshName('org'));
    await submit([present], '');
    const { id: stranger } = await createPerson(service);
    const key = publicKey();
    const [project] = [`${other}-p`];
    const wrong = {
      orgId,
      machineUsers: [
        { userId: stranger, user: { userName: freshName() } },
        { userId: freshName(), user: { userName: '' } },
        { userId: 'a/b', user: { userName: freshName() } },
        { userId: freshName(), user: { userName: 'twin' } },
        { userId: freshName(), user: { userName: 'TWIN' } },
      ],
      domains: [
        { domainName: present.domains[0]?.domainName, isVerified: true },
        { domainName: 'no domain' },
        { domainName: `${orgId}.test.example` },
        { domainName: `${orgId}.TEST.example` },
        { domainName: `${orgId}-2.example`, isPrimary: true },
        { domainName: `${orgId}-3.example`, isVerified: 'yes' },
      ],
      projects: [present.projects[0], { projectId: project, project: { name: 'P' } }, { projectId: project, project: { name: 'Q' } }, {}],
      userMetadata: [
        { id: 'nobody', key: 'k', value: base64('v') },
        { id: stranger, key: 'k', value: base64('v') },
        { id: `${other}-person`, key: 'k', value: base64('v') },
      ],
      oidcApps: [
        oidcApp(freshName(), 'nothing'),
        oidcApp(present.oidcApps[0]?.appId ?? '', project),
        oidcApp(`${other}-a`, project),
        oidcApp(`${other}-a`, project),
        oidcApp(freshName(), project, { redirectUris: ['javascript:alert(1)'] }),
      ],
      machineKeys: [
        { userId: `${other}-machine`, publicKey: publicKey() },
        { userId: 'nobody', publicKey: publicKey() },
      ],
      appKeys: [
        { projectId: project, appId: `${other}-a`, publicKey: 'AAAA' },
        { projectId: project, appId: 'nothing', publicKey: publicKey() },
        { projectId: project, appId: `${other}-a`, publicKey: key },
        { projectId: project, appId: `${other}-a`, publicKey: key },
      ],
      orgMembers: [
        { userId: 'nobody', roles: ['ORG_OWNER'] },
        { userId: stranger, roles: ['IAM_OWNER'] },
        { userId: `${other}-person`, roles: ['ORG_OWNER'] },
        { userId: `${other}-person`, roles: ['ORG_OWNER'] },
      ],
    };
    const orgs = [wrong, { ...whole(other), machineUsers: [] }, { orgId: 'a b' }];
    const before = await state();
    const dry = await submit(orgs, '?dryRun=true');
    expect(await state()).toEqual(before);
    const real = await submit(orgs, '');
    /** Of two that bring the same either may come first, so what counts is which entries they are and how many. */
    const told = ({ faults }: typeof dry) => faults.map(({ type, id }) => `${type} ${id}`).sort();
    expect(told(dry)).toEqual(told(real));
    expect(dry.job['failed']).toBe(real.job['failed']);
    expect(dry.faults.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['import.twice', 'user.notFound', 'domain.taken']));
  });

  it('of changes checks what the import would, and changes nobody', async () => {
    const alone = await createOrganization(service);
    const { id, userName } = await createPerson(service, {}, alone);
    await service.call('POST', `/admin/v1/organizations/${alone}/members`, { userId: id, role: 'ORG_OWNER' });
    const lastOwner = { ...human(id, { userName }), state: 'USER_STATE_INACTIVE' };
    const weak = human(freshName(), { hashedPassword: undefined, password: 'weak' });
    const orgs = [{ orgId: alone, humanUsers: [lastOwner, weak, human(freshName())] }];
    const before = await state();
    const dry = await submit(orgs, '?mode=upsert&dryRun=true');
    expect(dry.job).toMatchObject({ state: 'done', changed: 0, added: 0, failed: 2 });
    expect(await state()).toEqual(before);
    const told = ({ faults }: typeof dry) => faults.map(({ kind, id: whom }) => [kind, whom]);
    expect(told(dry)).toEqual(told(await submit(orgs, '?mode=upsert')));
  });

  it('of many people finds those that are there twice however far apart, over several batches', async () => {
    const orgId = freshName('org');
    const people = Array.from({ length: 1_300 }, (_, i) => human(`${orgId}-${i % 1_250}`));
    const { job, faults } = await submit([{ orgId, humanUsers: people }], '?dryRun=true');
    expect(job).toMatchObject({ state: 'done', failed: 50 });
    expect(new Set(faults.map(({ id }) => id)).size).toBe(50);
    expect((await service.call('GET', `${usersPath(service, orgId)}?count=0`)).status).toBe(404);
  });
});
