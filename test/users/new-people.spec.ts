import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STATEMENTS } from '../../src/common/observation/topics.js';
import { Database } from '../../src/common/database/database.js';
import { Organizations, type Organization } from '../../src/users/organizations/organizations.service.js';
import { NewPeople } from '../../src/users/directory/people/new-people.service.js';
import { People } from '../../src/users/directory/people/people.service.js';
import { PeopleSearch } from '../../src/users/directory/people/search/people-search.service.js';
import { emptyPerson } from '../../src/users/directory/people/person/person.js';
import { freshName } from '../support/people.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
let organization: Organization;
beforeAll(async () => {
  service = await sharedService();
  organization = await service.get(Organizations).requireOrganization(service.credentials.orgId);
});
afterAll(() => service.close());

const create: People['create'] = (...of) => service.get(People).create(...of);
const named = (userName: string) => ({ ...emptyPerson(), userName });
const add = (userName: string) => create(organization, named(userName), undefined, 'test');

/** The units of work in which these people were added. */
async function unitsOf(ids: readonly string[]): Promise<unknown[]> {
  const sql = `SELECT DISTINCT tx_no FROM events WHERE type_no = 1 AND aggregate_id IN (${ids.map(() => '?').join(', ')})`;
  return service.get(Database).query.rows(sql, [...ids]);
}

describe('people who are added at the same moment', () => {
  it('share units of work, and each is there with what belongs to it', async () => {
    const names = Array.from({ length: 45 }, () => freshName());
    // Without the queries that come before: they let some arrive later than the first unit starts.
    const addNow = (userName: string) => service.get(NewPeople).add({ orgNo: organization.no, values: named(userName), editor: 'test' });
    const people = await Promise.all(names.map(addNow));
    expect(people.map(({ userName }) => userName)).toEqual(names);
    expect(new Set(people.map(({ id }) => id)).size).toBe(45);
    expect(await unitsOf(people.map(({ id }) => id))).toHaveLength(3);
    for (const { id, userName } of people)
      expect(await service.get(People).requirePerson(organization, id)).toMatchObject({ userName, version: 1 });
  });

  it('take one statement for each table, however many they are', async () => {
    const sent: string[] = [];
    const end = STATEMENTS.listen(({ sql }) => void sent.push(/^INSERT INTO (users|user_values|events) /.exec(sql)?.[1] ?? ''));
    const values = () => ({ ...named(freshName()), emails: [{ value: `${freshName()}@example.com` }] });
    const people = Array.from({ length: 13 }, () => ({ orgNo: organization.no, values: values(), editor: 'test' }));
    await Promise.all(people.map((person) => service.get(NewPeople).add(person)));
    end();
    expect(sent.filter((table) => table !== '')).toEqual(['users', 'user_values', 'events']);
  });

  it('get an answer of their own: one name that is taken is refused to one', async () => {
    const taken = (await add(freshName())).userName;
    const names = [freshName(), taken, freshName(), freshName()];
    const outcomes = await Promise.allSettled([...names, names[3] as string].map(add));
    expect(outcomes.map(({ status }) => status).slice(0, 3)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    // Two want the same name: either gets it, never both.
    expect(outcomes.slice(3).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ kind: 'conflict', code: 'person.userNameTaken' });
  });

  it('do not suffer when what is done with one of them fails, and nothing of that one stays', async () => {
    const [good, bad] = [freshName(), freshName()];
    const fail = async () => {
      throw new Error('the mail server is on fire');
    };
    const [kept, lost] = await Promise.allSettled([add(good), create(organization, named(bad), undefined, 'test', fail)]);
    expect(kept.status).toBe('fulfilled');
    expect(lost).toMatchObject({ status: 'rejected', reason: { message: 'the mail server is on fire' } });
    expect(await service.get(People).findByNameOrEmail(organization, bad)).toBeUndefined();
    expect((await add(bad)).userName).toBe(bad);
  });

  it('count once each', async () => {
    const total = async () => (await service.get(PeopleSearch).searchPeople(organization.no, { domainNo: 0, offset: 0, limit: 0 })).total;
    const before = await total();
    const taken = (await add(freshName())).userName;
    await Promise.allSettled([add(freshName()), add(taken), add(freshName()), add(freshName())]);
    expect(await total()).toBe(before + 4);
  });
});

it('a new person keeps no spaces around texts, and is found by them on every engine', async () => {
  const name = freshName();
  const values = { ...named(` ${name} `), givenName: ` Ada${name} `, title: 'Countess\u00a0', employeeNumber: `${name}  ` };
  const { id } = await create(organization, values, undefined, 'test');
  expect(await service.get(People).requirePerson(organization, id)).toMatchObject({
    userName: name,
    givenName: `Ada${name}`,
    title: 'Countess',
    employeeNumber: name,
  });
  for (const [field, value] of [
    ['givenName', `ada${name}`],
    ['employeeNumber', name],
  ] as const) {
    const criteria = { kind: 'compare', field, op: 'eq', value, caseExact: false } as const;
    expect(
      (await service.get(PeopleSearch).searchPeople(organization.no, { criteria, offset: 0, limit: 10 })).people.map((person) => person.id),
    ).toEqual([id]);
  }
});
