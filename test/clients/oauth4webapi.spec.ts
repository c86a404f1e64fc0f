// oauth4webapi against every grant and endpoint: it checks each response by the letter of its RFC.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as oauth from 'oauth4webapi';
import { Browser, makeWorld, PASSWORD, REDIRECT_URI, type World } from '../oidc/world.js';
import { addClient, type Credentials } from '../support/flows.js';
import { startService, type TestService } from '../support/service.js';

const INSECURE = { [oauth.allowInsecureRequests]: true };

let service: TestService;
let world: World;
let server: oauth.AuthorizationServer;
beforeAll(async () => {
  service = await startService();
  world = await makeWorld(service);
  const issuer = new URL(service.url);
  server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, INSECURE));
});
afterAll(() => service.close());

const METHODS = {
  client_secret_basic: { input: {}, auth: ({ clientSecret = '' }: Credentials) => oauth.ClientSecretBasic(clientSecret) },
  client_secret_post: {
    input: { authMethod: 'client_secret_post' as const },
    auth: ({ clientSecret = '' }: Credentials) => oauth.ClientSecretPost(clientSecret),
  },
  none: { input: { type: 'native' as const }, auth: () => oauth.None() },
};
type Method = keyof typeof METHODS;

async function signIn(method: Method) {
  const as = await addClient(world, METHODS[method].input);
  const [me, auth] = [{ client_id: as.clientId }, METHODS[method].auth(as)];
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

  it('introspects a token of a person for the application it was given to', async () => {
    const { me, auth, tokens } = await signIn('client_secret_basic');
    const answer = await oauth.introspectionRequest(server, me, auth, tokens.access_token, INSECURE);
    expect(await oauth.processIntrospectionResponse(server, me, answer)).toMatchObject({ active: true, username: world.loginName });
  });
});
