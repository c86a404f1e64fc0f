// Signing in with an OpenID Connect provider: a second Gatehouse, as it is.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { OidcUpstream } from '../../src/oidc/upstream/oidc/oidc-upstream.service.js';
import { ProviderHttp } from '../../src/oidc/upstream/oidc/provider-http.service.js';
import { ProviderMetadataCache } from '../../src/oidc/upstream/oidc/provider-metadata.service.js';
import type { OpenedProvider } from '../../src/oidc/upstream/upstream.js';
import { Browser } from '../support/browser.js';
import { addClient } from '../support/clients.js';
import { sharedService } from '../support/shared-service.js';
import type { TestService } from '../support/service.js';
import { makeWorld, PASSWORD, type World } from '../support/world.js';
import { oidcProvider } from '../support/upstream-provider.js';

const CALLBACK = 'https://gatehouse.example/sign-in/callback/1';

let directory: TestService;
let world: World;
beforeAll(async () => {
  directory = await sharedService();
  world = await makeWorld(directory);
});
afterAll(() => directory.close());

function upstream(): OidcUpstream {
  const clock = new Clock();
  const http = new ProviderHttp({ backchannelAllowPrivate: true });
  return new OidcUpstream(new ProviderMetadataCache(http, clock), http, clock);
}

it('people sign in with their account of another Gatehouse', async () => {
  const { clientId, clientSecret } = await addClient(world, { redirectUris: [CALLBACK] });
  const provider: OpenedProvider = oidcProvider({ issuer: directory.url, clientId }, clientSecret);
  const request = { callbackUrl: CALLBACK, handle: 'handle-1', loginHint: world.loginName, forceLogin: true, maxAge: 60 };
  const protocol = upstream();
  const { url, kept } = await protocol.begin(provider, request);
  const browser = new Browser(directory.url);
  const callback = new URL((await browser.submit(await browser.open(url), world.loginName, PASSWORD)).url);
  expect(callback.searchParams.get('state')).toBe('handle-1');
  const identity = await protocol.finish(provider, { ...request, kept, parameters: callback.searchParams });
  expect(identity).toMatchObject({
    subject: world.person.id,
    loginName: world.loginName,
    email: world.loginName,
    givenName: 'Barbara',
    familyName: 'Jensen',
    authentication: ['pwd', 'https://refeds.org/profile/sfa'],
  });
  expect(await protocol.probe(provider)).toEqual([
    { step: 'discovery', ok: true, detail: `The issuer is ${directory.url}.` },
    { step: 'keys', ok: true, detail: expect.stringMatching(/^The key set has .* for signatures\.$/) },
    { step: 'authorization endpoint', ok: true, detail: `People are redirected to ${directory.url}/oauth/v2/authorize.` },
  ]);
});
