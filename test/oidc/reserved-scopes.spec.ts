// The scopes of this service's own: what they tell about a user's organization and metadata, where, and whom they let in.
import { customFetch } from 'openid-client';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { UserMetadata } from '../../src/users/directory/people/user-metadata.service.js';
import { Browser, answerOf, follow } from '../support/browser.js';
import { addClient, type Client } from '../support/clients.js';
import {
  authorizeUrl,
  claimsOf,
  clientToken,
  introspect,
  post,
  refresh,
  signIn,
  signInToNewClient,
  userinfo,
  VERIFIER,
} from '../support/oauth.js';
import { addServiceUserWithSecret } from '../support/service-users.js';
import type { TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

const IAM = 'urn:gatehouse:iam';
const OWNER = `${IAM}:user:resourceowner`;
const METADATA = `${IAM}:user:metadata`;

let service: TestService;
let world: World;
let other: World;
/** A confidential application, which may introspect. */
let web: Client;
beforeAll(async () => {
  service = await sharedService();
  [world, other] = [await makeWorld(service), await makeWorld(service)];
  web = await addClient(world, { type: 'web' });
});
afterAll(() => service.close());

const ownerOf = ({ organization: { id, name, primaryDomain } }: World) => ({
  [`${OWNER}:id`]: id,
  [`${OWNER}:name`]: name,
  [`${OWNER}:primary_domain`]: primaryDomain,
});
const setMetadata = (userNo: number, entries: Record<string, string>) =>
  service.get(Database).write('test', async (tx) => {
    for (const [key, text] of Object.entries(entries))
      await service.get(UserMetadata).set(tx, userNo, { key, value: Buffer.from(text).toString('base64') }, 'test');
  });
const reservedOf = (claims: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => name.startsWith(IAM) || name.startsWith('_claim')));

describe('the scope for the resource owner', () => {
  it('tells the organization in ID token, JWT access token, userinfo and introspection', async () => {
    const client = await addClient(world, { type: 'web', accessTokenType: 'jwt' });
    const { tokens } = await signIn(service, world, client, `openid ${OWNER}`);
    expect(tokens.scope).toBe(`openid ${OWNER}`);
    const places = [
      claimsOf(tokens.id_token),
      claimsOf(tokens.access_token),
      (await userinfo(service, tokens.access_token)).body,
      (await introspect(service, client, tokens.access_token)).body,
    ];
    for (const claims of places) expect(reservedOf(claims)).toEqual(ownerOf(world));
  });

  it('is silent when it was not asked for, but for the id in introspection', async () => {
    const { tokens } = await signIn(service, world, web, 'openid');
    expect(reservedOf(claimsOf(tokens.id_token))).toEqual({});
    expect(reservedOf((await userinfo(service, tokens.access_token)).body)).toEqual({});
    expect(reservedOf((await introspect(service, web, tokens.access_token)).body)).toEqual({ [`${OWNER}:id`]: world.organization.id });
  });

  it('is read by an ordinary client library', async () => {
    const config = await openid.discovery(new URL(service.url), web.clientId, undefined, openid.ClientSecretBasic(web.clientSecret ?? ''), {
      execute: [openid.allowInsecureRequests],
      [customFetch]: (input, init) => fetch(input, init as RequestInit),
    });
    const browser = new Browser(service.url);
    const end = await browser.submit(
      await browser.open(authorizeUrl(service.url, web.clientId, `openid ${OWNER} ${METADATA}`)),
      world.loginName,
      PASSWORD,
    );
    const tokens = await openid.authorizationCodeGrant(config, new URL(end.url), { pkceCodeVerifier: VERIFIER });
    expect(tokens.claims()).toMatchObject(ownerOf(world));
    const info = await openid.fetchUserInfo(config, tokens.access_token, world.person.id);
    expect(info).toMatchObject(ownerOf(world));
  });

  it('tells the organization of a service user too, in its JWT and its ID token', async () => {
    const user = await addServiceUserWithSecret(service, world, { accessTokenType: 'jwt' });
    expect(claimsOf(await clientToken(service, user, OWNER))).toMatchObject(ownerOf(world));
  });

  it.each(['id_token', 'id_token token'] as const)('is answered by redirect too: %s', async (responseType) => {
    const client = await addClient(world, {
      type: 'userAgent',
      responseTypes: [responseType],
      grantTypes: ['implicit'],
      accessTokenType: 'jwt',
    });
    const browser = new Browser(service.url);
    const url = authorizeUrl(service.url, client.clientId, `openid ${OWNER}`, { response_type: responseType, nonce: 'n' });
    const answer = new URLSearchParams(
      new URL((await browser.submit(await browser.open(url), world.loginName, PASSWORD)).url).hash.slice(1),
    );
    expect(claimsOf(answer.get('id_token') ?? '')).toMatchObject({ ...ownerOf(world), nonce: 'n', azp: client.clientId });
    if (responseType === 'id_token token') expect(claimsOf(answer.get('access_token') ?? '')).toMatchObject(ownerOf(world));
  });

  it('is answered by userinfo however it is asked', async () => {
    const { tokens } = await signIn(service, world, web, `openid ${OWNER}`);
    const { body } = await post(service, '/oidc/v1/userinfo', { access_token: tokens.access_token });
    expect(body).toEqual({ sub: world.person.id, ...ownerOf(world) });
  });
});

describe('the scope for metadata', () => {
  it('tells every value as base64url without padding, and nothing where there is none', async () => {
    const person = await world.addPerson({ userName: 'meta', emails: [{ value: 'meta@meta.example', primary: true }] });
    const someone = { loginName: `meta@${world.organization.primaryDomain}` };
    const { tokens } = await signIn(service, someone, web, `openid ${METADATA}`);
    expect(reservedOf(claimsOf(tokens.id_token))).toEqual({});
    await setMetadata(person.no, { cost: '4', shoe: 'größe?>', __proto__x: 'y' });
    const claim = { cost: 'NA', shoe: Buffer.from('größe?>').toString('base64url'), __proto__x: 'eQ' };
    expect((await userinfo(service, tokens.access_token)).body[METADATA]).toEqual(claim);
    expect((await introspect(service, web, tokens.access_token)).body[METADATA]).toEqual(claim);
    const { tokens: later } = await signIn(service, someone, web, `openid ${METADATA}`);
    expect(claimsOf(later.id_token)[METADATA]).toEqual(claim);
  });

  it('of the organization tells what was noted about that', async () => {
    const scope = `${IAM}:org:metadata`;
    const own = await makeWorld(service);
    const client = await addClient(own, { type: 'web' });
    const { tokens } = await signIn(service, own, client, `openid ${scope}`);
    expect(tokens.scope).toBe(`openid ${scope}`);
    expect((await userinfo(service, tokens.access_token)).body).not.toHaveProperty([scope]);
    const path = `/admin/v1/organizations/${own.organization.id}/metadata`;
    const metadata = [{ key: 'tier', value: Buffer.from('gold?>').toString('base64') }];
    expect((await service.call('PUT', path, { metadata })).status).toBeLessThan(300);
    expect((await userinfo(service, tokens.access_token)).body[scope]).toEqual({ tier: Buffer.from('gold?>').toString('base64url') });
  });

  it('points at userinfo where there is more than a token can carry', async () => {
    const person = await world.addPerson({ userName: 'much', emails: [{ value: 'much@meta.example', primary: true }] });
    await setMetadata(person.no, { big: 'x'.repeat(10_000) });
    const someone = { loginName: `much@${world.organization.primaryDomain}` };
    const client = await addClient(world, { type: 'web', accessTokenType: 'jwt' });
    const { tokens } = await signIn(service, someone, client, `openid ${METADATA} ${OWNER}`);
    for (const token of [tokens.id_token, tokens.access_token]) {
      expect(reservedOf(claimsOf(token))).toEqual({
        ...ownerOf(world),
        _claim_names: { [METADATA]: 'userinfo' },
        _claim_sources: { userinfo: { endpoint: `${service.url}/oidc/v1/userinfo` } },
      });
    }
    expect((await userinfo(service, tokens.access_token)).body[METADATA].big).toHaveLength(Math.ceil((10_000 * 4) / 3));
  });
});

describe('a scope that names an organization', () => {
  const forms = () => ({
    id: `${IAM}:org:id:${world.organization.id}`,
    domain: `${IAM}:org:domain:primary:${world.organization.primaryDomain}`,
  });

  it('lets its people in, and says so', async () => {
    const { id, domain } = forms();
    const { tokens } = await signIn(service, world, web, `openid ${id} ${domain} offline_access`);
    const expected = {
      ...ownerOf(world),
      [`${IAM}:org:id`]: world.organization.id,
      [`${IAM}:org:domain:primary`]: world.organization.primaryDomain,
    };
    expect(reservedOf(claimsOf(tokens.id_token))).toEqual(expected);
    const { body } = await refresh(service, web, tokens.refresh_token);
    expect(reservedOf(claimsOf(body.id_token))).toEqual(expected);
  });

  it.each(['id', 'domain'] as const)('lets nobody else in, by %s', async (form) => {
    const client = await addClient(world, { type: 'userAgent' });
    const url = (more = {}) => authorizeUrl(service.url, client.clientId, `openid ${forms()[form]}`, { state: 's', ...more });
    const browser = new Browser(service.url);
    const refused = await browser.submit(await browser.open(url()), other.loginName, PASSWORD);
    expect([refused.page?.status, refused.html]).toEqual([403, expect.stringContaining('is only for people of Example.')]);
    expect(answerOf(await browser.open(url({ prompt: 'none' }))).members).toMatchObject({ error: 'access_denied', state: 's' });
    const again = await follow(browser, refused, 'Use another account');
    expect(answerOf(await browser.submit(again, world.loginName, PASSWORD)).members.code).toBeDefined();
  });

  it('gives the pages the look of that organization, whose people are meant first', async () => {
    const path = `/admin/v1/organizations/${other.organization.id}`;
    expect((await service.call('PUT', `${path}/policies/look`, { accent: '123456', showName: true })).status).toBeLessThan(300);
    const scope = `openid ${IAM}:org:id:${other.organization.id}`;
    const browser = new Browser(service.url);
    const page = await browser.open(authorizeUrl(service.url, web.clientId, scope));
    expect(page.html).toContain('accent=123456');
    // Both organizations have somebody of this name.
    const end = await browser.submit(page, 'bjensen', PASSWORD);
    expect(end.html).toContain(other.loginName);
  });

  it.each([`${IAM}:org:id:nowhere`, `${IAM}:org:domain:primary:nowhere.example`])(
    'is refused when nobody can be of it: %s',
    async (scope) => {
      const answer = answerOf(
        await new Browser(service.url).open(authorizeUrl(service.url, web.clientId, `openid ${scope}`, { state: 's' })),
      );
      expect(answer.members).toMatchObject({ error: 'invalid_scope', state: 's' });
      const both = `openid ${forms().id} ${IAM}:org:id:${other.organization.id}`;
      expect(answerOf(await new Browser(service.url).open(authorizeUrl(service.url, web.clientId, both))).members.error).toBe(
        'invalid_scope',
      );
    },
  );

  it('is dropped from the token of a service user of another one', async () => {
    const user = await addServiceUserWithSecret(service, world);
    const { id, domain } = forms();
    const ask = async (scope: string) =>
      (await post(service, '/oauth/v2/token', { grant_type: 'client_credentials', scope }, user)).body.scope as string;
    expect(await ask(`openid ${id} ${domain}`)).toBe(`openid ${id} ${domain}`);
    expect(await ask(`openid ${IAM}:org:id:${other.organization.id} ${IAM}:org:domain:primary:${other.organization.primaryDomain}`)).toBe(
      'openid',
    );
  });
});

it('reserved scopes that nobody has heard of are dropped', async () => {
  const { tokens } = await signInToNewClient(service, world, {}, `openid ${IAM}:user:unheard ${IAM}:org:idp:1 urn:other:iam:user:metadata`);
  expect(tokens.scope).toBe('openid');
});

it('the question of consent explains them', async () => {
  const client = await addClient(world, { type: 'userAgent', consentRequired: true });
  const browser = new Browser(service.url);
  const scope = `openid ${OWNER} ${METADATA}`;
  const page = await browser.submit(await browser.open(authorizeUrl(service.url, client.clientId, scope)), world.loginName, PASSWORD);
  expect(page.html).toContain('know which organization you belong to');
  expect(page.html).toContain('see what other systems have noted about you');
  expect(page.html).not.toContain(OWNER);
});
