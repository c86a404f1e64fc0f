// Resource indicators (RFC 8707): tokens for the address of a project are for this project alone, at every grant and for every reader.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewApplication } from '../../src/oidc/clients/application.js';
import { Browser, answerOf } from '../support/browser.js';
import { addClient, addKey, assertionOf, JWT_PROFILE, type Client } from '../support/clients.js';
import { authorizeUrl, CHALLENGE, claimsOf, codeIn, introspect, post, redeem, userinfo } from '../support/oauth.js';
import { addServiceUserWithSecret } from '../support/service-users.js';
import { sharedService } from '../support/shared-service.js';
import type { TestService } from '../support/service.js';
import { makeWorld, PASSWORD, REDIRECT_URI, type World } from '../support/world.js';

let service: TestService;
/** The organization of the APIs, and another one. */
let home: World;
let elsewhere: World;
/** The addresses of three projects: two of `home`, and one of `elsewhere`. */
let own: Api;
let second: Api;
let foreign: Api;

interface Api {
  uri: string;
  projectId: string;
  path: string;
  /** An application of the project that introspects. */
  reader: Client;
}

beforeAll(async () => {
  service = await sharedService();
  [home, elsewhere] = [await makeWorld(service), await makeWorld(service)];
  own = await addApi(home, 'Calendar');
  second = await addApi(home, 'Files');
  foreign = await addApi(elsewhere, 'Elsewhere');
});
afterAll(() => service.close());

let apis = 0;
async function addApi(world: World, name: string): Promise<Api> {
  const uri = `https://api-${world.organization.id.toLowerCase()}-${apis++}.example/mcp`;
  const projects = `/admin/v1/organizations/${world.organization.id}/projects`;
  const { status, body } = await service.call('POST', projects, { name, resourceUri: uri });
  expect([status, body.resourceUri]).toEqual([201, uri]);
  const path = `${projects}/${body.projectId}`;
  const reader = await service.call('POST', `${path}/applications`, { name: 'Reader', type: 'api' });
  return {
    uri,
    projectId: body.projectId,
    path,
    reader: { ...reader.body, clientId: reader.body.clientId, clientSecret: reader.body.clientSecret },
  };
}

const web = (input: Partial<NewApplication> = {}, world = home) => addClient(world, { type: 'web', accessTokenType: 'jwt', ...input });
/** The address of a request with some resources, and the browser of somebody who has signed in. */
const addressFor = (client: Client, resources: readonly string[], more: Record<string, string> = {}, scope = 'openid offline_access') =>
  `${authorizeUrl(service.url, client.clientId, scope, { state: 's', ...more })}${resources.map((one) => `&resource=${encodeURIComponent(one)}`).join('')}`;

async function codeFor(
  client: Client,
  resources: readonly string[],
  scope?: string,
  world = home,
): Promise<{ code: string; error?: string }> {
  const browser = new Browser(service.url);
  const page = await browser.open(addressFor(client, resources, {}, scope));
  const end = page.html === undefined ? page : await browser.submit(page, world.loginName, PASSWORD);
  const members = answerOf(end.html?.includes('>Allow<') ? await browser.submitButton(end, 'Allow') : end).members;
  return { code: members['code'] ?? '', ...(members['error'] && { error: members['error'] }) };
}

const narrowed = (...resources: string[]) => resources.map((one) => ['resource', one]);
const redeemFor = (client: Client, code: string, ...resources: string[]) =>
  post(
    service,
    '/oauth/v2/token',
    [
      ...Object.entries({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER }),
      ...narrowed(...resources),
    ],
    client,
  );
const refreshFor = (client: Client, token: string, ...resources: string[]) =>
  post(service, '/oauth/v2/token', [['grant_type', 'refresh_token'], ['refresh_token', token], ...narrowed(...resources)], client);
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const REFUSED = { error: 'invalid_target' };

describe.each(['jwt', 'opaque'] as const)('a token for a resource that is %s', (accessTokenType) => {
  it('has the address and the project as its audience, and nothing else: not its own client, whose project is another', async () => {
    const client = await web({ accessTokenType });
    const { body } = await redeem(service, client, (await codeFor(client, [own.uri])).code);
    const read = await introspect(service, own.reader, body.access_token);
    expect(read.body).toMatchObject({ active: true, aud: [own.uri, own.projectId], client_id: client.clientId, username: home.loginName });
    if (accessTokenType === 'jwt') expect(claimsOf(body.access_token)['aud']).toEqual([own.uri, own.projectId]);
    expect((await introspect(service, client, body.access_token)).body).toEqual({ active: false });
    expect((await introspect(service, second.reader, body.access_token)).body).toEqual({ active: false });
    // The ID token is for the client.
    expect(claimsOf(body.id_token)['aud']).toBe(client.clientId);
  });
});

describe('the resources of an authorization', () => {
  it('are what tokens are for: several, kept by each refresh, narrowed by a code and by a refresh', async () => {
    const client = await web();
    const { code } = await codeFor(client, [own.uri, second.uri]);
    const first = (await redeemFor(client, code, own.uri)).body;
    expect(claimsOf(first.access_token)['aud']).toEqual([own.uri, own.projectId]);
    const all = (await refreshFor(client, first.refresh_token)).body;
    expect(claimsOf(all.access_token)['aud']).toEqual([own.uri, own.projectId, second.uri, second.projectId]);
    const one = (await refreshFor(client, all.refresh_token, second.uri)).body;
    expect(claimsOf(one.access_token)['aud']).toEqual([second.uri, second.projectId]);
    const both = (await refreshFor(client, one.refresh_token, second.uri, own.uri)).body;
    expect(claimsOf(both.access_token)['aud']).toEqual([second.uri, second.projectId, own.uri, own.projectId]);
  });

  it('are not widened: by a code, by a refresh, or by an exchange of a narrowed token', async () => {
    const client = await web();
    const { code } = await codeFor(client, [own.uri]);
    expect((await redeemFor(client, code, second.uri)).body).toMatchObject(REFUSED);
    expect((await redeemFor(client, code, own.uri, second.uri)).body).toMatchObject(REFUSED);
    // A refused request has used nothing up.
    const { body } = await redeemFor(client, code);
    expect((await refreshFor(client, body.refresh_token, second.uri)).body).toMatchObject(REFUSED);
    expect(claimsOf((await refreshFor(client, body.refresh_token)).body.access_token)['aud']).toEqual([own.uri, own.projectId]);
  });

  it('are judged at each refresh: an address that another project has now is another resource', async () => {
    const client = await web();
    const [moving, taker] = [await addApi(home, 'Moving'), await addApi(home, 'Taker')];
    const { body } = await redeem(service, client, (await codeFor(client, [moving.uri])).code);
    expect((await service.call('PATCH', moving.path, { resourceUri: null })).body.resourceUri).toBe('');
    expect((await refreshFor(client, body.refresh_token)).body).toMatchObject(REFUSED);
    await service.call('PATCH', taker.path, { resourceUri: moving.uri });
    expect((await refreshFor(client, body.refresh_token)).body).toMatchObject(REFUSED);
    expect((await refreshFor(client, body.refresh_token, moving.uri)).body).toMatchObject(REFUSED);
  });

  it('come by a code without one only for projects that the tokens are for anyway', async () => {
    const client = await web();
    expect((await redeemFor(client, (await codeFor(client, [])).code, own.uri)).body).toMatchObject(REFUSED);
    const scope = `openid urn:gatehouse:iam:org:project:id:${own.projectId}:aud`;
    const { body } = await redeemFor(client, (await codeFor(client, [], scope)).code, own.uri);
    expect(claimsOf(body.access_token)['aud']).toEqual([own.uri, own.projectId]);
  });

  it('are compared as URLs: another spelling of the same address is the same', async () => {
    const client = await web();
    const api = await addApi(home, 'Root');
    const root = new URL(api.uri).origin;
    expect((await service.call('PATCH', api.path, { resourceUri: `${root}/` })).body.resourceUri).toBe(root);
    const { code } = await codeFor(client, [`${root.replace('https', 'HTTPS')}:443/`]);
    expect(claimsOf((await redeemFor(client, code, root)).body.access_token)['aud']).toEqual([root, api.projectId]);
  });

  it('come by a pushed request, by a request object, and by redirect', async () => {
    const client = await web({ responseTypes: ['code', 'id_token token'], grantTypes: ['authorization_code', 'implicit'] });
    const request = { response_type: 'code', redirect_uri: REDIRECT_URI, scope: 'openid', state: 's', ...CHALLENGE };
    const pushed = await post(service, '/oauth/v2/par', [...Object.entries(request), ...narrowed(own.uri, second.uri)], client);
    const refused = await post(service, '/oauth/v2/par', [...Object.entries(request), ...narrowed(foreign.uri)], client);
    expect(refused.body).toMatchObject(REFUSED);
    const signer = await addKey(service, client.application);
    const claims = { ...request, client_id: client.clientId, resource: [own.uri, second.uri], sub: undefined };
    const object = await assertionOf(service, signer, client.clientId, claims, { typ: 'oauth-authz-req+jwt' });
    for (const more of [
      ['request_uri', pushed.body.request_uri as string],
      ['request', object],
    ] as const) {
      const query = new URLSearchParams({ client_id: client.clientId, response_type: 'code', scope: 'openid', [more[0]]: more[1] });
      const browser = new Browser(service.url);
      const page = await browser.open(`${service.url}/oauth/v2/authorize?${query.toString()}`);
      const { code = '' } = answerOf(await browser.submit(page, home.loginName, PASSWORD)).members;
      const { body } = await redeem(service, client, code);
      expect(claimsOf(body.access_token)['aud'], JSON.stringify(body)).toEqual([own.uri, own.projectId, second.uri, second.projectId]);
    }
    const browser = new Browser(service.url);
    const page = await browser.open(addressFor(client, [own.uri, second.uri], { response_type: 'id_token token', nonce: 'n' }, 'openid'));
    const { access_token: token = '' } = answerOf(await browser.submit(page, home.loginName, PASSWORD)).members;
    expect(claimsOf(token)['aud']).toEqual([own.uri, own.projectId, second.uri, second.projectId]);
    expect((await userinfo(service, token)).status).toBe(401);
  });

  it('survive a sign-in that was lost and started again', async () => {
    const client = await web();
    const browser = new Browser(service.url);
    const page = await browser.open(addressFor(client, [own.uri, second.uri]));
    browser.forget(/sign_in|resume/);
    const again = await browser.submit(page, home.loginName, PASSWORD);
    const restart = /href="([^"]*oauth\/v2\/authorize[^"]*)"/.exec(again.html ?? '')?.[1]?.replaceAll('&amp;', '&');
    const started = restart === undefined ? again : await browser.open(restart);
    const { code = '' } = answerOf(await browser.submit(started, home.loginName, PASSWORD)).members;
    expect(claimsOf((await redeem(service, client, code)).body.access_token)['aud']).toEqual([
      own.uri,
      own.projectId,
      second.uri,
      second.projectId,
    ]);
  });
});

describe('who may request a resource', () => {
  it('is the same as by scope: other organizations only after a grant, and only as long as it lasts', async () => {
    const client = await web();
    expect((await codeFor(client, [foreign.uri])).error).toBe('invalid_target');
    const granted = await service.call('POST', `${foreign.path}/grants`, { grantedOrgId: home.organization.id, roleKeys: [] });
    expect(granted.status).toBe(201);
    const { code } = await codeFor(client, [foreign.uri]);
    const { body } = await redeem(service, client, code);
    expect((await introspect(service, foreign.reader, body.access_token)).body).toMatchObject({ active: true });
    await service.call('DELETE', `${foreign.path}/grants/${granted.body.grantId}`);
    expect((await introspect(service, foreign.reader, body.access_token)).body).toEqual({ active: false });
    expect((await refreshFor(client, body.refresh_token)).body).toMatchObject(REFUSED);
  });

  it('gets the same answer for an unknown address and for one that it may not use', async () => {
    const { clientId, clientSecret } = await addServiceUserWithSecret(service, home);
    const ask = (...resources: string[]) =>
      post(service, '/oauth/v2/token', [['grant_type', 'client_credentials'], ...narrowed(...resources)], { clientId, clientSecret });
    const [unknown, others] = [await ask('https://nowhere.example/'), await ask(foreign.uri)];
    expect([unknown.status, others.status, others.text]).toEqual([400, 400, unknown.text]);
  });

  it.each([
    ['a fragment', /absolute URI/, () => [`${own.uri}#x`]],
    ['an empty fragment', /absolute URI/, () => [`${own.uri}#`]],
    ['a relative reference', /absolute URI/, () => ['/mcp']],
    ['another scheme', /absolute URI/, () => ['javascript:alert(1)']],
    ['credentials', /absolute URI/, () => [own.uri.replace('//', '//me:secret@')]],
    ['too many characters', /absolute URI/, () => [`${own.uri}/${'a'.repeat(200)}`]],
    ['too many addresses', /At most 5/, () => Array.from({ length: 6 }, (_, at) => `${own.uri}?${at}`)],
    ['one too many of the same', /At most 5/, () => Array.from({ length: 6 }, () => own.uri)],
    ['a path below the address', /unknown/, () => [`${own.uri}/below`]],
  ])('is refused with %s, at every endpoint', async (_, reason, resourcesOf) => {
    const resources = resourcesOf();
    const client = await web();
    expect((await codeFor(client, resources)).error).toBe('invalid_target');
    const refused = { ...REFUSED, error_description: expect.stringMatching(reason) };
    expect((await redeemFor(client, (await codeFor(client, [own.uri])).code, ...resources)).body).toEqual(refused);
    const user = await addServiceUserWithSecret(service, home);
    const form = [['grant_type', 'client_credentials'], ...narrowed(...resources)];
    expect((await post(service, '/oauth/v2/token', form, user)).body).toEqual(refused);
  });
});

describe('a service user', () => {
  it('gets tokens for a resource by client credentials and by JWT profile, which our own API refuses', async () => {
    const user = await addServiceUserWithSecret(service, home);
    const signer = await addKey(service, user);
    const assertion = await assertionOf(service, signer, user.clientId);
    const forms = [
      [['grant_type', 'client_credentials']],
      [
        ['grant_type', JWT_PROFILE],
        ['assertion', assertion],
      ],
    ];
    for (const form of forms) {
      const as = form.length === 1 ? user : undefined;
      const { body } = await post(service, '/oauth/v2/token', [...form, ...narrowed(own.uri)], as);
      expect((await introspect(service, own.reader, body.access_token)).body, JSON.stringify(body)).toMatchObject({
        active: true,
        aud: [own.uri, own.projectId],
      });
      expect((await service.call('GET', '/admin/v1/me/permissions', undefined, { token: body.access_token })).status).toBe(401);
      expect((await userinfo(service, body.access_token)).status).toBe(401);
    }
    const { body } = await post(
      service,
      '/oauth/v2/token',
      [['grant_type', 'client_credentials'], ...narrowed(`${service.url}/admin/v1`)],
      user,
    );
    expect((await service.call('GET', '/admin/v1/me/permissions', undefined, { token: body.access_token })).status).toBe(200);
  });
});

describe('the resources of this service', () => {
  it('are for applications with API access, as by scope', async () => {
    const admin = `${service.url}/admin/v1`;
    expect((await codeFor(await web(), [admin])).error).toBe('invalid_target');
    const client = await web({ apiAccess: true });
    const { body } = await redeem(service, client, (await codeFor(client, [admin])).code);
    expect(claimsOf(body.access_token)['aud']).toEqual([admin, 'gatehouse']);
    expect((await service.call('GET', '/admin/v1/me/permissions', undefined, { token: body.access_token })).status).toBe(200);
    const other = await redeem(service, client, (await codeFor(client, [own.uri])).code);
    expect((await service.call('GET', '/admin/v1/me/permissions', undefined, { token: other.body.access_token })).status).toBe(401);
  });

  it('have userinfo among them, for which a token for another resource is none', async () => {
    const client = await web();
    const { body } = await redeem(service, client, (await codeFor(client, [own.uri])).code);
    const refused = await userinfo(service, body.access_token);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('invalid_token')]);
    const both = await redeem(service, client, (await codeFor(client, [own.uri, `${service.url}/oidc/v1/userinfo`])).code);
    expect((await userinfo(service, both.body.access_token)).body).toMatchObject({ sub: home.person.id });
  });
});

describe('the metadata of a resource of this service', () => {
  it.each([
    ['', ''],
    ['/admin/v1', '/admin/v1/me/permissions'],
    ['/scim/v2', '/scim/v2/any/Users'],
    ['/oidc/v1/userinfo', '/oidc/v1/userinfo'],
  ])('is at the path of %j, which its 401 names, and names an address that tokens can be requested for', async (path, asked) => {
    const metadata = `${service.url}/.well-known/oauth-protected-resource${path}`;
    const answer = await fetch(metadata, { headers: { origin: 'https://agent.example' } });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    const { resource, authorization_servers: servers, scopes_supported: scopes } = (await answer.json()) as Record<string, string[]>;
    expect([resource, servers, scopes?.[0]]).toEqual([service.url + path, [service.url], 'openid']);
    const client = await web({ apiAccess: true });
    const { code, error } = await codeFor(client, [String(resource)], scopes?.join(' '));
    expect([error, code === '']).toEqual([undefined, false]);
    if (path === '') return;
    for (const token of [null, 'bad']) {
      const refused = await service.call('GET', asked, undefined, { token });
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringMatching(new RegExp(`^Bearer .*resource_metadata="${metadata.replaceAll('.', '\\.')}"$`)),
      ]);
    }
  });

  it('is nowhere else, and is no metadata of an authorization server', async () => {
    for (const path of [
      '/oauth-protected-resource/mcp',
      '/oauth-protected-resource/admin',
      '/oauth-authorization-server',
      '/oauth-authorization-server/admin/v1',
    ])
      expect((await service.call('GET', `/.well-known${path}`, undefined, { token: null })).status).toBe(404);
  });
});

describe('the person', () => {
  it('is asked about the project by its name, and again for another one', async () => {
    const client = await web({ consentRequired: true });
    const browser = new Browser(service.url);
    const page = await browser.submit(await browser.open(addressFor(client, [own.uri])), home.loginName, PASSWORD);
    expect(page.html).toContain('use Calendar on your behalf');
    expect(codeIn((await browser.submitButton(page, 'Allow')).url)).not.toBe('');
    expect(codeIn((await browser.open(addressFor(client, [own.uri], { prompt: 'none' }))).url)).not.toBe('');
    const other = answerOf(await browser.open(addressFor(client, [second.uri], { prompt: 'none' }))).members;
    expect(other['error']).toBe('interaction_required');
    expect((await browser.open(addressFor(client, [own.uri, second.uri]))).html).toContain('use Files on your behalf');
  });
});

describe('a project', () => {
  it.each([
    ['http', 'http://api.example/mcp'],
    ['a fragment', 'https://api.example/mcp#x'],
    ['a relative reference', '/mcp'],
    ['a query', 'https://api.example/mcp?a=b'],
    ['an empty query', 'https://api.example/mcp?'],
    ['credentials', 'https://me:secret@api.example/mcp'],
    ['a script', 'javascript:alert(1)'],
    ['other characters', 'https://api.example/ü'],
    ['a space', 'https://api.example/a b'],
  ])('has no address with %s', async (_, resourceUri) => {
    const { status, body } = await service.call('PATCH', own.path, { resourceUri });
    expect([status, body.code, body.errors?.[0]?.pointer]).toEqual([400, 'project.resourceUri', '/resourceUri']);
  });

  it('has no address of this service', async () => {
    for (const resourceUri of [`${service.url}/admin/v1`, `${service.url}/mcp`])
      expect((await service.call('PATCH', own.path, { resourceUri })).body.code).toBe('project.resourceUri');
  });

  it('may have one on this machine', async () => {
    const { path } = await addApi(elsewhere, 'Local');
    const resourceUri = `http://localhost:3000/${foreign.projectId}`;
    expect((await service.call('PATCH', path, { resourceUri })).body.resourceUri).toBe(resourceUri);
  });
});
