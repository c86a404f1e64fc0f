// Addresses below no resource type: /Me and /.search (RFC 7644 sections 3.4.3 and 3.11).
import { beforeAll, describe, expect, it } from 'vitest';
import { createServiceUser } from '../support/service-users.js';
import { API_SCOPE, signInToNewClient } from '../support/oauth.js';
import { createPerson, patchOf } from '../support/people.js';
import { service, useWorld, world } from '../support/use-world.js';

useWorld();

let base: string;
beforeAll(async () => {
  base = `/scim/v2/${world.organization.id}`;
});

describe('/.search', () => {
  it('finds what /Users/.search finds', async () => {
    const { userName } = await createPerson(service, {}, world.organization.id);
    const body = { schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'], filter: `userName eq "${userName}"` };
    const [root, users] = await Promise.all([`${base}/.search`, `${base}/Users/.search`].map((path) => service.call('POST', path, body)));
    expect([root?.status, root?.body.totalResults]).toEqual([200, 1]);
    expect(root?.body).toEqual(users?.body);
  });
});

/** A person's own token for our API, of an application that may have one. */
const ownToken = async (): Promise<string> =>
  (await signInToNewClient(service, world, { apiAccess: true }, `openid ${API_SCOPE}`)).tokens.access_token;

describe('/Me', () => {
  it('is the person whose own token it is, without any role; it is read and not written', async () => {
    const token = await ownToken();
    const { status, body, headers } = await service.call('GET', `${base}/Me`, undefined, { token });
    expect(headers.get('location')).toBe(body.meta.location);
    expect(body.meta.location).toMatch(new RegExp(`${base}/Users/${world.person.id}$`));
    expect([status, body.id, body.userName]).toEqual([200, world.person.id, 'bjensen']);
    expect((await service.call('GET', `${base}/Users/${world.person.id}`, undefined, { token })).status).toBe(404);
    expect((await service.call('DELETE', `${base}/Me`, undefined, { token })).status).toBe(501);
  });

  it('honours If-None-Match and If-Match, as the address of the person does', async () => {
    const token = await ownToken();
    const read = (headers: Record<string, string> = {}) => service.call('GET', `${base}/Me`, undefined, { token, headers });
    const { body, headers } = await read();
    const tag = String(headers.get('etag'));
    const known = await read({ 'if-none-match': tag });
    expect([known.status, known.text, known.headers.get('etag')]).toEqual([304, '', tag]);
    expect(known.headers.get('content-location')).toBe(body.meta.location);
    expect((await read({ 'if-none-match': 'W/"other"' })).status).toBe(200);
    expect((await read({ 'if-match': tag })).status).toBe(200);
    expect((await read({ 'if-match': 'W/"other"' })).status).toBe(412);
  });

  it('is 501 for a client of the organization, whatever it does', async () => {
    const { token } = await createServiceUser(service, world.organization.id, 'ORG_USER_MANAGER');
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const body =
        method === 'PATCH' ? patchOf({ op: 'replace', path: 'active', value: false }) : ['PUT', 'POST'].includes(method) ? {} : undefined;
      expect((await service.call(method, `${base}/Me`, body, { token })).status, method).toBe(501);
    }
  });

  it('is 404 for callers of another organization', async () => {
    const { token } = await createServiceUser(service, service.credentials.orgId, 'IAM_OWNER');
    expect((await service.call('GET', `${base}/Me`, undefined, { token })).status).toBe(404);
    expect((await service.call('GET', `${base}/Me`, undefined, { token: null })).status).toBe(401);
  });
});
