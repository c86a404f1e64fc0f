// The authorization code flow with real client libraries (RFC 6749 section 4.1, RFC 7636, OpenID Connect Core section 3.1).
// On SQLite alone: test/security/races.spec.ts redeems codes at once on both.
import { describe, expect, it } from 'vitest';
import * as oauth from 'oauth4webapi';
import * as client from 'openid-client';
import { Clock } from '../../src/common/primitives/clock.js';
import { People } from '../../src/users/directory/people/people.service.js';
import { startService } from '../support/service.js';
import { Browser } from '../support/browser.js';
import { service, useWorld, world } from '../support/use-world.js';
import { PASSWORD, REDIRECT_URI } from '../support/world.js';
import { post, userinfo } from '../support/oauth.js';

useWorld(startService);

const SCOPE = 'openid profile email phone address';

/** Signs the person in and stops at the client's callback. */
async function authorize(clientId: string, parameters: Record<string, string> = {}, browser = new Browser(service.url)) {
  const verifier = oauth.generateRandomCodeVerifier();
  const query = {
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: SCOPE,
    state: 'state-1',
    nonce: 'nonce-1',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...parameters,
  };
  const page = await browser.open(`${service.url}/oauth/v2/authorize?${new URLSearchParams(query).toString()}`);
  const end = page.page ? await browser.submit(page, world.loginName, PASSWORD) : page;
  return { callback: new URL(end.url), verifier, browser, html: end.html };
}

const codeOf = (callback: URL) => callback.searchParams.get('code') ?? '';

describe('the authorization code flow', () => {
  it('signs a person in with openid-client: ID token, userinfo and state are as asked', async () => {
    const { application, clientSecret } = await world.addApplication();
    const config = await client.discovery(
      new URL(service.url),
      application.clientId,
      clientSecret,
      client.ClientSecretBasic(clientSecret),
      {
        execute: [client.allowInsecureRequests],
      },
    );
    const verifier = client.randomPKCECodeVerifier();
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT_URI,
      scope: SCOPE,
      state: 'state-1',
      nonce: 'nonce-1',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const browser = new Browser(service.url);
    const login = await browser.open(url.href);
    expect(login.html).toContain('autocomplete="current-password"');
    const end = await browser.submit(login, world.loginName, PASSWORD);
    const tokens = await client.authorizationCodeGrant(config, new URL(end.url), {
      pkceCodeVerifier: verifier,
      expectedNonce: 'nonce-1',
      expectedState: 'state-1',
      idTokenExpected: true,
    });

    expect(tokens.claims()).toMatchObject({
      sub: world.person.id,
      aud: application.clientId,
      azp: application.clientId,
      amr: ['pwd'],
      nonce: 'nonce-1',
    });
    expect(tokens.claims()).toHaveProperty('at_hash');
    expect(tokens.claims()).toHaveProperty('auth_time');
    expect(tokens.claims()).not.toHaveProperty('email');
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: SCOPE });
    expect(tokens).not.toHaveProperty('refresh_token');

    const info = await client.fetchUserInfo(config, tokens.access_token, world.person.id);
    expect(info).toMatchObject({
      sub: world.person.id,
      name: 'Barbara Jensen',
      given_name: 'Barbara',
      preferred_username: world.loginName,
      email: world.loginName,
      email_verified: false,
      phone_number: '+15555555',
      address: { street_address: '100 Universal City Plaza', country: 'USA' },
    });
  });

  it('works for a public client with oauth4webapi, and the ID token verifies against the key set', async () => {
    const { application } = await world.addApplication({ type: 'userAgent' });
    const { callback, verifier } = await authorize(application.clientId);
    const insecure = { [oauth.allowInsecureRequests]: true };
    const issuer = new URL(service.url);
    const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure));
    const me = { client_id: application.clientId };
    const parameters = oauth.validateAuthResponse(server, me, callback, 'state-1');
    const response = await oauth.authorizationCodeGrantRequest(server, me, oauth.None(), parameters, REDIRECT_URI, verifier, insecure);
    const tokens = await oauth.processAuthorizationCodeResponse(server, me, response, { expectedNonce: 'nonce-1', requireIdToken: true });
    await oauth.validateApplicationLevelSignature(server, response, insecure);
    expect(oauth.getValidatedIdTokenClaims(tokens)?.sub).toBe(world.person.id);
  });

  it('needs no second password while the browser session lives', async () => {
    const { application } = await world.addApplication({ type: 'userAgent' });
    const { browser } = await authorize(application.clientId);
    const again = await browser.open(
      `${service.url}/oauth/v2/authorize?${new URLSearchParams({
        client_id: application.clientId,
        redirect_uri: REDIRECT_URI,
        response_type: 'code',
        scope: 'openid',
        prompt: 'none',
        code_challenge: await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier()),
        code_challenge_method: 'S256',
      }).toString()}`,
    );
    expect(codeOf(new URL(again.url))).not.toBe('');
  });

  it('puts the claims of the scopes into the ID token when the application is set so', async () => {
    const { application } = await world.addApplication({ type: 'userAgent', idTokenUserinfoAssertion: true });
    const { callback, verifier } = await authorize(application.clientId);
    const { body } = await redeem(application.clientId, codeOf(callback), verifier);
    const claims = JSON.parse(Buffer.from(body.id_token.split('.')[1], 'base64url').toString());
    expect(claims).toMatchObject({ email: world.loginName, given_name: 'Barbara' });
  });

  it("lets exactly one of 20 parallel redemptions win, and the winner's token works", async () => {
    const { application } = await world.addApplication({ type: 'userAgent' });
    const { callback, verifier } = await authorize(application.clientId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(application.clientId, codeOf(callback), verifier)));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 200).every(({ body }) => body.error === 'invalid_grant')).toBe(true);
    expect((await userinfo(service, won[0]?.body.access_token)).status).toBe(200);
  });

  it('ends the authorization when a code is replayed 3 s later', async () => {
    const { application } = await world.addApplication({ type: 'userAgent' });
    const { callback, verifier } = await authorize(application.clientId);
    const { body } = await redeem(application.clientId, codeOf(callback), verifier);
    service.get(Clock).advance(3_000);
    expect((await redeem(application.clientId, codeOf(callback), verifier)).body.error).toBe('invalid_grant');
    expect((await userinfo(service, body.access_token)).status).toBe(401);
  });

  it('ends the authorization at once when a code without PKCE is replayed', async () => {
    const { application, clientSecret = '' } = await world.addApplication();
    const { callback } = await authorize(application.clientId, { code_challenge: '', code_challenge_method: '' });
    const redeemIt = () =>
      post(
        service,
        '/oauth/v2/token',
        { grant_type: 'authorization_code', code: codeOf(callback), redirect_uri: REDIRECT_URI },
        { clientId: application.clientId, clientSecret },
      );
    const { body } = await redeemIt();
    expect((await redeemIt()).body.error).toBe('invalid_grant');
    expect((await userinfo(service, body.access_token)).status).toBe(401);
  });

  it('refuses a code of another client, a wrong verifier and another redirect URI with invalid_grant', async () => {
    const [{ application }, other] = await Promise.all([
      world.addApplication({ type: 'userAgent', redirectUris: [REDIRECT_URI, `${REDIRECT_URI}2`] }),
      world.addApplication({ type: 'userAgent' }),
    ]);
    const { callback, verifier } = await authorize(application.clientId);
    expect((await redeem(other.application.clientId, codeOf(callback), verifier)).body.error).toBe('invalid_grant');
    expect((await redeem(application.clientId, codeOf(callback), oauth.generateRandomCodeVerifier())).body.error).toBe('invalid_grant');
    expect((await redeem(application.clientId, codeOf(callback), verifier, `${REDIRECT_URI}2`)).body.error).toBe('invalid_grant');
    expect((await redeem(application.clientId, 'no-such-code', verifier)).body.error).toBe('invalid_grant');
    expect((await redeem(application.clientId, codeOf(callback), verifier)).status).toBe(200);
  });

  it('refuses a code after a minute', async () => {
    const { application } = await world.addApplication({ type: 'userAgent' });
    const { callback, verifier } = await authorize(application.clientId);
    service.get(Clock).advance(61_000);
    expect((await redeem(application.clientId, codeOf(callback), verifier)).body.error).toBe('invalid_grant');
  });

  it('drops unknown scopes and says so', async () => {
    const { application } = await world.addApplication({ type: 'userAgent' });
    const { callback, verifier } = await authorize(application.clientId, { scope: 'openid surprise email' });
    expect((await redeem(application.clientId, codeOf(callback), verifier)).body.scope).toBe('openid email');
  });
});

describe('a person who is deactivated', () => {
  it('has no live token, no session and cannot sign in; a reactivation revives none of it', async () => {
    const person = await world.addPerson({ userName: 'leaver' });
    const loginName = `leaver@${world.organization.primaryDomain}`;
    const { application } = await world.addApplication({ type: 'userAgent' });
    const browser = new Browser(service.url);
    const verifier = oauth.generateRandomCodeVerifier();
    const url = `${service.url}/oauth/v2/authorize?${new URLSearchParams({
      client_id: application.clientId,
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      scope: 'openid',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString()}`;
    const signedIn = await browser.submit(await browser.open(url), loginName, PASSWORD);
    const { body } = await redeem(application.clientId, codeOf(new URL(signedIn.url)), verifier);
    const pendingCode = codeOf(new URL((await browser.open(url)).url));
    expect((await userinfo(service, body.access_token)).status).toBe(200);

    const setActive = (active: boolean) =>
      service.get(People).update(world.organization, person.id, (current) => ({ values: { ...current, active } }), 'test');
    await setActive(false);
    expect((await userinfo(service, body.access_token)).status).toBe(401);
    expect((await redeem(application.clientId, pendingCode, verifier)).body.error).toBe('invalid_grant');
    const login = await browser.open(url);
    expect(login.html).toContain('Sign in');
    const refused = await browser.submit(login, loginName, PASSWORD);
    expect(refused.page?.status).toBe(401);
    expect(refused.html).toContain('Wrong login name or password');

    await setActive(true);
    expect((await userinfo(service, body.access_token)).status).toBe(401);
    expect((await browser.open(`${url}&prompt=none`)).url).toContain('error=login_required');
  });
});

function redeem(clientId: string, code: string, verifier: string, redirectUri = REDIRECT_URI) {
  return post(
    service,
    '/oauth/v2/token',
    { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier },
    { clientId },
  );
}
