import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, eventsOf, freshName, patchOf, scimUser, usersPath } from '../support/people.js';
import { startService, type TestService } from '../support/service.js';

const sample = (name: string) =>
  JSON.parse(readFileSync(`src/scim/protocol/samples/rfc7643-${name}.json`, 'utf8')) as Record<string, unknown>;
const FULL = sample('8.2-user-full');
const ENTERPRISE = sample('8.3-user-enterprise');

let service: TestService;
let users: string;
beforeAll(async () => {
  service = await startService();
  users = usersPath(service);
});
afterAll(() => service.close());

const find = (filter: string) => service.call('GET', `${users}?filter=${encodeURIComponent(filter)}`);

describe('create', () => {
  it('answers 201 with the resource, its place and its meta', async () => {
    const userName = freshName();
    const { status, body, headers } = await service.call('POST', users, scimUser(userName));
    expect(status).toBe(201);
    expect(headers.get('content-type')).toMatch(/^application\/scim\+json/);
    expect(headers.get('location')).toBe(body.meta.location);
    expect(body.meta).toMatchObject({
      resourceType: 'User',
      version: 'W/"1"',
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    });
    expect(body).toMatchObject({ userName, active: true, preferredLanguage: 'en', name: { formatted: 'Given Family' } });
    expect((await service.call('GET', new URL(body.meta.location).pathname)).body).toEqual(body);
  });

  it('keeps every attribute of the full example of RFC 7643 section 8.2', async () => {
    const userName = `${freshName()}@example.com`;
    const { status, body } = await service.call('POST', users, { ...FULL, userName, password: 'Correct-h0rse' });
    expect(status).toBe(201);
    const { body: read } = await service.call('GET', `${users}/${body.id}`);
    for (const name of [
      'name',
      'displayName',
      'nickName',
      'profileUrl',
      'emails',
      'addresses',
      'ims',
      'photos',
      'title',
      'preferredLanguage',
      'locale',
      'timezone',
      'active',
    ]) {
      expect(read[name], name).toEqual(FULL[name]);
    }
    expect(read.phoneNumbers.map(({ value }: { value: string }) => value)).toEqual(['5555555555', '5555554444']);
    expect(read).not.toHaveProperty('password');
    expect(read).not.toHaveProperty('userType');
    expect((await service.call('GET', `${users}/${body.id}?attributes=userType`)).body.userType).toBe('Employee');
  });

  it('leaves the event user.human.added, and user.deactivated for an inactive one', async () => {
    const { id, userName } = await createPerson(service, { displayName: 'Shown', active: false });
    expect(await eventsOf(service, id)).toEqual([
      {
        type: 'user.human.added',
        payload: expect.objectContaining({ userName, displayName: 'Shown', email: `${userName}@example.com` }),
        sequence: '1',
      },
      { type: 'user.deactivated', payload: {}, sequence: '1' },
    ]);
  });

  it('gives exactly one 201 when fifty come at once with the same userName in any case', async () => {
    const userName = freshName();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => service.call('POST', users, scimUser(i % 2 ? userName : userName.toUpperCase()))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ scimType: 'uniqueness', status: '409' });
    expect((await find(`userName eq "${userName}"`)).body.totalResults).toBe(1);
  });

  it('lets two organizations have the same userName', async () => {
    const { userName } = await createPerson(service);
    const { body } = await service.call('POST', '/admin/v1/organizations', { name: 'Other', primaryDomain: `${freshName('d')}.test` });
    expect((await service.call('POST', usersPath(service, body.orgId), scimUser(userName))).status).toBe(201);
  });

  it('refuses a weak password and names every broken rule', async () => {
    const { status, body } = await service.call('POST', users, scimUser(freshName(), { password: 'abc123' }));
    expect(status).toBe(400);
    expect(body).toMatchObject({
      scimType: 'invalidValue',
      detail: 'The password must have at least 12 characters. The password is one of the 100,000 most common ones.',
    });
  });
});

describe('list', () => {
  it('finds by each attribute of the table with eq', async () => {
    const person = await createPerson(service, { externalId: freshName('ext'), name: { givenName: 'Zoë', familyName: 'O’Neill' } });
    const { id, userName, meta, externalId } = person;
    const filters = [
      `userName eq "${userName.toUpperCase()}"`,
      `id eq "${id}"`,
      `externalId eq "${externalId}"`,
      `name.givenName eq "ZOË" and id eq "${id}"`,
      `name.familyName eq "o’neill" and id eq "${id}"`,
      `emails eq "${userName}@EXAMPLE.com"`,
      `emails.value eq "${userName}@example.com"`,
      `meta.created eq "${meta.created}"`,
      `meta.lastModified eq "${meta.lastModified}"`,
      `active eq true and userName eq "${userName}"`,
      `not (active eq false) and userName eq "${userName}"`,
      `userName eq "nobody" or userName eq "${userName}"`,
    ];
    for (const filter of filters) {
      const { body } = await find(filter);
      expect(
        body.Resources?.map((found: { id: string }) => found.id),
        filter,
      ).toEqual([id]);
      expect(body, filter).toMatchObject({ totalResults: 1, itemsPerPage: 1, startIndex: 1 });
    }
    expect((await find(`externalId eq "${externalId.toUpperCase()}"`)).body.totalResults).toBe(0);
  });

  it('finds whoever has a name that was given with spaces around it, so that no client creates the same again and again', async () => {
    const userName = freshName();
    const given = scimUser(` ${userName} `, { emails: [{ value: `${userName}@example.com ` }] });
    const { body } = await service.call('POST', users, given);
    expect(body).toMatchObject({ userName, emails: [{ value: `${userName}@example.com` }] });
    expect((await service.call('POST', users, given)).status).toBe(409);
    for (const filter of [
      `userName eq "${given.userName}"`,
      `emails.value eq "${userName}@example.com "`,
      `emails[value eq " ${userName}@example.com"]`,
    ])
      expect((await find(filter)).body.Resources, filter).toMatchObject([{ id: body.id }]);
  });

  it('answers nobody with 200 and an empty list', async () => {
    const { status, body } = await find('userName eq "nobody"');
    expect(status).toBe(200);
    expect(body).toMatchObject({ totalResults: 0, itemsPerPage: 0, Resources: [] });
  });

  it('pages, and counts without reading', async () => {
    const { orgId } = (await service.call('POST', '/admin/v1/organizations', { name: 'Paged', primaryDomain: `${freshName('d')}.test` }))
      .body;
    const names: string[] = [];
    for (let i = 0; i < 5; i++) names.push((await createPerson(service, {}, orgId)).userName);
    const page = async (query: string) => (await service.call('GET', `${usersPath(service, orgId)}?${query}`)).body;
    const seen: string[] = [];
    for (let start = 1; start <= 5; start += 2) {
      const { Resources, totalResults, startIndex } = await page(`startIndex=${start}&count=2`);
      expect({ totalResults, startIndex }).toEqual({ totalResults: 5, startIndex: start });
      seen.push(...Resources.map(({ userName }: { userName: string }) => userName));
    }
    expect(seen).toEqual(names);
    expect(await page('count=0')).toMatchObject({ totalResults: 5, itemsPerPage: 0, Resources: [] });
    expect(await page('startIndex=99')).toMatchObject({ totalResults: 5, itemsPerPage: 0 });
  });
});

describe('change', () => {
  it('deactivates and reactivates by PATCH, with an event each', async () => {
    const { id } = await createPerson(service);
    for (const value of [false, true]) {
      const { status, text } = await service.call('PATCH', `${users}/${id}`, patchOf({ op: 'replace', path: 'active', value }));
      expect({ status, text }).toEqual({ status: 204, text: '' });
      expect((await service.call('GET', `${users}/${id}`)).body.active).toBe(value);
    }
    expect((await eventsOf(service, id)).map(({ type }) => type)).toEqual(['user.human.added', 'user.deactivated', 'user.reactivated']);
  });

  it('writes nothing when nothing changes', async () => {
    const { id, meta } = await createPerson(service);
    await service.call('PATCH', `${users}/${id}`, patchOf({ op: 'replace', path: 'active', value: true }));
    expect((await service.call('GET', `${users}/${id}`)).body.meta).toEqual(meta);
    expect(await eventsOf(service, id)).toHaveLength(1);
  });

  it('changes names, mails and texts at once, and finds the person by the new ones only', async () => {
    const { id, userName } = await createPerson(service, { title: 'Old' });
    const renamed = freshName();
    await service.call(
      'PATCH',
      `${users}/${id}`,
      patchOf(
        { op: 'Replace', value: { userName: renamed, 'name.familyName': 'Changed' } },
        { op: 'Add', path: 'emails[type eq "work"].value', value: `${renamed}@work.example` },
        { op: 'Remove', path: 'title' },
      ),
    );
    const { body } = await service.call('GET', `${users}/${id}`);
    expect(body).toMatchObject({ userName: renamed, name: { familyName: 'Changed' } });
    expect(body).not.toHaveProperty('title');
    expect((await find(`userName eq "${userName}"`)).body.totalResults).toBe(0);
    expect((await find(`emails.value eq "${renamed}@work.example"`)).body.totalResults).toBe(1);
    expect((await eventsOf(service, id)).map(({ type }) => type)).toEqual([
      'user.human.added',
      'user.username.changed',
      'user.human.email.changed',
      'user.human.profile.changed',
    ]);
  });

  it('is all or nothing', async () => {
    const before = await createPerson(service);
    const answer = await service.call(
      'PATCH',
      `${users}/${before.id}`,
      patchOf({ op: 'replace', path: 'title', value: 'New' }, { op: 'replace', path: 'emails[type eq "home"]', value: { value: 'x@y.z' } }),
    );
    expect(answer).toMatchObject({ status: 400, body: { scimType: 'noTarget' } });
    expect((await service.call('GET', `${users}/${before.id}`)).body).toEqual(before);
  });

  it('refuses a userName that somebody else has', async () => {
    const [one, other] = [await createPerson(service), await createPerson(service)];
    const answer = await service.call('PATCH', `${users}/${one.id}`, patchOf({ op: 'replace', path: 'userName', value: other.userName }));
    expect(answer).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } });
  });

  it('keeps both changes when two patches of one person come at once', async () => {
    const { id } = await createPerson(service);
    const fields = ['title', 'nickName', 'locale', 'timezone'];
    const values: Record<string, string> = { title: 'T', nickName: 'N', locale: 'de-CH', timezone: 'Europe/Zurich' };
    const answers = await Promise.all(
      fields.map((path) => service.call('PATCH', `${users}/${id}`, patchOf({ op: 'add', path, value: values[path] }))),
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect((await service.call('GET', `${users}/${id}`)).body).toMatchObject(values);
  });

  it('replaces by PUT: what is not sent goes, the state and the password stay', async () => {
    const { id, userName } = await createPerson(service, { title: 'Old', active: false, roles: [{ value: 'r' }] });
    const { status, body } = await service.call('PUT', `${users}/${id}`, scimUser(userName, { nickName: 'New' }));
    expect(status).toBe(200);
    expect(body).toMatchObject({ nickName: 'New', active: false });
    expect(body).not.toHaveProperty('title');
    expect(body).not.toHaveProperty('roles');
  });

  it('takes back what it answered, and nothing changes, also what it did not show', async () => {
    const { formatted, ...name } = ENTERPRISE['name'] as Record<string, string>;
    for (const names of [{ ...name, formatted }, name]) {
      const created = await service.call('POST', users, {
        ...ENTERPRISE,
        // That of the RFC has eleven characters.
        password: 'Correct-Horse-7',
        name: names,
        userName: freshName(),
        externalId: freshName(),
      });
      const address = `${users}/${created.body.id}`;
      const { body: read } = await service.call('GET', address);
      for (const back of [read, created.body, { ...read, UserType: 'Employee' }]) {
        expect(await service.call('PUT', address, back)).toMatchObject({ status: 200, body: read });
        await service.call('PATCH', address, patchOf({ op: 'replace', value: back }));
        expect((await service.call('GET', address)).body).toEqual(read);
      }
      expect((await service.call('GET', `${address}?attributes=userType`)).body.userType).toBe('Employee');
      expect(await eventsOf(service, read.id)).toHaveLength(1);
    }
  });

  it('takes away by PUT what is null or blank, also what it does not show', async () => {
    for (const userType of [null, '']) {
      const { id, userName } = await createPerson(service, { userType: 'Employee' });
      await service.call('PUT', `${users}/${id}`, scimUser(userName, { userType }));
      expect((await service.call('GET', `${users}/${id}?attributes=userType`)).body).not.toHaveProperty('userType');
    }
  });

  it('composes the whole name anew when a client sends back the old one with another family name', async () => {
    const { id, name, ...read } = await createPerson(service, { name: { givenName: 'Ada', familyName: 'Byron' } });
    expect(name.formatted).toBe('Ada Byron');
    const renamed = { ...name, familyName: 'King' };
    const { body } = await service.call('PUT', `${users}/${id}`, { ...read, name: renamed });
    expect(body.name).toEqual({ givenName: 'Ada', familyName: 'King', formatted: 'Ada King' });
    await service.call(
      'PATCH',
      `${users}/${id}`,
      patchOf({ op: 'replace', path: 'name', value: { ...body.name, familyName: 'Lovelace' } }),
    );
    const own = { ...body.name, familyName: 'Lovelace', formatted: 'Countess Ada' };
    expect((await service.call('GET', `${users}/${id}`)).body.name.formatted).toBe('Ada Lovelace');
    expect((await service.call('PUT', `${users}/${id}`, { ...read, name: own })).body.name).toEqual(own);
    expect((await service.call('PUT', `${users}/${id}`, { ...read, name: own })).body.name).toEqual(own);
  });
});

describe('the event of a new person', () => {
  it('names the primary address and the primary phone', async () => {
    const { id } = await createPerson(service, {
      emails: [{ value: 'second@example.com' }, { value: 'first@example.com', primary: true }],
      phoneNumbers: [{ value: '+412' }, { value: '+411', primary: true }],
    });
    const { body } = await service.call('POST', '/admin/v1/events/_search', { aggregateId: id });
    expect(body.events[0].payload).toMatchObject({ email: 'first@example.com', phone: '+411' });
  });
});

describe('delete', () => {
  it('takes every role away, with an event each', async () => {
    const { id } = await createPerson(service);
    const { orgId } = service.credentials;
    for (const role of ['ORG_OWNER_VIEWER', 'ORG_USER_MANAGER'])
      expect((await service.call('POST', `/admin/v1/organizations/${orgId}/members`, { userId: id, role })).status).toBe(201);
    expect((await service.call('POST', '/admin/v1/members', { userId: id, role: 'IAM_OWNER_VIEWER' })).status).toBe(201);
    expect((await service.call('DELETE', `${users}/${id}`)).status).toBe(204);
    const { body } = await service.call('POST', '/admin/v1/events/_search', {
      eventTypes: ['org.member.removed', 'instance.member.removed', 'user.removed'],
      limit: 4,
    });
    const about = body.events.map(({ type, aggregate, payload }: Record<string, Record<string, unknown>>) => [
      type?.['type'],
      aggregate?.['id'],
      payload?.['role'],
    ]);
    expect(about).toHaveLength(4);
    expect(about).toEqual(
      expect.arrayContaining([
        ['org.member.removed', orgId, 'ORG_OWNER_VIEWER'],
        ['org.member.removed', orgId, 'ORG_USER_MANAGER'],
        ['instance.member.removed', 'instance', 'IAM_OWNER_VIEWER'],
        ['user.removed', id, undefined],
      ]),
    );
  });

  it('removes for good: 204, then 404; the userName is free, the id is not', async () => {
    const { id, userName } = await createPerson(service);
    expect((await service.call('DELETE', `${users}/${id}`)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) expect((await service.call(method, `${users}/${id}`)).status).toBe(404);
    expect((await service.call('POST', users, scimUser(userName))).status).toBe(201);
    const again = await service.call('POST', '/admin/v1/import', {
      dataOrgs: {
        orgs: [
          {
            orgId: service.credentials.orgId,
            humanUsers: [
              { userId: id, user: { userName: freshName(), profile: { firstName: 'A', lastName: 'B' }, email: { email: 'a@b.c' } } },
            ],
          },
        ],
      },
    });
    expect(again.body.errors.map(({ type, id: of }: { type: string; id: string }) => [type, of])).toContainEqual(['human_user', id]);
  });
});
