// openid-client against every grant and endpoint, configured by discovery alone. A new grant or method is one more entry of a table.
import { describe, expect, it } from 'vitest';
import * as client from 'openid-client';
import { SignJWT } from 'jose';
import { Browser, fill, type Page } from '../support/browser.js';
import { addApp } from '../support/factors.js';
import { DEVICE_CODE, type NewApplication } from '../../src/oidc/clients/application.js';
import { TOKEN_EXCHANGE, typeUrn } from '../support/token-exchange.js';
import { addClient, JWT_PROFILE, registerKey, type Client, type Credentials } from '../support/clients.js';
import { createServiceUser } from '../support/service-users.js';
import { service, useWorld, world } from '../support/use-world.js';
import { makeWorld, PASSWORD, REDIRECT_URI } from '../support/world.js';
import { startService } from '../support/service.js';

useWorld(startService);

/** Client authentication methods (RFC 7591 section 2), and what an application needs to use one. */
const METHODS = {
  client_secret_basic: { input: {}, auth: ({ clientSecret }: Credentials) => client.ClientSecretBasic(clientSecret) },
  client_secret_post: {
    input: { authMethod: 'client_secret_post' as const },
    auth: ({ clientSecret }: Credentials) => client.ClientSecretPost(clientSecret),
  },
  none: { input: { type: 'userAgent' as const }, auth: () => client.None() },
  private_key_jwt: {
    input: { authMethod: 'private_key_jwt' as const },
    auth: async ({ application }: Client) => client.PrivateKeyJwt(await registerKey(service, applicationPath(application.id))),
  },
};
type Method = keyof typeof METHODS;

const organizationPath = () => `/admin/v1/organizations/${world.organization.id}`;
const applicationPath = (id: string) => `${organizationPath()}/projects/${world.projectId}/applications/${id}`;

const configure = (as: Credentials, auth: client.ClientAuth) =>
  client.discovery(new URL(service.url), as.clientId, {}, auth, { execute: [client.allowInsecureRequests] });

/** Signs the person in as the library wants it done, and redeems the code. */
async function signInBy(config: client.Configuration) {
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
  return { config, browser, callback: callback.url, tokens: await client.authorizationCodeGrant(config, new URL(callback.url), checks) };
}

async function signIn(method: Method) {
  const { input, auth } = METHODS[method];
  const grantTypes = ['authorization_code', 'refresh_token', TOKEN_EXCHANGE] as const;
  const as = await addClient(world, { ...input, grantTypes: [...grantTypes], postLogoutRedirectUris: ['https://app.example/bye'] });
  return { as, ...(await signInBy(await configure(as, await auth(as)))) };
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

  it('signs a device in', async () => {
    const { input, auth } = METHODS[method];
    const as = await addClient(world, { ...input, responseTypes: [], grantTypes: [DEVICE_CODE, 'refresh_token'] });
    const config = await configure(as, await auth(as));
    const device = await client.initiateDeviceAuthorization(config, { scope: 'openid offline_access' });
    const browser = new Browser(service.url);
    const code = await fill(browser, await browser.open(device.verification_uri_complete ?? ''), { user_code: device.user_code });
    await browser.submitButton(await browser.submit(code, world.loginName, PASSWORD), 'Allow');
    // The person has answered, so there is nothing to wait for.
    const tokens = await client.pollDeviceAuthorizationGrant(config, { ...device, interval: 0 });
    expect(tokens.claims()?.sub).toBe(world.person.id);
    expect(await client.fetchUserInfo(config, tokens.access_token, world.person.id)).toMatchObject({ sub: world.person.id });
  });

  it('exchanges a token for a narrower one', async () => {
    await service.call('PUT', '/admin/v1/features', { oidcTokenExchange: true });
    const { config, tokens } = await signIn(method);
    const exchanged = await client.genericGrantRequest(config, TOKEN_EXCHANGE, {
      subject_token: tokens.access_token,
      subject_token_type: typeUrn('access_token'),
      scope: 'openid email',
    });
    expect(exchanged).toMatchObject({ token_type: 'bearer', issued_token_type: typeUrn('access_token'), scope: 'openid email' });
    expect(exchanged.claims()?.sub).toBe(world.person.id);
    const info = await client.fetchUserInfo(config, exchanged.access_token, world.person.id);
    expect([info.email, info.given_name]).toEqual([world.loginName, undefined]);
    const wider = { subject_token: exchanged.access_token, subject_token_type: typeUrn('access_token'), scope: 'openid profile' };
    await expect(client.genericGrantRequest(config, TOKEN_EXCHANGE, wider)).rejects.toMatchObject({ error: 'invalid_scope' });
  });
});

describe('openid-client', () => {
  it.each(['client_secret_basic', 'none', 'private_key_jwt'] as const)(
    'signs its authorization request, and asks for claims by name, with %s',
    async (method) => {
      const { input, auth } = METHODS[method];
      const as = await addClient(world, input);
      const config = await configure(as, await auth(as));
      const signer = await registerKey(service, applicationPath(as.application.id));
      const [pkceCodeVerifier, expectedNonce, expectedState] = [
        client.randomPKCECodeVerifier(),
        client.randomNonce(),
        client.randomState(),
      ];
      const parameters = {
        redirect_uri: REDIRECT_URI,
        scope: 'openid',
        state: expectedState,
        nonce: expectedNonce,
        claims: JSON.stringify({ userinfo: { email: null }, id_token: { given_name: { essential: true } } }),
        code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
      };
      const url = await client.buildAuthorizationUrlWithJAR(config, parameters, signer);
      expect([...url.searchParams.keys()].toSorted()).toEqual(['client_id', 'request']);
      const browser = new Browser(service.url);
      const callback = await browser.submit(await browser.open(url.href), world.loginName, PASSWORD);
      const checks = { pkceCodeVerifier, expectedNonce, expectedState, idTokenExpected: true };
      const tokens = await client.authorizationCodeGrant(config, new URL(callback.url), checks);
      expect(tokens.claims()).toMatchObject({ given_name: 'Barbara' });
      const info = await client.fetchUserInfo(config, tokens.access_token, world.person.id);
      expect(info).toEqual({ sub: world.person.id, email: world.loginName });
    },
  );

  it.each([
    {
      way: 'the hybrid flow',
      input: { type: 'web', responseTypes: ['code id_token'], grantTypes: ['authorization_code', 'implicit'] },
      use: client.useCodeIdTokenResponseType,
      answer: /#.*\bid_token=/,
    },
    { way: 'a signed response', input: { type: 'web' }, use: client.useJwtResponseMode, answer: /\?response=[^&]+$/ },
  ] satisfies Array<{ way: string; input: Partial<NewApplication>; use: (config: client.Configuration) => void; answer: RegExp }>)(
    'signs in by $way',
    async ({ input, use, answer }) => {
      const as = await addClient(world, input);
      const config = await configure(as, client.ClientSecretBasic(as.clientSecret));
      use(config);
      const { callback, tokens } = await signInBy(config);
      expect(callback).toMatch(answer);
      expect(tokens.claims()?.sub).toBe(world.person.id);
      expect((await client.fetchUserInfo(config, tokens.access_token, world.person.id)).email).toBe(world.loginName);
    },
  );

  it.each(['client_secret_basic', 'private_key_jwt'] as const)('introspects a token of a person with %s', async (method) => {
    const { config, as, tokens } = await signIn(method);
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
    const end = await browser.open(url.href);
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

  it('obtains a token for a service user that signs, by client credentials and by the JWT profile', async () => {
    const { userId, clientId } = await createServiceUser(service, world.organization.id);
    const signer = await registerKey(service, `${organizationPath()}/service-users/${userId}`);
    const config = await configure({ clientId }, client.PrivateKeyJwt(signer));
    const byCredentials = await client.clientCredentialsGrant(config, { scope: 'openid' });
    const assertion = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: signer.kid })
      .setIssuer(userId)
      .setSubject(userId)
      .setAudience(service.url)
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(signer.key);
    const anybody = await configure({ clientId }, client.None());
    const byProfile = await client.genericGrantRequest(anybody, JWT_PROFILE, { assertion, scope: 'openid' });
    expect(byProfile.claims()?.sub).toBe(userId);
    for (const { access_token } of [byCredentials, byProfile])
      expect(await client.tokenIntrospection(config, access_token)).toMatchObject({ active: true, sub: userId });
    await expect(client.genericGrantRequest(anybody, JWT_PROFILE, { assertion })).rejects.toMatchObject({ error: 'invalid_grant' });
    await client.tokenRevocation(config, byProfile.access_token);
    expect(await client.tokenIntrospection(config, byProfile.access_token)).toEqual({ active: false });
  });
});

describe('openid-client and a step-up', () => {
  const MFA = 'https://refeds.org/profile/mfa';
  const essential = JSON.stringify({ id_token: { acr: { essential: true, value: MFA } } });

  it('has only the missing factor asked for, and reads in the ID token that both were shown', async () => {
    const own = await makeWorld(service);
    const as = await addClient(own, { type: 'userAgent' });
    const config = await configure(as, client.None());
    const browser = new Browser(service.url);
    const request = async (more: Record<string, string>) => {
      const [pkceCodeVerifier, expectedNonce, expectedState] = [
        client.randomPKCECodeVerifier(),
        client.randomNonce(),
        client.randomState(),
      ];
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: REDIRECT_URI,
        scope: 'openid',
        state: expectedState,
        nonce: expectedNonce,
        code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
        code_challenge_method: 'S256',
        ...more,
      });
      const redeem = async (end: Page) => {
        const checks = { pkceCodeVerifier, expectedNonce, expectedState, idTokenExpected: true };
        return (await client.authorizationCodeGrant(config, new URL(end.url), checks)).claims();
      };
      return { page: await browser.open(url.href), redeem };
    };
    const first = await request({});
    const login = await browser.submit(first.page, own.loginName, PASSWORD);
    expect(await first.redeem(login)).toMatchObject({ acr: 'https://refeds.org/profile/sfa', amr: ['pwd'] });

    const app = await addApp(service, own.person);
    const silent = await request({ claims: essential, prompt: 'none' });
    await expect(silent.redeem(silent.page)).rejects.toMatchObject({ error: 'interaction_required' });
    const more = await request({ claims: essential });
    expect([more.page.html?.includes('One more step'), more.page.html?.includes('current-password')]).toEqual([true, false]);
    expect(await more.redeem(await fill(browser, more.page, { code: app.code() }))).toMatchObject({ acr: MFA, amr: ['pwd', 'otp', 'mfa'] });
    const again = await request({ claims: essential, prompt: 'none' });
    expect(await again.redeem(again.page)).toMatchObject({ acr: MFA });
  });
});
