// oauth4webapi against every grant and endpoint: it checks each response by the letter of its RFC.
import { beforeAll, describe, expect, it } from 'vitest';
import { SignJWT } from 'jose';
import * as oauth from 'oauth4webapi';
import { Browser } from '../support/browser.js';
import { TOKEN_EXCHANGE, typeUrn } from '../support/token-exchange.js';
import { addClient, JWT_PROFILE, registerKey, type Client, type Credentials } from '../support/clients.js';
import { createServiceUser } from '../support/service-users.js';
import { service, useWorld, world } from '../support/use-world.js';
import { PASSWORD, REDIRECT_URI } from '../support/world.js';
import { startService } from '../support/service.js';

const INSECURE = { [oauth.allowInsecureRequests]: true };

useWorld(startService);

let server: oauth.AuthorizationServer;
beforeAll(async () => {
  const issuer = new URL(service.url);
  server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, INSECURE));
});

const METHODS = {
  client_secret_basic: { input: {}, auth: ({ clientSecret = '' }: Credentials) => oauth.ClientSecretBasic(clientSecret) },
  client_secret_post: {
    input: { authMethod: 'client_secret_post' as const },
    auth: ({ clientSecret = '' }: Credentials) => oauth.ClientSecretPost(clientSecret),
  },
  none: { input: { type: 'native' as const }, auth: () => oauth.None() },
  private_key_jwt: {
    input: { authMethod: 'private_key_jwt' as const },
    auth: async ({ application }: Client) => oauth.PrivateKeyJwt(await registerKey(service, applicationPath(application.id))),
  },
};
type Method = keyof typeof METHODS;

const organizationPath = () => `/admin/v1/organizations/${world.organization.id}`;
const applicationPath = (id: string) => `${organizationPath()}/projects/${world.projectId}/applications/${id}`;

async function signIn(method: Method) {
  const grantTypes = ['authorization_code', 'refresh_token', TOKEN_EXCHANGE] as const;
  const as = await addClient(world, { ...METHODS[method].input, grantTypes: [...grantTypes] });
  const [me, auth] = [{ client_id: as.clientId }, await METHODS[method].auth(as)];
  const [verifier, nonce, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomNonce(), oauth.generateRandomState()];
  const url = new URL(server.authorization_endpoint ?? '');
  url.search = new URLSearchParams({
    client_id: as.clientId,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'openid email offline_access',
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString();
  const browser = new Browser(service.url);
  const callback = await browser.submit(await browser.open(url.href), world.loginName, PASSWORD);
  const parameters = oauth.validateAuthResponse(server, me, new URL(callback.url), state);
  const response = await oauth.authorizationCodeGrantRequest(server, me, auth, parameters, REDIRECT_URI, verifier, INSECURE);
  const tokens = await oauth.processAuthorizationCodeResponse(server, me, response, { expectedNonce: nonce, requireIdToken: true });
  await oauth.validateApplicationLevelSignature(server, response, INSECURE);
  return { me, auth, tokens };
}

async function userinfo(me: oauth.Client, token: string) {
  return oauth.processUserInfoResponse(server, me, world.person.id, await oauth.userInfoRequest(server, me, token, INSECURE));
}

describe.each(Object.keys(METHODS) as Method[])('oauth4webapi with %s', (method) => {
  it('signs in, reads userinfo, refreshes and revokes', async () => {
    const { me, auth, tokens } = await signIn(method);
    expect(await userinfo(me, tokens.access_token)).toMatchObject({ sub: world.person.id, email: world.loginName });
    const response = await oauth.refreshTokenGrantRequest(server, me, auth, tokens.refresh_token ?? '', INSECURE);
    const next = await oauth.processRefreshTokenResponse(server, me, response);
    expect(oauth.getValidatedIdTokenClaims(next)?.sub).toBe(world.person.id);
    await oauth.processRevocationResponse(await oauth.revocationRequest(server, me, auth, next.access_token, INSECURE));
    await expect(userinfo(me, next.access_token)).rejects.toBeInstanceOf(oauth.WWWAuthenticateChallengeError);
    const again = await oauth.refreshTokenGrantRequest(server, me, auth, next.refresh_token ?? '', INSECURE);
    expect((await oauth.processRefreshTokenResponse(server, me, again)).access_token).toBeTruthy();
  });

  it('exchanges a token for a narrower one, and for an ID token', async () => {
    await service.call('PUT', '/admin/v1/features', { oidcTokenExchange: true });
    const { me, auth, tokens } = await signIn(method);
    const exchange = async (more: Record<string, string>) => {
      const form = { subject_token: tokens.access_token, subject_token_type: typeUrn('access_token'), ...more };
      const response = await oauth.genericTokenEndpointRequest(server, me, auth, TOKEN_EXCHANGE, form, INSECURE);
      // RFC 8693 section 2.2.1: the type of a token that is no access token.
      return oauth.processGenericTokenEndpointResponse(server, me, response, { recognizedTokenTypes: { n_a: () => undefined } });
    };
    const narrowed = await exchange({ scope: 'openid' });
    expect([narrowed.token_type, narrowed.issued_token_type, narrowed.scope]).toEqual(['bearer', typeUrn('access_token'), 'openid']);
    expect(oauth.getValidatedIdTokenClaims(narrowed)?.sub).toBe(world.person.id);
    expect(await userinfo(me, narrowed.access_token)).toEqual({ sub: world.person.id });
    const idToken = await exchange({ requested_token_type: typeUrn('id_token') });
    expect([idToken.token_type, idToken.issued_token_type]).toEqual(['n_a', typeUrn('id_token')]);
    await expect(exchange({ scope: 'openid profile' })).rejects.toMatchObject({ error: 'invalid_scope' });
  });
});

describe('oauth4webapi', () => {
  it('obtains a token for a service user and introspects it', async () => {
    const { clientId, clientSecret, userId } = service.credentials.serviceUser;
    const [me, auth] = [{ client_id: clientId }, oauth.ClientSecretBasic(clientSecret)];
    const response = await oauth.clientCredentialsGrantRequest(server, me, auth, { scope: 'openid' }, INSECURE);
    const tokens = await oauth.processClientCredentialsResponse(server, me, response);
    const answer = await oauth.introspectionRequest(server, me, auth, tokens.access_token, INSECURE);
    expect(await oauth.processIntrospectionResponse(server, me, answer)).toMatchObject({ active: true, sub: userId, iss: service.url });
  });

  it.each(['client_secret_basic', 'private_key_jwt'] as const)('introspects a token of a person with %s', async (method) => {
    const { me, auth, tokens } = await signIn(method);
    const answer = await oauth.introspectionRequest(server, me, auth, tokens.access_token, INSECURE);
    expect(await oauth.processIntrospectionResponse(server, me, answer)).toMatchObject({ active: true, username: world.loginName });
  });

  it('obtains a token for a service user that signs, by client credentials and by the JWT profile', async () => {
    const { userId, clientId } = await createServiceUser(service, world.organization.id);
    const signer = await registerKey(service, `${organizationPath()}/service-users/${userId}`);
    const [me, auth] = [{ client_id: clientId }, oauth.PrivateKeyJwt(signer)];
    const response = await oauth.clientCredentialsGrantRequest(server, me, auth, { scope: 'openid' }, INSECURE);
    const byCredentials = await oauth.processClientCredentialsResponse(server, me, response);
    const assertion = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', kid: signer.kid })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(service.url)
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(signer.key);
    const profile = async () => {
      const form = { assertion, scope: 'openid' };
      const answer = await oauth.genericTokenEndpointRequest(server, me, oauth.None(), JWT_PROFILE, form, INSECURE);
      return oauth.processGenericTokenEndpointResponse(server, me, answer);
    };
    const byProfile = await profile();
    expect(oauth.getValidatedIdTokenClaims(byProfile)?.sub).toBe(userId);
    await expect(profile()).rejects.toMatchObject({ error: 'invalid_grant' });
    for (const { access_token } of [byCredentials, byProfile]) {
      const answer = await oauth.introspectionRequest(server, me, auth, access_token, INSECURE);
      expect(await oauth.processIntrospectionResponse(server, me, answer)).toMatchObject({ active: true, sub: userId });
    }
  });
});
