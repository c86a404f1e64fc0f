// What a tolerant dialect leaves out because it can't be stored: the rest of the request is done, and the log, the answer and the connection name it.
// On SQLite alone: values are read before a query is sent.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/scim/protocol/wire/limits.js';
import { createOrganization, freshName, patchOf, scimUser, USER_URN } from '../support/people.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const PERSONAL_DATA = 'urn:ietf:params:scim:schemas:extension:gatehouse:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const WARNING = 'urn:ietf:params:scim:api:gatehouse:messages:2.0:Warning';
const LONG = 'x'.repeat(3_000);

let service: TestService;
let orgId: string;
beforeAll(async () => {
  service = await sharedService();
  orgId = await createOrganization(service);
});
afterAll(() => service.close());

async function connect(preset = 'entra', switches = {}) {
  const sent = { name: freshName('directory'), preset, switches };
  const { body } = await service.call('POST', `/admin/v1/organizations/${orgId}/connections`, sent);
  const call = (method: string, path: string, sent?: unknown) =>
    service.call(method, `/scim/v2/${orgId}${path}`, sent, { token: body.token });
  return { call, connectionId: body.connectionId as string };
}

async function logOf(callerId: string) {
  const { body } = await service.call('POST', `/admin/v1/organizations/${orgId}/provisioning/_search`, { callerId });
  return body.entries as Array<Record<string, unknown>>;
}

const omissionsOf = async (connectionId: string) =>
  (await service.call('GET', `/admin/v1/organizations/${orgId}/connections/${connectionId}/omissions`)).body.omissions;

/** Values that no column takes, by the path of a PATCH. `attribute` and `kind` are what the log says of it. */
const UNSTORABLE = [
  ['a phone that is no number', 'phoneNumbers[type eq "work"].value', 'n/a', 'phoneNumbers.value', 'phone number'],
  ['a time zone that is none', 'timezone', 'Mars/Olympus', 'timezone', 'time zone'],
  ['a web address without a scheme', 'profileUrl', 'www.example.com', 'profileUrl', 'URL'],
  ['a website that is a script', `${PERSONAL_DATA}:website`, 'javascript:alert(1)', `${PERSONAL_DATA}:website`, 'URL'],
  ['a birth date that does not exist', `${PERSONAL_DATA}:birthdate`, '1990-02-30', `${PERSONAL_DATA}:birthdate`, 'birth date'],
  ['a locale that is none', 'locale', 'not a locale', 'locale', 'language tag'],
  ['a title that is too long', 'title', LONG, 'title', 'text'],
  ['a title of another type', 'title', 5, 'title', 'text'],
  ['an object that is a number', 'name', 5, 'name', 'object'],
  ['a list that is a text', 'phoneNumbers', 'x', 'phoneNumbers', 'list'],
  ['a department that is too long', `${ENTERPRISE}:department`, LONG, `${ENTERPRISE}:department`, 'text'],
  ['a manager whose id is too long', `${ENTERPRISE}:manager`, { value: LONG }, `${ENTERPRISE}:manager.value`, 'text'],
  ['an attribute of another extension', 'urn:example:2.0:User:shoe', 44, 'urn:example:2.0:User:shoe', 'unknown attribute'],
  ['an unknown attribute of an extension', `${ENTERPRISE}:shoe`, 44, `${ENTERPRISE}:shoe`, 'unknown attribute'],
  ['an address line that is too long', 'addresses[type eq "work"].locality', LONG, 'addresses.locality', 'text'],
  ['an e-mail address that is none', 'emails[type eq "home"].value', 'nobody', 'emails.value', 'e-mail address'],
  ['a type that is too long', 'phoneNumbers[type eq "work"].type', LONG, 'phoneNumbers.type', 'text'],
  ['a flag that is none', 'phoneNumbers[type eq "work"].primary', 'maybe', 'phoneNumbers.primary', 'boolean'],
  ['a certificate that is no base64', 'x509Certificates', [{ value: '%' }], 'x509Certificates.value', 'base64'],
] as const;

describe.each(['entra', 'okta', 'default'])('with the preset %s', (preset) => {
  it.each([
    ['urn:ietf:params:scim:schemas:core:2.0:User', { active: false }],
    ['urn:ietf:params:scim:schemas:core:2.0:User.active', false],
    ['urn:scim:schemas:core:1.0:active', false],
  ])('a misspelt path of the core schema is refused, not left out: %s', async (path, value) => {
    const { call } = await connect(preset);
    const { id } = (await call('POST', '/Users', scimUser(freshName()))).body;
    expect((await call('PATCH', `/Users/${id}`, patchOf({ op: 'Replace', path, value }))).status).toBe(400);
    expect((await call('GET', `/Users/${id}`)).body).toMatchObject({ active: true });
  });

  it('a filter of a path does not get into the log', async () => {
    const { call, connectionId } = await connect(preset);
    const { id } = (await call('POST', '/Users', scimUser(freshName()))).body;
    const path = `emails[value eq "anna@private.example" and type eq "${'x'.repeat(300)}"].display`;
    await call('PATCH', `/Users/${id}`, patchOf({ op: 'Replace', path, value: 'x' }));
    const entries = await logOf(connectionId);
    expect(entries.some(({ operation }) => operation === 'patch')).toBe(true);
    expect(JSON.stringify(entries)).not.toContain('private.example');
  });

  it.each(UNSTORABLE)('%s stops no deactivation, with a path or without', async (_, path, value, attribute, kind) => {
    const { call, connectionId } = await connect(preset);
    const withPath = [
      { op: 'Add', path, value },
      { op: 'Replace', path: 'active', value: 'False' },
    ];
    for (const operations of [withPath, [{ op: 'Replace', value: { [path]: value, active: false } }]]) {
      const { id } = (await call('POST', '/Users', scimUser(freshName()))).body;
      const answer = await call('PATCH', `/Users/${id}`, patchOf(...operations));
      expect([answer.status, answer.text]).toEqual([204, '']);
      const after = (await call('GET', `/Users/${id}`)).body;
      expect(after).toMatchObject({ active: false, emails: [{ primary: true }] });
      for (const name of ['title', 'timezone', 'locale', 'profileUrl', 'phoneNumbers', 'x509Certificates', 'addresses'])
        expect(after).not.toHaveProperty(name);
      const [entry] = await logOf(connectionId).then((entries) => entries.filter(({ operation }) => operation === 'patch'));
      expect(entry).toMatchObject({ status: 204, changed: ['active'], omitted: [{ attribute, kind }] });
      expect((entry?.omitted as object[] | undefined)?.map((one) => Object.keys(one))).toEqual([
        ['attribute', 'kind', 'reasonId', 'reason'],
      ]);
    }
  });

  it.each([
    [{ shoe: 44 }, 'shoe'],
    [{ actve: false }, 'actve'],
    [{ 'shoe[type eq "left"].size': 44 }, 'shoe'],
    [{ 'name.nick': 'Ada' }, 'name.nick'],
    [{ name: { givenName: 'Ada', nick: 'Ada' } }, 'name.nick'],
    [{ name: { 'nick[value eq "ada@example.com"]': 'Ada' } }, 'name.nick'],
    [{ [USER_URN]: { shoe: 44 } }, 'shoe'],
    [{ [USER_URN]: 44 }, USER_URN],
    [{ [`${USER_URN}.title`]: 'x' }, `${USER_URN}.title`],
    [{ 'urn:scim:schemas:core:1.0:title': 'x' }, 'urn:scim:schemas:core:1.0:title'],
    [{ [ENTERPRISE]: { manager: { value: 'm', shoe: 44 } } }, `${ENTERPRISE}:manager.shoe`],
  ])('an unknown member of a value without a path is named: %j', async (unknown, attribute) => {
    const { call, connectionId } = await connect(preset);
    const { id } = (await call('POST', '/Users', scimUser(freshName()))).body;
    const value = { id, schemas: [USER_URN], ...unknown, nickName: 'A' };
    expect((await call('PATCH', `/Users/${id}`, patchOf({ op: 'replace', value }))).status).toBe(204);
    expect((await call('GET', `/Users/${id}`)).body.nickName).toBe('A');
    const [entry] = (await logOf(connectionId)).filter(({ operation }) => operation === 'patch');
    expect(entry?.omitted).toMatchObject([{ attribute, kind: 'unknown attribute' }]);
  });

  it('an object under the URN of the schema stands for its members', async () => {
    const { call, connectionId } = await connect(preset);
    const { id } = (await call('POST', '/Users', scimUser(freshName()))).body;
    const value = { name: { givenName: 'Ada' }, [USER_URN.toUpperCase()]: { active: false, 'name.familyName': 'Lovelace' } };
    expect((await call('PATCH', `/Users/${id}`, patchOf({ op: 'replace', value }))).status).toBe(204);
    const changed = { active: false, name: { givenName: 'Ada', familyName: 'Lovelace' } };
    expect((await call('GET', `/Users/${id}`)).body).toMatchObject(changed);
    const [entry] = (await logOf(connectionId)).filter(({ operation }) => operation === 'patch');
    expect(entry?.omitted).toEqual([]);
  });

  it('of very many unknown members, a hundred are named', async () => {
    const { call } = await connect(preset);
    const { id } = (await call('POST', '/Users', scimUser(freshName()))).body;
    const operations = [0, 1, 2].map((of) => ({
      op: 'add',
      value: Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`unknown${of}x${at}`, at])),
    }));
    const { body } = await call('PATCH', `/Users/${id}?attributes=id`, patchOf(...operations));
    expect(body[WARNING].omitted).toHaveLength(100);
  });

  it.each([{ path: ENTERPRISE, value: { shoe: 44, division: 'North' } }, { value: { [ENTERPRISE]: { shoe: 44, division: 'North' } } }])(
    'an unknown member in the value of an extension is named: %j',
    async (operation) => {
      const { call, connectionId } = await connect(preset);
      const { id } = (await call('POST', '/Users', scimUser(freshName()))).body;
      expect((await call('PATCH', `/Users/${id}`, patchOf({ op: 'add', ...operation }))).status).toBe(204);
      expect((await call('GET', `/Users/${id}`)).body[ENTERPRISE]).toEqual({ division: 'North' });
      const [entry] = (await logOf(connectionId)).filter(({ operation }) => operation === 'patch');
      expect(entry?.omitted).toMatchObject([{ attribute: `${ENTERPRISE}:shoe`, kind: 'unknown attribute' }]);
    },
  );

  it('an unknown extension stops no deactivation where members of a value are attribute names', async () => {
    const { call, connectionId } = await connect(preset, { memberPaths: false });
    const { id } = (await call('POST', '/Users', scimUser(freshName()))).body;
    const value = { 'urn:example:2.0:User': { shoe: 44 }, active: false };
    expect((await call('PATCH', `/Users/${id}`, patchOf({ op: 'replace', value }))).status).toBe(204);
    expect((await call('GET', `/Users/${id}`)).body.active).toBe(false);
    const [entry] = (await logOf(connectionId)).filter(({ operation }) => operation === 'patch');
    expect(entry?.omitted).toMatchObject([{ attribute: 'urn:example:2.0:User', kind: 'unknown attribute' }]);
  });

  it('leaves what it cannot store as it was, in a PATCH and in a PUT', async () => {
    const { call } = await connect(preset);
    const body = scimUser(freshName(), { title: 'Guide', timezone: 'Europe/Oslo', phoneNumbers: [{ value: '+4711', type: 'work' }] });
    const { id } = (await call('POST', '/Users', body)).body;
    const kept = { title: 'Guide', timezone: 'Europe/Oslo', phoneNumbers: [{ value: '+4711', type: 'work' }] };
    const bad = { title: LONG, timezone: 'Mars', phoneNumbers: [{ value: 'n/a', type: 'work' }], emails: [{ value: 'nobody' }] };
    await call('PATCH', `/Users/${id}`, patchOf({ op: 'replace', value: { ...bad, nickName: 'A' } }));
    expect((await call('GET', `/Users/${id}`)).body).toMatchObject({ ...kept, nickName: 'A', emails: [{ primary: true }] });
    const put = await call('PUT', `/Users/${id}`, { ...body, ...bad, active: false });
    expect(put.status).toBe(200);
    expect(put.body).toMatchObject({ ...kept, active: false, emails: [{ primary: true }] });
    expect(put.body[WARNING].omitted).toHaveLength(4);
  });

  it('leaves a list as it was, its primary element included, if more elements are added than are stored', async () => {
    const { call } = await connect(preset);
    const roles = Array.from({ length: LIMITS.listElements }, (_, at) => ({ value: `r${at}`, ...(at === 0 && { primary: true }) }));
    const { id } = (await call('POST', '/Users', scimUser(freshName(), { roles }))).body;
    for (const operation of [
      {
        op: 'Add',
        path: 'roles',
        value: [
          { value: 'r1', display: 'changed' },
          { value: 'one more', primary: true },
        ],
      },
      { op: 'Add', path: 'roles[value eq "one more"].primary', value: true },
    ]) {
      expect((await call('PATCH', `/Users/${id}`, patchOf(operation, { op: 'Replace', path: 'nickName', value: 'A' }))).status).toBe(204);
      expect((await call('GET', `/Users/${id}`)).body).toMatchObject({ roles, nickName: 'A' });
    }
  });

  it('does not keep a role that the directory takes away because another one cannot be stored', async () => {
    const { call } = await connect(preset);
    const body = scimUser(freshName(), { roles: [{ value: 'administrator' }] });
    const { id } = (await call('POST', '/Users', body)).body;
    const roles = [{ value: 'guest' }, { value: 5 }];
    expect((await call('PUT', `/Users/${id}`, { ...body, roles })).body.roles).toEqual([{ value: 'guest' }]);
    await call('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'roles', value: [{ value: 'reader' }, { value: 5 }] }));
    expect((await call('GET', `/Users/${id}`)).body.roles).toEqual([{ value: 'reader' }]);
  });
});

describe('a POST and a PUT', () => {
  it('keep the elements that can be stored and warn of the others', async () => {
    const { call, connectionId } = await connect();
    const phoneNumbers = [{ value: 'n/a' }, { value: '+4711' }, { value: '+4712', type: LONG }];
    const created = await call('POST', '/Users', scimUser(freshName(), { phoneNumbers, profileUrl: 'www.example.com' }));
    expect(created.status).toBe(201);
    expect(created.body.phoneNumbers).toEqual([{ value: '+4711' }, { value: '+4712' }]);
    expect(created.body.schemas).toEqual([USER_URN, WARNING]);
    expect(created.body[WARNING]).toEqual({
      omitted: [
        { attribute: 'profileUrl', path: 'profileUrl', kind: 'URL', id: 'SCIM-VALUE-FORMAT', message: expect.stringContaining('http') },
        {
          attribute: 'phoneNumbers.value',
          path: 'phoneNumbers[0].value',
          kind: 'phone number',
          id: 'SCIM-VALUE-FORMAT',
          message: expect.stringContaining('phone number'),
        },
        {
          attribute: 'phoneNumbers.type',
          path: 'phoneNumbers[2].type',
          kind: 'text',
          id: 'SCIM-VALUE-SIZE',
          message: expect.stringContaining('100'),
        },
      ],
    });
    expect((await call('GET', `/Users/${created.body.id}`)).body).not.toHaveProperty([WARNING]);
    const [, entry] = (await logOf(connectionId)).filter(({ operation }) => operation !== 'list');
    expect(entry).toMatchObject({ operation: 'create', resourceType: 'User', status: 201 });
    expect(entry?.omitted).toEqual([
      { attribute: 'profileUrl', kind: 'URL', reasonId: 'SCIM-VALUE-FORMAT', reason: expect.stringMatching(/\w/) },
      { attribute: 'phoneNumbers.value', kind: 'phone number', reasonId: 'SCIM-VALUE-FORMAT', reason: expect.stringMatching(/\w/) },
      { attribute: 'phoneNumbers.type', kind: 'text', reasonId: 'SCIM-VALUE-SIZE', reason: expect.stringMatching(/\w/) },
    ]);
  });

  it('have no warning where there is nothing to warn of', async () => {
    const { call } = await connect();
    const { body } = await call('POST', '/Users', scimUser(freshName()));
    expect(body.schemas).toEqual([USER_URN]);
    expect(body).not.toHaveProperty([WARNING]);
  });

  it('mark the first of several primary elements', async () => {
    const { call } = await connect();
    const roles = [
      { value: 'a', primary: true },
      { value: 'b', primary: true },
    ];
    const { body } = await call('POST', '/Users', scimUser(freshName(), { roles }));
    expect(body.roles).toEqual([{ value: 'a', primary: true }, { value: 'b' }]);
    expect(body[WARNING].omitted).toMatchObject([{ attribute: 'roles', kind: 'list', id: 'SCIM-VALUE-PRIMARY' }]);
  });

  it.each([
    ['a userName', { userName: LONG }],
    ['an externalId', { externalId: LONG }],
    ['active', { active: 'perhaps' }],
    ['a password', { password: 5 }],
  ])('are refused for %s that cannot be stored', async (_, more) => {
    const { call } = await connect();
    expect((await call('POST', '/Users', scimUser(freshName(), more))).status).toBe(400);
    const { id } = (await call('POST', '/Users', scimUser(freshName()))).body;
    const [[path, value]] = Object.entries(more) as [[string, unknown]];
    expect((await call('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path, value }))).status).toBe(400);
  });

  it('are refused for a required attribute, with the reason of its value', async () => {
    const { call, connectionId } = await connect('default');
    const refused = await call('POST', '/Users', scimUser(freshName(), { emails: [{ value: 'nobody' }] }));
    expect([refused.status, refused.body.detail]).toEqual([400, expect.stringMatching(/^emails\[0\]\.value must be an e-mail address/)]);
    expect(await logOf(connectionId)).toMatchObject([{ status: 400, resourceType: 'User', attribute: 'emails.value' }]);
  });
});

describe('the preset strict', () => {
  it.each(UNSTORABLE)('refuses %s, and deactivates nobody', async (_, path, value) => {
    const { call, connectionId } = await connect('strict');
    const { id } = (await call('POST', '/Users', scimUser(freshName()))).body;
    const operations = [
      { op: 'add', path, value },
      { op: 'replace', path: 'active', value: false },
    ];
    expect((await call('PATCH', `/Users/${id}`, patchOf(...operations))).status).toBe(400);
    expect((await call('GET', `/Users/${id}`)).body.active).toBe(true);
    expect(await omissionsOf(connectionId)).toEqual([]);
  });
});

describe('a group', () => {
  it('is made without what cannot be stored, and never without its members', async () => {
    const { call } = await connect();
    const { id } = (await call('POST', '/Users', scimUser(freshName()))).body;
    const displayName = freshName('group');
    const made = await call('POST', '/Groups', { schemas: [GROUP], displayName, members: [{ value: id }] });
    const patch = patchOf(
      { op: 'Add', path: 'urn:example:2.0:Group:room', value: '4' },
      { op: 'Remove', path: 'members', value: [{ value: id }] },
    );
    expect((await call('PATCH', `/Groups/${made.body.id}`, patch)).status).toBe(204);
    expect((await call('GET', `/Groups/${made.body.id}`)).body.members).toEqual([]);
    const refused = await call('PATCH', `/Groups/${made.body.id}`, patchOf({ op: 'Add', path: 'members', value: [{ value: 5 }] }));
    expect(refused.status).toBe(400);
  });
});

describe('a bulk request', () => {
  it('leaves out of each operation what cannot be stored, and says so in its result', async () => {
    const { call, connectionId } = await connect();
    const { id } = (await call('POST', '/Users', scimUser(freshName()))).body;
    const { body } = await call('POST', '/Bulk', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
      Operations: [
        { method: 'POST', path: '/Users', bulkId: 'a', data: scimUser(freshName(), { timezone: 'Mars' }) },
        {
          method: 'PATCH',
          path: `/Users/${id}`,
          data: patchOf({ op: 'replace', value: { active: false, title: LONG } }),
        },
        { method: 'POST', path: '/Users', bulkId: 'b', data: scimUser(freshName()) },
      ],
    });
    expect(body.Operations.map(({ status }: { status: string }) => status)).toEqual(['201', '204', '201']);
    expect(body.Operations[0].response[WARNING].omitted).toMatchObject([{ attribute: 'timezone' }]);
    expect(body.Operations[1].response[WARNING].omitted).toMatchObject([{ attribute: 'title' }]);
    expect(body.Operations[2]).not.toHaveProperty('response');
    expect((await call('GET', `/Users/${id}`)).body.active).toBe(false);
    expect((await logOf(connectionId)).flatMap(({ omitted }) => omitted)).toHaveLength(2);
  });

  it('names what the create and the PATCH that closes a circle left out, both in the result of the create', async () => {
    const { call } = await connect();
    const create = (bulkId: string, manager: string, more: object = {}) => ({
      method: 'POST',
      path: '/Users',
      bulkId,
      data: scimUser(freshName(), { [ENTERPRISE]: { manager: { value: `bulkId:${manager}` }, department: LONG }, ...more }),
    });
    const { body } = await call('POST', '/Bulk', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'],
      Operations: [create('a', 'b', { title: LONG }), create('b', 'a')],
    });
    expect(body.Operations.map(({ status }: { status: string }) => status)).toEqual(['201', '201']);
    const responses = body.Operations.map(
      ({ response }: { response: Record<string, { omitted: Array<{ attribute: string }> }> }) => response,
    );
    expect(responses).toMatchObject([{ schemas: [WARNING] }, { schemas: [WARNING] }]);
    const omitted = responses.map((response: (typeof responses)[number]) =>
      response[WARNING].omitted.map(({ attribute }: { attribute: string }) => attribute),
    );
    expect(omitted).toEqual([['title', `${ENTERPRISE}:department`], [`${ENTERPRISE}:department`]]);
  });
});

describe('a connection', () => {
  it('counts what could not be stored, one for each person and attribute, until it is mended', async () => {
    const { call, connectionId } = await connect();
    const bad = { phoneNumbers: [{ value: 'n/a' }, { value: '-' }] };
    const ids: string[] = [];
    for (let at = 0; at < 3; at++) ids.push((await call('POST', '/Users', scimUser(freshName(), at < 2 ? bad : { title: LONG }))).body.id);
    // Sent again: still the same value of the same person.
    await call('PATCH', `/Users/${ids[0]}`, patchOf({ op: 'add', path: 'phoneNumbers', value: [{ value: 'n/a' }] }));
    const counted = (attribute: string, kind: string, count: number) => ({ attribute, kind, count, lastAt: expect.stringMatching(/^20/) });
    expect(await omissionsOf(connectionId)).toMatchObject([counted('phoneNumbers.value', 'phone number', 2), counted('title', 'text', 1)]);
    await call('PATCH', `/Users/${ids[0]}`, patchOf({ op: 'replace', path: 'phoneNumbers', value: [{ value: '+4711' }] }));
    await call('PUT', `/Users/${ids[2]}`, scimUser(freshName()));
    expect(await omissionsOf(connectionId)).toMatchObject([counted('phoneNumbers.value', 'phone number', 1)]);
    await call('DELETE', `/Users/${ids[1]}`);
    expect(await omissionsOf(connectionId)).toEqual([]);
  });
});

describe('phone numbers', () => {
  it.each([
    ['+1 425 555 0100 ext 7', '+14255550100;ext=7'],
    ['+1 425 555 0100 x7', '+14255550100;ext=7'],
    ['+1 (425) 555-0100 Ext. 007', '+14255550100;ext=007'],
    ['tel:+1-555-555-5678;ext=5678', '+15555555678;ext=5678'],
    ['5555 extension 12', '5555;ext=12'],
    ['+15555555678#9', '+15555555678;ext=9'],
  ])('keep the extension of %s (RFC 3966 section 5.3), in every preset', async (sent, stored) => {
    for (const preset of ['entra', 'strict']) {
      const { call } = await connect(preset);
      const { status, body } = await call('POST', '/Users', scimUser(freshName(), { phoneNumbers: [{ value: sent }] }));
      expect([status, body.phoneNumbers]).toEqual([201, [{ value: stored }]]);
      const filter = encodeURIComponent(`id eq "${body.id}" and phoneNumbers.value eq "${sent}"`);
      expect((await call('GET', `/Users?filter=${filter}`)).body.totalResults).toBe(1);
    }
  });
});

describe('a Windows time zone', () => {
  it('is stored by its IANA name, except by strict', async () => {
    const { call } = await connect();
    const { body } = await call('POST', '/Users', scimUser(freshName(), { timezone: 'W. Europe Standard Time' }));
    expect(body.timezone).toBe('Europe/Berlin');
    expect(body).not.toHaveProperty([WARNING]);
    const strict = await connect('strict');
    expect((await strict.call('POST', '/Users', scimUser(freshName(), { timezone: 'W. Europe Standard Time' }))).status).toBe(400);
  });
});
