// Attacks on signing out: redirects to anywhere, sign-outs that somebody else wants, scripts in what is shown, requests into our own network.
import { hostname } from 'node:os';
import { beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { LogoutNotices } from '../../src/oidc/sessions/logout-notices.service.js';
import { Browser } from '../support/browser.js';
import { authorizeUrl, signInToNewClient, type SignedIn } from '../support/oauth.js';
import { startReceiver } from '../support/receiver.js';
import { service, useWorld, world } from '../support/use-world.js';

const BYE = 'https://app.example/bye';

useWorld();

let person: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  await world.addPerson({ userName: 'mallory' });
  const loginName = `mallory@${world.organization.primaryDomain}`;
  person = await signInToNewClient(service, world, { name: '<b>"App"</b>', postLogoutRedirectUris: [BYE] });
  other = await signInToNewClient(service, { ...world, loginName }, { postLogoutRedirectUris: [BYE] });
});

const address = (parameters: Record<string, string>) => `${service.url}/oidc/v1/end_session?${new URLSearchParams(parameters).toString()}`;
const hint = () => ({ id_token_hint: person.tokens.id_token as string });

async function isSignedIn({ browser, client }: SignedIn): Promise<boolean> {
  return new URL((await browser.open(authorizeUrl(service.url, client.clientId, 'openid', { prompt: 'none' }))).url).searchParams.has(
    'code',
  );
}

describe('post_logout_redirect_uri', () => {
  const EVIL = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    `${BYE}.evil.example`,
    `${BYE}/../x`,
    `${BYE}/`,
    `${BYE}?x=1`,
    `${BYE}#x`,
    `${BYE}%00`,
    `${BYE}\n`,
    ` ${BYE}`,
    `${BYE} https://evil.example`,
    'HTTPS://APP.EXAMPLE/bye',
    'https://app.example:443/bye',
    'https://app.example@evil.example/bye',
    'https://user@app.example/bye',
    'http://app.example/bye',
    'javascript:alert(1)//https://app.example/bye',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    `${BYE}\r\nSet-Cookie: a=b`,
  ];
  it.each(EVIL)('%j is not followed, whoever vouches for it, and ends nothing', async (uri) => {
    for (const by of [hint(), { client_id: person.client.clientId }, { ...hint(), client_id: person.client.clientId }]) {
      const response = await person.browser.fetch(address({ ...by, post_logout_redirect_uri: uri }), {});
      expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    }
    const unvouched = await new Browser(service.url).fetch(address({ post_logout_redirect_uri: uri }), {});
    expect(unvouched.headers.get('location')).toBe(`${service.url}/oidc/v1/end_session/success`);
    expect(await isSignedIn(person)).toBe(true);
  });

  it('is not taken from the page: a changed answer is looked at like a new request', async () => {
    const page = await person.browser.open(address({ client_id: person.client.clientId, post_logout_redirect_uri: BYE }));
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.html ?? '')?.[1] ?? '';
    const body = new URLSearchParams({
      xsrf,
      logout: 'yes',
      client_id: person.client.clientId,
      post_logout_redirect_uri: 'https://evil.example',
    });
    const answer = await person.browser.fetch(`${service.url}/oidc/v1/end_session/answer`, { method: 'POST', body });
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    expect(await isSignedIn(person)).toBe(true);
  });

  it('cannot break out of its header by way of state', async () => {
    const state = 'a\r\nSet-Cookie: b=c\u2028<script>';
    const response = await new Browser(service.url).fetch(address({ ...hint(), post_logout_redirect_uri: BYE, state }), {});
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('state')).toBe(state);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'https://app.example/#x'])('%s cannot be registered', async (uri) => {
    await expect(world.addApplication({ postLogoutRedirectUris: [uri] })).rejects.toMatchObject({ field: 'postLogoutRedirectUris' });
  });
});

describe('a sign-out that somebody else wants', () => {
  it('by the hint of another person is only a question', async () => {
    const page = await person.browser.open(address({ id_token_hint: other.tokens.id_token, post_logout_redirect_uri: BYE }));
    expect([page.page?.status, page.html]).toEqual([200, expect.stringContaining('Sign out?')]);
    expect([await isSignedIn(person), await isSignedIn(other)]).toEqual([true, true]);
  });

  it('by a forged hint is refused', async () => {
    const [header, payload = '', signature] = (other.tokens.id_token as string).split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...claims, sub: world.person.id })).toString('base64url');
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    for (const token of [`${header}.${forged}.${signature}`, `${none}.${forged}.`, `${header}.${forged}.`])
      expect((await person.browser.open(address({ id_token_hint: token }))).page?.status).toBe(400);
    expect(await isSignedIn(person)).toBe(true);
  });

  it('by a form of another site, without the secret of the session or with that of another one, is only a question', async () => {
    const page = await other.browser.open(address({}));
    const foreign = /name="xsrf" value="([^"]+)"/.exec(page.html ?? '')?.[1] ?? '';
    expect(foreign).not.toBe('');
    for (const form of [
      { logout: 'yes' },
      { logout: 'yes', xsrf: '' },
      { logout: 'yes', xsrf: foreign },
      { logout: 'yes', xsrf: `${foreign}x` },
    ]) {
      const body = new URLSearchParams(form as unknown as Record<string, string>);
      const answer = await person.browser.fetch(`${service.url}/oidc/v1/end_session/answer`, { method: 'POST', body });
      expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('Sign out?')]);
    }
    expect(await isSignedIn(person)).toBe(true);
  });

  it('cannot be clicked in a frame, and its answer may go only where it says', async () => {
    const { page } = await person.browser.open(address({ client_id: person.client.clientId, post_logout_redirect_uri: BYE }));
    const policy = page?.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' https://app.example;");
    expect(policy).toContain("script-src 'self';");
    expect(page?.headers.get('x-frame-options')).toBe('DENY');
  });

  it('does not come with the session’s cookie when another site posts it', async () => {
    const url = authorizeUrl(service.url, person.client.clientId, 'openid', { prompt: 'none' });
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie: person.browser.cookieHeader('/oauth/v2/authorize') } });
    const cookies = answer.headers.getSetCookie().filter((cookie) => cookie.startsWith('gatehouse_session'));
    expect(cookies).not.toEqual([]);
    for (const cookie of cookies) expect(cookie).toMatch(/; samesite=lax/i);
  });
});

describe('what a page shows', () => {
  const SCRIPT = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
  it.each(['state', 'logout_hint', 'ui_locales', 'post_logout_redirect_uri', 'client_id', 'id_token_hint', 'unknown'])(
    'holds no script that %s brings',
    async (name) => {
      const by: Record<string, string> = /client_id|hint$/.test(name) ? {} : { client_id: person.client.clientId };
      const page = await person.browser.open(address({ ...by, [name]: SCRIPT }), { headers: { accept: 'text/html' } });
      expect(page.html?.match(/<script|<img/g), 'the script of the pages alone').toHaveLength(1);
      expect(page.page?.headers.get('content-security-policy')).toContain("default-src 'none'");
    },
  );

  it('holds no markup that the name of an application brings', async () => {
    const page = await person.browser.open(address({ client_id: person.client.clientId }));
    expect(page.html).toContain('&lt;b>');
    expect(page.html).not.toContain('<b>"App"');
  });
});

describe('the address of a back-channel logout', () => {
  it('in our own network gets nothing as long as no setting allows it', async () => {
    const receiver = await startReceiver();
    // A name passes at registration; where it leads is judged when it is resolved.
    const { port } = new URL(receiver.url);
    const told = await signInToNewClient(service, world, { backchannelLogoutUri: `https://${hostname()}:${port}/logout` });
    await told.browser.open(address({ id_token_hint: told.tokens.id_token }));
    const rows = () => service.get(Database).query.rows<{ tries: number }>('SELECT tries FROM logout_notices');
    await service.get(LogoutNotices).deliverDue();
    await expect.poll(async () => (await rows())[0]?.tries).toBe(1);
    expect(receiver.received).toEqual([]);
    await receiver.close();
  });

  it('is no secret that lies open: a waiting notice holds no token', async () => {
    const [row] = await service.get(Database).query.rows<Record<string, unknown>>('SELECT * FROM logout_notices');
    expect(Object.keys(row ?? {}).toSorted()).toEqual(['client_no', 'created_us', 'due_us', 'no', 'sid', 'sub', 'tries']);
  });
});
