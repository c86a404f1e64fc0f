// People by the admin API: added, read, changed and removed in plain JSON, by the rules that directories meet at SCIM.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPerson, eventsOf, freshName, patchOf, USER_URN, usersPath } from '../support/people.js';
import { createServiceUser } from '../support/service-users.js';
import { sharedService } from '../support/shared-service.js';
import type { CallOptions, TestService } from '../support/service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

let service: TestService;
let world: World;
let orgId: string;
let base: string;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());
beforeEach(async () => {
  world = await makeWorld(service);
  orgId = world.organization.id;
  base = `/admin/v1/organizations/${orgId}/people`;
});

const call = (method: string, path: string, body?: unknown, options?: CallOptions) => service.call(method, `${base}${path}`, body, options);

const ada = (more: Record<string, unknown> = {}) => {
  const userName = freshName('ada');
  return { userName, givenName: 'Ada', familyName: 'Lovelace', emails: [{ value: `${userName}@elsewhere.example` }], ...more };
};

describe('a person', () => {
  it('is added, and read back as it was described', async () => {
    const body = ada({
      displayName: 'Countess of Lovelace',
      preferredLanguage: 'en-gb',
      department: 'Engines',
      externalId: 'E-1',
      phoneNumbers: [{ value: '+44 (20) 1234-5', type: 'work', primary: true }],
      addresses: [{ locality: 'London', country: 'GB' }],
    });
    const made = await call('POST', '', body);
    expect(made.status).toBe(201);
    const { userId } = made.body;
    expect(made.headers.get('location')).toBe(`${base}/${userId}`);
    const read = await call('GET', `/${userId}`);
    expect([read.status, read.body]).toEqual([200, made.body]);
    expect(read.body).toEqual({
      userId,
      orgId,
      userName: body.userName,
      loginName: `${body.userName}@${world.organization.primaryDomain}`,
      state: 'active',
      locked: false,
      givenName: 'Ada',
      familyName: 'Lovelace',
      displayName: 'Countess of Lovelace',
      preferredLanguage: 'en-GB',
      department: 'Engines',
      externalId: 'E-1',
      emails: body.emails,
      phoneNumbers: [{ value: '+442012345', type: 'work', primary: true }],
      addresses: [{ locality: 'London', country: 'GB' }],
      password: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      modifiedAt: read.body.createdAt,
    });
    const scim = await service.call('GET', `${usersPath(service, orgId)}/${userId}`);
    expect(scim.body).toMatchObject({ userName: body.userName, displayName: 'Countess of Lovelace', externalId: 'E-1' });
    expect((await eventsOf(service, userId)).map(({ type }) => type)).toEqual(['user.human.added']);
  });

  it('may get a password to begin with, to be changed at the first sign-in', async () => {
    const { body } = await call('POST', '', ada({ password: PASSWORD, passwordChangeRequired: true }));
    expect(body.password).toEqual({ changedAt: body.createdAt, changeRequired: true });
    expect(JSON.stringify(body)).not.toContain(PASSWORD);
  });

  it.each([
    ['no userName', { userName: undefined }, 'body.invalid', 'userName'],
    ['a userName of nothing but spaces', { userName: '  ' }, 'person.invalid', 'userName'],
    ['no family name', { familyName: undefined }, 'body.invalid', 'familyName'],
    ['no e-mail address', { emails: [] }, 'body.invalid', 'emails'],
    ['an e-mail address that is none', { emails: [{ value: 'nobody' }] }, 'body.invalid', 'emails.0.value'],
    [
      'two primary e-mail addresses',
      { emails: ['a', 'b'].map((at) => ({ value: `${at}@b.example`, primary: true })) },
      'person.invalid',
      'emails',
    ],
    ['a phone number that is none', { phoneNumbers: [{ value: 'call me' }] }, 'body.invalid', 'phoneNumbers.0.value'],
    ['a language that is none', { preferredLanguage: 'klingonish!' }, 'body.invalid', 'preferredLanguage'],
    ['a time zone that is none', { timezone: 'Mars/Olympus' }, 'body.invalid', 'timezone'],
    ['a weak password', { password: 'weak' }, 'password.weak', 'password'],
    ['a member nobody knows', { shoeSize: 42 }, 'body.invalid', 'shoeSize'],
  ])('is not added with %s, and the answer names the member', async (_, more, code, field) => {
    const answer = await call('POST', '', ada(more));
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, code, field]);
  });

  it('has a website, a birth date and a gender, which null unsets and a dry run only judges', async () => {
    const values = { website: 'https://ada.example', birthdate: '1815-12-10', gender: 'female' };
    const made = await call('POST', '', ada(values));
    expect(made.body).toMatchObject(values);
    const at = `/${made.body.userId}`;
    expect(
      (await call('GET', '?limit=200')).body.people.find(({ userId }: { userId: string }) => userId === made.body.userId),
    ).toMatchObject(values);
    expect((await call('PATCH', `${at}?dryRun=true`, { birthdate: '0000-12-10' })).body).toMatchObject({ birthdate: '0000-12-10' });
    expect((await call('GET', at)).body).toMatchObject(values);
    const refused = await call('PATCH', at, { website: 'ftp://ada.example', birthdate: '1815-13-01', gender: 'x'.repeat(101) });
    expect([refused.status, refused.body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()]).toEqual([
      400,
      ['/birthdate', '/gender', '/website'],
    ]);
    const cleared = await call('PATCH', at, { website: null, birthdate: null, gender: null });
    expect(cleared.body).not.toMatchObject({ website: expect.anything() });
    expect(Object.keys((await call('GET', at)).body)).not.toEqual(expect.arrayContaining(['birthdate']));
  });

  it('is neither added nor changed with several faults, and the answer has them all, each with its place', async () => {
    const wrong = {
      userName: 'a\u200Bb',
      nickName: ' ',
      title: 'a\u0000b',
      emails: [
        { value: 'ada@a.example', primary: true },
        { value: 'ada@b.example', primary: true },
      ],
      password: 'weak',
    };
    const places = ['/userName', '/nickName', '/title', '/emails', '/password'];
    const added = await call('POST', '', ada(wrong));
    expect([added.status, added.body.code, added.body.field]).toEqual([400, 'person.invalid', 'userName']);
    expect(added.body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual(places.toSorted());
    const { userId } = (await call('POST', '', ada())).body;
    const { password: _, ...profile } = wrong;
    const changed = await call('PATCH', `/${userId}`, profile);
    expect(changed.body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual(places.slice(0, -1).toSorted());
    expect((await call('GET', `/${userId}`)).body.nickName).toBeUndefined();
    // SCIM names the first one only (RFC 7644 section 3.12 has one detail).
    const scim = await service.call('POST', usersPath(service, orgId), {
      schemas: [USER_URN],
      userName: wrong.userName,
      password: wrong.password,
      name: { givenName: 'Ada', familyName: 'L' },
      emails: [{ value: 'ada@a.example' }],
    });
    expect([scim.status, scim.body.scimType]).toEqual([400, 'invalidValue']);
    expect(scim.body.detail).toMatch(/^userName must have printable characters only, and at least one\.$/);
  });

  it('has a userName that nobody else of the organization has, whatever its case', async () => {
    const { userName } = (await call('POST', '', ada())).body;
    const other = (await call('POST', '', ada())).body;
    for (const answer of [
      await call('POST', '', ada({ userName: userName.toUpperCase() })),
      await call('PATCH', `/${other.userId}`, { userName: userName.toUpperCase() }),
    ])
      expect([answer.status, answer.body.code]).toEqual([409, 'person.userNameTaken']);
  });

  it('is changed in what the body names: null unsets, a list replaces the one there was', async () => {
    const { userId, emails } = (
      await call('POST', '', ada({ nickName: 'A.', title: 'Countess', phoneNumbers: [{ value: '+1' }, { value: '+2' }] }))
    ).body;
    const changed = await call('PATCH', `/${userId}`, { nickName: null, department: 'Engines', phoneNumbers: [{ value: '+3' }] });
    expect([changed.status, changed.body]).toMatchObject([
      200,
      { title: 'Countess', department: 'Engines', phoneNumbers: [{ value: '+3' }], emails },
    ]);
    expect(changed.body).not.toHaveProperty('nickName');
    expect((await call('GET', `/${userId}`)).body).toEqual(changed.body);
    expect((await eventsOf(service, userId)).map(({ type }) => type)).toEqual([
      'user.human.added',
      'user.human.phone.changed',
      'user.human.profile.changed',
    ]);
    expect((await call('PATCH', `/${userId}`, { phoneNumbers: null })).body.phoneNumbers).toEqual([]);
  });

  it('sent back as it was read stays as it is', async () => {
    const { userId, userName, givenName, familyName, emails } = (
      await call('POST', '', ada({ emails: [{ value: `ada@${world.organization.primaryDomain}` }] }))
    ).body;
    const before = [(await call('GET', `/${userId}`)).body, await eventsOf(service, userId)];
    expect(emails[0].verified).toBe(true);
    const changed = await call('PATCH', `/${userId}`, { userName, givenName, familyName, emails });
    expect([changed.body, await eventsOf(service, userId)]).toEqual(before);
  });

  it('has the lists it had when a directory changes something else, in whatever order the members came', async () => {
    const emails = [{ type: 'work', primary: true, value: 'ada@elsewhere.example' }];
    const phoneNumbers = [{ type: 'work', display: 'Desk', value: '+442012345' }];
    const addresses = [{ type: 'home', country: 'GB', locality: 'London' }];
    const { userId } = (await call('POST', '', ada({ emails, phoneNumbers, addresses }))).body;
    await service.call('PATCH', `${usersPath(service, orgId)}/${userId}`, patchOf({ op: 'replace', path: 'title', value: 'Countess' }));
    expect((await call('GET', `/${userId}`)).body).toMatchObject({ title: 'Countess', emails, phoneNumbers, addresses });
    expect((await eventsOf(service, userId)).map(({ type }) => type)).toEqual(['user.human.added', 'user.human.profile.changed']);
  });

  it('of a directory, sent back as it was read, stays as it is', async () => {
    const lists = {
      emails: [{ value: 'ada@elsewhere.example', display: 'Ada', type: 'work', primary: true }],
      phoneNumbers: [{ value: '+442012345', display: 'Desk', type: 'work', primary: true }],
      addresses: [{ formatted: 'London', locality: 'London', country: 'GB', type: 'home', primary: true }],
    };
    const { id } = await createPerson(service, lists, orgId);
    const before = (await call('GET', `/${id}`)).body;
    const { emails, phoneNumbers, addresses } = before;
    expect((await call('PATCH', `/${id}`, { emails, phoneNumbers, addresses })).body).toEqual(before);
    expect((await eventsOf(service, id)).map(({ type }) => type)).toEqual(['user.human.added']);
  });

  it('has the address verified by a change that names it, where its domain is the own one, and by no other', async () => {
    const change = (body: object) => service.call('PATCH', `${base}/${world.person.id}`, body);
    const [{ value }] = world.person.emails as [{ value: string }];
    expect((await change({ title: 'Boss' })).body.emails).toEqual([{ value, primary: true }]);
    await call('POST', `/${world.person.id}/_deactivate`);
    expect((await change({ title: 'Retired' })).body.emails).toEqual([{ value, primary: true }]);
    expect((await change({ emails: [{ value }] })).body.emails).toEqual([{ value, verified: true, verifiedBy: 'domain' }]);
  });

  it('cannot be said to have verified an address', async () => {
    const { userId, emails } = (await call('POST', '', ada({ emails: [{ value: 'a@elsewhere.example', verified: true }] }))).body;
    expect(emails).toEqual([{ value: 'a@elsewhere.example' }]);
    const changed = await call('PATCH', `/${userId}`, { emails: [{ value: 'a@elsewhere.example', verified: true }] });
    expect(changed.body.emails).toEqual([{ value: 'a@elsewhere.example' }]);
  });

  it.each([
    ['userName', { userName: null }],
    ['emails', { emails: null }],
    ['password', { password: PASSWORD }],
    ['state', { state: 'inactive' }],
  ])('has no %s changed by such a body', async (field, body) => {
    const { userId } = (await call('POST', '', ada())).body;
    const answer = await call('PATCH', `/${userId}`, body);
    expect([answer.status, answer.body.field]).toEqual([400, field]);
  });

  it('is changed and removed only as it was read, with If-Match', async () => {
    const { userId } = (await call('POST', '', ada())).body;
    const etag = (await call('GET', `/${userId}`)).headers.get('etag') ?? '';
    const headers = { 'if-match': etag };
    const changed = await call('PATCH', `/${userId}`, { title: 'Countess' }, { headers });
    expect(changed.status).toBe(200);
    for (const [method, action, body] of [
      ['PATCH', '', { title: 'Baroness' }],
      ['POST', '/_deactivate', undefined],
      ['POST', '/_lock', undefined],
      ['DELETE', '', undefined],
    ] as const) {
      const refused = await call(method, `/${userId}${action}`, body, { headers });
      expect([refused.status, refused.body.code]).toEqual([412, 'precondition.etag']);
    }
    expect((await call('GET', `/${userId}`)).body).toEqual(changed.body);
    const current = { 'if-match': changed.headers.get('etag') ?? '' };
    expect((await call('DELETE', `/${userId}`, undefined, { headers: current })).status).toBe(204);
  });

  it('is removed once', async () => {
    const { userId } = (await call('POST', '', ada())).body;
    expect((await call('DELETE', `/${userId}`)).status).toBe(204);
    for (const method of ['GET', 'DELETE']) expect((await call(method, `/${userId}`)).status).toBe(404);
    expect((await eventsOf(service, userId)).at(-1)?.type).toBe('user.removed');
  });
});

describe('a manager of users', () => {
  it('neither takes over nor removes somebody who may do more, but lets them go', async () => {
    const { userId } = (await call('POST', '', ada())).body;
    await service.call('POST', `/admin/v1/organizations/${orgId}/members`, { userId, role: 'ORG_OWNER' });
    const { token } = await createServiceUser(service, orgId, 'ORG_USER_MANAGER');
    await createServiceUser(service, orgId, 'ORG_OWNER');
    for (const [method, path, body] of [
      ['PATCH', '', { userName: freshName() }],
      ['PATCH', '', { emails: [{ value: 'mine@elsewhere.example' }] }],
      ['POST', '/_set-temporary-password', { password: PASSWORD }],
      ['POST', '/_unlock', undefined],
      ['POST', '/_require-password-change', undefined],
      ['DELETE', '', undefined],
    ] as const) {
      const answer = await call(method, `/${userId}${path}`, body, { token });
      expect([answer.status, answer.body.code]).toEqual([403, 'access.strongerUser']);
    }
    expect((await call('PATCH', `/${userId}`, { title: 'Owner' }, { token })).status).toBe(200);
    for (const action of ['_lock', '_deactivate'])
      expect((await call('POST', `/${userId}/${action}`, undefined, { token })).status).toBe(200);
    expect((await call('DELETE', `/${userId}`, undefined, { token })).body.code).toBe('access.strongerUser');
  });

  it('neither shuts out nor removes somebody with a role in the whole service', async () => {
    const { userId } = (await call('POST', '', ada())).body;
    await service.call('POST', '/admin/v1/members', { userId, role: 'IAM_OWNER_VIEWER' });
    const { token } = await createServiceUser(service, orgId, 'ORG_USER_MANAGER');
    for (const [method, path] of [
      ['POST', '/_lock'],
      ['POST', '/_deactivate'],
      ['DELETE', ''],
    ] as const)
      expect((await call(method, `/${userId}${path}`, undefined, { token })).body.code).toBe('access.strongerUser');
    expect((await call('GET', `/${userId}`)).body).toMatchObject({ state: 'active', locked: false });
  });
});

describe('a person of another organization', () => {
  it.each([
    ['GET', ''],
    ['PATCH', '', { title: 'Mine' }],
    ['DELETE', ''],
    ['GET', '/lock'],
    ['POST', '/_deactivate'],
    ['POST', '/_reactivate'],
    ['POST', '/_lock'],
    ['POST', '/_unlock'],
    ['POST', '/_set-temporary-password', { password: PASSWORD }],
  ])('does not exist for %s %s, and nothing happens to it', async (method, path, body?: unknown) => {
    const { person } = await makeWorld(service);
    const before = await eventsOf(service, person.id);
    const answer = await call(method, `/${person.id}${path}`, body);
    expect([answer.status, answer.body.code]).toEqual([404, 'person.notFound']);
    expect(await eventsOf(service, person.id)).toEqual(before);
  });
});
