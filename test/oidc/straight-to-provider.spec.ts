// Where an application or an organization has one way to sign in, an identity provider, no page of this service comes first. What an application does
// not offer, is refused (docs/adr/0046-what-a-sign-in-page-offers.md).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProviderRules } from '../../src/users/authentication/identity-providers/identity-provider.js';
import { Policies } from '../../src/users/organizations/policies/policies.service.js';
import { answerOf, type Page } from '../support/browser.js';
import { codeOf, connectDirectory, decideProvider, directoryScene, Visitor, type DirectoryScene } from '../support/directory.js';
import { startService, type TestService } from '../support/service.js';
import { sharedService } from '../support/shared-service.js';
import { PASSWORD, REDIRECT_URI } from '../support/world.js';

let service: TestService;
let at: TestService;
beforeAll(async () => {
  [service, at] = [await startService({ BACKCHANNEL_ALLOW_PRIVATE: 'true' }), await sharedService()];
});
afterAll(async () => {
  await service.close();
  await at.close();
});

interface Scene extends DirectoryScene {
  clientId: string;
  choose(ways: readonly string[] | null): Promise<void>;
}

async function scene(rules: Partial<ProviderRules> = {}): Promise<Scene> {
  const it = await directoryScene(service, at, { creation: 'automatic', ...rules });
  return {
    ...it,
    clientId: it.client.clientId,
    async choose(ways) {
      const { status, body } = await service.call('PATCH', it.clientPath, { loginPage: { ways } });
      expect(status, JSON.stringify(body)).toBe(200);
    },
  };
}

const isThere = ({ url }: Page) => url.startsWith(`${at.url}/oauth/v2/authorize`);
const OTHER_WAY = 'This application doesn’t allow that.';
/** What a page offers. */
const offered = ({ html = '' }: Page) => ({
  password: html.includes('name="password"'),
  name: html.includes('name="loginName"'),
  provider: html.includes('Continue with Corporate'),
});

describe('an application that offers identity providers alone', () => {
  it('redirects to the only one at once, and its person gets in without a page', async () => {
    const it = await scene();
    expect(isThere(await it.visitor.open(it.clientId))).toBe(false);
    await it.choose(['identityProvider']);
    const redirect = await it.visitor.open(it.clientId);
    expect(isThere(redirect)).toBe(true);
    expect(codeOf(await it.visitor.here.open(await it.visitor.signInThere(redirect, it.there.loginName)))).not.toBe('');
  });

  it('asks again there for prompt=login, and answers prompt=none with an error alone', async () => {
    const it = await scene();
    await it.choose(['identityProvider']);
    const none = await it.visitor.open(it.clientId, { prompt: 'none' });
    expect(answerOf(none)).toMatchObject({ address: REDIRECT_URI, members: { error: 'login_required' } });
    const redirect = await it.visitor.open(it.clientId, { prompt: 'login' });
    expect(new URL(redirect.url).searchParams.get('prompt')).toBe('login');
  });

  it('shows the page with the button after an error of the provider, which does not redirect again', async () => {
    const it = await scene();
    await it.choose(['identityProvider']);
    const redirect = await it.visitor.open(it.clientId);
    const state = new URL(redirect.url).searchParams.get('state') ?? '';
    const page = await it.visitor.here.open(`${it.callbackUrl}?${new URLSearchParams({ state, error: 'access_denied', iss: at.url })}`);
    expect([page.page?.status, page.html]).toEqual([403, expect.stringContaining('Corporate didn’t sign you in.')]);
    expect(offered(page)).toEqual({ password: false, name: false, provider: true });
  });

  it('has a button for the only provider after an error, also if it has none otherwise', async () => {
    const it = await scene({ buttonShown: false, creation: 'off' });
    await it.choose(['identityProvider']);
    const redirect = await it.visitor.open(it.clientId);
    const page = await it.visitor.here.open(await it.visitor.signInThere(redirect, it.there.loginName));
    // No password would prove an account here, so none is asked for.
    expect([page.page?.status, page.html]).toEqual([403, expect.stringContaining('There’s no account here for you yet.')]);
    expect(offered(page)).toEqual({ password: false, name: false, provider: true });
  });

  it('shows the page where there are several, which takes names of their domains and no password', async () => {
    const it = await scene();
    const other = await connectDirectory(service, at, it.world.organization, { buttonShown: false });
    const domain = it.world.organization.primaryDomain;
    await decideProvider(service, it.world.organization, other.providerId, { domains: [domain] });
    await it.choose(['identityProvider']);
    const page = await it.visitor.open(it.clientId);
    expect(offered(page)).toEqual({ password: false, name: true, provider: true });
    const send = (fields: Record<string, string>) => it.visitor.here.fetch(page.url, { method: 'POST', body: new URLSearchParams(fields) });
    expect((await send({ loginName: `ada@${domain}` })).headers.get('refresh')).toContain(`/to/${other.providerId}`);
    for (const refused of [await send({ loginName: 'ada' }), await send({ loginName: it.world.loginName, password: PASSWORD })])
      expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining(OTHER_WAY)]);
  });

  it('shows what there is where no provider is enabled', async () => {
    const it = await scene();
    await it.choose(['identityProvider']);
    await decideProvider(service, it.world.organization, it.providerId, { enabled: false });
    expect(offered(await it.visitor.open(it.clientId))).toEqual({ password: true, name: true, provider: false });
  });
});

it('an application without identity providers shows none, and no address leads to one', async () => {
  const it = await scene();
  const domain = it.world.organization.primaryDomain;
  await decideProvider(service, it.world.organization, it.providerId, { domains: [domain] });
  await it.choose(['password']);
  const scope = `openid urn:gatehouse:iam:org:idp:id:${it.providerId}`;
  for (const page of [await it.visitor.open(it.clientId, { login_hint: `ada@${domain}` }), await it.visitor.open(it.clientId, {}, scope)])
    expect(offered(page)).toEqual({ password: true, name: true, provider: false });
  const page = await it.visitor.open(it.clientId);
  const sent = await it.visitor.here.fetch(page.url, { method: 'POST', body: new URLSearchParams({ loginName: `ada@${domain}` }) });
  expect([sent.headers.get('refresh'), await sent.text()]).toEqual([null, expect.stringContaining('name="password"')]);
  const refused = await it.visitor.here.open(page.url.replace('?', `/to/${it.providerId}?`));
  expect([refused.page?.status, refused.html]).toEqual([403, expect.stringContaining(OTHER_WAY)]);
});

it('a sign-in under way ends when the application stops offering identity providers', async () => {
  const it = await scene();
  const redirect = await it.visitor.follow(await it.visitor.open(it.clientId), `/to/${it.providerId}`);
  const callback = await it.visitor.signInThere(redirect, it.there.loginName);
  await it.choose(['password']);
  expect(codeOf(await it.visitor.here.open(callback))).toBe('');
});

it('an organization that has decided so goes on to its only provider, and the page with the other ways follows an error', async () => {
  const it = await scene();
  const decide = (straightToProvider: boolean) =>
    service.get(Policies).set(it.world.organization.no, 'signIn', { straightToProvider }, 'test');
  await decide(true);
  const redirect = await it.visitor.open(it.clientId);
  expect(isThere(redirect)).toBe(true);
  const state = new URL(redirect.url).searchParams.get('state') ?? '';
  const page = await it.visitor.here.open(`${it.callbackUrl}?${new URLSearchParams({ state, error: 'server_error', iss: at.url })}`);
  expect(offered(page)).toEqual({ password: true, name: true, provider: true });
  expect(codeOf(await it.visitor.here.submit(page, it.world.loginName, PASSWORD))).not.toBe('');
  await connectDirectory(service, at, it.world.organization);
  expect(isThere(await new Visitor(service, at).open(it.clientId))).toBe(false);
});
