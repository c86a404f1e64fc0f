// Bulk requests (RFC 7644 section 3.7): order, references, failures, limits.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceUser } from '../support/service-users.js';
import { createPerson, DETAIL_URN, eventsOf, freshName, patchOf, scimUser, usersPath } from '../support/people.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

const BULK_URN = 'urn:ietf:params:scim:api:messages:2.0:BulkRequest';

let service: TestService;
let base: string;
let users: string;
beforeAll(async () => {
  service = await sharedService();
  users = usersPath(service);
  base = users.replace(/\/Users$/, '');
});
afterAll(() => service.close());

const bulk = (operations: unknown[], more: Record<string, unknown> = {}, token?: string) =>
  service.call('POST', `${base}/Bulk`, { schemas: [BULK_URN], Operations: operations, ...more }, token ? { token } : {});
const post = (bulkId: string, more: Record<string, unknown> = {}) => ({
  method: 'POST',
  path: '/Users',
  bulkId,
  data: scimUser(freshName(), more),
});
const idOf = (operation: { location: string }) => operation.location.slice(operation.location.lastIndexOf('/') + 1);
const statuses = (answer: { body: { Operations: Array<{ status: string }> } }) => answer.body.Operations.map(({ status }) => status);
const read = async (id: string) => (await service.call('GET', `${users}/${id}`)).body;

describe('a bulk request', () => {
  it('runs every method, in order, and says for each what became of it', async () => {
    const { id } = await createPerson(service);
    const gone = await createPerson(service);
    const { status, body, headers } = await bulk([
      post('new'),
      { method: 'PATCH', path: `/Users/${id}`, data: patchOf({ op: 'replace', path: 'active', value: false }) },
      { method: 'PUT', path: `/Users/${id}`, data: scimUser(freshName(), { title: 'Put' }), version: '*' },
      { method: 'DELETE', path: `/Users/${gone.id}` },
    ]);
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringMatching(/^application\/scim\+json/)]);
    expect(body.schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:BulkResponse']);
    expect(body.Operations).toEqual([
      { method: 'POST', bulkId: 'new', location: expect.stringContaining(`${users}/`), version: 'W/"1"', status: '201' },
      { method: 'PATCH', location: expect.stringContaining(id), version: 'W/"2"', status: '204' },
      { method: 'PUT', location: expect.stringContaining(id), version: expect.stringMatching(/^W/), status: '200' },
      { method: 'DELETE', location: expect.stringContaining(gone.id), status: '204' },
    ]);
    expect(await read(id)).toMatchObject({ title: 'Put', active: false });
    expect((await service.call('GET', `${users}/${gone.id}`)).status).toBe(404);
  });

  it('puts a failure into its own operation, with the error in it, and goes on', async () => {
    const { id } = await createPerson(service);
    const { status, body } = await bulk([
      { method: 'POST', path: '/Users', bulkId: 'bad', data: { schemas: [] } },
      { method: 'PATCH', path: `/Users/${id}`, data: patchOf({ op: 'replace', path: 'shoeSize', value: 1 }) },
      { method: 'DELETE', path: '/Users/nobody' },
      post('good'),
    ]);
    expect(status).toBe(200);
    const [bad, patched, unknown, good] = body.Operations;
    expect(bad).toMatchObject({ status: '400', bulkId: 'bad', response: { scimType: 'invalidSyntax', status: '400' } });
    expect(bad).not.toHaveProperty('location');
    expect(patched).toMatchObject({ status: '400', location: expect.stringContaining(id), response: { scimType: 'invalidPath' } });
    expect(unknown).toMatchObject({ status: '404', response: { [DETAIL_URN]: { id: 'person.notFound' } } });
    expect(good).not.toHaveProperty('response');
    expect(good.status).toBe('201');
  });

  it('stops after so many failures as failOnErrors says; what was not run is not in the answer', async () => {
    const bad = { method: 'DELETE', path: '/Users/nobody' };
    expect(statuses(await bulk([bad, post('a'), bad, post('b')], { failOnErrors: 2 }))).toEqual(['404', '201', '404']);
    expect(statuses(await bulk([bad, post('a')], { failOnErrors: 1 }))).toEqual(['404']);
    expect(statuses(await bulk([bad, post('a'), bad], { failOnErrors: 3 }))).toEqual(['404', '201', '404']);
  });

  it('knows a bulkId in a path and inside of data, whatever the case of its prefix', async () => {
    const answer = await bulk([
      post('Boss'),
      post('b', { nickName: 'BulkId:Boss' }),
      { method: 'PATCH', path: '/Users/bulkid:Boss', data: patchOf({ op: 'add', path: 'title', value: 'Boss' }) },
    ]);
    expect(statuses(answer)).toEqual(['201', '201', '204']);
    const [boss, other] = answer.body.Operations.map(idOf);
    expect(await read(boss)).toMatchObject({ title: 'Boss' });
    expect(await read(other)).toMatchObject({ nickName: boss });
  });

  it('lets an operation wait for a bulkId that comes later, and keeps its place in the answer', async () => {
    const answer = await bulk([
      { method: 'PATCH', path: '/Users/bulkId:later', data: patchOf({ op: 'add', path: 'title', value: 'Waited' }) },
      post('early', { nickName: 'bulkId:later' }),
      post('later'),
    ]);
    expect(answer.body.Operations.map(({ method, status }: Record<string, string>) => [method, status])).toEqual([
      ['PATCH', '204'],
      ['POST', '201'],
      ['POST', '201'],
    ]);
    const [, early, later] = answer.body.Operations.map(idOf);
    expect(await read(later)).toMatchObject({ title: 'Waited' });
    expect(await read(early)).toMatchObject({ nickName: later });
  });

  it('says which version each resource has then', async () => {
    const { id } = await createPerson(service);
    const answer = await bulk([
      post('a', { nickName: 'bulkId:b' }),
      post('b', { nickName: 'bulkId:a' }),
      { method: 'PATCH', path: `/Users/${id}`, data: patchOf({ op: 'replace', path: 'title', value: 'x' }) },
      { method: 'DELETE', path: `/Users/${id}` },
    ]);
    const [a, b, patched, removed] = answer.body.Operations;
    for (const one of [a, b]) expect(one.version).toBe((await read(idOf(one))).meta.version);
    expect(patched.version).toBe('W/"2"');
    expect(removed).not.toHaveProperty('version');
  });

  it('makes a circle by creating and patching', async () => {
    const answer = await bulk([post('a', { nickName: 'bulkId:b' }), post('b', { nickName: 'bulkId:a' })]);
    expect(statuses(answer)).toEqual(['201', '201']);
    const [a, b] = answer.body.Operations.map(idOf);
    expect([(await read(a)).nickName, (await read(b)).nickName]).toEqual([b, a]);
  });

  describe('with groups that are members of each other', () => {
    const group = (bulkId: string, ...members: string[]) => ({
      method: 'POST',
      path: '/Groups',
      bulkId,
      data: {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
        displayName: freshName(bulkId),
        members: members.map((name) => ({ value: `bulkId:${name}` })),
      },
    });
    const countOf = async (operations: ReturnType<typeof group>[]) => {
      const filter = operations.map(({ data }) => `displayName eq "${data.displayName}"`).join(' or ');
      const path = `/scim/v2/${service.credentials.orgId}/Groups?filter=${encodeURIComponent(filter)}`;
      return (await service.call('GET', path)).body.totalResults as number;
    };

    it.each([
      ['two', () => [group('a', 'b'), group('b', 'a')], ['409', '409']],
      ['one in itself', () => [group('a', 'a')], ['409']],
      ['three', () => [group('a', 'b'), group('b', 'c'), group('c', 'a')], ['409', '409', '409']],
      ['two, and one above them', () => [group('a', 'b'), group('b', 'a'), group('c', 'a')], ['409', '409', '400']],
      ['two, and one above them that comes first', () => [group('c', 'a'), group('a', 'b'), group('b', 'a')], ['400', '409', '409']],
    ])('makes none of %s, and nothing without its members', async (_, make, expected) => {
      const operations = make();
      const answer = await bulk([...operations, post('x')]);
      expect(statuses(answer)).toEqual([...expected, '201']);
      expect(answer.body.Operations[0].response[DETAIL_URN].id).toMatch(/SCIM-BULK-(CIRCLE|REFERENCE)/);
      expect(await countOf(operations)).toBe(0);
    });

    it('counts them for failOnErrors where they stand', async () => {
      expect(statuses(await bulk([group('a', 'b'), post('x'), group('b', 'a')], { failOnErrors: 1 }))).toEqual(['409']);
      expect(statuses(await bulk([post('x'), group('a', 'b'), group('b', 'a'), post('y')], { failOnErrors: 2 }))).toEqual([
        '201',
        '409',
        '409',
      ]);
    });

    it('makes groups inside each other that are no circle, in whatever order', async () => {
      const operations = [group('a', 'b', 'c'), group('b', 'c'), group('c')];
      expect(statuses(await bulk(operations))).toEqual(['201', '201', '201']);
      expect(await countOf(operations)).toBe(3);
    });
  });

  it('closes a circle where its last operation stands, all of it or nothing, before what refers to it', async () => {
    const circle = [post('a', { nickName: 'bulkId:b' }), post('b', { nickName: 'bulkId:a', emails: [{ value: 'nobody' }] })];
    const after = post('d');
    const answer = await bulk([...circle, post('c', { nickName: 'bulkId:a' }), after], { failOnErrors: 2 });
    expect(statuses(answer)).toEqual(['409', '400']);
    const found = await service.call('GET', `${users}?filter=${encodeURIComponent(`userName eq "${after.data.userName}"`)}`);
    expect(found.body.totalResults).toBe(0);
  });

  it('answers 409 for a circle through a required attribute', async () => {
    const circle = [post('a', { userName: 'bulkId:b' }), post('b', { userName: 'bulkId:a' })];
    expect(statuses(await bulk(circle))).toEqual(['409', expect.stringMatching(/4\d\d/)]);
  });

  it('says of an operation that lacks more than what its circle leaves out what else it lacks', async () => {
    const { body } = await bulk([post('a', { userName: 'bulkId:b', emails: undefined }), post('b', { nickName: 'bulkId:a' })]);
    expect([body.Operations[0].status, body.Operations[0].response.detail]).toEqual(['400', 'emails is required and must have a value.']);
  });

  it.each([
    ['a wrong value', { emails: [{ value: 'nobody' }] }],
    ['a required attribute that is missing', { userName: undefined }],
  ])('answers what is wrong with an operation of a circle as it does outside of one: %s', async (_, wrong) => {
    const alone = (await bulk([post('a', wrong)])).body.Operations[0];
    const { body } = await bulk([post('a', { ...wrong, nickName: 'bulkId:b' }), post('b', { nickName: 'bulkId:a' })]);
    expect(body.Operations[0]).toEqual(alone);
    expect(body.Operations[1].response[DETAIL_URN].id).toBe('SCIM-BULK-REFERENCE');
  });

  it('leaves nobody behind of a circle that cannot be closed, and tells the log of each step', async () => {
    const operator = await createServiceUser(service, service.credentials.orgId, 'ORG_USER_MANAGER');
    // The second cannot be made: its e-mail is none.
    const circle = [post('a', { nickName: 'bulkId:b' }), post('b', { nickName: 'bulkId:a', emails: [{ value: 'nobody' }] })];
    const answer = await bulk([...circle, post('c', { nickName: 'bulkId:a' })], {}, operator.token);
    expect(statuses(answer).slice(0, 2)).toEqual(['409', '400']);
    expect(answer.body.Operations[0]).not.toHaveProperty('location');
    for (const { data } of circle) {
      const found = await service.call('GET', `${users}?filter=${encodeURIComponent(`userName eq "${data.userName}"`)}`);
      expect(found.body.totalResults).toBe(0);
    }
    const log = await service.call('POST', '/admin/v1/provisioning/_search', { callerId: operator.userId });
    const steps = log.body.entries.map(({ operation, status, targetId }: Record<string, unknown>) => [operation, status, targetId]);
    const [, , made] = steps.find(([operation, , id]: unknown[]) => operation === 'delete' && id);
    expect(steps.filter(([, , id]: unknown[]) => id === made).reverse()).toEqual([
      ['create', 201, made],
      ['delete', 204, made],
      ['patch', 409, made],
    ]);
  });

  it('tells the log of the patch that closes a circle as one', async () => {
    const operator = await createServiceUser(service, service.credentials.orgId, 'ORG_USER_MANAGER');
    await bulk([post('a', { nickName: 'bulkId:b' }), post('b', { nickName: 'bulkId:a' })], {}, operator.token);
    const { body } = await service.call('POST', '/admin/v1/provisioning/_search', { callerId: operator.userId });
    const steps = body.entries.map(({ operation, status }: Record<string, unknown>) => [operation, status]);
    expect(steps.reverse()).toEqual([
      ['create', 201],
      ['create', 201],
      ['patch', 204],
    ]);
  });

  it('refuses a reference to a bulkId that two creates have, instead of taking one of them, and does everything else', async () => {
    const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
    const answer = await bulk([
      { method: 'PATCH', path: '/Users/bulkId:twice', data: patchOf({ op: 'replace', path: 'title', value: 'x' }) },
      post('twice'),
      post('twice'),
      post('other', { [enterprise]: { manager: { value: 'bulkId:twice' } } }),
      post('once'),
      { method: 'DELETE', path: '/Users/bulkId:once' },
    ]);
    expect(statuses(answer)).toEqual(['400', '201', '201', '400', '201', '204']);
    expect(answer.body.Operations[3].response[DETAIL_URN].message).toBe('bulkId:twice is used by more than one operation of this request.');
  });

  it('refuses a reference to nothing, and to what could not be created, as that operation only', async () => {
    const answer = await bulk([
      { method: 'DELETE', path: '/Users/bulkId:nobody' },
      { method: 'POST', path: '/Users', bulkId: 'bad', data: {} },
      post('needs', { nickName: 'bulkId:bad' }),
      post('fine'),
    ]);
    expect(statuses(answer)).toEqual(['400', '400', '400', '201']);
    expect(answer.body.Operations[2].response).toMatchObject({ scimType: 'invalidValue', [DETAIL_URN]: { id: 'SCIM-BULK-REFERENCE' } });
  });

  it.each([
    ['an unknown method', { method: 'GET', path: '/Users' }, 'invalidSyntax'],
    ['a method in lower case', { method: 'post', path: '/Users' }, 'invalidSyntax'],
    ['a path without a slash', { method: 'POST', path: 'Users' }, 'invalidPath'],
    ['an unknown resource', { method: 'POST', path: '/Boats' }, 'invalidPath'],
    ['too long a path', { method: 'PATCH', path: '/Users/a/b' }, 'invalidPath'],
    ['a POST with an id', { method: 'POST', path: '/Users/a' }, 'invalidPath'],
    ['a PUT without an id', { method: 'PUT', path: '/Users' }, 'invalidPath'],
    ['a PATCH without an id', { method: 'PATCH', path: '/Users' }, 'invalidPath'],
    ['a DELETE without an id', { method: 'DELETE', path: '/Users/' }, 'invalidPath'],
    ['no path', { method: 'DELETE' }, 'invalidPath'],
    ['no data', { method: 'POST', path: '/Users' }, 'invalidSyntax'],
  ])('refuses %s in that operation', async (_, operation, scimType) => {
    const answer = await bulk([operation]);
    expect([answer.status, answer.body.Operations]).toEqual([
      200,
      [{ method: operation.method, status: '400', response: expect.objectContaining({ scimType, status: '400' }), ...located(answer) }],
    ]);
  });

  it.each([
    ['no operations', { Operations: undefined }, 400],
    ['an operation that is no object', { Operations: ['x'] }, 400],
    ['101 operations', { Operations: Array.from({ length: 101 }, () => ({ method: 'DELETE', path: '/Users/x' })) }, 413],
    ['another schema', { schemas: ['urn:x'] }, 400],
    ['a failOnErrors that is no number', { failOnErrors: 'many' }, 400],
    ['a failOnErrors of none', { failOnErrors: 0 }, 400],
    ['more than 1,000,000 bytes', { filler: 'x'.repeat(1_000_000) }, 413],
  ])('is refused as a whole with %s', async (_, more, status) => {
    const answer = await bulk([post('x')], more);
    expect([answer.status, answer.body.status]).toEqual([status, String(status)]);
  });

  it('takes 100 operations, and keeps one userName in any case to one of them, the first', async () => {
    const userName = freshName();
    const operations = Array.from({ length: 100 }, (_, i) =>
      i < 98 ? post(`n${i}`) : { ...post(`n${i}`), data: scimUser(i === 98 ? userName : userName.toUpperCase()) },
    );
    const answer = await bulk(operations);
    expect(statuses(answer)).toEqual([...Array.from({ length: 99 }, () => '201'), '409']);
    expect(answer.body.Operations.map(({ bulkId }: { bulkId: string }) => bulkId)).toEqual(operations.map(({ bulkId }) => bulkId));
  });

  it('does what order asks for: a userName is free again for the create after a delete', async () => {
    const { id, userName } = await createPerson(service);
    const again = { method: 'POST', path: '/Users', data: scimUser(userName) };
    expect(statuses(await bulk([again, { method: 'DELETE', path: `/Users/${id}` }, again]))).toEqual(['409', '204', '201']);
  });

  it('leaves the events that single requests leave', async () => {
    const answer = await bulk([
      post('a'),
      { method: 'PATCH', path: '/Users/bulkId:a', data: patchOf({ op: 'replace', path: 'active', value: false }) },
    ]);
    const types = (await eventsOf(service, idOf(answer.body.Operations[0]))).map(({ type }) => type);
    expect(types).toEqual(['user.human.added', 'user.deactivated']);
  });

  it('asks for the permission of each operation, and is closed to readers', async () => {
    const viewer = await createServiceUser(service, service.credentials.orgId, 'ORG_OWNER_VIEWER');
    expect((await bulk([post('x')], {}, viewer.token)).status).toBe(403);
    const manager = await createServiceUser(service, service.credentials.orgId, 'ORG_USER_MANAGER');
    const operation = {
      method: 'PATCH',
      path: `/Users/${service.credentials.admin.userId}`,
      data: patchOf({ op: 'replace', path: 'password', value: 'Tak3-over-now!' }),
    };
    const answer = await bulk([operation, post('y')], {}, manager.token);
    expect(statuses(answer)).toEqual(['403', '201']);
  });
});

/** An operation that names a user tells where it would be. */
function located(answer: { body: { Operations: Array<{ location?: string }> } }) {
  const location = answer.body.Operations[0]?.location;
  return location === undefined ? {} : { location };
}
