// A mark of a verified value is its reason: every place that sets one is listed here with the reason it gives, and marks that rest on a domain end
// with it (docs/adr/0052-why-an-address-counts-as-verified.md).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { Database } from '../../src/common/database/database.js';
import { Removals } from '../../src/common/work/removals.service.js';
import { DomainsRepository } from '../../src/users/organizations/domains.repository.js';
import { domainOf } from '../../src/common/identifiers/fold.js';
import { NewPeople } from '../../src/users/directory/people/new-people.service.js';
import { People } from '../../src/users/directory/people/people.service.js';
import { emptyPerson, VERIFIED_BY, type VerifiedBy } from '../../src/users/directory/people/person/person.js';
import { PersonWriter } from '../../src/users/directory/people/person-writer.service.js';
import { SignInDirectory } from '../../src/users/directory/people/sign-in-directory.service.js';
import { Factors } from '../../src/users/accounts/factors/factors.service.js';
import type { AssurancePolicy } from '../../src/users/organizations/policies/policy-kinds.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { addClient } from '../support/clients.js';
import { addApp, ownerOf } from '../support/factors.js';
import { ended, human } from '../support/imports.js';
import { signIn, userinfo } from '../support/oauth.js';
import { createOrganization, createPerson, eventsOf, freshName, patchOf, scimUser } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, type World } from '../support/world.js';

/** Every file that gives a mark, with the reasons that it gives. A new one is added here, with a scenario below. */
const PLACES: Readonly<Record<string, readonly VerifiedBy[]>> = {
  'src/admin/imports/records/person-attributes.ts': ['import'],
  'src/admin/imports/records/person-record.ts': ['import'],
  'src/users/accounts/code-holder.service.ts': ['code'],
  'src/users/accounts/registration/registration.service.ts': ['code'],
  'src/users/accounts/administrator-verifications.service.ts': ['administrator'],
  'src/users/directory/people/change-permission.service.ts': ['domain', 'connection'],
  'src/users/directory/people/batch/people-batch.service.ts': ['import'],
  // Of what was stored without a reason.
  'src/users/directory/people/person/person.rows.ts': ['unknown'],
  'src/users/directory/people/person-writer.service.ts': ['code'],
};
/** Places where a reason is compared, or passed on, but not chosen. */
const RULES = [
  'src/users/directory/people/person/person.ts',
  'src/users/directory/people/person/verified-by.ts',
  'src/users/directory/people/sign-in-directory.service.ts',
];

const LAST_LOOK_MS = 61_000;

let service: TestService;
let world: World;
let orgId: string;
let domain: string;
let base: string;
beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  world = await makeWorld(service);
  orgId = world.organization.id;
  base = `/admin/v1/organizations/${orgId}`;
  domain = `${freshName('given')}.example`;
  await service.call('POST', `${base}/domains`, { domain });
  expect((await service.call('POST', `${base}/domains/${domain}/_verify`)).status).toBe(200);
});
afterAll(() => service.close());

const giveUp = async () => expect((await service.call('DELETE', `${base}/domains/${domain}`)).status).toBe(204);
const lowered = async () => {
  await service.get(Removals).deleteRelatedRows();
  service.get(Clock).advance(LAST_LOOK_MS);
  await service.get(Removals).deleteRelatedRows();
};
const emailsOf = async (id: string) => (await service.call('GET', `${base}/people/${id}`)).body.emails;
const reasonsOf = async (id: string): Promise<Array<VerifiedBy | undefined>> =>
  (await emailsOf(id)).map(({ verified, verifiedBy }: { verified?: boolean; verifiedBy?: VerifiedBy }) =>
    verified ? verifiedBy : undefined,
  );
const storedOf = async (id: string) => {
  const row = await service.get(Database).query.row<{ lists: string }>('SELECT lists FROM users WHERE id = ?', [id]);
  return JSON.parse(row?.lists ?? '{}') as Record<string, unknown>;
};
const provisioned = async (address = `${freshName('p')}@${domain}`) =>
  (await createPerson(service, { emails: [{ value: address, primary: true }] }, orgId)) as { id: string; userName: string };
const losses = async () => Number((await service.get(Database).query.row<{ n: number }>('SELECT COUNT(*) AS n FROM domain_losses'))?.n);

/** As a build without reasons stores people. */
async function forgetReasons(id: string): Promise<void> {
  const { verifiedBy: _, ...lists } = await storedOf(id);
  await service
    .get(Database)
    .write('forget', (tx) => tx.run('UPDATE users SET lists = ?, version = version + 1 WHERE id = ?', [JSON.stringify(lists), id]));
}

async function prove(id: string, address: string): Promise<void> {
  await service.get(Database).write('prove', async (tx) => {
    const locked = await service.get(PersonWriter).lock(tx, world.organization.no, id);
    if (locked) await service.get(PersonWriter).verifyEmail(tx, locked, address, 'code', id);
  });
}

describe('the reason of a mark', () => {
  it('is chosen in the places of the table, and nowhere else', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .map((name) => join('src', name))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && !RULES.includes(name));
    const chosen = files.flatMap((file) => {
      const lines = readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => /verifiedBy|verifyEmail\(|trusts: |withVerified\(/i.test(line))
        .join('\n');
      const reasons = VERIFIED_BY.filter((by) => lines.includes(`'${by}'`));
      return reasons.length === 0 ? [] : [[file, [...reasons].sort()]];
    });
    expect(Object.fromEntries(chosen)).toEqual(
      Object.fromEntries(Object.entries(PLACES).map(([file, reasons]) => [file, [...reasons].sort()])),
    );
  });

  it('of an address in a verified domain is the domain, as its event says', async () => {
    const { id } = await provisioned();
    expect(await reasonsOf(id)).toEqual(['domain']);
    const verified = (await eventsOf(service, id)).find(({ type }) => type === 'user.human.email.verified');
    expect(verified?.payload).toMatchObject({ verifiedBy: 'domain' });
  });

  it('of an address that a trusted connection sent is the connection', async () => {
    const { token } = (await service.call('POST', `${base}/connections`, { name: freshName(), emailTrust: 'all' })).body;
    const [own, foreign] = [`${freshName('o')}@${domain}`, `${freshName('f')}@elsewhere.example`];
    const body = scimUser(freshName(), { emails: [{ value: own }, { value: foreign }] });
    const { id } = (await service.call('POST', `/scim/v2/${orgId}/Users`, body, { token })).body;
    expect(await reasonsOf(id)).toEqual(['domain', 'connection']);
  });

  it.each([
    ['as another organization writes it', (foreign: string) => foreign],
    ['in capitals', (foreign: string) => foreign.toUpperCase()],
  ])('is none of the connection in a domain that another organization has verified, %s', async (_, spell) => {
    const foreign = `${freshName('theirs')}.example`;
    const theirs = `/admin/v1/organizations/${await createOrganization(service)}/domains`;
    await service.call('POST', theirs, { domain: foreign });
    const { token } = (await service.call('POST', `${base}/connections`, { name: freshName(), emailTrust: 'all' })).body;
    const sent = () => ({ value: `${freshName('ada')}@${spell(foreign)}` });
    const create = async () =>
      (await service.call('POST', `/scim/v2/${orgId}/Users`, scimUser(freshName(), { emails: [sent()] }), { token })).body.id as string;
    // A domain that is only claimed is nobody's.
    expect(await reasonsOf(await create())).toEqual(['connection']);
    expect((await service.call('POST', `${theirs}/${foreign}/_verify`)).status).toBe(200);
    const id = await create();
    expect(await reasonsOf(id)).toEqual([undefined]);
    const more = patchOf({ op: 'add', path: 'emails', value: [sent(), { value: `${freshName('ada')}@elsewhere.example` }] });
    expect((await service.call('PATCH', `/scim/v2/${orgId}/Users/${id}`, more, { token })).status).toBe(204);
    expect(await reasonsOf(id)).toEqual([undefined, undefined, 'connection']);
  });

  it('of an imported address is the import', async () => {
    const id = freshName('imported');
    const entry = human(id, { email: { email: `${id}@${domain}`, isEmailVerified: true } });
    const { body } = await service.call('POST', '/admin/v1/imports', { dataOrgs: { orgs: [{ orgId, humanUsers: [entry] }] } });
    await ended(service, body.id);
    expect(await reasonsOf(id)).toEqual(['import']);
  });

  it('of an address that is proved by a code is the code, also of one that was verified for less', async () => {
    const { id } = await provisioned();
    await prove(id, (await emailsOf(id))[0].value);
    expect(await reasonsOf(id)).toEqual(['code']);
  });

  it('of an address that an administrator answers for is the administrator', async () => {
    const { id } = await provisioned(`${freshName('x')}@elsewhere.example`);
    expect(await reasonsOf(id)).toEqual([undefined]);
    const answer = await service.call('POST', `${base}/people/${id}/_verify-email`, {});
    expect([answer.status, answer.body.emails[0].verifiedBy]).toEqual([200, 'administrator']);
    expect(await reasonsOf(id)).toEqual(['administrator']);
  });

  it('is unknown where none is stored, and is not for callers to say', async () => {
    const { id } = await provisioned();
    await forgetReasons(id);
    expect(await reasonsOf(id)).toEqual(['unknown']);
    const address = `${freshName('said')}@elsewhere.example`;
    await service.call('PATCH', `${base}/people/${id}`, { emails: [{ value: address, verified: true, verifiedBy: 'code' }] });
    expect(await reasonsOf(id)).toEqual([undefined]);
  });

  it('is stored apart from the elements, so that a build without reasons drops it with its next change', async () => {
    const { id } = await provisioned('ada@' + domain);
    expect(await storedOf(id)).toEqual({
      emails: [{ value: `ada@${domain}`, primary: true, verified: true }],
      verifiedBy: { [`ada@${domain}`]: 'domain' },
    });
  });
});

describe('marks by a domain that is given up', () => {
  it('count no more from that moment on, for applications, administrators and at sign-in, and are lowered with an event', async () => {
    const address = `${freshName('claims')}@${domain}`;
    const person = await world.addPerson({
      userName: freshName('claims'),
      emails: [{ value: address, primary: true, verifiedBy: 'domain' }],
    });
    const loginName = `${person.userName}@${world.organization.primaryDomain}`;
    const { tokens } = await signIn(service, { loginName }, await addClient(world, { type: 'userAgent' }), 'openid email');
    const claims = async () => (await userinfo(service, tokens.access_token)).body;
    expect(await claims()).toMatchObject({ email: address, email_verified: true });
    await giveUp();
    expect(await claims()).toMatchObject({ email: address, email_verified: false });
    expect(await reasonsOf(person.id)).toEqual([undefined]);
    await lowered();
    expect(await storedOf(person.id)).toEqual({ emails: [{ value: address, primary: true }] });
    const fallen = (await eventsOf(service, person.id)).filter(({ type }) => type === 'user.human.email.unverified');
    expect(fallen.map(({ payload }) => payload)).toEqual([{ email: address, verifiedBy: 'domain', domain }]);
    expect(await losses()).toBe(0);
  });

  it('do not count either where a unit of work that did not know has stored them afterwards', async () => {
    const { id } = await provisioned();
    const before = JSON.stringify(await storedOf(id));
    await giveUp();
    await lowered();
    await service
      .get(Database)
      .write('late', (tx) => tx.run('UPDATE users SET lists = ?, version = version + 1 WHERE id = ?', [before, id]));
    expect(await reasonsOf(id)).toEqual([undefined]);
    const person = await service.get(People).requirePerson(world.organization, id);
    expect((await service.get(People).findByNo(person.no))?.emails[0]).not.toHaveProperty('verifiedBy');
  });

  it('make nobody the one whom an address means at sign-in', async () => {
    const address = `${freshName('meant')}@${domain}`;
    const { id } = await provisioned(address);
    const other = await makeWorld(service);
    const unproven = await other.addPerson({ userName: freshName('other'), emails: [{ value: address, primary: true }] });
    const meant = async () => (await service.get(SignInDirectory).findByLogin(address))?.userId;
    expect(await meant()).toBe(id);
    const before = JSON.stringify(await storedOf(id));
    await giveUp();
    await lowered();
    await service
      .get(Database)
      .write('late', (tx) => tx.run('UPDATE users SET lists = ?, version = version + 1 WHERE id = ?', [before, id]));
    // Two who have written it down, and neither has proved it.
    expect(await meant()).toBeUndefined();
    await service.get(Database).write('prove', async (tx) => {
      const locked = await service.get(PersonWriter).lock(tx, other.organization.no, unproven.id);
      if (locked) await service.get(PersonWriter).verifyEmail(tx, locked, address, 'code', 'test');
    });
    expect(await meant()).toBe(unproven.id);
  });

  it('make mail no factor that stands in for the last app', async () => {
    const emails = [{ value: `${freshName('app')}@${domain}`, primary: true, verifiedBy: 'domain' as const }];
    const person = await world.addPerson({ userName: freshName('app'), emails });
    await addApp(service, person);
    const policy: Partial<AssurancePolicy> = { secondFactor: 'required', factors: ['totp', 'mail'], graceDays: 0 };
    await service.get(Policies).set(world.organization.no, 'assurance', policy, 'test');
    const [app] = await service.get(Factors).list(person.no);
    await giveUp();
    await expect(service.get(Factors).removeOwn(ownerOf(person), app?.id ?? '')).rejects.toMatchObject({ code: 'factors.lastRequired' });
  });

  it('fall where their reason is unknown; those that a code, an import or a connection gave stay', async () => {
    const [legacy, proven] = [await provisioned(), await provisioned()];
    await forgetReasons(legacy.id);
    await prove(proven.id, (await emailsOf(proven.id))[0].value);
    const elsewhere = await world.addPerson({
      userName: freshName('elsewhere'),
      emails: [{ value: `${freshName('x')}@elsewhere.example`, primary: true, verifiedBy: 'code' }],
    });
    await forgetReasons(elsewhere.id);
    await giveUp();
    const expected = [[undefined], ['code'], ['unknown']];
    const reasons = () => Promise.all([legacy, proven, elsewhere].map(({ id }) => reasonsOf(id)));
    expect(await reasons()).toEqual(expected);
    await lowered();
    expect(await reasons()).toEqual(expected);
  });

  it('count again when the organization has the domain again before they were lowered', async () => {
    const { id } = await provisioned();
    const before = JSON.stringify(await storedOf(id));
    await giveUp();
    await lowered();
    await service
      .get(Database)
      .write('late', (tx) => tx.run('UPDATE users SET lists = ?, version = version + 1 WHERE id = ?', [before, id]));
    await service.call('POST', `${base}/domains`, { domain });
    await service.call('POST', `${base}/domains/${domain}/_verify`);
    expect(await reasonsOf(id)).toEqual(['domain']);
  });

  it('stay where the organization has the domain again by a build that knows of no losses', async () => {
    const { id } = await provisioned();
    const domains = service.get(DomainsRepository);
    const insertLoss = domains.insertLoss.bind(domains);
    // As such a build verifies a domain; at once, so that the job finds it so.
    vi.spyOn(domains, 'insertLoss').mockImplementationOnce(async (tx, ...loss) => {
      await insertLoss(tx, ...loss);
      const values = [domain, world.organization.no, false];
      await tx.run('INSERT INTO organization_domains (domain, org_no, is_primary, verified_us) VALUES (?, ?, ?, 1)', values);
    });
    await giveUp();
    await lowered();
    expect(await storedOf(id)).toMatchObject({ verifiedBy: { [(await emailsOf(id))[0].value]: 'domain' } });
    expect(await losses()).toBe(0);
  });

  it('are lowered a portion at a time, however many there are and however the domain is written', async () => {
    const wide = 'b\u00fccher-' + domain;
    const ascii = new URL(`http://${wide}`).hostname;
    await service.call('POST', `${base}/domains`, { domain: ascii });
    await service.call('POST', `${base}/domains/${ascii}/_verify`);
    const named = Array.from({ length: 230 }, (_, index) => `${String(index).padStart(3, '0')}@${index % 2 ? ascii : wide}`);
    const people = await service.get(Database).write('add', (tx) =>
      service.get(NewPeople).addIn(
        tx,
        named.map((value) => ({
          orgNo: world.organization.no,
          editor: 'test',
          values: { ...emptyPerson(), userName: freshName('many'), emails: [{ value, primary: true, verifiedBy: 'domain' as const }] },
        })),
      ),
    );
    expect((await service.call('DELETE', `${base}/domains/${ascii}`)).status).toBe(204);
    await lowered();
    const stored = await Promise.all(people.map(({ id }) => storedOf(id)));
    expect(stored.filter((lists) => 'verifiedBy' in lists)).toEqual([]);
    expect(await losses()).toBe(0);
  });

  it.each([
    ['labels of both kinds', (parent: string) => `xn--bcher-kva.m\u00fcnchen.${parent}`],
    ['a hidden character', (parent: string) => `b\ufe0fb.${parent}`],
  ])('fall in a spelling with %s as well, which is not taken any more', async (_, spell) => {
    const value = `ada@${spell(domain)}`;
    domain = domainOf(value);
    await service.call('POST', `${base}/domains`, { domain });
    expect((await service.call('POST', `${base}/domains/${domain}/_verify`)).status).toBe(200);
    const add = { orgNo: world.organization.no, editor: 'test' };
    const people = await service.get(Database).write('add', (tx) =>
      service.get(NewPeople).addIn(
        tx,
        [freshName('odd'), freshName('odd')].map((userName) => {
          return { ...add, values: { ...emptyPerson(), userName, emails: [{ value, primary: true, verifiedBy: 'domain' as const }] } };
        }),
      ),
    );
    const [byDomain, legacy] = people.map(({ id }) => id) as [string, string];
    await forgetReasons(legacy);
    const reasons = async () => [await reasonsOf(byDomain), await reasonsOf(legacy)];
    expect(await reasons()).toEqual([['domain'], ['unknown']]);
    await giveUp();
    await lowered();
    expect(await reasons()).toEqual([[undefined], [undefined]]);
    // Whoever has it can be changed, and shut out; nobody is given it any more.
    const user = `/scim/v2/${orgId}/Users/${legacy}`;
    expect((await service.call('PATCH', user, patchOf({ op: 'replace', path: 'active', value: false }))).status).toBe(204);
    const body = scimUser(freshName(), { emails: [{ value }] });
    expect((await service.call('POST', `/scim/v2/${orgId}/Users`, body)).status).toBe(400);
  });

  it('do not come back with somebody who was removed before', async () => {
    await service.call('PUT', `${base}/policies/removedPeople`, { days: 7 });
    const [byDomain, byCode, legacy] = [await provisioned(), await provisioned(), await provisioned()];
    await prove(byCode.id, (await emailsOf(byCode.id))[0].value);
    await forgetReasons(legacy.id);
    for (const { id } of [byDomain, byCode, legacy]) await service.call('DELETE', `${base}/people/${id}`);
    await giveUp();
    await lowered();
    for (const { id } of [byDomain, byCode, legacy]) expect((await service.call('POST', `${base}/people/${id}/_restore`)).status).toBe(200);
    expect(await Promise.all([byDomain, byCode, legacy].map(({ id }) => reasonsOf(id)))).toEqual([[undefined], ['code'], [undefined]]);
  });

  it('are exported as they count', async () => {
    const { id } = await provisioned();
    const entry = async () => {
      const { text } = await service.call('GET', `/admin/v1/organizations/${orgId}/export`);
      return text.split('\n').find((line) => line.includes(`"${id}"`) && line.includes('isEmailVerified')) ?? '';
    };
    expect(await entry()).toContain('"isEmailVerified":true');
    await giveUp();
    expect(await entry()).toContain('"isEmailVerified":false');
  });
});
