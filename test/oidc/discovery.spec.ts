// Each member of the discovery document (OpenID Connect Discovery section 3) against what the service does.
import { postWithProof, proofMaker } from '../support/dpop.js';
import { createRemoteJWKSet, exportJWK, importJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEVICE_CODE, RESPONSE_TYPES, type NewApplication } from '../../src/oidc/clients/application.js';
import { ASSERTION_ALGORITHMS } from '../../src/oidc/clients/authentication/assertions.service.js';
import { startReceiver } from '../support/receiver.js';
import { freePort, startService, type TestService } from '../support/service.js';
import { Browser } from '../support/browser.js';
import { addClient, addKey, ASSERTION_TYPE, assertionOf, type Signer } from '../support/clients.js';
import { addServiceUser, addServiceUserWithSecret } from '../support/service-users.js';
import { authorizeUrl, claimsOf, clientToken, post, refresh, signIn, signInToNewClient, userinfo } from '../support/oauth.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';

let service: TestService;
let world: World;
let document: Record<string, unknown>;
beforeAll(async () => {
  service = await startService({ BACKCHANNEL_ALLOW_PRIVATE: 'true' });
  world = await makeWorld(service);
  document = (await service.call('GET', '/.well-known/openid-configuration', undefined, { token: null })).body;
});
afterAll(() => service.close());

const listOf = (member: string) => document[member] as string[];
const pathOf = (member: string) => new URL(document[member] as string).pathname;
const get = (path: string) => service.call('GET', path, undefined, { token: null });

/** Signs in with parameters of a test's own, and stops at the answer. */
async function authorize(more: Record<string, string>, input: Partial<NewApplication> = { type: 'userAgent' }, scope = 'openid') {
  const { application } = await world.addApplication(input);
  const browser = new Browser(service.url);
  const page = await browser.open(authorizeUrl(service.url, application.clientId, scope, more));
  return page.html?.includes('name="password"') ? browser.submit(page, world.loginName, PASSWORD) : page;
}

/** The frame of the page after a sign-out. */
async function frameOfSignOut(): Promise<string> {
  const { browser, tokens } = await signInToNewClient(service, world, { frontchannelLogoutUri: 'https://app.example/front' });
  const { html } = await browser.open(`${service.url}${pathOf('end_session_endpoint')}?id_token_hint=${tokens.id_token as string}`);
  return /<iframe src="([^"]*)"/.exec(html ?? '')?.[1]?.replaceAll('&amp;', '&') ?? '';
}

/** What makes a member true. A member without a line here is a promise nobody keeps an eye on. */
const CHECKS: Record<string, () => Promise<void>> = {
  issuer: async () => expect(document['issuer']).toBe(service.url),
  authorization_endpoint: async () => {
    const { application } = await world.addApplication({ type: 'userAgent' });
    const url = authorizeUrl(service.url, application.clientId, 'openid');
    expect(url.startsWith(`${document['authorization_endpoint'] as string}?`)).toBe(true);
    expect((await new Browser(service.url).open(url)).html).toContain('Sign in');
  },
  token_endpoint: async () => expect((await post(service, pathOf('token_endpoint'), {})).body.error).toBeDefined(),
  userinfo_endpoint: async () => expect((await get(pathOf('userinfo_endpoint'))).status).toBe(401),
  registration_endpoint: async () =>
    expect((await service.call('POST', pathOf('registration_endpoint'), {}, { token: null })).body.error).toBe('invalid_token'),
  introspection_endpoint: async () => expect((await post(service, pathOf('introspection_endpoint'), {})).status).toBe(401),
  revocation_endpoint: async () => {
    const { status } = await post(service, pathOf('revocation_endpoint'), { token: 'x' }, await addServiceUserWithSecret(service, world));
    expect(status).toBe(200);
  },
  end_session_endpoint: async () => {
    const { status, headers } = await get(pathOf('end_session_endpoint'));
    expect([status, headers.get('location')]).toEqual([303, `${document['end_session_endpoint'] as string}/success`]);
  },
  backchannel_logout_supported: async () => {
    expect(document['backchannel_logout_supported']).toBe(true);
    await signOutWithNotice();
  },
  backchannel_logout_session_supported: async () => {
    expect(document['backchannel_logout_session_supported']).toBe(true);
    const { claims, tokens } = await signOutWithNotice();
    expect(claims['sid']).toBe(claimsOf(tokens.id_token)['sid']);
  },
  frontchannel_logout_supported: async () => {
    expect(document['frontchannel_logout_supported']).toBe(true);
    expect(await frameOfSignOut()).toContain('https://app.example/front?iss=');
  },
  frontchannel_logout_session_supported: async () => {
    expect(document['frontchannel_logout_session_supported']).toBe(true);
    expect(await frameOfSignOut()).toContain('sid=');
  },
  protected_resources: async () => {
    for (const resource of listOf('protected_resources')) {
      const { pathname } = new URL(resource);
      const { body } = await get(`/.well-known/oauth-protected-resource${pathname === '/' ? '' : pathname}`);
      expect(body).toMatchObject({ resource, authorization_servers: [service.url] });
    }
  },
  ui_locales_supported: async () => {
    const { application } = await world.addApplication();
    for (const locale of listOf('ui_locales_supported')) {
      const url = authorizeUrl(service.url, application.clientId, 'openid', { ui_locales: locale });
      expect((await new Browser(service.url).open(url)).html).toContain(`<html lang="${locale}"`);
    }
    expect(listOf('ui_locales_supported').toSorted()).toEqual(['de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'zh-Hans']);
  },
  jwks_uri: async () => {
    const { body, headers } = await get(pathOf('jwks_uri'));
    expect(new Set(body.keys.map(({ alg }: { alg: string }) => alg))).toEqual(new Set(listOf('id_token_signing_alg_values_supported')));
    expect(headers.get('cache-control')).toBe('public, max-age=300');
  },
  id_token_signing_alg_values_supported: async () => {
    const keys = createRemoteJWKSet(new URL(document['jwks_uri'] as string));
    for (const alg of listOf('id_token_signing_alg_values_supported')) {
      const { client, tokens } = await signInToNewClient(service, world, { idTokenSigningAlg: alg as 'RS256' });
      const { protectedHeader } = await jwtVerify(tokens.id_token, keys, { issuer: service.url, audience: client.clientId });
      expect(protectedHeader.alg).toBe(alg);
    }
    await expect(world.addApplication({ idTokenSigningAlg: 'PS256' as 'RS256' })).rejects.toMatchObject({ field: 'idTokenSigningAlg' });
  },
  grant_types_supported: async () => {
    expect(listOf('grant_types_supported')).toEqual(
      expect.arrayContaining(['authorization_code', 'implicit', 'refresh_token', 'client_credentials']),
    );
    const { client, tokens } = await signInToNewClient(service, world);
    expect((await refresh(service, client, tokens.refresh_token)).status).toBe(200);
    expect(await clientToken(service, await addServiceUserWithSecret(service, world))).toBeTruthy();
    for (const grant_type of ['password', 'implicit']) {
      const unknown = await post(service, '/oauth/v2/token', { grant_type }, await addServiceUserWithSecret(service, world));
      expect(unknown.body.error, grant_type).toBe('unsupported_grant_type');
    }
  },
  response_types_supported: async () => {
    expect(listOf('response_types_supported')).toEqual([...RESPONSE_TYPES]);
    expect(new URL((await authorize({})).url).searchParams.has('code')).toBe(true);
    for (const response_type of RESPONSE_TYPES.filter((type) => type !== 'code')) {
      const answer = await authorize({ response_type, nonce: 'n' }, { type: 'userAgent', responseTypes: [response_type] });
      expect(answer.url, response_type).toContain('#');
      for (const [part, name] of Object.entries({ code: 'code', token: 'access_token', id_token: 'id_token' }))
        expect(new URLSearchParams(new URL(answer.url).hash.slice(1)).has(name), response_type).toBe(
          response_type.split(' ').includes(part),
        );
    }
    for (const response_type of ['token', 'none', 'code id_token']) {
      expect((await authorize({ response_type })).url, response_type).toMatch(/error=(unsupported_response_type|unauthorized_client)/);
    }
  },
  response_modes_supported: async () => {
    expect(listOf('response_modes_supported').toSorted()).toEqual([
      'form_post',
      'form_post.jwt',
      'fragment',
      'fragment.jwt',
      'jwt',
      'query',
      'query.jwt',
    ]);
    expect(new URL((await authorize({ response_mode: 'query' })).url).searchParams.has('code')).toBe(true);
    expect(new URL((await authorize({ response_mode: 'fragment' })).url).hash).toContain('code=');
    expect((await authorize({ response_mode: 'form_post' })).html).toContain('name="code"');
    expect(new URL((await authorize({ response_mode: 'query.jwt' })).url).searchParams.has('response')).toBe(true);
    expect(new URL((await authorize({ response_mode: 'jwt' })).url).searchParams.has('response')).toBe(true);
    expect(new URL((await authorize({ response_mode: 'fragment.jwt' })).url).hash).toContain('response=');
    expect((await authorize({ response_mode: 'form_post.jwt' })).html).toContain('name="response"');
  },
  prompt_values_supported: async () => {
    expect(document['prompt_values_supported']).toEqual(['none', 'login', 'select_account', 'create', 'consent']);
    expect((await authorize({ prompt: 'none' })).url).toContain('error=login_required');
    for (const prompt of ['login', 'select_account', 'create'])
      expect(new URL((await authorize({ prompt })).url).searchParams.has('code'), prompt).toBe(true);
    expect((await authorize({ prompt: 'consent' })).html).toContain('Allow access?');
    expect((await authorize({ prompt: 'bogus' })).url).toContain('error=invalid_request');
  },
  acr_values_supported: async () => {
    expect(document['acr_values_supported']).toEqual(['https://refeds.org/profile/sfa', 'https://refeds.org/profile/mfa', 'phr']);
    // Which of them a sign-in reaches is for second-factor.spec.ts; a password alone reaches the first.
    const { tokens } = await signInToNewClient(service, world, {}, 'openid');
    expect(claimsOf(tokens.id_token)['acr']).toBe(listOf('acr_values_supported')[0]);
  },
  authorization_response_iss_parameter_supported: async () =>
    expect(new URL((await authorize({})).url).searchParams.get('iss')).toBe(service.url),
  scopes_supported: async () => {
    const { tokens } = await signInToNewClient(service, world, {}, [...listOf('scopes_supported'), 'unknown'].join(' '));
    expect(tokens.scope.split(' ')).toEqual(listOf('scopes_supported'));
  },
  claims_supported: async () => {
    const { tokens } = await signInToNewClient(service, world, { idTokenUserinfoAssertion: true }, listOf('scopes_supported').join(' '));
    const shown = { ...claimsOf(tokens.id_token), ...(await userinfo(service, tokens.access_token)).body };
    expect(listOf('claims_supported')).toEqual(expect.arrayContaining(Object.keys(shown)));
    expect(new Set(listOf('claims_supported')).size).toBe(listOf('claims_supported').length);
  },
  claims_parameter_supported: async () => {
    expect(document['claims_parameter_supported']).toBe(true);
    const claims = JSON.stringify({ id_token: { email: null } });
    const { tokens } = await signIn(service, world, await addClient(world, { type: 'userAgent' }), 'openid', { claims });
    expect(claimsOf(tokens.id_token)['email']).toBe(world.loginName);
  },
  // Where a claim is distributed, and what it points at: test/oidc/reserved-scopes.spec.ts.
  claim_types_supported: async () => expect(document['claim_types_supported']).toEqual(['normal', 'distributed']),
  subject_types_supported: async () => {
    expect(document['subject_types_supported']).toEqual(['public']);
    const [one, two] = [await signInToNewClient(service, world), await signInToNewClient(service, world)];
    expect(claimsOf(one.tokens.id_token)['sub']).toBe(claimsOf(two.tokens.id_token)['sub']);
  },
  code_challenge_methods_supported: async () => {
    expect(document['code_challenge_methods_supported']).toEqual(['S256']);
    expect((await authorize({ code_challenge_method: 'plain' })).url).toContain('error=invalid_request');
  },
  request_parameter_supported: async () => {
    expect(document['request_parameter_supported']).toBe(true);
    expect((await authorize({ request: 'x.y.z' })).url).toContain('error=invalid_request_object');
  },
  request_object_signing_alg_values_supported: async () => {
    expect(listOf('request_object_signing_alg_values_supported').toSorted()).toEqual(ASSERTION_ALGORITHMS.toSorted());
    const { application } = await world.addApplication({ type: 'userAgent' });
    for (const alg of ['RS256', 'ES256', 'EdDSA']) {
      const { clientId } = application;
      const parameters = { ...Object.fromEntries(new URL(authorizeUrl('http://x', clientId, 'openid')).searchParams), prompt: 'none' };
      const request = await assertionOf(service, await addKey(service, application, alg), clientId, { ...parameters, sub: undefined });
      const page = await new Browser(service.url).open(authorizeUrl(service.url, clientId, 'openid', { request }));
      expect(page.url, alg).toContain('error=login_required');
    }
  },
  request_uri_parameter_supported: async () => {
    expect(document['request_uri_parameter_supported']).toBe(false);
    expect((await authorize({ request_uri: 'https://evil.example/request' })).url).toContain('error=request_uri_not_supported');
  },
  pushed_authorization_request_endpoint: async () => {
    const client = await addClient(world);
    const parameters = Object.fromEntries(new URL(authorizeUrl(service.url, client.clientId, 'openid')).searchParams);
    const { pathname } = new URL(String(document['pushed_authorization_request_endpoint']));
    expect((await post(service, pathname, parameters, client)).status).toBe(201);
  },
  device_authorization_endpoint: async () => {
    const client = await addClient(world, { grantTypes: [DEVICE_CODE], responseTypes: [] });
    const { pathname } = new URL(String(document['device_authorization_endpoint']));
    const { status, body } = await post(service, pathname, { scope: 'openid' }, client);
    expect([status, listOf('grant_types_supported').includes(DEVICE_CODE)]).toEqual([200, true]);
    const { error } = (await post(service, '/oauth/v2/token', { grant_type: DEVICE_CODE, device_code: body.device_code }, client)).body;
    expect(error).toBe('authorization_pending');
  },
  dpop_signing_alg_values_supported: async () => {
    const client = await addServiceUserWithSecret(service, world);
    for (const alg of listOf('dpop_signing_alg_values_supported')) {
      const maker = proofMaker(alg as 'ES256');
      expect((await postWithProof(service, maker, '/oauth/v2/token', { grant_type: 'client_credentials' }, client)).body.token_type).toBe(
        'DPoP',
      );
    }
  },
  authorization_signing_alg_values_supported: async () => {
    for (const alg of listOf('authorization_signing_alg_values_supported')) {
      const answer = await authorize({ response_mode: 'jwt' }, { type: 'userAgent', idTokenSigningAlg: alg as 'RS256' });
      const { protectedHeader } = await jwtVerify(
        new URL(answer.url).searchParams.get('response') ?? '',
        createRemoteJWKSet(new URL(document['jwks_uri'] as string)),
      );
      expect(protectedHeader.alg).toBe(alg);
    }
  },
  introspection_signing_alg_values_supported: async () => {
    for (const alg of listOf('introspection_signing_alg_values_supported')) {
      const reader = await addClient(world, { type: 'api', redirectUris: [], grantTypes: [], idTokenSigningAlg: alg as 'RS256' });
      const basic = Buffer.from(`${reader.clientId}:${reader.clientSecret}`).toString('base64');
      const { text } = await service.call('POST', pathOf('introspection_endpoint'), 'token=x', {
        token: null,
        type: 'application/x-www-form-urlencoded',
        headers: { authorization: `Basic ${basic}`, accept: 'application/token-introspection+jwt' },
      });
      const keys = createRemoteJWKSet(new URL(document['jwks_uri'] as string));
      expect((await jwtVerify(text, keys, { audience: reader.clientId })).protectedHeader.alg).toBe(alg);
    }
  },
  token_endpoint_auth_methods_supported: () => authMethods('token_endpoint_auth_methods_supported', '/oauth/v2/token'),
  revocation_endpoint_auth_methods_supported: () => authMethods('revocation_endpoint_auth_methods_supported', '/oauth/v2/revoke'),
  introspection_endpoint_auth_methods_supported: () => authMethods('introspection_endpoint_auth_methods_supported', '/oauth/v2/introspect'),
  token_endpoint_auth_signing_alg_values_supported: () =>
    authAlgorithms('token_endpoint_auth_signing_alg_values_supported', '/oauth/v2/token'),
  revocation_endpoint_auth_signing_alg_values_supported: () =>
    authAlgorithms('revocation_endpoint_auth_signing_alg_values_supported', '/oauth/v2/revoke'),
  introspection_endpoint_auth_signing_alg_values_supported: () =>
    authAlgorithms('introspection_endpoint_auth_signing_alg_values_supported', '/oauth/v2/introspect'),
};

/** What an application is told of a sign-out. */
async function signOutWithNotice() {
  const receiver = await startReceiver();
  const { tokens, browser } = await signInToNewClient(service, world, { backchannelLogoutUri: `${receiver.url}/logout` });
  await browser.open(`${document['end_session_endpoint'] as string}?id_token_hint=${tokens.id_token}`);
  const [notice] = await receiver.wait(1);
  await receiver.close();
  return { tokens, claims: claimsOf(notice?.form.get('logout_token') ?? '') };
}

const FORM = { grant_type: 'client_credentials', token: 'x' };

/** A client may sign with each of them, and with no other. */
async function authAlgorithms(member: string, path: string): Promise<void> {
  const user = await addServiceUser(service, world);
  expect(listOf(member).toSorted()).toEqual(['ES256', 'ES384', 'EdDSA', 'PS256', 'RS256', 'RS384', 'RS512']);
  // One RSA key for all its algorithms, because to make one takes longer than everything else here.
  const key = await addKey(service, user, 'RS256');
  for (const alg of listOf(member)) {
    const isRsa = alg.startsWith('RS') || alg.startsWith('PS');
    const signer = isRsa ? { ...key, privateKey: (await importPrivate(key, alg)).privateKey, alg } : await addKey(service, user, alg);
    expect((await signed(path, user.clientId, signer)).status, alg).toBe(200);
  }
  const { privateKey } = await importPrivate(key, 'PS512');
  expect((await signed(path, user.clientId, { ...key, privateKey, alg: 'PS512' })).status).toBe(401);
}

async function importPrivate({ privateKey }: Signer, alg: string): Promise<Pick<Signer, 'privateKey'>> {
  return { privateKey: (await importJWK(await exportJWK(privateKey), alg)) as Signer['privateKey'] };
}

async function signed(path: string, clientId: string, signer: Signer) {
  const assertion = await assertionOf(service, signer, clientId);
  return post(service, path, { ...FORM, client_assertion: assertion, client_assertion_type: ASSERTION_TYPE });
}

/** How a client may prove itself where; whatever is not listed is refused. */
async function authMethods(member: string, path: string): Promise<void> {
  const { clientId, clientSecret } = await addServiceUserWithSecret(service, world);
  const { application } = await world.addApplication({ type: 'userAgent' });
  const signer = await addServiceUser(service, world);
  const answers: Record<string, number> = {
    client_secret_basic: (await post(service, path, FORM, { clientId, clientSecret })).status,
    client_secret_post: (await post(service, path, { ...FORM, client_id: clientId, client_secret: clientSecret })).status,
    // A public client has no grant of its own to show with; that it is refused for the grant, not as a client, is the proof.
    none: (await post(service, path, FORM, application)).status === 401 ? 401 : 200,
    private_key_jwt: (await signed(path, signer.clientId, await addKey(service, signer))).status,
  };
  for (const [method, status] of Object.entries(answers)) expect(status, method).toBe(listOf(member).includes(method) ? 200 : 401);
}

describe('the discovery document', () => {
  it.each(Object.keys(CHECKS))('is true about %s', async (member) => {
    expect(document).toHaveProperty(member);
    await CHECKS[member]?.();
  });

  it('promises nothing that is not checked here', () => {
    expect(Object.keys(document).filter((member) => !Object.hasOwn(CHECKS, member))).toEqual([]);
  });

  it('has one origin, however PUBLIC_URL spells it', async () => {
    const port = await freePort();
    const other = await startService({ PORT: String(port), PUBLIC_URL: 'HTTPS://Id.Bücher.example:443/' });
    try {
      const response = await fetch(`http://127.0.0.1:${port}/.well-known/openid-configuration`);
      const { issuer, ...rest } = (await response.json()) as Record<string, unknown>;
      expect(issuer).toBe('https://id.xn--bcher-kva.example');
      const addresses = Object.values(rest).filter((value) => typeof value === 'string' && value.includes('://'));
      expect(addresses.length).toBeGreaterThan(5);
      for (const address of addresses) expect(address).toMatch(/^https:\/\/id\.xn--bcher-kva\.example\//);
    } finally {
      await other.close();
    }
  });

  it('is the only one: the metadata of RFC 8414 is not served', async () => {
    for (const path of ['', '/', '/oauth/v2']) expect((await get(`/.well-known/oauth-authorization-server${path}`)).status).toBe(404);
  });
});
