// Signing in with an OpenID Connect provider: a second Gatehouse, as it is.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { OidcUpstream } from '../../src/oidc/upstream/oidc/oidc-upstream.service.js';
import { ProviderHttp } from '../../src/oidc/upstream/provider-http.service.js';
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

async function registered(): Promise<{ provider: OpenedProvider }> {
  const { clientId, clientSecret } = await addClient(world, { redirectUris: [CALLBACK] });
  return { provider: oidcProvider({ issuer: directory.url, clientId }, clientSecret) };
}

const REQUEST = { callbackUrl: CALLBACK, handle: 'handle-1', forceLogin: false };

/** What the directory sends back once the person has typed the password. */
async function answerTo(url: string, browser = new Browser(directory.url)): Promise<URLSearchParams> {
  return new URL((await browser.submit(await browser.open(url), world.loginName, PASSWORD)).url).searchParams;
}

it('people sign in with their account of another Gatehouse', async () => {
  const { provider } = await registered();
  const request = { ...REQUEST, loginHint: world.loginName, forceLogin: true, maxAge: 60 };
  const protocol = upstream();
  const { url, kept } = await protocol.begin(provider, request);
  const parameters = await answerTo(url);
  expect(parameters.get('state')).toBe('handle-1');
  expect(parameters.get('iss')).toBe(directory.url);
  expect(await protocol.finish(provider, { ...request, kept, parameters })).toEqual({
    subject: world.person.id,
    externalId: world.person.id,
    loginName: world.loginName,
    email: world.loginName,
    emailVerified: false,
    givenName: 'Barbara',
    familyName: 'Jensen',
    displayName: 'Barbara Jensen',
    authenticatedAt: expect.any(Number),
    authentication: ['pwd', 'https://refeds.org/profile/sfa'],
    sessionId: expect.any(String),
  });
  expect(await protocol.probe(provider)).toEqual([
    { step: 'discovery', ok: true, detail: `The issuer is ${directory.url}.` },
    { step: 'keys', ok: true, detail: expect.stringMatching(/^The key set has .* for signatures\.$/) },
    { step: 'authorization endpoint', ok: true, detail: `People are redirected to ${directory.url}/oauth/v2/authorize.` },
  ]);
});

it('a person with a session there goes straight through, unless the sign-in has to be a new one', async () => {
  const { provider } = await registered();
  const protocol = upstream();
  const browser = new Browser(directory.url);
  const first = await protocol.begin(provider, REQUEST);
  const { authenticatedAt } = await protocol.finish(provider, {
    ...REQUEST,
    kept: first.kept,
    parameters: await answerTo(first.url, browser),
  });
  const second = await protocol.begin(provider, { ...REQUEST, maxAge: 600 });
  const parameters = new URL((await browser.open(second.url)).url).searchParams;
  const again = await protocol.finish(provider, { ...REQUEST, maxAge: 600, kept: second.kept, parameters });
  expect(again).toMatchObject({ subject: world.person.id, authenticatedAt });
  const third = await protocol.begin(provider, { ...REQUEST, forceLogin: true });
  const forced = { ...REQUEST, forceLogin: true, kept: third.kept, parameters: await answerTo(third.url, browser) };
  expect(await protocol.finish(provider, forced)).toMatchObject({ subject: world.person.id });
});

it('a code works once, with its own verifier and the secret of its client', async () => {
  const { provider } = await registered();
  const protocol = upstream();
  const [own, other] = [await protocol.begin(provider, REQUEST), await protocol.begin(provider, REQUEST)];
  const answer = { ...REQUEST, kept: own.kept, parameters: await answerTo(own.url) };
  const guessed = { ...provider, secret: 'guessed' };
  await expect(protocol.finish(guessed, answer)).rejects.toMatchObject({
    fault: 'misconfigured',
    message: expect.stringMatching(/^The token endpoint reports "invalid_client"/),
  });
  const invalid = { fault: 'invalid', message: expect.stringMatching(/^The token endpoint reports "invalid_grant"/) };
  await expect(protocol.finish(provider, { ...answer, kept: other.kept })).rejects.toMatchObject(invalid);
  const fresh = { ...answer, kept: other.kept, parameters: await answerTo(other.url) };
  expect(await protocol.finish(provider, fresh)).toMatchObject({ subject: world.person.id });
  await expect(protocol.finish(provider, fresh)).rejects.toMatchObject(invalid);
});
