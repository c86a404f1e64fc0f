// The claims parameter (OpenID Connect Core section 5.5): claims asked for one by one, where they are given, and who is asked first.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewApplication } from '../../src/oidc/clients/application.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { answerOf, Browser, type Page } from '../support/browser.js';
import { addClient } from '../support/clients.js';
import { authorizeUrl, claimsOf, codeIn, introspect, redeem, refresh, signIn, signInToNewClient, userinfo } from '../support/oauth.js';
import { startService, type TestService } from '../support/service.js';
import { exchange, TOKEN_EXCHANGE } from '../support/token-exchange.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

let service: TestService;
let world: World;
let elsewhere: World;
beforeAll(async () => {
  service = await startService();
  [world, elsewhere] = [await makeWorld(service), await makeWorld(service)];
});
afterAll(() => service.close());

const asking = (claims: object) => ({ claims: JSON.stringify(claims) });
const NAME = 'Barbara Jensen';
const implicit: Partial<NewApplication> = { type: 'userAgent', responseTypes: ['id_token token', 'id_token'] };

/** Signs the world's person in with a claims parameter, and redeems the code. */
async function signInAsking(claims: object, input: Partial<NewApplication> = {}, scope = 'openid') {
  const client = await addClient(world, { type: 'userAgent', ...input });
  const { tokens } = await signIn(service, world, client, scope, asking(claims));
  return { client, tokens, idToken: claimsOf(tokens.id_token), info: (await userinfo(service, tokens.access_token)).body };
}

/** Opens the authorization endpoint, and signs in where the page asks for it. */
async function open(clientId: string, more: Record<string, string>, loginName = world.loginName, scope = 'openid'): Promise<Page> {
  const browser = new Browser(service.url);
  const page = await browser.open(authorizeUrl(service.url, clientId, scope, { nonce: 'n', ...more }));
  return page.html?.includes('name="password"') ? browser.submit(page, loginName, PASSWORD) : page;
}

describe('a claim that is asked for by name', () => {
  it('is given by userinfo and not in the ID token when it is asked for there, essential or not', async () => {
    for (const request of [null, { essential: true }, { essential: false }]) {
      const { idToken, info } = await signInAsking({ userinfo: { name: request } });
      expect([info, idToken['name']]).toEqual([{ sub: world.person.id, name: NAME }, undefined]);
    }
  });

  it('is given in the ID token and not by userinfo when it is asked for there', async () => {
    const { idToken, info, tokens, client } = await signInAsking(
      { id_token: { name: { essential: true }, email: null } },
      {},
      'openid offline_access',
    );
    expect(idToken).toMatchObject({ name: NAME, email: world.loginName });
    expect(idToken).not.toHaveProperty('email_verified');
    expect(info).toEqual({ sub: world.person.id });
    const next = (await refresh(service, client, tokens.refresh_token)).body;
    expect(claimsOf(next.id_token)).toMatchObject({ name: NAME, email: world.loginName });
  });

  it('is given after a refresh too, also by a signed access token, through the library and in front of it', async () => {
    const { tokens, client } = await signInAsking(
      { userinfo: { phone_number: null, address: null } },
      { accessTokenType: 'jwt' },
      'openid offline_access',
    );
    const next = (await refresh(service, client, tokens.refresh_token)).body;
    expect(claimsOf(next.access_token)).not.toHaveProperty('claims');
    const expected = {
      sub: world.person.id,
      phone_number: '+15555555',
      address: { street_address: '100 Universal City Plaza', country: 'USA' },
    };
    expect((await userinfo(service, next.access_token)).body).toEqual(expected);
    const byLibrary = await service.call('GET', '/oidc/v1/userinfo?x', undefined, { token: next.access_token });
    expect(byLibrary.body).toEqual(expected);
  });

  it('is given by redirect too: in the ID token, and by userinfo with the access token', async () => {
    const { application } = await world.addApplication(implicit);
    const alone = answerOf(
      await open(application.clientId, { response_type: 'id_token', ...asking({ id_token: { name: { essential: true } } }) }),
    );
    expect(claimsOf(alone.members.id_token ?? '')['name']).toBe(NAME);
    const request = { id_token: { nickname: null, given_name: null }, userinfo: { family_name: null } };
    const both = answerOf(await open(application.clientId, { response_type: 'id_token token', ...asking(request) })).members;
    const idToken = claimsOf(both.id_token ?? '');
    expect([idToken['given_name'], idToken['family_name'], 'nickname' in idToken]).toEqual(['Barbara', undefined, false]);
    expect((await userinfo(service, both.access_token ?? '')).body).toEqual({ sub: world.person.id, family_name: 'Jensen' });
  });

  it('is not given by an access token that was narrowed to scopes without openid', async () => {
    const { tokens, client } = await signInAsking({ userinfo: { name: null } }, {}, 'openid email offline_access');
    const narrowed = (await refresh(service, client, tokens.refresh_token, { scope: 'email' })).body;
    expect((await userinfo(service, narrowed.access_token)).body).not.toHaveProperty('name');
  });

  it('is given only when it has one of the values asked for', async () => {
    const { info } = await signInAsking({
      userinfo: {
        given_name: { value: 'Barbara' },
        family_name: { values: ['Smith', 'Jones'] },
        name: { values: ['Smith', NAME] },
        email: { value: 'other@example.com' },
      },
    });
    expect(info).toEqual({ sub: world.person.id, given_name: 'Barbara', name: NAME });
  });

  it('comes beside the claims of the scope, which a value does not take away', async () => {
    const { info } = await signInAsking({ userinfo: { email: { value: 'other@example.com' }, given_name: null } }, {}, 'openid email');
    expect(info).toEqual({ sub: world.person.id, email: world.loginName, email_verified: false, given_name: 'Barbara' });
  });

  it('is ignored when this service does not have it', async () => {
    const { info, idToken } = await signInAsking({
      userinfo: { shoe_size: { essential: true }, 'name#ja': null, __proto__: null, constructor: null },
      id_token: { salary: null, acr: { values: ['1'] }, auth_time: { essential: true } },
      other: { x: true },
      another: null,
    });
    expect(info).toEqual({ sub: world.person.id });
    expect(Object.keys(idToken)).not.toEqual(expect.arrayContaining(['salary']));
    expect(idToken['auth_time']).toEqual(expect.any(Number));
  });

  it('is not in introspection, and does not come along when the token is exchanged', async () => {
    const grantTypes: NewApplication['grantTypes'] = ['authorization_code', TOKEN_EXCHANGE];
    const { client, tokens } = await signInAsking({ userinfo: { name: null } }, { type: 'web', grantTypes });
    expect((await introspect(service, client, tokens.access_token)).body).not.toHaveProperty('name');
    await service.get(Policies).setFeatures({ oidcTokenExchange: true }, 'test');
    const exchanged = await exchange(service, client, ['access_token', tokens.access_token]);
    expect((await userinfo(service, exchanged.body.access_token)).body).toEqual({ sub: world.person.id });
  });
});

describe('a subject that is asked for', () => {
  it('is the only one who is accepted', async () => {
    const { client } = await signInToNewClient(service, world);
    const other = await world.addPerson({ userName: 'other' });
    const wanted = (value: string) => asking({ id_token: { sub: { value } } });
    expect(codeIn((await open(client.clientId, wanted(world.person.id))).url)).not.toBe('');
    const page = await open(client.clientId, wanted(other.id));
    expect(page.html).toContain('name="password"');
    expect(page.html).toContain('expects someone else');
    // The application has shown by nothing that it knows them.
    expect(page.html).not.toContain(`other@`);
  });

  it.each([['nobody'], [{}], [null]])(
    'and is %j is login_required once somebody has signed in, and no login page without end',
    async (value) => {
      const { client } = await signInToNewClient(service, world);
      expect(answerOf(await open(client.clientId, asking({ id_token: { sub: { value } } }))).members.error).toBe('login_required');
    },
  );

  it('goes on unasked when it is signed in to this browser, even if somebody else was used last', async () => {
    const { browser, client } = await signInToNewClient(service, world);
    await world.addPerson({ userName: 'later' });
    const login = await browser.open(authorizeUrl(service.url, client.clientId, 'openid', { prompt: 'login' }));
    await browser.submit(login, `later@${world.organization.primaryDomain}`, PASSWORD);
    for (const prompt of ['none', 'consent']) {
      const request = { prompt, ...asking({ id_token: { sub: { value: world.person.id } } }) };
      const page = await browser.open(authorizeUrl(service.url, client.clientId, 'openid', request));
      const { url } = prompt === 'none' ? page : await browser.submitButton(page, 'Allow');
      expect(claimsOf((await redeem(service, client, codeIn(url))).body.id_token)['sub']).toBe(world.person.id);
    }
  });

  it('is login_required with prompt none while somebody else is signed in', async () => {
    const { browser, client } = await signInToNewClient(service, world);
    const request = (value: string) =>
      browser.open(authorizeUrl(service.url, client.clientId, 'openid', { prompt: 'none', ...asking({ id_token: { sub: { value } } }) }));
    expect(answerOf(await request('somebody-else')).members.error).toBe('login_required');
    expect(answerOf(await request(world.person.id)).members.code).toBeDefined();
  });
});

describe('consent', () => {
  it('is asked for the scopes that the claims belong to, and covers them afterwards', async () => {
    const { application } = await elsewhere.addApplication({ type: 'userAgent' });
    const url = (claims: object, more: Record<string, string> = {}) =>
      authorizeUrl(service.url, application.clientId, 'openid', { ...asking(claims), ...more });
    const browser = new Browser(service.url);
    const page = await browser.submit(await browser.open(url({ userinfo: { phone_number: null } })), world.loginName, PASSWORD);
    expect(page.html).toContain('see your phone number');
    expect(page.html).not.toContain('see your email address');
    const answer = await browser.submitButton(page, 'Allow');
    const tokens = (await redeem(service, application, codeIn(answer.url))).body;
    expect((await userinfo(service, tokens.access_token)).body).toEqual({ sub: world.person.id, phone_number: '+15555555' });
    const again = await browser.open(url({ id_token: { phone_number: null } }, { prompt: 'none' }));
    expect(answerOf(again).members.code).toBeDefined();
    const more = await browser.open(url({ id_token: { email: null } }, { prompt: 'none' }));
    expect(answerOf(more).members.error).toBe('consent_required');
  });
});

describe('a parameter that is wrong is told to the application', () => {
  it.each([
    ['no JSON', 'x', 'invalid_request'],
    ['a list', '[]', 'invalid_request'],
    ['neither member', '{}', 'invalid_request'],
    ['a member that is no object', '{"userinfo":1}', 'invalid_request'],
    ['a claim that is no object', '{"userinfo":{"name":true}}', 'invalid_request'],
    ['a claim that is a list', '{"id_token":{"name":[]}}', 'invalid_request'],
    ['more values than are kept', JSON.stringify({ userinfo: { name: { values: Array(300).fill('somebody') } } }), 'invalid_request'],
    ['an acr that must be met', '{"id_token":{"acr":{"essential":true,"values":["gold"]}}}', 'unmet_authentication_requirements'],
  ])('%s', async (_, claims, error) => {
    const { application } = await world.addApplication({ type: 'userAgent' });
    expect(answerOf(await open(application.clientId, { claims })).members.error).toBe(error);
  });

  it.each([
    'null',
    '1',
    '"x"',
    '{"id_token":null}',
    '{"userinfo":[]}',
    '{"id_token":{"sub":null}}',
    '{"id_token":{"sub":{"values":[1]}}}',
    '{"id_token":{"acr":{"essential":true,"values":"x"}}}',
    '{"id_token":{"acr":{"essential":"yes","value":{}}}}',
    '{"id_token":{"acr":{"values":"x"},"auth_time":{"essential":true,"value":"x"},"sid":null}}',
    '{"id_token":{"__proto__":{"value":1},"toString":null}}',
    '{"userinfo":{"address":{"value":{"country":"USA"}},"email":{"values":null},"name":{"values":[{}]}}}',
    `{"userinfo":${'{"name":'.repeat(400)}null${'}'.repeat(400)}}`,
  ])('or answered, and never an error of the server: %s', async (claims) => {
    const { application } = await world.addApplication({ type: 'userAgent' });
    const page = await open(application.clientId, { claims });
    expect(page.page?.status ?? 200).toBeLessThan(500);
    expect(['undefined', 'invalid_request', 'unmet_authentication_requirements']).toContain(String(answerOf(page).members.error));
  });

  it('userinfo without an access token to ask it with', async () => {
    const { application } = await world.addApplication(implicit);
    const { members } = answerOf(await open(application.clientId, { response_type: 'id_token', ...asking({ userinfo: { name: null } }) }));
    expect(members.error).toBe('invalid_request');
  });
});
