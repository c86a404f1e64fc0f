// Bad input gets a SCIM error, whatever part of the service refuses it.
// On SQLite alone: it is about the form of answers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServiceUser } from '../support/service-users.js';
import { createOrganization, createPerson, DETAIL_URN, ERROR_URN, freshName, patchOf, scimUser, usersPath } from '../support/people.js';
import type { Answer, CallOptions, TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';

let service: TestService;
let users: string;
let outsider: string;
let viewer: string;
let manager: string;
beforeAll(async () => {
  service = await sharedService();
  users = usersPath(service);
  const { orgId } = service.credentials;
  outsider = (await createServiceUser(service, await createOrganization(service), 'ORG_OWNER')).token;
  viewer = (await createServiceUser(service, orgId, 'ORG_OWNER_VIEWER')).token;
  manager = (await createServiceUser(service, orgId, 'ORG_USER_MANAGER')).token;
});
afterAll(() => service.close());

/** Nothing of the inside: no token, no stack, no path, no SQL. */
const INSIDE = /gpat_|\\n\s+at |node_modules|SELECT|users_/;

function expectScimError(answer: Answer, status: number, scimType?: string): void {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/scim+json');
  expect(answer.body).toMatchObject({
    schemas: [ERROR_URN, DETAIL_URN],
    status: String(status),
    detail: expect.stringMatching(/\w+/),
    [DETAIL_URN]: { id: expect.stringMatching(/\w/), message: expect.stringMatching(/\w/) },
  });
  expect(answer.body.scimType).toBe(scimType);
  expect(answer.text).not.toMatch(INSIDE);
}

type Row = [
  name: string,
  request: () => [method: string, path: string, body?: unknown, options?: CallOptions],
  status: number,
  scimType?: string,
];

const ROWS: Row[] = [
  ['no token', () => ['GET', users, undefined, { token: null }], 401],
  ['a token nobody gave', () => ['GET', users, undefined, { token: 'x'.repeat(40) }], 401],
  ['another scheme', () => ['GET', users, undefined, { token: null, headers: { authorization: 'Basic eDp5' } }], 401],
  ['a caller without membership', () => ['GET', users, undefined, { token: outsider }], 404],
  ['a caller without the permission', () => ['POST', users, scimUser(freshName()), { token: viewer }], 403],
  ['an unknown organization', () => ['GET', usersPath(service, 'nowhere')], 404],
  ['an unknown user', () => ['GET', `${users}/nobody`], 404],
  ['a service user', () => ['GET', `${users}/${service.credentials.serviceUser.userId}`], 404],
  ['an unknown route', () => ['GET', '/scim/v2/x/Nothing/at/all'], 404],
  ['a method that is not there', () => ['POST', `${users}/some-id`, {}], 405],
  ['malformed JSON', () => ['POST', users, '{"schemas":'], 400, 'invalidSyntax'],
  ['no body', () => ['POST', users], 400, 'invalidSyntax'],
  ['a list as body', () => ['POST', users, []], 400, 'invalidSyntax'],
  ['no schemas', () => ['POST', users, { userName: 'x' }], 400, 'invalidSyntax'],
  ['another media type', () => ['POST', users, 'userName=x', { type: 'application/x-www-form-urlencoded' }], 415],
  [
    'bytes that are no UTF-8',
    () => ['POST', users, new Blob([new Uint8Array([0x7b, 0xe4, 0x7d])]), { type: 'application/scim+json; charset=latin1' }],
    415,
  ],
  ['malformed JSON of a stranger', () => ['POST', users, '{"schemas":', { token: null }], 401],
  ['too large a body of a stranger', () => ['PUT', `${users}/x`, 'x'.repeat(1_000_001), { token: 'x'.repeat(40) }], 401],
  ['a body over 1,000,000 bytes', () => ['POST', users, scimUser(freshName(), { title: 'x'.repeat(1_000_001) })], 413],
  ['no userName', () => ['POST', users, scimUser('')], 400, 'invalidValue'],
  ['no e-mail', () => ['POST', users, scimUser(freshName(), { emails: [] })], 400, 'invalidValue'],
  ['no name', () => ['POST', users, scimUser(freshName(), { name: undefined })], 400, 'invalidValue'],
  ['a text where a list belongs', () => ['POST', users, scimUser(freshName(), { emails: 'a@b.c' })], 400, 'invalidValue'],
  ['a control character', () => ['POST', users, scimUser('a\u0000b')], 400, 'invalidValue'],
  ['a userName whose folded key is too long', () => ['POST', users, scimUser('\uFDFA'.repeat(100))], 400, 'invalidValue'],
  ['an overlong userName', () => ['POST', users, scimUser('x'.repeat(5000))], 400, 'invalidValue'],
  ['a filter that does not parse', () => ['GET', `${users}?filter=userName%20eq`], 400, 'invalidFilter'],
  ['a filter on an unknown attribute', () => ['GET', `${users}?filter=shoeSize%20eq%20%2242%22`], 400, 'invalidFilter'],
  ['an unknown operator', () => ['GET', `${users}?filter=userName%20xx%20%22a%22`], 400, 'invalidFilter'],
  ['an operator that does not fit the attribute', () => ['GET', `${users}?filter=active%20co%20%22a%22`], 400, 'invalidFilter'],
  ['a count that is no number', () => ['GET', `${users}?count=many`], 400, 'invalidValue'],
  [
    'an unknown PATCH path',
    () => ['PATCH', `${users}/${person}`, patchOf({ op: 'replace', path: 'shoeSize', value: 1 })],
    400,
    'invalidPath',
  ],
  [
    'a PATCH of a read-only attribute',
    () => ['PATCH', `${users}/${person}`, patchOf({ op: 'replace', path: 'id', value: 'x' })],
    400,
    'mutability',
  ],
  [
    'a PATCH whose one value has more members than a PATCH has operations',
    () => [
      'PATCH',
      `${users}/${person}`,
      patchOf({
        op: 'replace',
        value: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`emails[value ne "${i}"].display`, 'x'])),
      }),
    ],
    413,
  ],
  ['an invisible character in userName', () => ['POST', users, scimUser('a\u202eb')], 400, 'invalidValue'],
  ['a remove without path', () => ['PATCH', `${users}/${person}`, patchOf({ op: 'remove' })], 400, 'noTarget'],
  [
    'a PATCH that removes a required attribute',
    () => ['PATCH', `${users}/${person}`, patchOf({ op: 'remove', path: 'userName' })],
    400,
    'mutability',
  ],
  [
    'a change of a stronger user',
    () => [
      'PATCH',
      `${users}/${service.credentials.admin.userId}`,
      patchOf({ op: 'replace', path: 'password', value: 'Tak3-over-now!' }),
      { token: manager },
    ],
    403,
  ],
  ['a deletion of a stronger user', () => ['DELETE', `${users}/${service.credentials.admin.userId}`, undefined, { token: manager }], 403],
];

let person: string;
beforeAll(async () => {
  person = (await createPerson(service)).id;
});

/** RFC 9728 section 5.1. */
const METADATA = () => `resource_metadata="${service.url}/.well-known/oauth-protected-resource/scim/v2"`;

describe('a SCIM request with', () => {
  it.each(ROWS)('%s is refused in the SCIM envelope', async (_, request, status, scimType) => {
    const [method, path, body, options] = request();
    expectScimError(await service.call(method, path, body, options), status, scimType);
  });

  it('no token is told how to authenticate, and a bad token that it is bad', async () => {
    expect((await service.call('GET', users, undefined, { token: null })).headers.get('www-authenticate')).toBe(`Bearer ${METADATA()}`);
    expect((await service.call('GET', users, undefined, { token: 'bad' })).headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", ${METADATA()}`,
    );
  });

  it('a bad body leaves nobody behind', async () => {
    const before = (await service.call('GET', `${users}?count=0`)).body.totalResults;
    await service.call('POST', users, scimUser(freshName(), { externalId: 'x'.repeat(5000) }));
    await service.call('POST', users, scimUser(freshName(), { password: 'weak' }));
    expect((await service.call('GET', `${users}?count=0`)).body.totalResults).toBe(before);
  });
});

describe('another organization', () => {
  it('does not exist for those who are not in it: same answer as for one that is nowhere', async () => {
    const path = (orgId: string) => `${usersPath(service, orgId)}/${person}`;
    const foreign = await service.call('GET', path(service.credentials.orgId), undefined, { token: outsider });
    const nowhere = await service.call('GET', path('nowhere'), undefined, { token: outsider });
    expect(foreign.text).toBe(nowhere.text);
  });

  it('has nobody of this one, not even for those who may see both', async () => {
    const other = usersPath(service, await createOrganization(service));
    for (const method of ['GET', 'DELETE']) expect((await service.call(method, `${other}/${person}`)).status).toBe(404);
    expect((await service.call('PATCH', `${other}/${person}`, patchOf({ op: 'replace', path: 'active', value: false }))).status).toBe(404);
    expect((await service.call('GET', `${other}?filter=${encodeURIComponent(`id eq "${person}"`)}`)).body.totalResults).toBe(0);
    expect((await service.call('GET', `${users}/${person}`)).body.active).toBe(true);
  });
});

describe('the discovery documents', () => {
  it('need no token', async () => {
    const base = `/scim/v2/${service.credentials.orgId}`;
    for (const path of [
      'ServiceProviderConfig',
      'Schemas',
      'ResourceTypes',
      'ResourceTypes/User',
      'Schemas/urn:ietf:params:scim:schemas:core:2.0:User',
    ]) {
      const { status, headers } = await service.call('GET', `${base}/${path}`, undefined, { token: null });
      expect(status, path).toBe(200);
      expect(headers.get('content-type'), path).toMatch(/^application\/scim\+json/);
    }
    expectScimError(await service.call('GET', `${base}/Schemas/urn:none`, undefined, { token: null }), 404);
  });
});

describe('the media type', () => {
  it('has no parameters in answers', async () => {
    const base = users.replace('/Users', '');
    for (const path of ['/Users', '/Schemas', '/ServiceProviderConfig'])
      expect((await service.call('GET', base + path)).headers.get('content-type')).toBe('application/scim+json');
    expect((await service.call('POST', users, scimUser(freshName()))).headers.get('content-type')).toBe('application/scim+json');
  });

  it.each(['latin1', 'us-ascii', 'windows-1252'])('may name the charset %s in a body of UTF-8', async (charset) => {
    const answer = await service.call('POST', users, scimUser(freshName(), { title: 'Größe' }), {
      type: `application/scim+json; charset=${charset}`,
    });
    expect([answer.status, answer.body.title]).toEqual([201, 'Größe']);
  });
});
