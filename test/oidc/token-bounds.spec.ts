// Whatever is issued is accepted: tokens at the bounds of what they can hold, at every endpoint that reads them.
// On SQLite alone: other specs send what the service sends here to a server too.
import { beforeAll, describe, expect, it } from 'vitest';
import { ConfigVersion } from '../../src/common/database/config-version.js';
import { Database } from '../../src/common/database/database.js';
import type { GrantType, NewApplication } from '../../src/oidc/clients/application.js';
import { Applications } from '../../src/oidc/clients/management/applications.service.js';
import { Projects } from '../../src/oidc/clients/management/projects.service.js';
import { addClient, type Client } from '../support/clients.js';
import { API_SCOPE, claimsOf, introspect, post, refresh, signIn, userinfo } from '../support/oauth.js';
import { sentStatements } from '../support/sent-statements.js';
import { startService } from '../support/service.js';
import { addServiceUserWithSecret } from '../support/service-users.js';
import { addExchanger, allowImpersonation, exchange, TOKEN_EXCHANGE } from '../support/token-exchange.js';
import { service, useWorld, world } from '../support/use-world.js';
import { makeWorld, REDIRECT_URI, type World } from '../support/world.js';

/** What proxies take as one header line, less `Authorization: Bearer `: nothing that grows with data makes a token longer. */
const MAX_WITH_CLAIMS = 8_000;
/** Nothing that is asked for does. */
const MAX_ACCESS_TOKEN = 12_000;
const APPLICATIONS = 300;
/** Client ids that this service made, as far as `aud` names them. */
const NAMED = 41;

useWorld(startService);

let siblings: Client[];
beforeAll(async () => {
  await allowImpersonation(service, world);
  siblings = [];
  for (let at = 0; at < APPLICATIONS; at++) siblings.push(await addClient(world, { type: 'web' }));
});

const revoke = (client: Client, token: string) => post(service, '/oauth/v2/revoke', { token }, client);

describe.each(['opaque', 'jwt'] as const)(`in a project of ${APPLICATIONS} applications, a token that is %s`, (accessTokenType) => {
  let client: Client;
  let token: string;
  beforeAll(async () => {
    client = await addClient(world, { type: 'web', accessTokenType, apiAccess: true });
    token = (await signIn(service, world, client, `openid profile ${API_SCOPE}`)).tokens.access_token;
  });

  it('names the application and its project', async () => {
    const { body } = await introspect(service, client, token);
    expect(body.aud).toEqual([client.clientId, world.projectId, 'gatehouse']);
    expect(token.length).toBeLessThan(2_000);
  });

  it('is accepted by userinfo, the admin API, introspection by the application and by others of the project, and revocation', async () => {
    expect((await userinfo(service, token)).status).toBe(200);
    expect((await service.call('GET', `/scim/v2/${world.organization.id}/Me`, undefined, { token })).status).not.toBe(401);
    for (const reader of [client, siblings[0] as Client, siblings.at(-1) as Client])
      expect((await introspect(service, reader, token)).body).toMatchObject({ active: true, sub: world.person.id });
    expect((await revoke(client, token)).status).toBe(200);
    expect((await userinfo(service, token)).status).toBe(401);
  });
});

/** Every reader takes it: as a header, in a form, and until it is revoked. */
async function expectAccepted(client: Client, token: string): Promise<void> {
  expect((await userinfo(service, token)).status).toBe(200);
  expect((await introspect(service, client, token)).body.active).toBe(true);
  expect((await revoke(client, token)).status).toBe(200);
  expect((await userinfo(service, token)).status).toBe(401);
}

describe('token exchange', () => {
  it('takes a token of another application of the project, and names any of its applications as its audience', async () => {
    const exchanger = await addExchanger(world, { type: 'web' });
    const [owner, reader, other] = [siblings[0], siblings[1], await addClient(await makeWorld(service), { type: 'web' })] as [
      Client,
      Client,
      Client,
    ];
    const { tokens } = await signIn(service, world, owner, 'openid');
    for (const subject of [
      ['access_token', tokens.access_token],
      ['id_token', tokens.id_token],
    ] as Array<[string, string]>) {
      expect((await exchange(service, exchanger, subject)).body).toMatchObject({ token_type: 'Bearer' });
    }
    const ask = (audience: string) => exchange(service, exchanger, ['access_token', tokens.access_token], undefined, { audience });
    const { body } = await ask(reader.clientId);
    expect((await introspect(service, reader, body.access_token)).body).toMatchObject({ active: true, aud: [reader.clientId] });
    expect((await introspect(service, exchanger, body.access_token)).body).toEqual({ active: false });
    for (const audience of [other.clientId, 'nobody']) expect((await ask(audience)).body.error).toBe('invalid_target');
  });

  it('reads the authorization that an ID token names once', async () => {
    const exchanger = await addExchanger(world, { type: 'web' });
    const { tokens } = await signIn(service, world, siblings[0] as Client, 'openid');
    const statements = await sentStatements(async () => {
      expect((await exchange(service, exchanger, ['id_token', tokens.id_token])).status).toBe(200);
    });
    expect(statements.filter((sql) => /\sFROM grants WHERE no = \?/.test(sql))).toHaveLength(1);
  });
});

describe('a token that was exchanged while the project named its applications in aud', () => {
  it('does not keep those that its project means, once it is refreshed without', async () => {
    const path = `/admin/v1/organizations/${world.organization.id}/projects/${world.projectId}`;
    const [owner, exchanger] = [siblings.at(-1) as Client, await addExchanger(world, { type: 'web' })];
    await service.call('PATCH', path, { applicationsInAudience: true });
    const { tokens } = await signIn(service, world, owner, 'openid offline_access');
    const { body } = await exchange(service, exchanger, ['access_token', tokens.access_token]);
    expect((await introspect(service, exchanger, body.access_token)).body.aud).toHaveLength(NAMED + 2);
    await service.call('PATCH', path, { applicationsInAudience: false });
    const refreshed = (await refresh(service, exchanger, body.refresh_token)).body;
    expect((await introspect(service, exchanger, refreshed.access_token)).body.aud).toEqual([owner.clientId, world.projectId]);
  });
});

describe('a token that was exchanged by a build that named all applications in aud', () => {
  /** As such a build stored it. */
  async function nameAll({ clientId }: Client): Promise<void> {
    const database = service.get(Database);
    const sql = 'SELECT no, payload FROM grants WHERE client_no = (SELECT no FROM applications WHERE client_id = ?)';
    const row = await database.query.row<{ no: number; payload: string }>(sql, [clientId]);
    const payload = JSON.parse(row?.payload ?? '') as { exchange: { audience: string[] } };
    payload.exchange.audience = [...siblings.map((one) => one.clientId), world.projectId];
    await database.write('name all', async (tx) => {
      await tx.run('UPDATE grants SET payload = ? WHERE no = ?', [JSON.stringify(payload), row?.no ?? 0]);
      await service.get(ConfigVersion).raise(tx);
    });
  }

  it('is refreshed in as many statements whatever their number, and names those that a token was issued to', async () => {
    const [owner, exchanger] = [siblings.at(-1) as Client, await addExchanger(world, { type: 'web' })];
    const { tokens } = await signIn(service, world, owner, 'openid offline_access');
    const { body } = await exchange(service, exchanger, ['access_token', tokens.access_token]);
    await nameAll(exchanger);
    let refreshed = '';
    const statements = await sentStatements(async () => {
      refreshed = (await refresh(service, exchanger, body.refresh_token)).body.access_token;
    });
    expect(statements.filter((sql) => sql.includes('WHERE project_no = ?'))).toHaveLength(1);
    expect(statements.length).toBeLessThan(30);
    expect((await introspect(service, exchanger, refreshed)).body.aud).toEqual([owner.clientId, world.projectId]);
  });
});

describe('applicationsInAudience', () => {
  const path = (in_: World) => `/admin/v1/organizations/${in_.organization.id}/projects/${in_.projectId}`;
  const warningsOf = (body: { warnings: Array<{ code: string }> }) => body.warnings.map(({ code }) => code);
  const add = async (in_: World) =>
    (await service.call('POST', `${path(in_)}/applications`, { name: 'App', type: 'web', redirectUris: ['https://app.example/'] })).body;

  it('names the other applications of the project, the oldest as far as they fit, from the next token on', async () => {
    const client = siblings.at(-1) as Client;
    const { tokens } = await signIn(service, world, client, 'openid offline_access');
    const shown = await service.call('PATCH', path(world), { applicationsInAudience: true });
    expect(shown.body).toMatchObject({ applicationsInAudience: true });
    const later = (await refresh(service, client, tokens.refresh_token)).body;
    expect((await introspect(service, client, later.access_token)).body.aud).toEqual([
      client.clientId,
      ...siblings.slice(0, NAMED).map(({ clientId }) => clientId),
      world.projectId,
    ]);
    await expectAccepted(client, later.access_token);
    expect((await service.call('PATCH', path(world), { applicationsInAudience: false })).body.applicationsInAudience).toBe(false);
  });

  it('holds in an exchange by an application of another project, at once and when that is refreshed', async () => {
    const own = await makeWorld(service);
    const project = await service.get(Projects).createProject(own.organization.no, { name: 'Reports' }, 'test');
    const grantTypes: GrantType[] = ['authorization_code', 'refresh_token', TOKEN_EXCHANGE];
    const input: NewApplication = { name: 'Reports', type: 'web', redirectUris: [REDIRECT_URI], grantTypes };
    const created = await service.get(Applications).createApplication(own.organization.no, project.id, input, 'test');
    const exchanger = { clientId: created.application.clientId, clientSecret: created.clientSecret ?? '' };
    const [owner, sibling] = [await addClient(own, { type: 'web' }), await addClient(own, { type: 'web' })];
    await service.call('PATCH', path(own), { applicationsInAudience: true });
    const scope = `openid offline_access urn:gatehouse:iam:org:project:id:${project.id}:aud`;
    const { tokens } = await signIn(service, own, owner, scope);
    const { body } = await exchange(service, exchanger, ['access_token', tokens.access_token]);
    const refreshed = (await refresh(service, exchanger, body.refresh_token)).body;
    for (const token of [tokens.access_token, body.access_token, refreshed.access_token])
      expect((await introspect(service, exchanger, token)).body.aud).toEqual([owner.clientId, sibling.clientId, own.projectId, project.id]);
  });

  it('is off for a new project, and warns where an application is added that is not named, or one of the last that are', async () => {
    const own = await makeWorld(service);
    expect((await service.call('GET', path(own))).body.applicationsInAudience).toBe(false);
    await service.call('PATCH', path(own), { applicationsInAudience: true });
    for (let at = 1; at < NAMED - 5; at++) await addClient(own, { type: 'web' });
    expect(warningsOf(await add(own))).toEqual([]);
    expect(warningsOf(await add(own))).toEqual(['application.warning.audience']);
    await service.call('PATCH', path(own), { applicationsInAudience: false });
    expect(warningsOf(await add(own))).toEqual([]);
  });
});

describe('a signed token with all that it can hold', () => {
  const longest = (start: string) => start.padEnd(200, 'x');
  let own: World;
  let client: Client;
  beforeAll(async () => {
    own = await makeWorld(service);
    const projects = `/admin/v1/organizations/${own.organization.id}/projects`;
    const id = longest('project');
    expect((await service.call('POST', projects, { name: 'Long', projectId: id, applicationsInAudience: true })).status).toBe(201);
    own = { ...own, projectId: id };
    const input = {
      name: 'App',
      type: 'web',
      redirectUris: ['https://app.example/callback'],
      accessTokenType: 'jwt',
      accessTokenSigningAlg: 'RS256',
    };
    const config = {
      ...input,
      accessTokenRoleAssertion: true,
      idTokenRoleAssertion: true,
      grantTypes: ['authorization_code', 'refresh_token'],
    };
    for (let at = 0; at < NAMED; at++) await service.call('POST', `${projects}/${id}/applications`, config);
    const { body } = await service.call('POST', `${projects}/${id}/applications`, config);
    client = { clientId: body.clientId, clientSecret: body.clientSecret } as Client;
    const keys = Array.from({ length: 40 }, (_, at) => longest(`role-${at}-`));
    for (const key of keys) expect((await service.call('POST', `${projects}/${id}/roles`, { key })).status).toBe(201);
    const authorization = { holderId: own.person.id, roleKeys: keys };
    expect((await service.call('POST', `${projects}/${id}/authorizations`, authorization)).status).toBe(201);
  });

  it('leaves the claims that do not fit to userinfo, and is accepted everywhere', async () => {
    const roles = 'urn:gatehouse:iam:org:projects:roles';
    const { tokens } = await signIn(service, own, client, `openid profile email ${roles} urn:gatehouse:iam:user:resourceowner`);
    expect(tokens.access_token.length).toBeLessThanOrEqual(MAX_WITH_CLAIMS);
    const claims = claimsOf(tokens.access_token);
    expect(claims).toMatchObject({ 'urn:gatehouse:iam:user:resourceowner:id': own.organization.id });
    expect(claims['_claim_names']).toMatchObject({ 'urn:gatehouse:iam:org:project:roles': 'userinfo' });
    expect(Object.keys((await userinfo(service, tokens.access_token)).body['urn:gatehouse:iam:org:project:roles'])).toHaveLength(40);
    await expectAccepted(client, tokens.access_token);
  });

  it('is accepted with the longest scope and the longest claims parameter, and more is refused before anybody signs in', async () => {
    const scopeOf = (count: number) =>
      ['openid', ...Array.from({ length: count }, (_, at) => `urn:gatehouse:iam:org:project:role:${longest(`role-${at}-`)}`)].join(' ');
    const claims = (length: number) => JSON.stringify({ userinfo: { name: { values: ['x'.repeat(length)] } } });
    const { tokens } = await signIn(service, own, client, scopeOf(8), { claims: claims(970) });
    expect(tokens.access_token.length).toBeGreaterThan(6_000);
    expect(tokens.access_token.length).toBeLessThanOrEqual(MAX_ACCESS_TOKEN);
    await expectAccepted(client, tokens.access_token);
    await expect(signIn(service, own, client, scopeOf(9))).rejects.toThrow();
    await expect(signIn(service, own, client, 'openid', { claims: claims(1_100) })).rejects.toThrow();
  });

  it('is refused to a service user who asks for more than a header holds', async () => {
    const user = await addServiceUserWithSecret(service, own, { accessTokenType: 'jwt' });
    const scope = Array.from({ length: 60 }, (_, at) => `urn:gatehouse:iam:org:roles:id:${longest(`org-${at}-`)}`).join(' ');
    const { status, body } = await post(service, '/oauth/v2/token', { grant_type: 'client_credentials', scope }, user);
    expect([status, body.error]).toEqual([400, 'invalid_scope']);
  });
});
