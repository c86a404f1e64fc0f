// Signing in with Apple, played by its documented messages: the signed client secret, the answer by a form, and the name that comes once.
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { appleNames } from '../../src/oidc/upstream/oidc/apple.js';
import { answerOf, type Page, refreshOf } from '../support/browser.js';
import { Visitor } from '../support/directory.js';
import { CLIENT_ID, startHostileProvider, type HostileProvider } from '../support/hostile-provider.js';
import { claimsOf, redeem, userinfo } from '../support/oauth.js';
import { noteSecret } from '../support/secrets.js';
import { startService, type TestService } from '../support/service.js';
import { makeWorld, type World } from '../support/world.js';

const PEM = { privateKeyEncoding: { type: 'pkcs8', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' } } as const;
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256', ...PEM });
const APPLE = {
  template: 'apple',
  name: 'Apple',
  clientId: CLIENT_ID,
  teamId: 'ABCDE12345',
  keyId: 'KEY1234567',
  clientSecret: privateKey,
};
/** What Apple's ID tokens have: addresses of its own, and booleans as texts. */
const CLAIMS = { name: undefined, email: 'x7k2@privaterelay.appleid.com', email_verified: 'true', is_private_email: 'true' };

let service: TestService;
let apple: HostileProvider;
let world: World;
let client: { clientId: string; clientSecret: string };
let providerId: string;
beforeAll(async () => {
  noteSecret('private key', privateKey);
  service = await startService({ BACKCHANNEL_ALLOW_PRIVATE: 'true' });
});
beforeEach(async () => {
  await apple?.close();
  apple = await startHostileProvider(() => service.get(Clock).nowSeconds());
  apple.claims = CLAIMS;
  apple.discovery = { userinfo_endpoint: undefined };
  world = await makeWorld(service);
  const { application, clientSecret = '' } = await world.addApplication();
  client = { clientId: application.clientId, clientSecret };
  providerId = (await create({ issuer: apple.origin, creation: 'automatic' })).body.identityProviderId as string;
});
afterAll(async () => {
  await apple.close();
  await service.assertEventsHarmless();
  await service.assertNoSecret();
  await service.close();
});

const path = () => `/admin/v1/organizations/${world.organization.id}/identity-providers`;
const create = (more: object = {}) => service.call('POST', path(), { ...APPLE, ...more });

interface AtApple {
  visitor: Visitor;
  url: URL;
}
async function atApple(): Promise<AtApple> {
  const visitor = new Visitor(service, service);
  const page = await visitor.follow(await visitor.open(client.clientId, {}, 'openid profile email'), `/to/${providerId}`);
  const url = new URL(page.url);
  apple.authorization = url.searchParams;
  return { visitor, url };
}

/** The form that Apple's page posts. The browser sends no cookie with it, because it comes from another site. */
const post = (url: URL, fields: Record<string, string>): Promise<Response> => {
  const body = new URLSearchParams({ state: url.searchParams.get('state') ?? '', ...fields });
  const headers = { origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site' };
  return fetch(url.searchParams.get('redirect_uri') ?? '', { method: 'POST', body, headers, redirect: 'manual' });
};

async function finish({ visitor, url }: AtApple, fields: Record<string, string> = { code: 'code-1' }): Promise<Page> {
  const answered = await post(url, fields);
  const onward = refreshOf(answered) ?? '';
  expect(onward, await answered.text()).not.toBe('');
  return visitor.here.open(new URL(onward, service.url).href);
}
/** What the application learns about the person. */
const tokensOf = async (page: Page): Promise<Record<string, unknown>> => {
  const { body } = await redeem(service, client, answerOf(page).members.code ?? '');
  return { ...claimsOf(body.id_token), ...(await userinfo(service, body.access_token)).body };
};
const user = (name: unknown) => JSON.stringify({ name, email: 'eve@evil.example' });

describe('a sign-in with Apple', () => {
  it('requests the answer by a form, and finds its state without a cookie', async () => {
    const begun = await atApple();
    expect(Object.fromEntries(begun.url.searchParams)).toMatchObject({
      response_mode: 'form_post',
      response_type: 'code',
      scope: 'openid name email',
      client_id: CLIENT_ID,
    });
    const claims = await tokensOf(await finish(begun, { code: 'code-1', user: user({ firstName: 'Ada', lastName: 'Lovelace' }) }));
    expect(claims).toMatchObject({ given_name: 'Ada', family_name: 'Lovelace', email: CLAIMS.email });
    // The next time Apple sends no name, and the person keeps it.
    expect(await tokensOf(await finish(await atApple()))).toMatchObject({ sub: claims.sub, given_name: 'Ada' });
  });

  it('signs a client secret for each request, which lives for minutes', async () => {
    for (let time = 0; time < 2; time++) await finish(await atApple());
    const secrets = apple.tokenRequests.map(({ form }) => form.get('client_secret') ?? '');
    for (const secret of secrets) {
      expect(decodeProtectedHeader(secret)).toEqual({ alg: 'ES256', kid: APPLE.keyId });
      const { payload } = await jwtVerify(secret, createPublicKey(publicKey), { currentDate: new Date(service.get(Clock).nowMs()) });
      expect(payload).toMatchObject({ iss: APPLE.teamId, sub: CLIENT_ID, aud: apple.origin });
      expect((payload.exp ?? Infinity) - (payload.iat ?? 0)).toBeLessThanOrEqual(300);
    }
    expect(new Set(secrets).size).toBe(2);
    expect(
      apple.tokenRequests.every(({ form, authorization }) => authorization === undefined && !form.toString().includes('PRIVATE')),
    ).toBe(true);
  });

  it('reads nothing but the name of the form: an address there proves nothing', () => {
    const form = new URLSearchParams({
      user: JSON.stringify({ name: { firstName: 'Ada' }, email: 'eve@evil.example', email_verified: true, sub: '1' }),
    });
    expect(appleNames(form)).toEqual({ given_name: 'Ada' });
  });

  it('takes the address from the ID token alone, and no name that is none', async () => {
    apple.claims = { ...CLAIMS, email: 'ada@icloud.example', email_verified: true };
    const claims = await tokensOf(
      await finish(await atApple(), { code: 'code-1', user: user({ firstName: { a: 1 }, lastName: 'x'.repeat(300) }) }),
    );
    expect([claims.email, claims.given_name, claims.family_name]).toEqual(['ada@icloud.example', undefined, undefined]);
  });

  it.each(['no JSON', '[]', JSON.stringify({ name: 'Ada' }), `{"name":{"firstName":"${'a'.repeat(2_000)}"}}`])(
    'reads a user of %.20s as none',
    async (text) => {
      const claims = await tokensOf(await finish(await atApple(), { code: 'code-1', user: text }));
      expect(claims.given_name).toBeUndefined();
    },
  );

  it('that the person cancels is said as such', async () => {
    const page = await finish(await atApple(), { error: 'user_cancelled_authorize' });
    expect([page.page?.status, page.html]).toEqual([403, expect.stringContaining('Apple')]);
  });

  it('opens nothing in another browser', async () => {
    const [victim, thief] = [await atApple(), await atApple()];
    expect((await finish({ visitor: victim.visitor, url: thief.url })).url).not.toContain('code=');
  });
});

describe('settings for Apple', () => {
  const { privateKey: otherCurve } = generateKeyPairSync('ec', { namedCurve: 'P-384', ...PEM });
  it.each<[string, object, string]>([
    ['without a team', { teamId: undefined }, 'teamId'],
    ['with another key ID', { keyId: 'short' }, 'keyId'],
    ['with a secret that is no key', { clientSecret: 'secret' }, 'clientSecret'],
    ['with a key of another curve', { clientSecret: otherCurve }, 'clientSecret'],
    ['with a public key', { clientSecret: publicKey }, 'clientSecret'],
    [
      'of OAuth',
      {
        template: 'github',
        clientAuthentication: 'apple',
        teamId: undefined,
        keyId: undefined,
      },
      'clientAuthentication',
    ],
  ])('%s are refused', async (_, change, member) => {
    const { status, body } = await create(change);
    expect(status).toBe(400);
    expect((body.errors as Array<{ pointer: string }>).map(({ pointer }) => pointer)).toContain(`/${member}`);
  });

  it('never send the private key as a secret: another authentication needs a secret again', async () => {
    const change = (body: object) => service.call('PATCH', `${path()}/${providerId}`, body);
    expect((await change({ clientAuthentication: 'client_secret_post' })).status).toBe(400);
    expect((await change({ issuer: 'https://other.example' })).status).toBe(400);
    expect((await change({ clientAuthentication: 'client_secret_post', clientSecret: 'another-secret' })).status).toBe(200);
    expect((await change({ clientAuthentication: 'apple' })).status).toBe(400);
  });

  it('are the least of a new provider, and the key is never shown', async () => {
    const { status, body, text } = await create();
    expect([status, body.issuer, body.clientSecretSet]).toEqual([201, 'https://appleid.apple.com', true]);
    expect(text).not.toContain('PRIVATE');
  });
});
