// Members that no class and no schema knows: names that mean something to JavaScript are refused, or ignored, as any other.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, freshName, patchOf, scimUser, usersPath } from '../support/people.js';
import { startService, type Answer, type TestService } from '../support/service.js';

let service: TestService;
let org: string;
let user: string;
let userId: string;
beforeAll(async () => {
  service = await startService();
  org = `/admin/v1/organizations/${service.credentials.orgId}`;
  userId = (await createPerson(service)).id;
  user = `${usersPath(service)}/${userId}`;
});
afterAll(() => service.close());

const NAMES = [...Object.getOwnPropertyNames(Object.prototype), 'prototype'];

/** A JSON object with one member more; an object literal would take some of the names for something else. */
const withMember = (body: object, name: string): string =>
  JSON.stringify(body).replace(/\}$/, `${Object.keys(body).length > 0 ? ',' : ''}"${name}":{"x":1}}`);

describe('of the admin API', () => {
  const BODIES: ReadonlyArray<[what: string, send: (name: string) => Promise<Answer>, field: (name: string) => string]> = [
    ['a create', (name) => service.call('POST', '/admin/v1/organizations', withMember({ name: 'X' }, name)), (name) => `/${name}`],
    [
      'a merge patch',
      (name) => service.call('PATCH', `${org}/people/${userId}`, withMember({ nickName: 'X' }, name)),
      (name) => `/${name}`,
    ],
    ['a policy', (name) => service.call('PUT', `${org}/policies/password`, withMember({}, name)), (name) => `/${name}`],
    [
      'a part of a body',
      (name) => service.call('PATCH', `${org}/people/${userId}`, `{"addresses":[${withMember({ country: 'CH' }, name)}]}`),
      (name) => `/addresses/0/${name}`,
    ],
  ];

  it.each(BODIES)('%s is refused with them', async (_, send, field) => {
    for (const name of NAMES) {
      const { status, body } = await send(name);
      expect({ status, errors: body.errors }).toEqual({
        status: 400,
        errors: [expect.objectContaining({ code: 'body.unknown', pointer: field(name) })],
      });
    }
  });
});

describe('of SCIM', () => {
  const op = (path: string) => service.call('PATCH', user, patchOf({ op: 'replace', path, value: 'X' }));
  const REQUESTS: ReadonlyArray<[what: string, send: (name: string) => Promise<Answer>]> = [
    ['a path', (name) => op(name)],
    ['a path inside an attribute', (name) => op(`name.${name}`)],
    ['a path by a URN', (name) => op(`urn:ietf:params:scim:schemas:core:2.0:User:${name}`)],
    ['a filter in a path', (name) => op(`emails[${name} eq "x"].value`)],
    ['a filter', (name) => service.call('GET', `${usersPath(service)}?filter=${encodeURIComponent(`${name} eq "x"`)}`)],
    ['a sort', (name) => service.call('GET', `${usersPath(service)}?sortBy=${name}`)],
    [
      'a value without a path',
      (name) =>
        service.call(
          'PATCH',
          user,
          `{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[{"op":"replace","value":${withMember({}, name)}}]}`,
        ),
    ],
    ['a create', (name) => service.call('POST', usersPath(service), withMember(scimUser(freshName()), name))],
  ];

  it.each(REQUESTS)('%s has the answer of any unknown name', async (_, send) => {
    const unknown = await send('nonsense');
    for (const name of NAMES) {
      const answer = await send(name);
      expect([name, answer.status, answer.body?.scimType]).toEqual([name, unknown.status, unknown.body?.scimType]);
    }
  });
});
