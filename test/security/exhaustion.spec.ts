// Nothing a caller sends may cost without end: each bound at its limit and one beyond it.
// On SQLite alone: bounds are checked before a query is sent.
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/scim/protocol/wire/limits.js';
import { createServiceUser } from '../support/service-users.js';
import { freshName, scimUser, usersPath } from '../support/people.js';
import { sendRaw } from '../support/raw-http.js';
import { startService, type Answer } from '../support/service.js';
import { service, useWorld, world } from '../support/use-world.js';

useWorld(startService);

let org: string;
let userId: string;
beforeAll(async () => {
  org = `/admin/v1/organizations/${world.organization.id}`;
  userId = (await createServiceUser(service, world.organization.id)).userId;
});

const MEBIBYTE = 2 ** 20;
/** JSON of exactly `bytes` bytes. */
const sized = (bytes: number, body: Record<string, unknown>, member: string): string => {
  const empty = Buffer.byteLength(JSON.stringify({ ...body, [member]: '' }));
  return JSON.stringify({ ...body, [member]: 'x'.repeat(bytes - empty) });
};
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const uris = (count: number) => Array.from({ length: count }, (_, i) => `https://app.example/${i}`);
const form = (bytes: number) => `grant_type=client_credentials&x=${'x'.repeat(bytes - 'grant_type=client_credentials&x='.length)}`;
const token = (body: string) => service.call('POST', '/oauth/v2/token', body, { token: null, type: 'application/x-www-form-urlencoded' });
const personalToken = (body: unknown) => service.call('POST', `${org}/service-users/${userId}/personal-access-tokens`, body);

/** A bound, a request of a size, and the statuses at the limit and beyond it. */
const BOUNDS: ReadonlyArray<[bound: string, limit: number, send: (size: number) => Promise<Answer>, at: number, beyond: number]> = [
  [
    'bytes of a SCIM body',
    LIMITS.bodyBytes,
    (size) => service.call('POST', usersPath(service), sized(size, scimUser(freshName()), 'title')),
    // The title itself is too long, so it is left out.
    201,
    413,
  ],
  ['bytes of a JSON body', MEBIBYTE, (size) => service.call('POST', '/admin/v1/organizations', sized(size, {}, 'name')), 400, 413],
  [
    'values of a JSON body',
    1_000,
    (size) => service.call('POST', '/admin/v1/organizations', { name: Array.from({ length: size + 1 }, () => 1) }),
    400,
    413,
  ],
  ['bytes of an OAuth form', 64 * 1024, (size) => token(form(size)), 400, 413],
  [
    'characters of a filter',
    1_000,
    (size) => service.call('GET', `${usersPath(service)}?filter=${encodeURIComponent(`userName eq "${'x'.repeat(size - 14)}"`)}`),
    200,
    400,
  ],
  ['characters of a name', 200, (size) => service.call('POST', '/admin/v1/organizations', { name: 'x'.repeat(size) }), 201, 400],
  [
    'characters of an id',
    200,
    (size) => service.call('POST', '/admin/v1/organizations', { name: 'x', orgId: freshName().padEnd(size, 'x') }),
    201,
    400,
  ],
  [
    'redirect URIs',
    50,
    (size) => service.call('POST', `${org}/projects/${world.projectId}/applications`, { name: 'x', redirectUris: uris(size) }),
    201,
    400,
  ],
  [
    'characters of a redirect URI',
    2_000,
    (size) =>
      service.call('POST', `${org}/projects/${world.projectId}/applications`, {
        name: 'x',
        redirectUris: ['https://app.example/'.padEnd(size, 'x')],
      }),
    201,
    400,
  ],
  ['characters of the scope of a personal access token', 200, (size) => personalToken({ scope: 'openid'.padEnd(size) }), 201, 400],
  [
    'audiences of a personal access token',
    20,
    (size) => personalToken({ audience: Array.from({ length: size }, () => world.projectId) }),
    201,
    400,
  ],
  ['the limit of one event search', 4_294_967_295, (size) => service.call('POST', '/admin/v1/events/_search', { limit: size }), 200, 400],
  [
    'event types of one search',
    30,
    (size) => service.call('POST', '/admin/v1/events/_search', { event_types: Array.from({ length: size }, () => 'x') }),
    200,
    400,
  ],
  ['entries of one page', 1_000, (size) => service.call('GET', `/admin/v1/organizations?limit=${size}`), 200, 400],
];

describe('the bound of', () => {
  it.each(BOUNDS)('%s is %i', async (_, limit, send, at, beyond) => {
    expect((await send(limit)).status).toBe(at);
    expect((await send(limit + 1)).status).toBe(beyond);
  });

  it('levels of a JSON body is 64', async () => {
    const codes = await Promise.all(
      [64, 65].map(async (levels) => (await service.call('POST', '/admin/v1/organizations', deep(levels))).body.code),
    );
    expect(codes).toEqual(['body.invalid', 'body.tooDeep']);
  });

  it('personal access tokens of one service user is 100', async () => {
    for (let status = 201, count = 0; status === 201; count++) {
      expect(count).toBeLessThan(100);
      status = (await personalToken({})).status;
    }
    expect((await personalToken({})).body.code).toBe('personalAccessToken.tooMany');
    expect((await service.call('GET', `${org}/service-users/${userId}/personal-access-tokens`)).body.personalAccessTokens).toHaveLength(
      100,
    );
  });
});

describe('a request that unfolds', () => {
  const authorization = () => ({ authorization: `Bearer ${service.credentials.serviceUser.personalAccessToken}` });
  const post = (target: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    sendRaw(service.url, { method: 'POST', target, headers: { ...authorization(), 'content-type': 'application/json', ...headers }, body });

  it('a body that is small until it is unpacked is measured unpacked', async () => {
    const bomb = gzipSync(JSON.stringify({ name: 'x'.repeat(100 * MEBIBYTE) }));
    expect(bomb.length).toBeLessThan(MEBIBYTE);
    expect((await post('/admin/v1/organizations', bomb, { 'content-encoding': 'gzip' })).status).toBe(413);
    expect((await post(usersPath(service), bomb, { 'content-encoding': 'gzip' })).status).toBe(413);
  });

  // An import leaves out with an entry what it does not know, whatever is inside.
  it.each([
    ['/admin/v1/organizations', deep(100_000)],
    ['/admin/v1/import', `{"timeout":${deep(100_000)},"dataOrgs":{"orgs":[]}}`],
    ['/scim/v2/x/Users', deep(100_000)],
  ])('JSON of a hundred thousand levels is refused at %s', async (path, body) => {
    const answer = await post(path, body);
    expect([answer.status, answer.text.includes('nested deeper')]).toEqual([400, true]);
    // Brackets inside of a text are text.
    expect((await post(path, JSON.stringify({ name: '"{['.repeat(1_000) }))).text).not.toContain('nested deeper');
  });

  it('a SCIM body is neither parsed nor measured for a stranger, whatever is wrong with it', async () => {
    for (const body of ['{', deep(1_000), 'x'.repeat(LIMITS.bodyBytes + 1)])
      for (const token of [null, 'stolen'])
        expect((await service.call('POST', usersPath(service), body, { token })).status, `${body.slice(0, 5)} ${token}`).toBe(401);
  });

  it('headers are bounded', async () => {
    const answer = await sendRaw(service.url, {
      method: 'GET',
      target: '/admin/v1/features',
      headers: { authorization: `Bearer ${'x'.repeat(20_000)}` },
    });
    expect([answer.status, answer.json?.code]).toEqual([431, 'request.headersTooLarge']);
  });

  it('a filter of a thousand brackets is answered', async () => {
    const filter = encodeURIComponent(`${'('.repeat(480)}userName eq "a"${')'.repeat(480)}`);
    const answer = await sendRaw(service.url, {
      method: 'GET',
      target: `${usersPath(service)}?filter=${filter}`,
      headers: authorization(),
    });
    expect([200, 400]).toContain(answer.status);
  });
});
