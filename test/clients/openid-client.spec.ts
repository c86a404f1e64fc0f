// openid-client against every grant and endpoint, configured by discovery alone. A new grant or method is one more entry of a table.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as client from 'openid-client';
import { Browser, makeWorld, PASSWORD, REDIRECT_URI, type World } from '../oidc/world.js';
import { addClient, type Credentials } from '../support/flows.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let world: World;
beforeAll(async () => {
  service = await startService();
  world = await makeWorld(service);
});
afterAll(() => service.close());

/** Client authentication methods (RFC 7591 section 2), and what an application needs to use one. */
const METHODS = {
  client_secret_basic: { input: {}, auth: ({ clientSecret }: Credentials) => client.ClientSecretBasic(clientSecret) },
  client_secret_post: {
    input: { authMethod: 'client_secret_post' as const },
    auth: ({ clientSecret }: Credentials) => client.ClientSecretPost(clientSecret),
  },
  none: { input: { type: 'userAgent' as const }, auth: () => client.None() },
};
type Method = keyof typeof METHODS;

const configure = (as: Credentials, auth: client.ClientAuth) =>
  client.discovery(new URL(service.url), as.clientId, {}, auth, { execute: [client.allowInsecureRequests] });

/** Signs the person in as the library wants it done, and redeems the code. */
async function signIn(method: Method) {
  const { input, auth } = METHODS[method];
  const as = await addClient(world, { ...input, postLogoutRedirectUris: ['https://app.example/bye'] });
  const config = await configure(as, auth(as));
  const [pkceCodeVerifier, expectedNonce, expectedState] = [client.randomPKCECodeVerifier(), client.randomNonce(), client.randomState()];
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT_URI,
    scope: 'openid profile email offline_access',
    state: expectedState,
    nonce: expectedNonce,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  const browser = new Browser(service.url);
  const callback = await browser.submit(await browser.open(url.href), world.loginName, PASSWORD);
  const checks = { pkceCodeVerifier, expectedNonce, expectedState, idTokenExpected: true };
  return { as, config, browser, tokens: await client.authorizationCodeGrant(config, new URL(callback.url), checks) };
}

describe.each(Object.keys(METHODS) as Method[])('openid-client with %s', (method) => {
  it('signs in, reads userinfo, refreshes and revokes', async () => {
    const { config, tokens } = await signIn(method);
    const info = await client.fetchUserInfo(config, tokens.access_token, world.person.id);
    expect(info).toMatchObject({ sub: world.person.id, email: world.loginName, given_name: 'Barbara' });
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(next.claims()?.sub).toBe(world.person.id);
    expect(next.refresh_token).not.toBe(tokens.refresh_token);
    await client.tokenRevocation(config, next.refresh_token ?? '');
    await expect(client.fetchUserInfo(config, next.access_token, world.person.id)).rejects.toThrow();
    await expect(client.refreshTokenGrant(config, next.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' });
  });
});

describe('openid-client', () => {
  it('introspects a token of a person for the application it was given to', async () => {
    const { config, as, tokens } = await signIn('client_secret_basic');
    expect(await client.tokenIntrospection(config, tokens.access_token)).toMatchObject({
      active: true,
      client_id: as.clientId,
      username: world.loginName,
    });
  });

  it('signs out at the end session endpoint, which ends the access token', async () => {
    const { config, tokens, browser } = await signIn('none');
    const url = client.buildEndSessionUrl(config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: 'https://app.example/bye',
      state: 'done',
    });
    const page = await browser.open(url.href);
    const [, action = '', xsrf = ''] = /action="([^"]+)".*?name="xsrf" value="([^"]+)"/.exec(page.html ?? '') ?? [];
    const end = await browser.open(action, { method: 'POST', body: new URLSearchParams({ xsrf, logout: 'yes' }) });
    expect(end.url).toBe('https://app.example/bye?state=done');
    await expect(client.fetchUserInfo(config, tokens.access_token, world.person.id)).rejects.toThrow();
  });

  it.each(['client_secret_basic', 'client_secret_post'] as const)(
    'obtains a token for a service user with %s, and introspects it',
    async (method) => {
      const user = service.credentials.serviceUser;
      const tokens = await client.clientCredentialsGrant(await configure(user, METHODS[method].auth(user)), { scope: 'openid profile' });
      expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'openid profile' });
      expect(tokens.id_token).toBeUndefined();
      const config = await configure(user, client.ClientSecretBasic(user.clientSecret));
      expect(await client.tokenIntrospection(config, tokens.access_token)).toMatchObject({ active: true, sub: user.userId });
    },
  );
});
