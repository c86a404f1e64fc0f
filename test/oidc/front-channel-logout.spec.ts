// Front-channel logout (OpenID Connect Front-Channel Logout 1.0): which pages a browser opens after a sign-out, with what, and what they can't do.
import { describe, expect, it } from 'vitest';
import type { NewApplication } from '../../src/oidc/clients/application.js';
import type { Page } from '../support/browser.js';
import { addClient, type Client } from '../support/clients.js';
import { authorizeUrl, claimsOf, codeIn, redeem, signIn, type SignedIn } from '../support/oauth.js';
import { service, useWorld, world } from '../support/use-world.js';
import { REDIRECT_URI } from '../support/world.js';

const BYE = 'https://app.example/bye';
const FRONT = 'https://app.example/front?a=b&c="d';

useWorld();

/** An application at a host of its own, which is told of sign-outs. */
const listening = (host: string, input: Partial<NewApplication> = {}): Promise<Client> =>
  addClient(world, {
    redirectUris: [REDIRECT_URI, `https://${host}/callback`],
    postLogoutRedirectUris: [BYE],
    frontchannelLogoutUri: `https://${host}/front`,
    ...input,
  });

/** Signs the person of a browser in to a further application. @returns its ID token */
async function also({ browser }: Pick<SignedIn, 'browser'>, client: Client): Promise<string> {
  const { url } = await browser.open(authorizeUrl(service.url, client.clientId, 'openid'));
  return (await redeem(service, client, codeIn(url))).body.id_token as string;
}

const signOut = ({ browser, tokens }: SignedIn, more: Record<string, string> = {}) =>
  browser.open(
    `${service.url}/oidc/v1/end_session?${new URLSearchParams({ id_token_hint: tokens.id_token as string, ...more }).toString()}`,
  );

function framesOf({ html = '' }: Page): URL[] {
  return [...html.matchAll(/<iframe [^>]*src="([^"]*)"/g)].map(
    ([, src = '']) => new URL(src.replaceAll('&amp;', '&').replaceAll('&quot;', '"')),
  );
}
const policyOf = ({ page }: Page) => page?.headers.get('content-security-policy') ?? '';

describe('the page after a sign-out', () => {
  it('opens the addresses of the applications that the session signed in to, each with its own sid, and goes on by itself', async () => {
    const [one, two, never] = [await listening('one.example'), await listening('two.example'), await listening('never.example')];
    const person = await signIn(service, world, one);
    const other = await also(person, two);
    // Another session of the same person.
    await signIn(service, world, never);
    const page = await signOut(person, { post_logout_redirect_uri: BYE, state: 'a b' });
    const frames = framesOf(page);
    expect(frames.map(({ origin, pathname }) => origin + pathname).toSorted()).toEqual([
      'https://one.example/front',
      'https://two.example/front',
    ]);
    const sids = new Map(frames.map(({ host, searchParams }) => [host, Object.fromEntries(searchParams)]));
    expect(sids.get('one.example')).toEqual({ iss: service.url, sid: claimsOf(person.tokens.id_token)['sid'] });
    expect(sids.get('two.example')).toEqual({ iss: service.url, sid: claimsOf(other)['sid'] });
    expect(sids.get('one.example')).not.toEqual(sids.get('two.example'));
    expect(page.page?.headers.get('refresh')).toBe(`3; url=${BYE}?state=a+b`);
    expect(page.html).toContain(`<a class="button" href="${BYE}?state=a+b">Continue</a>`);
    expect(policyOf(page)).toContain('frame-src https://one.example https://two.example');
    expect(page.html?.match(/<iframe [^>]*>/g)?.every((frame) => /sandbox="allow-scripts allow-same-origin"/.test(frame))).toBe(true);
    expect(page.html?.match(/referrerpolicy="no-referrer"/gi)).toHaveLength(2);
    // A second visit finds no session, so it opens nothing.
    expect((await signOut(person, { post_logout_redirect_uri: BYE })).url).toBe(BYE);
  });

  it('is the last one without an address to go on to, and follows the question too', async () => {
    const client = await listening('one.example');
    const person = await signIn(service, world, client);
    const asked = await person.browser.open(`${service.url}/oidc/v1/end_session`);
    // A page of any site can send a browser here: nothing ends, and no application is told.
    expect([framesOf(asked), policyOf(asked).includes('frame-src')]).toEqual([[], false]);
    expect((await person.browser.open(authorizeUrl(service.url, client.clientId, 'openid', { prompt: 'none' }))).url).toContain('code=');
    const page = await person.browser.submitButton(asked, 'Sign out');
    expect(framesOf(page)).toHaveLength(1);
    expect(page.page?.headers.get('refresh')).toBeNull();
    expect(page.html).toContain('Sign in to your account');
  });

  it('opens nothing for applications without such an address, without tokens, or deactivated ones', async () => {
    const [plain, codeOnly, off] = [await addClient(world), await listening('code.example'), await listening('off.example')];
    const person = await signIn(service, world, plain);
    await person.browser.open(authorizeUrl(service.url, codeOnly.clientId, 'openid'));
    await also(person, off);
    const { id } = off.application;
    await service.call(
      'POST',
      `/admin/v1/organizations/${world.organization.id}/projects/${world.projectId}/applications/${id}/_deactivate`,
    );
    const page = await signOut(person);
    expect(framesOf(page)).toEqual([]);
  });

  it('can not be changed by an address, and its policy allows no other origin', async () => {
    const client = await addClient(world, {
      redirectUris: [REDIRECT_URI],
      frontchannelLogoutUri: FRONT,
      postLogoutRedirectUris: [BYE],
    });
    const page = await signOut(await signIn(service, world, client));
    const [frame] = framesOf(page);
    expect(Object.fromEntries(frame?.searchParams ?? [])).toMatchObject({ a: 'b', c: '"d', iss: service.url });
    expect(page.html).not.toContain('"d&');
    expect(/frame-src ([^;]*)/.exec(policyOf(page))?.[1]).toBe('https://app.example');
  });

  it('opens no more than 20 addresses', async () => {
    const person = await signIn(service, world, await listening('first.example'));
    for (let at = 0; at < 20; at++) await also(person, await listening(`host-${at}.example`));
    expect(framesOf(await signOut(person))).toHaveLength(20);
  });
});

describe('an application', () => {
  it.each([
    ['a script', 'javascript:alert(1)//app.example'],
    ['data', 'data:text/html,<script>alert(1)</script>'],
    ['another host', 'https://evil.example/front'],
    ['another port', 'https://app.example:8443/front'],
    ['another scheme', 'http://app.example/front'],
    ['a fragment', 'https://app.example/front#x'],
    ['credentials', 'https://me:secret@app.example/front'],
    ['a policy of its own', "https://app.example/; script-src 'unsafe-inline'"],
    ['quotes', 'https://app.example/"><script>'],
  ])('has no such address with %s', async (name, frontchannelLogoutUri) => {
    const attempt = world.addApplication({ frontchannelLogoutUri });
    // Characters that URLs encode are harmless: the page encodes them again.
    if (name === 'quotes') return expect((await attempt).application.config.frontchannelLogoutUri).toBe(frontchannelLogoutUri);
    await expect(attempt).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('keeps it only with a redirect URI of the same host', async () => {
    const { application } = await listening('one.example');
    const path = `/admin/v1/organizations/${world.organization.id}/projects/${world.projectId}/applications/${application.id}`;
    const { status, body } = await service.call('PATCH', path, { redirectUris: [REDIRECT_URI] });
    expect([status, body.errors?.[0]?.pointer]).toEqual([400, '/frontchannelLogoutUri']);
  });
});

it('no page of this service is opened in a frame', async () => {
  const client = await addClient(world, {
    type: 'userAgent',
    redirectUris: [REDIRECT_URI, `${service.url}/callback`],
    frontchannelLogoutUri: `${service.url}/account`,
  });
  const page = await signOut(await signIn(service, world, client));
  expect(framesOf(page)).toEqual([]);
});
