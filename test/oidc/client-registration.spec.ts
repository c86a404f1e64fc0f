// Clients that register and manage themselves (RFC 7591, RFC 7592), what they may never get, and whose tokens count.
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConfigVersion } from '../../src/common/database/config-version.js';
import { Clock } from '../../src/common/primitives/clock.js';
import { CHANGES_PER_CLIENT, OPEN_PER_NETWORK } from '../../src/oidc/registration/registration-endpoint.service.js';
import { SoftwareStatements } from '../../src/oidc/registration/software-statements.service.js';
import { Organizations } from '../../src/users/organizations/organizations.service.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { assertionOf, newKeyPair, ASSERTION_TYPE } from '../support/clients.js';
import { authorizeUrl, codeIn, introspect, post, redeem, signInElsewhere, signInToNewClient, userinfo } from '../support/oauth.js';
import { eventsOf } from '../support/people.js';
import { png } from '../support/pictures.js';
import { credentialsOf, ENDPOINT, newToken, own, POLICY, refused, register, tokensPath } from '../support/registrations.js';
import { noteSecret } from '../support/secrets.js';
import { createServiceUser } from '../support/service-users.js';
import { startService, type Answer } from '../support/service.js';
import { Browser } from '../support/browser.js';
import { service, useWorld, world } from '../support/use-world.js';
import { makeWorld, PASSWORD, REDIRECT_URI } from '../support/world.js';

const DAY_MS = 86_400_000;

useWorld(startService);

const made = new Map<string, Promise<{ tokenId: string; token: string }>>();

/** A registration token of the world's project with a policy, made once: a project has few. */
function tokenFor(policy: object = {}): Promise<{ tokenId: string; token: string }> {
  const key = JSON.stringify(policy);
  const known = made.get(key) ?? newToken(policy, { maxApplications: 1_000 });
  made.set(key, known);
  return known;
}

/** A registered client. */
async function registered(metadata: object = {}, policy: object = {}): Promise<Answer['body']> {
  const answer = await register((await tokenFor(policy)).token, metadata);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

const applicationOf = async (client: Answer['body']) =>
  (await service.call('GET', `${tokensPath().replace('registration-tokens', 'applications')}?clientId=${client.client_id}`)).body
    .applications[0];

describe('A client registers', () => {
  it('with an initial access token, and people sign in to it after they consented', async () => {
    const { token, tokenId } = await newToken();
    const answer = await register(token, {
      scope: 'openid email phone',
      policy_uri: 'https://app.example/privacy',
      tos_uri: 'https://evil.example/terms',
      client_uri: 'https://elsewhere.example',
    });
    expect(answer.status).toBe(201);
    const client = answer.body;
    expect(client).toMatchObject({
      client_name: 'Time sheet',
      redirect_uris: [REDIRECT_URI],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_basic',
      application_type: 'web',
      scope: 'openid email',
      client_secret_expires_at: 0,
      client_id_issued_at: expect.any(Number),
      policy_uri: 'https://app.example/privacy',
      client_uri: 'https://elsewhere.example',
      registration_client_uri: `${service.url}${ENDPOINT}/${client.client_id}`,
    });
    expect(client).not.toHaveProperty('tos_uri');
    expect(await applicationOf(client)).toMatchObject({ registeredBy: tokenId, config: { consentRequired: true, apiAccess: false } });
    const { access_token: accessToken } = await signInElsewhere(service, world, credentialsOf(client), 'openid email phone profile');
    const claims = (await userinfo(service, accessToken)).body;
    expect(claims).toMatchObject({ sub: world.person.id, email: expect.any(String) });
    expect(claims).not.toHaveProperty('phone_number');
    expect(claims).not.toHaveProperty('name');
    expect((await service.call('GET', `${tokensPath()}/${tokenId}`)).body).toMatchObject({ registered: 1, lastUsedAt: expect.any(String) });
  });

  it('natively, if it is reached only on the device and has no secret', async () => {
    const metadata = { redirect_uris: ['http://127.0.0.1:33418/callback'], token_endpoint_auth_method: 'none' };
    const client = await registered(metadata, { loopbackRedirects: true });
    expect(client).toMatchObject({ application_type: 'native', token_endpoint_auth_method: 'none' });
    expect(client).not.toHaveProperty('client_secret');
  });

  it('with keys by value, and authenticates with them', async () => {
    const pair = await newKeyPair();
    const jwks = { keys: [{ ...pair.publicJwk, kid: 'one', alg: 'ES256', use: 'sig' }] };
    const client = await registered({ token_endpoint_auth_method: 'private_key_jwt', jwks });
    const browser = new Browser(service.url);
    const page = await browser.submit(await browser.open(authorizeUrl(service.url, client.client_id, 'openid')), world.loginName, PASSWORD);
    const { url } = await browser.submitButton(page, 'Allow');
    const assertion = await assertionOf(service, { ...pair, kid: 'one' }, client.client_id);
    const proof = { client_id: client.client_id, client_assertion_type: ASSERTION_TYPE, client_assertion: assertion };
    expect((await redeem(service, { clientId: client.client_id }, codeIn(url), proof)).status).toBe(200);
  });

  it('with the settings that its token gives, which it cannot choose', async () => {
    const client = await registered({ dpop_bound_access_tokens: false }, { defaults: { requireDpop: true, accessTokenType: 'jwt' } });
    expect(client.dpop_bound_access_tokens).toBe(true);
    expect((await applicationOf(client)).config).toMatchObject({ requireDpop: true, accessTokenType: 'jwt', consentRequired: true });
  });

  it('and the registration leaves events without a secret', async () => {
    const client = await registered({ software_id: 'timesheet' });
    const { id } = await applicationOf(client).then(({ applicationId }) => ({ id: applicationId }));
    const { body } = await service.call('POST', '/admin/v1/events/_search', {
      asc: false,
      limit: 100,
      event_types: ['application.registered', 'project.registration.added'],
    });
    const ofClient = body.events.find((event: { aggregate: { id: string } }) => event.aggregate.id === id);
    expect(ofClient).toMatchObject({ payload: { clientId: client.client_id, softwareId: 'timesheet' } });
    await service.assertEventsHarmless();
  });
});

describe('A registration is refused', () => {
  const REDIRECTS: Record<string, string> = {
    'a script': 'javascript:alert(1)//app.example',
    data: 'data:text/html,app.example',
    'a wildcard': 'https://*.partner.example/callback',
    'another host': 'https://evil.example/callback',
    'a host that ends alike': 'https://evilapp.example/callback',
    'a host that begins alike': 'https://app.example.evil.example/callback',
    'the host as user information': 'https://app.example@evil.example/callback',
    'user information before the host': 'https://user:secret@app.example/callback',
    'a backslash': 'https://evil.example\\@app.example/callback',
    'letters of another script': 'https://\u0430pp.example/callback',
    'letters of another script in ASCII': 'https://xn--pp-6kc.example/callback',
    'the name itself where names below it are allowed': 'https://partner.example/callback',
    'a dot behind the name': 'https://app.example./callback',
    'another port': 'https://app.example:9443/callback',
    http: 'http://app.example/callback',
    'a loopback address': 'http://localhost/callback',
    'a scheme of its own': 'com.example.app:/callback',
    'a fragment': 'https://app.example/callback#part',
    'no address': 'callback',
  };
  it.each(Object.entries(REDIRECTS))('with %s as its redirect URI', async (_, uri) => {
    refused(await register((await tokenFor()).token, { redirect_uris: [REDIRECT_URI, uri] }), 'invalid_redirect_uri');
  });

  it('with a port or a host that the policy names it is not', async () => {
    const client = await registered({ redirect_uris: ['https://app.example:8443/cb', 'https://a.b.partner.example/cb'] });
    expect(client.redirect_uris).toHaveLength(2);
  });

  const METADATA: Record<string, object> = {
    'another address to begin sign-ins': { initiate_login_uri: 'https://evil.example/login' },
    'another address after signing out': { post_logout_redirect_uris: ['https://evil.example/bye'] },
    'another address for logout tokens': { backchannel_logout_uri: 'https://evil.example/logout' },
    'token exchange': { grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:token-exchange'] },
    'client credentials': { grant_types: ['client_credentials'] },
    'a grant outside the policy': { grant_types: ['implicit'], response_types: ['id_token'] },
    'a response type outside the policy': { grant_types: ['authorization_code', 'implicit'], response_types: ['code id_token'] },
    'a grant without its response type': { grant_types: ['refresh_token'] },
    'keys by address': { jwks_uri: 'https://app.example/keys' },
    'private_key_jwt without a key': { token_endpoint_auth_method: 'private_key_jwt' },
    'a private key': { jwks: { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] } },
    'an unknown method': { token_endpoint_auth_method: 'client_secret_jwt' },
    'an algorithm that signs nothing': { id_token_signed_response_alg: 'none' },
    'pairwise subjects': { subject_type: 'pairwise' },
    'a native application with a secret': { application_type: 'native', token_endpoint_auth_method: 'client_secret_basic' },
    'a name that is an address': { client_name: 'https://evil.example/login' },
    'a name that is no text': { client_name: 7 },
  };
  it.each(Object.entries(METADATA))('with %s', async (_, metadata) => {
    refused(await register((await tokenFor()).token, metadata), 'invalid_client_metadata');
  });

  it('with a body that is no JSON object, or too large', async () => {
    const { token } = await newToken();
    refused(await service.call('POST', ENDPOINT, '{', { token, type: 'application/json' }), 'invalid_client_metadata');
    refused(await service.call('POST', ENDPOINT, [], { token }), 'invalid_client_metadata');
    refused(await service.call('POST', ENDPOINT, 'a=b', { token, type: 'application/x-www-form-urlencoded' }), 'invalid_client_metadata');
    refused(await register(token, { client_uri: `https://app.example/${'a'.repeat(70_000)}` }), 'invalid_client_metadata');
    expect((await service.call('GET', ENDPOINT, undefined, { token })).status).toBe(405);
  });

  it('and what nobody knows gives nothing: apiAccess, roles, scopes of this service, devMode', async () => {
    const client = await registered({
      apiAccess: true,
      api_access: true,
      devMode: true,
      allowedScopes: [],
      allowedOrigins: ['https://evil.example'],
      roles: ['IAM_OWNER'],
      registeredBy: 'other',
      scope: 'openid urn:gatehouse:iam:org:project:id:gatehouse:aud urn:gatehouse:iam:org:projects:roles',
      __proto__: { apiAccess: true },
      constructor: 'x',
    });
    const { config } = await applicationOf(client);
    expect(config).toMatchObject({ apiAccess: false, devMode: false, allowedOrigins: [], allowedScopes: ['openid'] });
    const other = await service.call('POST', tokensPath().replace(/\/[^/]+\/registration-tokens$/, ''), { name: 'Other' });
    const wish = [
      'openid',
      'urn:gatehouse:iam:org:project:id:gatehouse:aud',
      `urn:gatehouse:iam:org:project:id:${other.body.projectId}:aud`,
    ];
    const issued = await signInElsewhere(service, world, credentialsOf(client), wish.join(' '));
    expect(issued.scope).toBe('openid');
    const { aud } = (await introspect(service, credentialsOf(client), issued.access_token)).body;
    expect(aud).toEqual(expect.arrayContaining([client.client_id, world.projectId]));
    expect(aud).not.toContain(other.body.projectId);
    expect(aud).not.toContain('gatehouse');
    expect((await service.call('GET', '/admin/v1/organizations', undefined, { token: issued.access_token })).status).toBe(401);
  });

  it('and it gets no claim by name beyond its scopes', async () => {
    const client = await registered({ scope: 'openid' });
    const browser = new Browser(service.url);
    const claims = JSON.stringify({ userinfo: { phone_number: null, email: { essential: true } } });
    const first = await browser.open(authorizeUrl(service.url, client.client_id, 'openid', { claims }));
    const { url } = await browser.submitButton(await browser.submit(first, world.loginName, PASSWORD), 'Allow');
    const { access_token: accessToken } = (await redeem(service, credentialsOf(client), codeIn(url))).body;
    expect((await userinfo(service, accessToken)).body).toEqual({ sub: world.person.id });
  });
});

describe('An initial access token', () => {
  it('is needed, and only one that is valid counts', async () => {
    const missing = await register(null);
    refused(missing, 'invalid_token', 401);
    expect(missing.headers.get('www-authenticate')).toBe('Bearer');
    const unknown = await register('gireg_unknown');
    refused(unknown, 'invalid_token', 401);
    expect(unknown.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    refused(await register(service.credentials.serviceUser.personalAccessToken), 'invalid_token', 401);
    refused(await register((await registered()).registration_access_token), 'invalid_token', 401);
  });

  it('ends with its removal, and its applications stay until they are removed with it', async () => {
    const { token, tokenId } = await newToken();
    const clients = [(await register(token)).body, (await register(token)).body];
    expect((await service.call('DELETE', `${tokensPath()}/${tokenId}`)).status).toBe(204);
    refused(await register(token), 'invalid_token', 401);
    expect((await own(clients[0], 'GET')).status).toBe(200);
    const removed = await service.call('POST', `${tokensPath()}/${tokenId}/_remove-applications`);
    expect(removed.body).toEqual({ removed: 2 });
    refused(await own(clients[0], 'GET'), 'invalid_token', 401);
    expect(await applicationOf(clients[1])).toBeUndefined();
  });

  it('gives nothing back when a client removes itself, so registrations have an end', async () => {
    const { token } = await newToken({}, { maxApplications: 1 });
    const { body } = await register(token);
    expect((await own(body, 'DELETE')).status).toBe(204);
    refused(await register(token), 'access_denied', 403);
  });

  it('is a secret of administrators of the project: others see and make none', async () => {
    const { tokenId } = await newToken();
    const stranger = await makeWorld(service);
    const foreign = tokensPath().replace(world.organization.id, stranger.organization.id);
    expect((await service.call('GET', `${foreign}/${tokenId}`)).status).toBe(404);
    expect((await service.call('DELETE', `${foreign}/${tokenId}`)).status).toBe(404);
    expect((await service.call('GET', tokensPath(), undefined, { token: null })).status).toBe(401);
    expect((await service.call('GET', `${tokensPath()}/${tokenId}`)).text).not.toContain('gireg_');
  });

  it.each([
    ['a scope of this service', { scopes: ['openid', 'urn:gatehouse:iam:org:projects:roles'] }],
    ['no openid', { scopes: ['email'] }],
    ['a host that is a pattern', { redirectHosts: ['app.*.example'] }],
    ['an address as host', { redirectHosts: ['https://app.example'] }],
    ['statements without a publisher', { statementRequired: true }],
  ])('is not made with %s', async (_, policy) => {
    const answer = await service.call('POST', tokensPath(), { name: 'Partner', policy });
    expect([answer.status, answer.body.code], answer.text).toEqual([400, 'registration.policy']);
  });
});

describe('A registered client', () => {
  it('reads, changes and removes itself', async () => {
    const client = await registered();
    const shown = (await own(client, 'GET')).body;
    expect(shown).toMatchObject({ client_id: client.client_id, registration_access_token: client.registration_access_token });
    expect(shown).not.toHaveProperty('client_secret');
    const change = { client_id: client.client_id, redirect_uris: ['https://app.example/other'], client_name: 'Renamed' };
    const changed = await own(client, 'PUT', { ...change, client_secret: client.client_secret });
    expect([changed.status, changed.body.client_name, changed.body.redirect_uris]).toEqual([200, 'Renamed', change.redirect_uris]);
    const issued = await post(service, '/oauth/v2/token', { grant_type: 'client_credentials' }, credentialsOf(client));
    expect(issued.body.error).toBe('unauthorized_client');
    expect((await own(client, 'DELETE')).status).toBe(204);
    refused(await own(client, 'GET'), 'invalid_token', 401);
    refused(await own(client, 'DELETE'), 'invalid_token', 401);
    const after = await post(service, '/oauth/v2/token', { grant_type: 'client_credentials' }, credentialsOf(client));
    expect(after.body.error).toBe('invalid_client');
  });

  it('gets a secret when it begins to need one, and loses it otherwise', async () => {
    const client = await registered();
    const change = (method: string) => ({ client_id: client.client_id, redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: method });
    expect((await own(client, 'PUT', change('none'))).body).not.toHaveProperty('client_secret');
    const { body } = await own(client, 'PUT', change('client_secret_post'));
    noteSecret('client secret', body.client_secret);
    expect(body.client_secret).not.toBe(client.client_secret);
    const use = await post(service, '/oauth/v2/token', { grant_type: 'refresh_token', refresh_token: 'x' }, credentialsOf(client));
    expect(use.body.error).toBe('invalid_client');
  });

  it('exchanges its keys', async () => {
    const [first, second] = [await newKeyPair(), await newKeyPair()];
    const jwks = (pair: typeof first, kid: string) => ({ keys: [{ ...pair.publicJwk, kid }] });
    const metadata = { token_endpoint_auth_method: 'private_key_jwt', redirect_uris: [REDIRECT_URI] };
    const client = await registered({ ...metadata, jwks: jwks(first, 'a') });
    const changed = await own(client, 'PUT', { ...metadata, client_id: client.client_id, jwks: jwks(second, 'b') });
    expect(changed.status).toBe(200);
    const { applicationId } = await applicationOf(client);
    const keys = await service.call('GET', `${tokensPath().replace('registration-tokens', 'applications')}/${applicationId}/keys`);
    expect(keys.body.keys.map(({ keyId }: { keyId: string }) => keyId)).toEqual(['b']);
  });

  it.each<[string, (client: Answer['body']) => object]>([
    ['another client id', () => ({ client_id: 'other' })],
    ['no client id', () => ({ client_id: undefined })],
    ['a secret of its choice', () => ({ client_secret: 'a-secret-of-my-own-choice' })],
    ['its access token', ({ registration_access_token: token }) => ({ registration_access_token: token })],
    ['its address', () => ({ registration_client_uri: 'https://evil.example' })],
    ['the end of its secret', () => ({ client_secret_expires_at: 0 })],
  ])('is not changed by a request with %s', async (_, more) => {
    const client = await registered();
    const body = { client_id: client.client_id, redirect_uris: [REDIRECT_URI], ...more(client) };
    refused(await own(client, 'PUT', body), 'invalid_client_metadata');
    expect((await own(client, 'GET')).body.client_name).toBe('Time sheet');
  });

  it('stays within the policy of its registration', async () => {
    const client = await registered();
    const evil = { client_id: client.client_id, redirect_uris: ['https://evil.example/callback'] };
    refused(await own(client, 'PUT', evil), 'invalid_redirect_uri');
    const more = { client_id: client.client_id, redirect_uris: [REDIRECT_URI], scope: 'openid phone', apiAccess: true };
    expect((await own(client, 'PUT', more)).body.scope).toBe('openid');
    expect((await applicationOf(client)).config.apiAccess).toBe(false);
  });

  it('is nobody else’s: a foreign registration access token opens nothing', async () => {
    const [client, other] = [await registered(), await registered()];
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? { client_id: client.client_id, redirect_uris: [REDIRECT_URI] } : undefined;
      for (const token of [other.registration_access_token, `${client.registration_access_token}x`, 'greg_', null])
        refused(await own(client, method, body, token), 'invalid_token', 401);
    }
    refused(await own({ client_id: 'unknown' }, 'GET', undefined, client.registration_access_token), 'invalid_token', 401);
    expect((await own(client, 'GET')).status).toBe(200);
  });

  it('can no longer change itself once an administrator has: what was granted does not pass to addresses of its choice', async () => {
    const client = await registered();
    const { applicationId } = await applicationOf(client);
    const path = `${tokensPath().replace('registration-tokens', 'applications')}/${applicationId}`;
    expect((await service.call('PATCH', path, { apiAccess: true })).status).toBe(200);
    const change = { client_id: client.client_id, redirect_uris: ['https://app.example/other'] };
    refused(await own(client, 'PUT', change), 'access_denied', 403);
    expect((await own(client, 'GET')).body.redirect_uris).toEqual([REDIRECT_URI]);
  });

  it('can no longer change itself once an administrator has given it a logo', async () => {
    const client = await registered();
    const { applicationId } = await applicationOf(client);
    const path = `${tokensPath().replace('registration-tokens', 'applications')}/${applicationId}`;
    expect((await service.call('PUT', `${path}/logo`, { content: png(64, 64).toString('base64') })).status).toBe(200);
    const change = { client_id: client.client_id, redirect_uris: [REDIRECT_URI], client_name: 'Bank' };
    refused(await own(client, 'PUT', change), 'access_denied', 403);
  });

  it('takes no lock and writes nothing for a stranger, or if it repeats what it is', async () => {
    const pair = await newKeyPair();
    const metadata = { redirect_uris: [REDIRECT_URI], client_name: 'Time sheet', software_id: 'timesheet', scope: 'openid' };
    const keys = { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [{ ...pair.publicJwk, kid: 'one' }] } };
    const client = await registered({ ...metadata, ...keys });
    const { applicationId } = await applicationOf(client);
    const before = await eventsOf(service, applicationId);
    const raise = vi.spyOn(service.get(ConfigVersion), 'raise');
    try {
      const same = { ...metadata, ...keys, client_id: client.client_id };
      for (const token of [`${client.registration_access_token}x`, 'greg_', null])
        for (const method of ['PUT', 'DELETE'])
          refused(await own(client, method, method === 'PUT' ? same : undefined, token), 'invalid_token', 401);
      const answer = await own(client, 'PUT', same);
      expect([answer.status, answer.body.client_name, answer.body.software_id]).toEqual([200, 'Time sheet', 'timesheet']);
      expect(raise).not.toHaveBeenCalled();
      expect(await eventsOf(service, applicationId)).toEqual(before);
      // Each member counts.
      expect((await own(client, 'PUT', { ...same, software_id: 'other' })).status).toBe(200);
      expect((await own(client, 'GET')).body.software_id).toBe('other');
      const another = { keys: [{ ...(await newKeyPair()).publicJwk, kid: 'two' }] };
      expect((await own(client, 'PUT', { ...same, software_id: 'other', jwks: another })).status).toBe(200);
      const stored = await service.call('GET', `${tokensPath().replace('registration-tokens', 'applications')}/${applicationId}/keys`);
      expect(stored.body.keys.map(({ keyId }: { keyId: string }) => keyId)).toEqual(['two']);
      expect(raise).toHaveBeenCalled();
    } finally {
      raise.mockRestore();
    }
  });

  it('has a limit of changes, which strangers do not use up', async () => {
    const client = await registered();
    const change = (name: string) => ({ client_id: client.client_id, redirect_uris: [REDIRECT_URI], client_name: name });
    for (let one = 0; one < 2 * CHANGES_PER_CLIENT; one++)
      refused(await own(client, 'PUT', change('Stranger'), `${client.registration_access_token}x`), 'invalid_token', 401);
    // The window of the count ends in between, at most once.
    const answers = [];
    for (let one = 0; one < 2 * CHANGES_PER_CLIENT + 1; one++) answers.push(await own(client, 'PUT', change(`Name ${one}`)));
    expect(answers[0]?.status).toBe(200);
    const last = answers.find(({ status }) => status !== 200);
    expect([last?.status, last?.body.error]).toEqual([429, 'temporarily_unavailable']);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await own(client, 'GET')).status).toBe(200);
    expect((await own(await registered(), 'DELETE')).status).toBe(204);
  });

  it('is no sibling of applications that administrators added, and introspects only its own tokens', async () => {
    const project = tokensPath().replace('/registration-tokens', '');
    const client = await registered();
    expect((await service.call('PATCH', project, { applicationsInAudience: true })).status).toBe(200);
    try {
      const reviewed = await signInToNewClient(service, world, { type: 'web', authMethod: 'client_secret_basic' }, 'openid');
      const token = reviewed.tokens.access_token;
      const { aud } = (await introspect(service, reviewed.client, token)).body;
      expect(aud).toEqual(expect.arrayContaining([reviewed.client.clientId, world.projectId]));
      expect(aud).not.toContain(client.client_id);
      expect((await introspect(service, credentialsOf(client), token)).body).toEqual({ active: false });
      const issued = await signInElsewhere(service, world, credentialsOf(client), 'openid');
      const shown = (await introspect(service, credentialsOf(client), issued.access_token)).body;
      expect([shown.active, shown.aud]).toEqual([true, [client.client_id, world.projectId]]);
    } finally {
      await service.call('PATCH', project, { applicationsInAudience: false });
    }
  });

  it('learns no name from the person’s page without the scope for it', async () => {
    const browser = new Browser(service.url);
    const start = async (scope: string) => {
      const client = await registered({ scope, initiate_login_uri: `https://app.example/${scope.length}` });
      const asked = await browser.open(authorizeUrl(service.url, client.client_id, scope));
      const page = asked.html?.includes('type="password"') === true ? await browser.submit(asked, world.loginName, PASSWORD) : asked;
      expect(codeIn((await browser.submitButton(page, 'Allow')).url)).not.toBe('');
      const { html = '' } = await browser.open(`${service.url}/account/applications`);
      const href = new RegExp(`href="(https://app\\.example/${scope.length}\\?[^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
      return Object.fromEntries(new URL(href).searchParams);
    };
    expect(await start('openid email')).toEqual({ iss: service.url });
    expect(await start('openid profile')).toEqual({ iss: service.url, login_hint: world.loginName });
  });

  it('removes no application that was given apiAccess for those who may not manage it', async () => {
    const { tokenId } = await newToken();
    const owner = await createServiceUser(service, world.organization.id, 'ORG_OWNER');
    const { application } = await world.addApplication({ apiAccess: true });
    const remove = () => service.call('POST', `${tokensPath()}/${tokenId}/_remove-applications`, undefined, { token: owner.token });
    expect((await remove()).body.code).toBe('application.apiAccess');
    await service.call('DELETE', `${tokensPath().replace('registration-tokens', 'applications')}/${application.id}`);
  });

  it('ends with its deactivation, and with its project', async () => {
    const client = await registered();
    const { applicationId } = await applicationOf(client);
    const path = `${tokensPath().replace('registration-tokens', 'applications')}/${applicationId}`;
    expect((await service.call('POST', `${path}/_deactivate`)).status).toBe(200);
    refused(await own(client, 'GET'), 'invalid_token', 401);
    refused(await own(client, 'DELETE'), 'invalid_token', 401);
    const projects = tokensPath().replace(/\/[^/]+\/registration-tokens$/, '');
    const { projectId } = (await service.call('POST', projects, { name: 'Short' })).body;
    const { token } = (await service.call('POST', `${projects}/${projectId}/registration-tokens`, { name: 'A', policy: POLICY })).body;
    noteSecret('registration token', token);
    const { body } = await register(token);
    expect((await service.call('POST', `${projects}/${projectId}/_deactivate`)).status).toBe(200);
    refused(await register(token), 'invalid_token', 401);
    refused(await own(body, 'GET'), 'invalid_token', 401);
    expect((await service.call('DELETE', `${projects}/${projectId}`)).status).toBe(204);
    refused(await register(token), 'invalid_token', 401);
    refused(await own(body, 'GET'), 'invalid_token', 401);
  });
});

describe('A software statement', () => {
  const ISSUER = 'https://publisher.example';
  afterEach(async () => {
    const { registrationTokens } = (await service.call('GET', tokensPath())).body;
    const { tokenId } =
      registrationTokens.findLast(({ policy }: { policy: { statementIssuer: string } }) => policy.statementIssuer !== '') ?? {};
    if (tokenId) await service.call('DELETE', `${tokensPath()}/${tokenId}`);
  });
  const publisher = async (alg = 'ES256') => {
    const { privateKey, publicKey } = await generateKeyPair(alg);
    return { privateKey, publicJwk: await exportJWK(publicKey) };
  };
  const signed = (key: Parameters<SignJWT['sign']>[0], claims: JWTPayload = {}, header: object = {}) =>
    new SignJWT({ iss: ISSUER, software_id: 'timesheet', exp: service.get(Clock).nowSeconds() + 600, ...claims })
      .setProtectedHeader({ alg: 'ES256', ...header })
      .sign(key);
  const trusting = (keys: object[], more: object = {}) => ({ statementKeys: { keys }, statementIssuer: ISSUER, ...more });

  it('of a trusted publisher counts, and takes precedence over what stands beside it', async () => {
    const { privateKey, publicJwk } = await publisher();
    const statement = await signed(privateKey, { client_name: 'Signed name', redirect_uris: [REDIRECT_URI], apiAccess: true });
    const { token } = await newToken(trusting([publicJwk], { statementRequired: true }));
    const { body } = await register(token, {
      software_statement: statement,
      client_name: 'Other name',
      redirect_uris: ['https://app.example/x'],
    });
    expect(body).toMatchObject({ client_name: 'Signed name', redirect_uris: [REDIRECT_URI], software_statement: statement });
    expect((await applicationOf(body)).config.apiAccess).toBe(false);
    refused(await register(token), 'invalid_client_metadata');
  });

  it.each<[string, string, (pair: Awaited<ReturnType<typeof publisher>>) => Promise<string> | string]>([
    ['is not signed', 'invalid_software_statement', () => new UnsecuredJWT({ iss: ISSUER }).encode()],
    [
      'is signed with the public key as a shared secret',
      'invalid_software_statement',
      ({ publicJwk }) => new SignJWT({ iss: ISSUER }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(JSON.stringify(publicJwk))),
    ],
    ['is signed by another key', 'invalid_software_statement', async () => signed((await publisher()).privateKey)],
    [
      'brings its own key',
      'invalid_software_statement',
      async () => {
        const { privateKey, publicJwk } = await publisher();
        return signed(privateKey, {}, { jwk: publicJwk });
      },
    ],
    ['has expired', 'invalid_software_statement', ({ privateKey }) => signed(privateKey, { exp: Math.floor(Date.now() / 1000) - 120 })],
    ['has no end', 'invalid_software_statement', ({ privateKey }) => signed(privateKey, { exp: undefined })],
    ['names no software', 'invalid_software_statement', ({ privateKey }) => signed(privateKey, { software_id: undefined })],
    [
      'is not valid yet',
      'invalid_software_statement',
      ({ privateKey }) => signed(privateKey, { nbf: Math.floor(Date.now() / 1000) + 600 }),
    ],
    [
      'is meant for another service',
      'invalid_software_statement',
      ({ privateKey }) => signed(privateKey, { aud: 'https://other.example' }),
    ],
    ['is of another publisher', 'unapproved_software_statement', ({ privateKey }) => signed(privateKey, { iss: 'https://other.example' })],
    [
      'names an address outside the policy',
      'invalid_redirect_uri',
      ({ privateKey }) => signed(privateKey, { redirect_uris: ['https://evil.example'] }),
    ],
    ['is no JWT', 'invalid_software_statement', () => 'statement'],
  ])('is refused if it %s', async (_, error, statementOf) => {
    const pair = await publisher();
    const { token } = await newToken(trusting([pair.publicJwk]));
    refused(await register(token, { software_statement: await statementOf(pair) }), error);
  });

  it('is refused in a change once the token of the registration was removed, and with it the trust in the publisher', async () => {
    const { privateKey, publicJwk } = await publisher();
    const { token, tokenId } = await newToken(trusting([publicJwk]));
    const client = (await register(token)).body;
    const change = async (name: string) => ({
      client_id: client.client_id,
      redirect_uris: [REDIRECT_URI],
      software_statement: await signed(privateKey, { client_name: name }),
    });
    expect((await own(client, 'PUT', await change('Signed'))).body.client_name).toBe('Signed');
    expect((await service.call('DELETE', `${tokensPath()}/${tokenId}`)).status).toBe(204);
    refused(await own(client, 'PUT', await change('Signed again')), 'unapproved_software_statement');
    expect((await own(client, 'GET')).body.client_name).toBe('Signed');
  });

  it('is refused where no publisher is trusted', async () => {
    const { privateKey } = await publisher();
    refused(await register((await tokenFor()).token, { software_statement: await signed(privateKey) }), 'unapproved_software_statement');
  });
});

describe('Open registration', () => {
  const query = () => `?organization=${world.organization.id}`;
  const open = (value: boolean, orgNo = world.organization.no) =>
    service.get(Policies).set(orgNo, 'clientRegistration', { open: value }, 'test');
  // The count of the network begins again.
  beforeEach(() => service.get(Clock).advance(61_000));
  /** What an application learns about a person who signed in elsewhere, without a question. */
  const silently = async (client: Answer['body'], scope = 'openid') => {
    const { browser } = await signInToNewClient(service, world, {}, 'openid');
    const { url } = await browser.open(authorizeUrl(service.url, client.client_id, scope, { prompt: 'none' }));
    return new URL(url).searchParams.get('error');
  };

  it('is off, is allowed by the organization, is in one project, and counts', async () => {
    refused(await register(null, {}, service, query()), 'invalid_token', 401);
    const body = { name: 'Open', open: true, policy: POLICY, maxApplications: 2 };
    expect((await service.call('POST', tokensPath(), body)).body.code).toBe('registration.openForbidden');
    await open(true);
    const made = await service.call('POST', tokensPath(), body);
    expect(made.body).toMatchObject({ open: true, registered: 0 });
    expect(made.body).not.toHaveProperty('token');
    expect((await service.call('POST', tokensPath(), body)).body.code).toBe('registration.openTaken');
    expect((await register(null, {}, service, query())).status).toBe(201);
    // It is not that of the organization that runs the service.
    refused(await register(null), 'invalid_token', 401);
    refused(await register('', {}, service, query()), 'invalid_token', 401);
    await open(false);
    refused(await register(null, {}, service, query()), 'invalid_token', 401);
    await open(true);
    const second = await register(null, {}, service, query());
    expect(second.status).toBe(201);
    refused(await register(null, {}, service, query()), 'access_denied', 403);
    // It counts the applications that are there.
    expect((await own(second.body, 'DELETE')).status).toBe(204);
    expect((await register(null, {}, service, query())).status).toBe(201);
    await service.call('DELETE', `${tokensPath()}/${made.body.tokenId}`);
  });

  it('always asks people, serves its own organization, and ends what is not used', async () => {
    await open(true);
    const wish = (policy: object) => ({ name: 'Open', open: true, policy: { ...POLICY, ...policy } });
    for (const policy of [{ defaults: { consentRequired: false } }, { unusedDays: 0 }])
      expect((await service.call('POST', tokensPath(), wish(policy))).body.code).toBe('registration.policy');
    const { body } = await service.call('POST', tokensPath(), wish({}));
    expect(body.policy).toMatchObject({ unusedDays: 30, defaults: { consentRequired: true, servedOrganizations: 'own' } });
    const client = (await register(null, {}, service, query())).body;
    expect((await applicationOf(client)).config).toMatchObject({ consentRequired: true, servedOrganizations: 'own' });
    expect(await silently(client)).toBe('consent_required');
    await service.call('DELETE', `${tokensPath()}/${body.tokenId}`);
  });

  it('of the organization that runs the service is foreign to everyone else too', async () => {
    const orgNo = (await service.get(Organizations).operatorNo()) ?? 0;
    const operator = await service.get(Organizations).byNo(orgNo);
    const projects = `/admin/v1/organizations/${operator?.id}/projects`;
    const { projectId } = (await service.call('POST', projects, { name: 'Agents' })).body;
    await open(true, orgNo);
    const registration = async (defaults: object) => {
      const body = { name: 'Open', open: true, policy: { ...POLICY, defaults } };
      const made = await service.call('POST', `${projects}/${projectId}/registration-tokens`, body);
      const client = await register(null);
      expect(client.status, client.text).toBe(201);
      await service.call('DELETE', `${projects}/${projectId}/registration-tokens/${made.body.tokenId}`);
      return client.body;
    };
    expect(await silently(await registration({}))).not.toBeNull();
    expect(await silently(await registration({ servedOrganizations: 'every' }))).toBe('consent_required');
    await service.call('DELETE', `${projects}/${projectId}`);
    await open(false, orgNo);
  });

  it('judges a statement by the token that counts the registration, not by one that was there before', async () => {
    await open(true);
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const trusting = { statementKeys: { keys: [await exportJWK(publicKey)] }, statementIssuer: 'https://publisher.example' };
    const first = await service.call('POST', tokensPath(), { name: 'Open', open: true, policy: { ...POLICY, ...trusting } });
    const exp = service.get(Clock).nowSeconds() + 600;
    const statement = await new SignJWT({ iss: 'https://publisher.example', software_id: 'timesheet', exp })
      .setProtectedHeader({ alg: 'ES256' })
      .sign(privateKey);
    const statements = service.get(SoftwareStatements);
    const read = statements.read.bind(statements);
    let second: Answer | undefined;
    const spy = vi.spyOn(statements, 'read').mockImplementationOnce(async (text, policy) => {
      const claims = await read(text, policy);
      await service.call('DELETE', `${tokensPath()}/${first.body.tokenId}`);
      second = await service.call('POST', tokensPath(), { name: 'Open', open: true, policy: POLICY });
      return claims;
    });
    try {
      refused(await register(null, { software_statement: statement }, service, query()), 'unapproved_software_statement');
    } finally {
      spy.mockRestore();
      await service.call('DELETE', `${tokensPath()}/${second?.body.tokenId}`);
    }
  });

  it('has a limit for each network', async () => {
    await open(true);
    const { tokenId } = (await service.call('POST', tokensPath(), { name: 'Open', open: true, policy: POLICY, maxApplications: 500 })).body;
    // The window of the count ends in between, at most once.
    const answers = [];
    for (let one = 0; one < 2 * OPEN_PER_NETWORK + 1; one++) answers.push(await register(null, {}, service, query()));
    const last = answers.find(({ status }) => status !== 201);
    expect([last?.status, last?.body.error]).toEqual([429, 'temporarily_unavailable']);
    await service.call('DELETE', `${tokensPath()}/${tokenId}`);
  });
});

it('Discovery names the endpoint, and pages of other origins may use it', async () => {
  const { body } = await service.call('GET', '/.well-known/openid-configuration', undefined, { token: null });
  expect(body.registration_endpoint).toBe(service.url + ENDPOINT);
  const preflight = await fetch(service.url + ENDPOINT, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://inspector.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
});

// Last: it moves the clock.
it('An initial access token ends at its time', async () => {
  const expiresAt = new Date(service.get(Clock).nowMs() + DAY_MS).toISOString();
  const { token } = await newToken({}, { expiresAt });
  expect((await register(token)).status).toBe(201);
  service.get(Clock).advance(DAY_MS + 1_000);
  refused(await register(token), 'invalid_token', 401);
});
