// A domain by which people sign in later puts no prepared userName in front of somebody else's address: every door that leads to a verified or primary
// domain asks the rule that holds when people are created.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import type { Transaction } from '../../src/common/database/transaction.js';
import type { SqlValue } from '../../src/common/database/engines/sql-value.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { PublishedProofs } from '../../src/users/organizations/published-proofs.service.js';
import { Organizations } from '../../src/users/organizations/organizations.service.js';
import { DomainNamesRepository } from '../../src/users/directory/people/domain-names/domain-names.repository.js';
import { NewPeople } from '../../src/users/directory/people/new-people.service.js';
import { emptyPerson } from '../../src/users/directory/people/person/person.js';
import { ended, faultsOf } from '../support/imports.js';
import { EXPLAIN, SERVER_URL } from '../support/database.js';
import { createOrganization, createPerson, freshName } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let orgId: string;
let orgNo: number;
let domain: string;
let domains: string;
beforeAll(async () => {
  service = await startService();
  // What a challenge asks for counts as published.
  service.get(PublishedProofs).isPublished = async () => true;
});
afterAll(() => service.close());
beforeEach(async () => {
  orgId = await createOrganization(service);
  orgNo = (await service.get(Organizations).requireOrganization(orgId)).no;
  domains = `/admin/v1/organizations/${orgId}/domains`;
  domain = `${freshName('later')}.example`;
});

const post = (path: string, body?: object) => service.call('POST', `${domains}${path}`, body);
/** Somebody's address, and the userName that would be in front of it. */
async function prepared(local = freshName('ada')): Promise<{ owner: string; squatter: string; local: string }> {
  const owner = await createPerson(service, { emails: [{ value: `${local}@${domain}` }] }, orgId);
  const squatter = await createPerson(service, { userName: local }, orgId);
  return { owner: owner.id, squatter: squatter.id, local };
}
const domainOfOrg = async () => (await service.call('GET', `${domains}/${domain}`)).body;

/** Every door to a verified or primary domain. */
const DOORS: Readonly<Record<string, () => Promise<{ status: number; code: string; message: string }>>> = {
  _verify: async () => {
    await post('', { domain });
    return refusalOf(await post(`/${domain}/_verify`));
  },
  _prove: async () => {
    await post('', { domain });
    await post(`/${domain}/_challenge`, { method: 'dns' });
    return refusalOf(await post(`/${domain}/_prove`));
  },
  '_set-primary': async () => {
    // Verified by a build that did not ask.
    await service
      .get(Database)
      .write('verify', (tx) =>
        tx.run('INSERT INTO organization_domains (domain, org_no, is_primary, verified_us) VALUES (?, ?, ?, 1)', [domain, orgNo, false]),
      );
    return refusalOf(await post(`/${domain}/_set-primary`));
  },
  import: async () => {
    const orgs = [{ orgId, domains: [{ domainName: domain, isVerified: true }] }];
    const { body } = await service.call('POST', '/admin/v1/imports', { dataOrgs: { orgs } });
    await ended(service, body.id);
    const fault = (await faultsOf(service, body.id)).find(({ kind }) => kind !== 'org.exists');
    return { status: 409, code: String(fault?.kind), message: String(fault?.message) };
  },
};

function refusalOf({ status, body }: { status: number; body: { code: string; detail?: string } }) {
  return { status, code: body.code, message: String(body.detail) };
}

describe.each(Object.keys(DOORS))('%s', (door) => {
  it('is refused, with the pair, where a login name would be the address of somebody else', async () => {
    const { owner, squatter, local } = await prepared();
    const { status, code, message } = await (DOORS[door] as () => Promise<{ status: number; code: string; message: string }>)();
    expect([status, code]).toEqual([409, 'domain.loginNames']);
    expect(message).toContain(`“${local}” of user ${squatter} and an address or userName of user ${owner}`);
    if (door !== 'import') expect((await domainOfOrg()).primary).toBe(false);
    if (door.startsWith('_v') || door.startsWith('_p')) expect((await domainOfOrg()).verified).toBe(false);
  });
});

describe('a domain', () => {
  it('is verified where the userName and the address are one person’s, or nobody has the userName', async () => {
    const userName = freshName('own');
    await createPerson(service, { userName, emails: [{ value: `${userName}@${domain}` }] }, orgId);
    await createPerson(service, { emails: [{ value: `${freshName('free')}@${domain}` }] }, orgId);
    await post('', { domain });
    expect((await post(`/${domain}/_verify`)).status).toBe(200);
    expect((await post(`/${domain}/_set-primary`)).status).toBe(200);
  });

  it('is verified whoever has such names in another organization', async () => {
    const local = freshName('ada');
    await createPerson(service, { emails: [{ value: `${local}@${domain}` }] }, await createOrganization(service));
    await createPerson(service, { userName: local }, orgId);
    await post('', { domain });
    expect((await post(`/${domain}/_verify`)).status).toBe(200);
  });

  it('is found in every spelling, and the refusal names a few pairs and how many more there are', async () => {
    const name = `b\u00fccher-${domain}`;
    domain = new URL(`http://${name}`).hostname;
    for (let at = 0; at < 8; at++) {
      const local = freshName('many');
      await createPerson(service, { emails: [{ value: `${local.toUpperCase()}@${name}` }] }, orgId);
      await createPerson(service, { userName: local }, orgId);
    }
    await post('', { domain });
    const { code, message } = refusalOf(await post(`/${domain}/_verify`));
    expect(code).toBe('domain.loginNames');
    expect([message.split('“').length - 1, message.endsWith('3 more.')]).toEqual([5, true]);
  });

  it.each(Object.keys(DOORS))(
    'is judged ahead of the unit of work of %s, which every change of the configuration waits for, and again for who has changed since',
    async (door) => {
      await createPerson(service, { userName: freshName('own') }, orgId);
      // Long enough ago to be seen by whatever reads now.
      service.get(Clock).advance(60_000);
      const names = service.get(DomainNamesRepository);
      const findPairs = names.findPairs.bind(names);
      const local = freshName('late');
      let late: string[] = [];
      const judged = vi.spyOn(names, 'findPairs').mockImplementation(async (query, ...which) => {
        expect(query).toBe(service.get(Database).query);
        const found = await findPairs(query, ...which);
        const people = [
          { ...emptyPerson(), userName: local },
          { ...emptyPerson(), userName: freshName(), emails: [{ value: `${local}@${domain}`, primary: true }] },
        ];
        const added = await service.get(Database).write('late', (tx) =>
          service.get(NewPeople).addIn(
            tx,
            people.map((values) => ({ orgNo, editor: 'test', values })),
          ),
        );
        late = added.map(({ id }) => id);
        return found;
      });
      const { status, code, message } = await (DOORS[door] as () => Promise<{ status: number; code: string; message: string }>)();
      judged.mockRestore();
      expect([status, code]).toEqual([409, 'domain.loginNames']);
      expect(message).toContain(`: “${local}” of user ${late[0]} and an address or userName of user ${late[1]}.`);
    },
  );

  it('becomes primary ten times in a minute: each time all people of the organization are compared, in a dry run as well', async () => {
    const names = [domain, `second-${domain}`];
    for (const name of names) {
      await post('', { domain: name });
      expect((await post(`/${name}/_verify`)).status).toBe(200);
    }
    const compared = vi.spyOn(service.get(DomainNamesRepository), 'findPairs');
    const setPrimary = (at: number) => post(`/${names[at % 2]}/_set-primary${at < 2 ? '?dryRun=true' : ''}`);
    try {
      for (let at = 0; at < 10; at++) expect((await setPrimary(at)).status).toBe(200);
      const { status, body, headers } = await setPrimary(10);
      expect([status, body.code, Number(headers.get('retry-after')) > 0]).toEqual([429, 'domain.triedOften', true]);
      expect(compared).toHaveBeenCalledTimes(10);
      // The one that is primary already is compared with nobody.
      expect((await setPrimary(9)).status).toBe(200);
      service.get(Clock).advance(61_000);
      expect((await setPrimary(10)).status).toBe(200);
    } finally {
      compared.mockRestore();
    }
  });

  it('is known to a create that was judged before the domain was verified', async () => {
    const local = freshName('ada');
    await createPerson(service, { emails: [{ value: `${local}@${domain}` }] }, orgId);
    await post('', { domain });
    const people = service.get(NewPeople);
    const add = people.add.bind(people);
    const judged = vi.spyOn(people, 'add').mockImplementationOnce(async (...person) => {
      expect((await post(`/${domain}/_verify`)).status).toBe(200);
      return add(...person);
    });
    const body = { userName: local, givenName: 'Ada', familyName: 'Lovelace', emails: [{ value: `${local}@else.example` }] };
    const { status, body: refused } = await service.call('POST', `/admin/v1/organizations/${orgId}/people`, body);
    judged.mockRestore();
    expect([status, refused.code]).toEqual([409, 'person.loginNameIsAddress']);
  });

  it.each([
    ['the userName', (at: 'name' | 'address') => at === 'name'],
    ['the address', (at: 'name' | 'address') => at === 'address'],
    ['both', () => true],
  ])('is refused once for a pair of which %s has changed since', async (_, isLate) => {
    const { no } = await service.get(Organizations).requireOrganization(orgId);
    const { owner, squatter } = await prepared();
    const database = service.get(Database);
    const sinceUs = service.get(Clock).nowUs();
    for (const [at, id] of [
      ['name', squatter],
      ['address', owner],
    ] as const) {
      const changedUs = sinceUs + (isLate(at) ? 1 : -1);
      await database.write('change', (tx) => tx.run('UPDATE users SET modified_us = ? WHERE id = ?', [changedUs, id]));
    }
    const found = await database.write('judge', (tx) => service.get(DomainNamesRepository).findChangedPairs(tx, no, domain, sinceUs, 5));
    expect(found).toMatchObject({ pairs: [{ nameId: squatter, otherId: owner }], total: 1 });
  });

  it('is compared page by page, also where many have one address', async () => {
    const local = freshName('shared');
    for (let at = 0; at < 7; at++) await createPerson(service, { emails: [{ value: `${local}@${domain}` }] }, orgId);
    const { id: squatter } = await createPerson(service, { userName: local }, orgId);
    const other = await prepared();
    const { query } = service.get(Database);
    for (const page of [1, 2, 3, 8, 9]) {
      const { pairs, total } = await service.get(DomainNamesRepository).findPairs(query, orgNo, domain, 9, page);
      expect([page, total, pairs.map(({ nameId }) => nameId).sort()]).toEqual([
        page,
        8,
        [...Array<string>(7).fill(squatter), other.squatter].sort(),
      ]);
    }
  });

  it('is compared by indexes alone, also of an organization of thousands', async () => {
    const database = service.get(Database);
    await database.write('seed', (tx) =>
      service.get(NewPeople).addIn(
        tx,
        Array.from({ length: 3_000 }, (_, at) => ({
          orgNo,
          editor: 'test',
          values: { ...emptyPerson(), userName: `u${at}`, emails: [{ value: `${at % 2 ? 'u' : 'v'}${at}@${domain}`, primary: true }] },
        })),
      ),
    );
    for (const sql of SERVER_URL ? ['ANALYZE TABLE users, user_values'] : [])
      await database.write('analyze', async (tx) => void (await tx.manager.query(sql)));
    const asked: Array<[sql: string, values: SqlValue[]]> = [];
    const plans = await database.write('explain', async (tx) => {
      const noting = new Proxy(tx, {
        get(target, name) {
          if (name !== 'rows' && name !== 'row') return Reflect.get(target, name, target) as unknown;
          return (sql: string, values: SqlValue[]) => {
            asked.push([sql, values]);
            return target[name](sql, values);
          };
        },
      }) as Transaction;
      const names = service.get(DomainNamesRepository);
      expect(await names.findPairs(noting, orgNo, domain, 5, 2_000)).toEqual({ pairs: [], total: 0 });
      expect(await names.findChangedPairs(noting, orgNo, domain, 0, 5)).toEqual({ pairs: [], total: 0 });
      return Promise.all(asked.map(async ([sql, values]) => JSON.stringify(await tx.manager.query(`${EXPLAIN} ${sql}`, values))));
    });
    expect(plans).toHaveLength(11);
    const [, page, , lastPage, , nameless, , byName, byAddress, byOtherName, ofOtherName] = plans;
    // With a second bound of the same side the embedded database reads on to the end of the domain, which no plan says.
    for (const [sql] of asked.slice(0, 4)) expect(sql.match(/AND v\.value_rev <=? \?/g)).toHaveLength(1);
    for (const plan of [page, lastPage]) expect(plan).toMatch(/user_values_by_end.*users_by_name_end/);
    expect(byName).toMatch(/users_by_modified.*user_values_by_end/);
    for (const plan of [byAddress, byOtherName, ofOtherName]) expect(plan).toMatch(/users_by_modified.*users_by_name_end/);
    expect(nameless).toMatch(/users_by_name_end.*users_by_name_end/);
    for (const plan of plans) expect(plan).not.toMatch(/SCAN [uvac]\b|"type":"(ALL|index)"/);
  });
});
