// The error tables of the OAuth endpoints, row by row, as far as their grants exist; discovery; and what no endpoint answers.
import { DEVICE_CODE, RESPONSE_TYPES } from '../../src/oidc/clients/application.js';
import { METHODS } from '../../src/oidc/protocol/endpoints.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { Browser } from '../support/browser.js';
import { authorizeUrl, CHALLENGE, post, signInToNewClient } from '../support/oauth.js';
import { service, useWorld, world } from '../support/use-world.js';
import { PASSWORD, REDIRECT_URI } from '../support/world.js';

useWorld();

let publicClient: string;
beforeAll(async () => {
  publicClient = (await world.addApplication({ type: 'userAgent' })).application.clientId;
});

/** Sends an authorization request; a value of undefined leaves a parameter out, a list repeats it. */
function authorize(changes: Record<string, string | string[] | undefined> = {}) {
  const parameters = {
    client_id: publicClient,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'openid',
    state: 'a b',
    ...CHALLENGE,
    ...changes,
  };
  const pairs = Object.entries(parameters).flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one]));
  return new Browser(service.url).open(`${service.url}/oauth/v2/authorize?${new URLSearchParams(pairs).toString()}`);
}

describe('authorization endpoint errors', () => {
  it.each([
    ['missing response_type', { response_type: undefined }, 'invalid_request'],
    ['repeated parameter', { scope: ['openid', 'openid'] }, 'invalid_request'],
    ['openid missing', { scope: 'email' }, 'invalid_scope'],
    ['scope missing', { scope: undefined }, 'invalid_scope'],
    ['malformed scope', { scope: 'openid "' }, 'invalid_scope'],
    ['unsupported response_type', { response_type: 'token' }, 'unsupported_response_type'],
    ['no PKCE for a public client', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['nobody signed in with prompt none', { prompt: 'none' }, 'login_required'],
    ['prompt none with another', { prompt: 'none login' }, 'invalid_request'],
  ] as const)('%s: redirected with the code, the state untouched and iss', async (_, changes, error) => {
    const { search, hash, origin } = new URL((await authorize(changes as never)).url);
    // What a token would have been delivered in, an error is as well.
    const searchParams = new URLSearchParams(search || hash.slice(1));
    expect([origin, searchParams.get('error'), searchParams.get('state'), searchParams.get('iss')]).toEqual([
      'https://app.example',
      error,
      'a b',
      service.url,
    ]);
    expect(searchParams.get('error_description')).toBeTruthy();
  });

  it('refuses a response type the client may not use with unauthorized_client', async () => {
    const { application } = await world.addApplication({ responseTypes: [], grantTypes: [] });
    const { url } = await authorize({ client_id: application.clientId });
    expect(new URL(url).searchParams.get('error')).toBe('unauthorized_client');
  });

  it.each([
    ['unregistered redirect_uri', { redirect_uri: 'https://evil.example/callback' }],
    ['redirect_uri with one character more', { redirect_uri: `${REDIRECT_URI}/` }],
    ['unknown client', { client_id: 'nobody' }],
    ['missing client', { client_id: undefined }],
    ['missing redirect_uri', { redirect_uri: undefined }],
    ['repeated redirect_uri', { redirect_uri: [REDIRECT_URI, REDIRECT_URI] }],
  ])('%s: shown to the person, never redirected', async (_, changes) => {
    const { page, html } = await authorize(changes);
    expect(page?.status).toBe(400);
    expect(page?.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).toContain('<h1>');
    expect(html?.match(/<script/g), 'the script of the pages alone').toHaveLength(1);
  });

  it('says of a repeated redirect_uri that it is repeated', async () => {
    expect((await authorize({ redirect_uri: [REDIRECT_URI, REDIRECT_URI] })).html).toContain('must not be provided twice');
    expect((await authorize({ redirect_uri: undefined })).html).toContain('has no redirect_uri');
  });

  it.each(['bogus', 'query', 'fragment', 'form_post'])('response_mode %s never breaks the request', async (mode) => {
    expect((await authorize({ response_mode: mode })).html).toContain('<h1>Sign in</h1>');
  });
});

it.each(['web', 'userAgent', 'native'] as const)(
  'interaction_required is never needed: a %s application gets a code from a session',
  async (type) => {
    const { browser, client } = await signInToNewClient(service, world, { type });
    const end = await browser.open(authorizeUrl(service.url, client.clientId, 'openid profile offline_access', { prompt: 'none' }));
    expect([new URL(end.url).searchParams.get('error'), new URL(end.url).searchParams.has('code')]).toEqual([null, true]);
  },
);

/** Takes a table away for as long as `work` runs: what no request can bring about. */
async function without<T>(table: string, work: () => Promise<T>): Promise<T> {
  const rename = (from: string, to: string) =>
    service.get(Database).write('test', async (tx) => void (await tx.run(`ALTER TABLE ${from} RENAME TO ${to}`)));
  await rename(table, `${table}_away`);
  try {
    return await work();
  } finally {
    await rename(`${table}_away`, table);
  }
}

describe('an unexpected condition', () => {
  it('at the authorization endpoint: redirected with server_error and the state, without the cause', async () => {
    const { searchParams, origin } = new URL((await without('oidc_artifacts', () => authorize())).url);
    expect([origin, searchParams.get('error'), searchParams.get('state')]).toEqual(['https://app.example', 'server_error', 'a b']);
    expect(searchParams.get('error_description')).not.toMatch(/artifacts|table|SQL/i);
    expect((await authorize()).html).toContain('<h1>Sign in</h1>');
  });

  it.each([
    ['unregistered redirect_uri', { redirect_uri: 'https://evil.example/callback' }],
    ['unknown client', { client_id: 'nobody' }],
  ])('at the authorization endpoint with an %s: shown, never redirected', async (_, changes) => {
    const { page, html } = await without('oidc_artifacts', () => authorize(changes));
    expect([page?.status, html?.includes('<h1>')]).toEqual([400, true]);
  });

  it('at the token endpoint: 500 server_error with the id of the log entry, without the cause', async () => {
    const form = { grant_type: 'authorization_code', code: 'x', redirect_uri: REDIRECT_URI, code_verifier: 'y'.repeat(43) };
    const redeem = () => post(service, '/oauth/v2/token', form, { clientId: publicClient });
    const { status, body, headers, text } = await without('grants', redeem);
    expect([status, body.error]).toEqual([500, 'server_error']);
    expect(body.error_description).toContain(headers.get('x-request-id'));
    expect(text).not.toMatch(/grants|table|SQL/i);
    expect((await redeem()).body.error).toBe('invalid_grant');
  });
});

describe('token endpoint errors', () => {
  const token = (form: Record<string, string> | string[][], as?: Parameters<typeof post>[3]) => post(service, '/oauth/v2/token', form, as);

  it.each([
    ['no grant_type', {}, 400, 'invalid_request'],
    ['unknown grant_type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['malformed scope', { grant_type: 'client_credentials', scope: 'a"b' }, 400, 'invalid_scope'],
    [
      'repeated parameter',
      [
        ['grant_type', 'client_credentials'],
        ['scope', 'a'],
        ['scope', 'b'],
      ],
      400,
      'invalid_request',
    ],
  ])('%s', async (_, form, status, error) => {
    const answer = await token(form as never, service.credentials.serviceUser);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
  });

  it('wrong secret, unknown client: 401 invalid_client with WWW-Authenticate', async () => {
    const { clientId } = service.credentials.serviceUser;
    for (const as of [
      { clientId, clientSecret: 'wrong' },
      { clientId: 'nobody', clientSecret: 'x' },
    ]) {
      const { status, body, headers } = await token({ grant_type: 'client_credentials' }, as);
      expect([status, body.error]).toEqual([401, 'invalid_client']);
      expect(headers.get('www-authenticate')).toContain('Basic');
    }
  });

  it('a confidential client without its secret: 401 invalid_client', async () => {
    const { status, body } = await token({ grant_type: 'client_credentials', client_id: service.credentials.serviceUser.clientId });
    expect([status, body.error]).toEqual([401, 'invalid_client']);
  });

  it('two mechanisms at once: invalid_request', async () => {
    const { clientId, clientSecret } = service.credentials.serviceUser;
    const { status, body } = await token(
      { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
      { clientId, clientSecret },
    );
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  it.each(['/oauth/v2/token', '/oauth/v2/introspect', '/oauth/v2/revoke'])(
    '%s: 400 invalid_request for a body of another type or of none, whoever sends it',
    async (path) => {
      const { application, clientSecret } = await world.addApplication({ type: 'web' });
      const authorization = `Basic ${Buffer.from(`${application.clientId}:${clientSecret}`).toString('base64')}`;
      for (const type of [undefined, 'text/plain', 'application/json', 'multipart/form-data']) {
        // A Blob without a type: a text would get one from fetch.
        const body = new Blob(['grant_type=client_credentials&token=x']);
        const headers = { authorization, ...(type && { 'content-type': type }) };
        const answer = await fetch(service.url + path, { method: 'POST', headers, body });
        expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([400, 'invalid_request']);
      }
    },
  );

  it('a JSON body: 400 invalid_request; a body over 64 KiB: 413', async () => {
    const json = await service.call('POST', '/oauth/v2/token', { grant_type: 'client_credentials' }, { token: null });
    expect([json.status, json.body.error]).toEqual([400, 'invalid_request']);
    const large = await token({ grant_type: 'client_credentials', scope: 'a'.repeat(70_000) });
    expect([large.status, large.body.error]).toEqual([413, 'invalid_request']);
  });
});

describe('what is tolerated', () => {
  it('a scope with several spaces between its values, at every endpoint that takes one', async () => {
    const { client, tokens } = await signInToNewClient(service, world, { type: 'web' }, ' openid  email   offline_access ');
    expect(tokens.scope).toBe('openid email offline_access');
    const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token as string, scope: 'openid  email' };
    expect((await post(service, '/oauth/v2/token', form, client)).body.scope).toBe('openid email');
  });

  it('a body of any type at userinfo, where the token is in the header', async () => {
    const { tokens } = await signInToNewClient(service, world);
    for (const body of [undefined, '{}', '{"access_token":"x"}', 'x'.repeat(10_000)]) {
      const headers = { authorization: `Bearer ${tokens.access_token}`, 'content-type': 'application/json' };
      const answer = await fetch(`${service.url}/oidc/v1/userinfo`, { method: 'POST', headers, ...(body && { body }) });
      expect([answer.status, ((await answer.json()) as { sub: string }).sub]).toEqual([200, world.person.id]);
    }
  });
});

describe('an empty answer', () => {
  it.each(['known', 'unknown'])('of revocation has no type, for a token that is %s', async (kind) => {
    const { client, tokens } = await signInToNewClient(service, world);
    const token = kind === 'known' ? (tokens.access_token as string) : 'x';
    const { status, text, headers } = await post(service, '/oauth/v2/revoke', { token }, client);
    expect([status, text, headers.get('content-type')]).toEqual([200, '', null]);
  });

  it('of a posted authorization request has none', async () => {
    const body = new URLSearchParams({ client_id: publicClient });
    const { status, headers } = await fetch(`${service.url}/oauth/v2/authorize`, { method: 'POST', body, redirect: 'manual' });
    expect([status, headers.get('content-type')]).toEqual([303, null]);
  });
});

describe('a request that is too long', () => {
  it.each(['GET', 'POST'])('is told to a person on a page, and to a program as JSON (%s)', async (method) => {
    const query = new URLSearchParams({ client_id: publicClient, state: 's'.repeat(13_000) }).toString();
    const send = (accept: string) =>
      method === 'GET'
        ? fetch(`${service.url}/oauth/v2/authorize?${query}`, { headers: { accept } })
        : fetch(`${service.url}/oauth/v2/authorize`, { method: 'POST', body: new URLSearchParams(query), headers: { accept } });
    const page = await send('text/html');
    expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('The parameters are too long.');
    const json = await send('application/json');
    expect([json.status, ((await json.json()) as { error: string }).error]).toEqual([400, 'invalid_request']);
  });
});

describe('other endpoints', () => {
  it('userinfo answers 401 with WWW-Authenticate', async () => {
    for (const token of [null, 'nonsense']) {
      const { status, headers } = await service.call('GET', '/oidc/v1/userinfo', undefined, { token });
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
    }
  });

  it.each([
    '/oauth/v2/nothing',
    '/oidc/v1/nothing',
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-authorization-server/x',
  ])('GET %s: 404 in OAuth shape', async (path) => {
    const { status, body } = await service.call('GET', path, undefined, { token: null });
    expect([status, body.error]).toEqual([404, 'invalid_request']);
  });

  const TRIED = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  it.each(Object.entries(METHODS).flatMap(([path, methods]) => TRIED.map((method) => [method, path, methods.includes(method)] as const)))(
    '%s %s is accepted: %s',
    async (method, path, isListed) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await fetch(service.url + path, { method, headers, redirect: 'manual', ...(method !== 'GET' && { body: 'a=b' }) });
      if (isListed) expect([404, 405]).not.toContain(answer.status);
      else {
        expect([answer.status, answer.headers.get('allow')]).toEqual([405, METHODS[path]?.join(', ')]);
        expect(((await answer.json()) as { error: string }).error).toBe('invalid_request');
      }
    },
  );

  it('GET /oauth/v2/token: 405 in OAuth shape', async () => {
    const { status, body, headers } = await service.call('GET', '/oauth/v2/token', undefined, { token: null });
    expect([status, body.error, headers.get('allow')]).toEqual([405, 'invalid_request', 'POST']);
  });

  it('discovery tells the truth', async () => {
    const { body } = await service.call('GET', '/.well-known/openid-configuration', undefined, {
      token: null,
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    });
    expect(body).toMatchObject({
      issuer: service.url,
      authorization_endpoint: `${service.url}/oauth/v2/authorize`,
      token_endpoint: `${service.url}/oauth/v2/token`,
      introspection_endpoint: `${service.url}/oauth/v2/introspect`,
      userinfo_endpoint: `${service.url}/oidc/v1/userinfo`,
      revocation_endpoint: `${service.url}/oauth/v2/revoke`,
      end_session_endpoint: `${service.url}/oidc/v1/end_session`,
      jwks_uri: `${service.url}/oauth/v2/keys`,
      grant_types_supported: [
        'authorization_code',
        'implicit',
        'refresh_token',
        DEVICE_CODE,
        'client_credentials',
        'urn:ietf:params:oauth:grant-type:jwt-bearer',
      ],
      response_types_supported: [...RESPONSE_TYPES],
      id_token_signing_alg_values_supported: ['RS256', 'ES256', 'EdDSA'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none', 'private_key_jwt'],
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'private_key_jwt'],
      revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none', 'private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: [
        'openid',
        'profile',
        'email',
        'phone',
        'address',
        'groups',
        'offline_access',
        'urn:gatehouse:iam:user:resourceowner',
        'urn:gatehouse:iam:user:metadata',
        'urn:gatehouse:iam:org:metadata',
        'urn:gatehouse:iam:org:projects:roles',
      ],
    });
    expect(Object.keys(body).filter((member) => /ciba|backchannel_(token|auth|user)/.test(member))).toEqual([]);
  });

  it('the key set shows public halves of what signs and what will, and may be cached', async () => {
    const { body, headers } = await service.call('GET', '/oauth/v2/keys', undefined, { token: null });
    expect(body.keys).toHaveLength(6);
    const members: Record<string, string[]> = { RSA: ['e', 'n'], EC: ['crv', 'x', 'y'], OKP: ['crv', 'x'] };
    for (const key of body.keys)
      expect(Object.keys(key).toSorted()).toEqual(['alg', 'kid', 'kty', 'use', ...(members[key.kty] ?? [])].toSorted());
    expect(headers.get('cache-control')).toBe('public, max-age=300');
  });
});

describe('the login page', () => {
  it('says the same for an unknown name and a wrong password, and escapes what was typed', async () => {
    const answers = [];
    for (const name of ['nobody@nowhere.example', world.loginName]) {
      const browser = new Browser(service.url);
      const page = await browser.open(
        `${service.url}/oauth/v2/authorize?${new URLSearchParams({ client_id: publicClient, redirect_uri: REDIRECT_URI, response_type: 'code', scope: 'openid', login_hint: '"><script>', ...CHALLENGE }).toString()}`,
      );
      expect(page.html).toContain('&quot;>&lt;script>'.replaceAll('>', page.html?.includes('&gt;') ? '&gt;' : '>'));
      const answer = await browser.submit(page, name, 'wrong');
      answers.push([answer.page?.status, answer.html?.replaceAll(name, '').replaceAll(/sign-in\/[\w-]+(\/\w+)?\?request=[\w-]+/g, '')]);
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  it('may send its form to this service and to the application only, and runs no script', async () => {
    const { page } = await authorize();
    const policy = page?.headers.get('content-security-policy');
    expect(policy).toContain("form-action 'self' https://app.example;");
    expect(policy).toContain("default-src 'none'");
    expect(page?.headers.get('cache-control')).toBe('no-store');
  });

  it('refuses a form that comes from elsewhere', async () => {
    const browser = new Browser(service.url);
    const page = await browser.open(
      `${service.url}/oauth/v2/authorize?${new URLSearchParams({ client_id: publicClient, redirect_uri: REDIRECT_URI, response_type: 'code', scope: 'openid', ...CHALLENGE }).toString()}`,
    );
    const foreign: Array<Record<string, string>> = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign) {
      expect((await browser.submit(page, world.loginName, PASSWORD, headers)).page?.status).toBe(403);
    }
    expect((await browser.submit(page, world.loginName, PASSWORD, { origin: service.url, 'sec-fetch-site': 'same-origin' })).url).toContain(
      'code=',
    );
  });

  it('leads to the beginning of the sign-in when it belongs to another browser', async () => {
    const { url } = await authorize();
    const { page, html } = await new Browser(service.url).open(url);
    expect(page?.status).toBe(410);
    expect(html).toMatch(/<a class="button" href="[^"]+\/oauth\/v2\/authorize\?client_id=/);
  });
});

describe('signing out', () => {
  it('ends the session and every token of it, and goes on to a registered address', async () => {
    const { application } = await world.addApplication({ type: 'userAgent', postLogoutRedirectUris: ['https://app.example/bye'] });
    const browser = new Browser(service.url);
    const request = { client_id: application.clientId, redirect_uri: REDIRECT_URI, response_type: 'code', scope: 'openid', ...CHALLENGE };
    const url = `${service.url}/oauth/v2/authorize?${new URLSearchParams(request).toString()}`;
    const signedIn = await browser.submit(await browser.open(url), world.loginName, PASSWORD);
    const code = new URL(signedIn.url).searchParams.get('code') ?? '';
    const { body } = await post(
      service,
      '/oauth/v2/token',
      // The verifier of RFC 7636 appendix B, whose challenge CHALLENGE is.
      { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' },
      { clientId: application.clientId },
    );
    expect((await service.call('GET', '/oidc/v1/userinfo', undefined, { token: body.access_token })).status).toBe(200);

    const end = await browser.open(
      `${service.url}/oidc/v1/end_session?${new URLSearchParams({ id_token_hint: body.id_token, post_logout_redirect_uri: 'https://app.example/bye', state: 's' }).toString()}`,
    );
    expect(end.url).toBe('https://app.example/bye?state=s');
    expect((await service.call('GET', '/oidc/v1/userinfo', undefined, { token: body.access_token })).status).toBe(401);
    expect((await browser.open(`${url}&prompt=none`)).url).toContain('error=login_required');
  });

  it('refuses an unregistered address and shows it', async () => {
    const { page } = await new Browser(service.url).open(
      `${service.url}/oidc/v1/end_session?${new URLSearchParams({ client_id: publicClient, post_logout_redirect_uri: 'https://evil.example' }).toString()}`,
    );
    expect(page?.status).toBe(400);
  });
});
