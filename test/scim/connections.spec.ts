// Provisioning connections: their token, their external ids, whose e-mail addresses they may vouch for; and the provisioning log.
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExpiredRows } from '../../src/common/work/expired-rows.service.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { Database } from '../../src/common/database/database.js';
import { createServiceUser } from '../support/service-users.js';
import { USER_URN, createOrganization, createPerson, eventsOf, freshName, patchOf, scimUser, usersPath } from '../support/people.js';
import { addProvisionedOrganization, type ProvisionedOrganization } from '../support/connections.js';
import { SERVER_URL } from '../support/database.js';
import { sendRaw } from '../support/raw-http.js';
import { startService, type TestService } from '../support/service.js';
import { addClient } from '../support/clients.js';
import { post, signIn, userinfo } from '../support/oauth.js';
import { makeWorld, PASSWORD } from '../support/world.js';

let service: TestService;
let orgId: string;
let users: string;
let connections: string;
let connect: ProvisionedOrganization['connect'];
let as: ProvisionedOrganization['as'];
let owner: string;
beforeAll(async () => {
  service = await startService();
  ({ orgId, users, connections, connect, as } = await addProvisionedOrganization(service));
  owner = (await createServiceUser(service, orgId, 'ORG_OWNER')).token;
});
afterAll(() => service.close());

describe('a connection', () => {
  it('is made by the owner of an organization, with a token that provisions and does nothing else', async () => {
    const made = await service.call('POST', connections, { name: freshName() }, { token: owner });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ preset: 'default', switches: {}, emailTrust: 'ownedDomains', active: true });
    expect(new URL(made.body.scimUrl).pathname).toBe(`/scim/v2/${orgId}`);
    expect((await as(made.body.token).post(scimUser(freshName()))).status).toBe(201);
    expect((await service.call('GET', connections, undefined, { token: made.body.token })).status).toBe(403);
    expect((await service.call('GET', connections, undefined, { token: owner })).text).not.toContain(made.body.token);
  });

  it('gets another token while the one before works on for a while', async () => {
    const { connectionId, token } = await connect();
    const rotated = await service.call('POST', `${connections}/${connectionId}/tokens`, { overlapSeconds: 3600 });
    expect(rotated.status).toBe(201);
    for (const each of [token, rotated.body.token]) expect((await as(each).get('')).status).toBe(200);
    const { tokens } = (await service.call('GET', `${connections}/${connectionId}`)).body;
    expect(tokens.map((known: { expiresAt?: string }) => known.expiresAt !== undefined)).toEqual([true, false]);
    const last = await service.call('POST', `${connections}/${connectionId}/tokens`, { overlapSeconds: 0 });
    for (const each of [token, rotated.body.token]) expect((await as(each).get('')).status).toBe(401);
    expect((await as(last.body.token).get('')).status).toBe(200);
  });

  it('ends at once when it is removed', async () => {
    const { connectionId, token } = await connect();
    expect((await service.call('DELETE', `${connections}/${connectionId}`)).status).toBe(204);
    expect((await as(token).get('')).status).toBe(401);
    expect((await service.call('GET', `${connections}/${connectionId}`)).status).toBe(404);
    const { connections: left } = (await service.call('GET', connections)).body;
    expect(left.map((known: { connectionId: string }) => known.connectionId)).not.toContain(connectionId);
  });

  it('is as before when its removal fails in the middle', async () => {
    const { connectionId, token } = await connect();
    const events = async () => (await eventsOf(service, connectionId)).length;
    const before = [(await service.call('GET', `${connections}/${connectionId}`)).body, await events()];
    const run = (sql: string) => service.get(Database).write('trigger', async (tx) => void (await tx.manager.query(sql)));
    const refusal = SERVER_URL ? "SIGNAL SQLSTATE '45000'" : "SELECT RAISE(ABORT, 'stays')";
    await run(`CREATE TRIGGER stays BEFORE DELETE ON provisioning_connections FOR EACH ROW BEGIN ${refusal}; END`);
    try {
      expect((await service.call('DELETE', `${connections}/${connectionId}`)).status).toBe(500);
    } finally {
      await run('DROP TRIGGER stays');
    }
    expect([(await service.call('GET', `${connections}/${connectionId}`)).body, await events()]).toEqual(before);
    expect((await as(token).get('')).status).toBe(200);
    expect((await service.call('DELETE', `${connections}/${connectionId}`)).status).toBe(204);
    expect((await as(token).get('')).status).toBe(401);
  });

  it('leaves events of its making, its changes and its end', async () => {
    const { connectionId } = await connect();
    await service.call('PATCH', `${connections}/${connectionId}`, { preset: 'okta' });
    await service.call('DELETE', `${connections}/${connectionId}`);
    const types = (await eventsOf(service, orgId)).filter(({ payload }) => payload.userId === connectionId).map(({ type }) => type);
    expect(types).toEqual(['org.member.added', 'org.connection.added', 'org.connection.changed', 'org.connection.removed']);
  });

  it.each([
    ['an unknown preset', { preset: 'other' }],
    ['an unknown switch', { switches: { other: true } }],
    ['a switch that is no boolean', { switches: { clampPaging: 'yes' } }],
    ['an unknown trust', { emailTrust: 'some' }],
    ['a provisioning domain with a character that no engine compares alike', { provisioningDomain: 'a\u0000b' }],
  ])('is refused with %s', async (_, more) => {
    expect((await service.call('POST', connections, { name: freshName(), ...more })).status).toBe(400);
  });
});

describe('a provisioning domain', () => {
  it('has external ids of its own, beside the shared ones and those of another domain', async () => {
    const [one, other] = [await connect({ provisioningDomain: 'one' }), await connect({ provisioningDomain: 'other' })];
    const { body } = await as(one.token).post(scimUser(freshName(), { externalId: 'one-1' }));
    expect(body.externalId).toBe('one-1');
    expect((await as(other.token).get(`/${body.id}`)).body).not.toHaveProperty('externalId');
    expect((await service.call('GET', `${users}/${body.id}`)).body).not.toHaveProperty('externalId');
    await as(other.token).patch(body.id, { op: 'add', path: 'externalId', value: 'other-1' });
    await service.call('PATCH', `${users}/${body.id}`, patchOf({ op: 'add', path: 'externalId', value: 'shared-1' }));
    await as(other.token).put(body.id, scimUser(body.userName, { externalId: 'other-2' }));
    expect((await as(one.token).get(`/${body.id}`)).body.externalId).toBe('one-1');
    expect((await as(other.token).get(`/${body.id}`)).body.externalId).toBe('other-2');
    expect((await service.call('GET', `${users}/${body.id}`)).body.externalId).toBe('shared-1');
    const found = async (token: string, value: string) =>
      (await as(token).get(`?filter=${encodeURIComponent(`externalId eq "${value}"`)}`)).body.totalResults as number;
    expect([await found(one.token, 'one-1'), await found(one.token, 'other-2'), await found(other.token, 'one-1')]).toEqual([1, 0, 0]);
    expect((await as(one.token).get(`?filter=${encodeURIComponent(`id eq "${body.id}"`)}`)).body.Resources[0].externalId).toBe('one-1');
    await as(one.token).patch(body.id, { op: 'remove', path: 'externalId' });
    expect((await as(one.token).get(`/${body.id}`)).body).not.toHaveProperty('externalId');
    expect((await as(other.token).get(`/${body.id}`)).body.externalId).toBe('other-2');
  });

  it('outlives its connection', async () => {
    const { connectionId, token } = await connect({ provisioningDomain: 'lasting' });
    const { body } = await as(token).post(scimUser(freshName(), { externalId: 'kept' }));
    await service.call('DELETE', `${connections}/${connectionId}`);
    const again = await connect({ provisioningDomain: 'lasting' });
    expect((await as(again.token).get(`/${body.id}`)).body.externalId).toBe('kept');
  });
});

describe('provisioned e-mail addresses', () => {
  const verified = async (id: string) =>
    JSON.parse((await service.get(Database).query.row<{ lists: string }>('SELECT lists FROM users WHERE id = ?', [id]))?.lists ?? '{}')
      .emails.filter((email: { verified?: boolean }) => email.verified)
      .map(({ value }: { value: string }) => value);

  it('count as verified in domains of the organization, and nowhere else', async () => {
    const domain = `${freshName('d')}.example`;
    await service.call('POST', `/admin/v1/organizations/${orgId}/domains`, { domain });
    const { token } = await connect();
    const [own, foreign] = [`a@${domain.toUpperCase()}`, 'a@elsewhere.example'];
    const emails = [{ value: own, primary: true }, { value: foreign }];
    const before = (await as(token).post(scimUser(freshName(), { emails }))).body;
    expect(await verified(before.id)).toEqual([]);
    await service.call('POST', `/admin/v1/organizations/${orgId}/domains/${domain}/_verify`);
    const another = `b@${domain.toUpperCase()}`;
    const after = (await as(token).post(scimUser(freshName(), { emails: [{ value: another }, { value: foreign }] }))).body;
    expect(await verified(after.id)).toEqual([another]);
    expect((await eventsOf(service, after.id)).map(({ type }) => type)).toEqual(['user.human.added', 'user.human.email.verified']);
    await as(token).patch(before.id, { op: 'add', path: 'title', value: 'x' });
    expect(await verified(before.id)).toEqual([own]);
    await as(token).patch(after.id, { op: 'replace', path: 'emails', value: [{ value: foreign }] });
    expect(await verified(after.id)).toEqual([]);
  });

  it('all count as verified for a connection of which an administrator of the service says so, and no owner may', async () => {
    const refused = await service.call('POST', connections, { name: freshName(), emailTrust: 'all' }, { token: owner });
    expect([refused.status, refused.body.code]).toEqual([403, 'connection.emailTrust']);
    const { token } = await connect({ emailTrust: 'all' });
    const { body } = await as(token).post(scimUser(freshName(), { emails: [{ value: 'b@elsewhere.example' }] }));
    expect(await verified(body.id)).toEqual(['b@elsewhere.example']);
  });

  it('are vouched for by nobody who makes another credential for such a connection without being such an administrator', async () => {
    const { connectionId } = await connect({ emailTrust: 'all' });
    const manager = (await createServiceUser(service, orgId, 'ORG_USER_MANAGER')).token;
    const user = `/admin/v1/organizations/${orgId}/service-users/${connectionId}`;
    const publicKeyJwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
    const attempts: Array<[path: string, token: string, body: object]> = [
      [`${user}/personal-access-tokens`, manager, {}],
      [`${user}/secrets`, manager, {}],
      [`${user}/keys`, manager, { publicKeyJwk }],
      [`${connections}/${connectionId}/tokens`, owner, {}],
    ];
    for (const [path, token, body] of attempts) {
      const refused = await service.call('POST', path, body, { token });
      expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'connection.emailTrust']);
      expect((await service.call('POST', path, body)).status).toBe(201);
    }
    // Trusting less, and ending it, is for owners.
    expect((await service.call('PATCH', `${connections}/${connectionId}`, { emailTrust: 'ownedDomains' }, { token: owner })).status).toBe(
      200,
    );
    expect((await service.call('POST', `${connections}/${connectionId}/tokens`, {}, { token: owner })).status).toBe(201);
  });

  it('are vouched for by no credential from before the connection did so', async () => {
    const { connectionId, token } = await connect();
    const user = `/admin/v1/organizations/${orgId}/service-users/${connectionId}`;
    const { clientId, clientSecret } = (await service.call('POST', `${user}/secrets`, {})).body;
    const own = { clientId, clientSecret };
    const clientToken = () => post(service, '/oauth/v2/token', { grant_type: 'client_credentials', scope: 'openid' }, own);
    const issued = await clientToken();
    expect(issued.status).toBe(200);
    const widened = await service.call('PATCH', `${connections}/${connectionId}`, { emailTrust: 'all' });
    expect([widened.status, widened.body.tokens]).toEqual([200, []]);
    for (const old of [token, issued.body.access_token]) expect((await as(old).get('')).status).toBe(401);
    expect((await clientToken()).status).toBe(401);
    const types = (await eventsOf(service, connectionId)).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['user.pat.removed', 'user.machine.secret.removed']));
    const next = (await service.call('POST', `${connections}/${connectionId}/tokens`, {})).body.token;
    expect((await as(next).get('')).status).toBe(200);
    await service.call('PATCH', `${connections}/${connectionId}`, { emailTrust: 'ownedDomains' });
    expect((await as(next).get('')).status).toBe(200);
  });

  it('count as verified when such a connection brings them, not when it finds them', async () => {
    const found = (await as((await connect()).token).post(scimUser(freshName(), { emails: [{ value: 'found@elsewhere.example' }] }))).body;
    const { token } = await connect({ emailTrust: 'all' });
    await as(token).patch(found.id, { op: 'replace', path: 'title', value: 'x' });
    expect(await verified(found.id)).toEqual([]);
    await as(token).patch(found.id, { op: 'add', path: 'emails', value: [{ value: 'brought@elsewhere.example', type: 'home' }] });
    expect(await verified(found.id)).toEqual(['brought@elsewhere.example']);
  });
});

describe('the service user of a connection', () => {
  it('is ended by no manager of users, nor are its credentials', async () => {
    const { connectionId, token, tokenId } = await connect();
    const manager = (await createServiceUser(service, orgId, 'ORG_USER_MANAGER')).token;
    const user = `/admin/v1/organizations/${orgId}/service-users/${connectionId}`;
    const attempts: Array<[method: string, path: string]> = [
      ['DELETE', user],
      ['POST', `${user}/_deactivate`],
      ['DELETE', `${user}/personal-access-tokens/${tokenId}`],
      ['POST', `${user}/secrets`],
    ];
    for (const by of [manager, token])
      for (const [method, path] of attempts) {
        const refused = await service.call(method, path, method === 'POST' && path.endsWith('secrets') ? {} : undefined, { token: by });
        expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'connection.serviceUser']);
      }
    expect((await as(token).get('')).status).toBe(200);
    expect((await service.call('DELETE', user, undefined, { token: owner })).status).toBe(204);
    expect((await as(token).get('')).status).toBe(401);
  });
});

describe('a person with neither name nor address', () => {
  it('signs in, is found and is changed like anybody else, and gets no mail', async () => {
    const world = await makeWorld(service);
    const base = `/admin/v1/organizations/${world.organization.id}/connections`;
    const { token } = (await service.call('POST', base, { name: freshName(), preset: 'strict' })).body;
    const path = usersPath(service, world.organization.id);
    const room = { schemas: [USER_URN], userName: 'room-7', password: PASSWORD };
    const { id } = (await service.call('POST', path, room, { token })).body;
    const domain = world.loginName.split('@')[1];
    const client = await addClient(world, { type: 'userAgent' });
    const { tokens } = await signIn(service, { loginName: `room-7@${domain}` }, client, 'openid profile email');
    const claims = (await userinfo(service, tokens.access_token)).body;
    expect(claims).toMatchObject({ sub: id, preferred_username: expect.stringContaining('room-7') });
    expect(claims).not.toHaveProperty('email');
    const page = await service.call('GET', `${path}?sortBy=name.familyName&filter=${encodeURIComponent('not (emails pr)')}`, undefined, {
      token,
    });
    expect(page.body.Resources.map((user: { id: string }) => user.id)).toEqual([id]);
    const patched = await service.call('PATCH', `${path}/${id}`, patchOf({ op: 'add', path: 'title', value: 'Room' }), { token });
    expect([patched.status, patched.body.title]).toEqual([200, 'Room']);
    const invited = await service.call('POST', `/admin/v1/organizations/${world.organization.id}/people/${id}/_send-verification`, {});
    expect([invited.status, invited.body.code]).toEqual([409, 'person.noEmail']);
  });
});

/** What is sent to be refused before anybody asks who sent it. */
interface Refused {
  body?: string;
  type?: string;
  headers?: Record<string, string>;
}

describe('the provisioning log', () => {
  // On a server too: each search has a plan of its own.
  const search = async (body: Record<string, unknown>, token?: string) =>
    (await service.call('POST', '/admin/v1/provisioning/_search', { orgId, ...body }, token ? { token } : {})).body;

  it('tells why a user was not provisioned, and names no value', async () => {
    const { connectionId, token } = await connect();
    const userName = freshName();
    const secret = 'Sup3r-secret-phrase';
    await as(token).post(scimUser(userName, { password: secret, title: 'Confidential' }));
    const { id } = (await as(token).get(`?filter=${encodeURIComponent(`userName eq "${userName}"`)}`)).body.Resources[0];
    await as(token).post(scimUser(userName));
    await as(token).patch(id, { op: 'replace', path: 'title', value: 'Other' }, { op: 'replace', path: 'active', value: false });
    await service.call('DELETE', `${users}/${id}`, undefined, { token });
    const { entries, nextPage } = await search({ callerId: connectionId });
    expect(nextPage).toBeNull();
    expect(entries.map(({ operation, status, errorId }: Record<string, unknown>) => [operation, status, errorId])).toEqual([
      ['delete', 204, undefined],
      ['patch', 204, undefined],
      ['create', 409, 'person.userNameTaken'],
      ['list', 200, undefined],
      ['create', 201, undefined],
    ]);
    expect(entries[2]).toMatchObject({ targetName: userName, error: expect.stringContaining('userName'), callerId: connectionId, orgId });
    expect(entries[1]).toMatchObject({ targetId: id, changed: ['title', 'active'] });
    expect(entries[4].changed).toContain('password');
    expect(JSON.stringify(entries)).not.toMatch(/Sup3r|Confidential|Other/);
  });

  it('calls nothing a change that is none, and names the type and the attribute of a refusal', async () => {
    const { connectionId, token } = await connect();
    const { id } = (await as(token).post(scimUser(freshName(), { title: 'Guide' }))).body;
    await as(token).patch(id, { op: 'replace', path: 'title', value: 'Guide' });
    await as(token).patch(id, { op: 'replace', path: 'externalId', value: 'x'.repeat(500) });
    const extension = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
    const strict = await connect({ preset: 'strict' });
    const refused = await as(strict.token).post(scimUser(freshName(), { [extension]: { manager: { value: 5 } } }));
    expect(refused.body.detail).toBe(`${extension}:manager.value must be a string.`);
    const { entries } = await search({ callerId: connectionId });
    expect(entries.map(({ changed, attribute, resourceType }: Record<string, unknown>) => [changed, attribute, resourceType])).toEqual([
      [[], 'externalId', 'User'],
      [[], undefined, 'User'],
      [expect.arrayContaining(['title']), undefined, 'User'],
    ]);
    expect((await search({ callerId: strict.connectionId })).entries[0].attribute).toBe(`${extension}:manager.value`);
  });

  it('is searched by the userName that was sent, whatever the case of its name in the body', async () => {
    const { token } = await connect();
    const { userName, ...rest } = scimUser(freshName(), { emails: [] });
    expect((await as(token).post({ ...rest, UserName: userName })).status).toBe(400);
    expect((await search({ target: userName })).entries).toMatchObject([{ operation: 'create', status: 400, targetName: userName }]);
  });

  it('has an entry for each operation of a bulk request, and pages through them', async () => {
    const { connectionId, token } = await connect();
    const operations = Array.from({ length: 5 }, (_, i) => ({
      method: 'POST',
      path: '/Users',
      data: i === 3 ? {} : scimUser(freshName()),
    }));
    await service.call(
      'POST',
      users.replace(/Users$/, 'Bulk'),
      { schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkRequest'], Operations: operations },
      { token },
    );
    const found: number[] = [];
    for (let page: string | null | undefined; page !== null;) {
      const answer = await search({ callerId: connectionId, limit: 2, ...(page ? { page } : {}) });
      found.push(...answer.entries.map(({ status }: { status: number }) => status));
      page = answer.nextPage;
    }
    expect(found.toSorted((a, b) => a - b)).toEqual([201, 201, 201, 201, 400]);
    expect((await search({ callerId: connectionId, failedOnly: true })).entries).toHaveLength(1);
  });

  it('notes a client that lacks the role in its own organization, and nobody from outside', async () => {
    const roleless = await createServiceUser(service, orgId);
    await service.call('GET', users, undefined, { token: roleless.token });
    expect((await search({ callerId: roleless.userId })).entries).toMatchObject([
      { operation: 'read', status: 404, errorId: 'organization.notFound' },
    ]);
    const outsider = await createServiceUser(service, await createOrganization(service), 'ORG_OWNER');
    await service.call('GET', users, undefined, { token: outsider.token });
    expect((await search({ callerId: outsider.userId })).entries).toEqual([]);
  });

  it.each([
    ['a body that is no JSON', 'PATCH', '/u1', { body: '{' }, [400, 'body.malformed', 'patch', 'u1']],
    ['a body that is too large', 'POST', '', { body: JSON.stringify('x'.repeat(1_000_001)) }, [413, 'body.tooLarge', 'create', undefined]],
    ['another media type', 'PUT', '/u1', { body: '<a/>', type: 'text/xml' }, [415, 'body.mediaType', 'replace', 'u1']],
    ['a search that is no JSON', 'POST', '/.search', { body: '{' }, [400, 'body.malformed', 'list', undefined]],
    ['a bulk request that is no JSON', 'POST', '/../Bulk', { body: '{' }, [400, 'body.malformed', 'bulk', undefined]],
    ['an answer in another media type', 'GET', '/u1', { headers: { accept: 'text/xml' } }, [406, 'accept.none', 'read', 'u1']],
  ] as const)('notes %s with who sent it, and not when nobody did', async (_, method, path, { body, type, headers }: Refused, told) => {
    const { connectionId, token } = await connect();
    const send = (sender: Record<string, unknown>) => service.call(method, `${users}${path}`, body, { ...sender, type, headers });
    const before = (await search({ failedOnly: true })).entries.length;
    // Whoever sends a body without a valid token is refused before it is looked at.
    const toStrangers = body === undefined ? told[0] : 401;
    for (const sender of [{ token: null }, { token: 'gh_nobody' }]) expect((await send(sender)).status).toBe(toStrangers);
    expect((await send({ token })).status).toBe(told[0]);
    const { entries } = await search({ callerId: connectionId });
    expect(entries.map((entry: Record<string, unknown>) => [entry.status, entry.errorId, entry.operation, entry.targetId])).toEqual([told]);
    expect((await search({ failedOnly: true })).entries).toHaveLength(before + 1);
  });

  it.each([
    ['whole', () => `${service.url}${users}`],
    ['with backslashes', () => `${users.replace(/.(?=Users)/, '\\')}#`],
  ])('notes a request whose address is written %s', async (_, target) => {
    const { connectionId, token } = await connect();
    const headers = { authorization: `Bearer ${token}` };
    expect((await sendRaw(service.url, { method: 'GET', target: target(), headers })).status).toBe(200);
    expect((await search({ callerId: connectionId })).entries).toMatchObject([{ operation: 'list', status: 200, orgId }]);
  });

  it('notes nothing of a body that another organization refused', async () => {
    const outsider = await createServiceUser(service, await createOrganization(service), 'ORG_OWNER');
    expect((await service.call('POST', users, '{', { token: outsider.token })).status).toBe(400);
    expect((await search({ callerId: outsider.userId })).entries).toEqual([]);
  });

  it('notes what is refused to callers of elsewhere who have a role that counts here', async () => {
    const elsewhere = await createOrganization(service);
    const iam = await createServiceUser(service, elsewhere, 'IAM_OWNER_VIEWER');
    expect((await service.call('POST', users, '{', { token: iam.token })).status).toBe(400);
    expect((await service.call('DELETE', `${users}/u1`, undefined, { token: iam.token })).status).toBe(403);
    const { entries } = await search({ callerId: iam.userId });
    expect(entries.map(({ operation, status }: Record<string, unknown>) => [operation, status])).toEqual([
      ['delete', 403],
      ['create', 400],
    ]);
  });

  it('is read in one organization by its owner, of that organization only', async () => {
    const path = `/admin/v1/organizations/${orgId}/provisioning/_search`;
    const { body } = await service.call('POST', path, {}, { token: owner });
    expect(new Set(body.entries.map((entry: { orgId: string }) => entry.orgId))).toEqual(new Set([orgId]));
    expect((await service.call('POST', '/admin/v1/provisioning/_search', {}, { token: owner })).status).toBe(403);
  });

  it('is purged after its time', async () => {
    await createPerson(service, {}, orgId);
    expect((await search({ limit: 1 })).entries).toHaveLength(1);
    await service
      .get(Database)
      .write('age', (tx) => tx.run('UPDATE provisioning_log SET expires_us = ?', [service.get(Clock).nowUs() - 120_000_000]));
    await service.get(ExpiredRows).purgeNow();
    expect((await search({})).entries).toEqual([]);
  });
});
