// Refresh tokens (RFC 6749 section 6, RFC 9700 section 4.14).
// On SQLite alone: test/security/races.spec.ts sends such requests at once to both.
import { expect, it, onTestFinished, vi } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import type { NewApplication } from '../../src/oidc/clients/application.js';
import { startService } from '../support/service.js';
import type { Credentials } from '../support/clients.js';
import { post, refresh as refreshAt, signInToNewClient as signInTo, userinfo } from '../support/oauth.js';
import { service, useWorld, world } from '../support/use-world.js';

useWorld(startService);

const signIn = (input: Partial<NewApplication> = {}, scope = 'openid email offline_access') => signInTo(service, world, input, scope);
const refresh = (token: string, client: Credentials, more: Record<string, string> = {}) => refreshAt(service, client, token, more);

it('gives new tokens for a refresh token, and keeps the old access token alive', async () => {
  const { client, tokens } = await signIn();
  expect(tokens.scope).toBe('openid email offline_access');
  const { status, body } = await refresh(tokens.refresh_token, client);
  expect(status).toBe(200);
  expect(Object.keys(body).toSorted()).toEqual(['access_token', 'expires_in', 'id_token', 'refresh_token', 'scope', 'token_type']);
  expect(body.refresh_token).not.toBe(tokens.refresh_token);
  expect((await userinfo(service, body.access_token)).status).toBe(200);
  expect((await userinfo(service, tokens.access_token)).status).toBe(200);
});

it('gives none without offline_access, and none to an application that may not refresh', async () => {
  expect((await signIn({ type: 'userAgent' }, 'openid')).tokens).not.toHaveProperty('refresh_token');
  const { tokens } = await signIn({ type: 'userAgent', grantTypes: ['authorization_code'] });
  expect(tokens).not.toHaveProperty('refresh_token');
  expect(tokens.scope).toBe('openid email');
});

it('narrows the scope for one access token, and refuses to widen it', async () => {
  const { client, tokens } = await signIn();
  const narrow = await refresh(tokens.refresh_token, client, { scope: 'openid' });
  expect(narrow.body.scope).toBe('openid');
  const wide = await refresh(narrow.body.refresh_token, client, { scope: 'openid profile' });
  expect([wide.status, wide.body.error]).toEqual([400, 'invalid_scope']);
  expect((await refresh(narrow.body.refresh_token, client)).body.scope).toBe('openid email offline_access');
});

it('gives the same successor to 20 parallel refreshes of a public client, and it works', async () => {
  const { client, tokens } = await signIn();
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(tokens.refresh_token, client)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
  expect((await refresh(answers[0]?.body.refresh_token, client)).status).toBe(200);
});

it('lets one of 20 parallel refreshes of a confidential client without a reuse window win, and its tokens work', async () => {
  const { client, tokens } = await signIn({ type: 'web', refreshReuseSeconds: 0 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(tokens.refresh_token, client)));
  const [won, ...more] = answers.filter(({ status }) => status === 200);
  expect(more).toEqual([]);
  expect((await userinfo(service, won?.body.access_token)).status).toBe(200);
});

it('ends the authorization when an old refresh token comes back later', async () => {
  const { client, tokens } = await signIn();
  const { body } = await refresh(tokens.refresh_token, client);
  service.get(Clock).advance(3_000);
  expect((await refresh(tokens.refresh_token, client)).body.error).toBe('invalid_grant');
  expect((await refresh(body.refresh_token, client)).body.error).toBe('invalid_grant');
  expect((await userinfo(service, body.access_token)).status).toBe(401);
});

it('refuses a refresh token of another client without harm, and any changed character', async () => {
  const [{ client, tokens }, other] = [await signIn(), await signIn()];
  expect((await refresh(tokens.refresh_token, other.client)).body.error).toBe('invalid_grant');
  const token: string = tokens.refresh_token;
  for (let at = 0; at < token.length; at++) {
    const changed = token.slice(0, at) + (token[at] === '2' ? '3' : '2') + token.slice(at + 1);
    expect((await refresh(changed, client)).body.error, changed).toBe('invalid_grant');
  }
  expect((await refresh(token, client)).status).toBe(200);
});

it('ends with its revocation, together with its access tokens; revoking an access token leaves it alone', async () => {
  const { client, tokens } = await signIn();
  await post(service, '/oauth/v2/revoke', { token: tokens.access_token }, client);
  expect((await userinfo(service, tokens.access_token)).status).toBe(401);
  const { body } = await refresh(tokens.refresh_token, client);
  expect((await post(service, '/oauth/v2/revoke', { token: body.refresh_token }, client)).status).toBe(200);
  expect((await userinfo(service, body.access_token)).status).toBe(401);
  expect((await refresh(body.refresh_token, client)).body.error).toBe('invalid_grant');
});

it('is not active for introspection', async () => {
  const { client, tokens } = await signIn({ type: 'web' });
  expect((await post(service, '/oauth/v2/introspect', { token: tokens.refresh_token }, client)).text).toBe('{"active":false}');
  expect((await refresh(tokens.refresh_token, client)).status).toBe(200);
});

it('survives signing out, which ends the access tokens of the session', async () => {
  const { client, tokens, browser } = await signIn();
  await browser.open(`${service.url}/oidc/v1/end_session?id_token_hint=${tokens.id_token}`);
  expect((await userinfo(service, tokens.access_token)).status).toBe(401);
  const { body } = await refresh(tokens.refresh_token, client);
  expect((await userinfo(service, body.access_token)).status).toBe(200);
});

it('expires when it lies unused for 30 days', async () => {
  const { client, tokens } = await signIn();
  service.get(Clock).advance(31 * 86_400_000);
  expect((await refresh(tokens.refresh_token, client)).body.error).toBe('invalid_grant');
});

it.each([
  ['a public client', {}, 1_900, 200],
  ['a public client', {}, 2_100, 400],
  ['an application with 10 s', { refreshReuseSeconds: 10 }, 9_900, 200],
  ['an application with 10 s', { refreshReuseSeconds: 10 }, 10_100, 400],
  ['an application with none', { refreshReuseSeconds: 0 }, 0, 400],
  ['a confidential client', { type: 'web' as const }, 4_900, 200],
  ['a confidential client', { type: 'web' as const }, 5_100, 400],
  ['a confidential client with none', { type: 'web' as const, refreshReuseSeconds: 0 }, 0, 400],
  ['a confidential client with 7 s', { type: 'web' as const, refreshReuseSeconds: 7 }, 6_900, 200],
])('answers %s (%j) that repeats a refresh after %d ms with %d', async (_, input, ms, status) => {
  const { client, tokens } = await signIn(input);
  const clock = service.get(Clock);
  // Stands still, so that a slow machine adds nothing, and never goes back.
  const now = vi.spyOn(clock, 'nowMs').mockReturnValue(clock.nowMs());
  onTestFinished(() => {
    now.mockRestore();
    clock.advance(ms);
  });
  const first = (await refresh(tokens.refresh_token, client)).body;
  now.mockReturnValue(clock.nowMs() + ms);
  const again = await refresh(tokens.refresh_token, client);
  expect(again.status).toBe(status);
  if (status === 200) {
    expect(again.body.refresh_token).toBe(first.refresh_token);
    expect((await userinfo(service, again.body.access_token)).status).toBe(200);
  } else expect(again.body.error).toBe('invalid_grant');
  // A double submit does no harm; what comes later ends the family.
  expect((await userinfo(service, first.access_token)).status).toBe(status === 200 || ms < 2_000 ? 200 : 401);
});

it('takes a refresh token that comes back for a replay, not for a repeat, when the clock was set back by an hour over a restart', async () => {
  const { client, tokens } = await signIn({ refreshReuseSeconds: 10 });
  const { body } = await refresh(tokens.refresh_token, client);
  const clock = service.get(Clock);
  // A process that started after the step knows nothing of the time before it.
  const setBack = vi.spyOn(clock, 'nowUs').mockReturnValue(clock.nowUs() - 3_600_000_000);
  onTestFinished(() => setBack.mockRestore());
  expect((await refresh(tokens.refresh_token, client)).body.error).toBe('invalid_grant');
  expect((await refresh(body.refresh_token, client)).body.error).toBe('invalid_grant');
});

it('gives a successor again only for the last token, not for one before it', async () => {
  const { client, tokens } = await signIn({ refreshReuseSeconds: 10 });
  const { body } = await refresh(tokens.refresh_token, client);
  const newest = (await refresh(body.refresh_token, client)).body;
  expect((await refresh(tokens.refresh_token, client)).body.error).toBe('invalid_grant');
  expect((await userinfo(service, newest.access_token)).status).toBe(401);
});

it.each([
  ['public', {}],
  ['confidential', { type: 'web' as const }],
  ['JWT', { accessTokenType: 'jwt' as const }],
])('leaves nothing alive when a revocation races 50 refreshes of a %s client', async (_, input) => {
  const { client, tokens } = await signIn(input);
  const racing = Array.from({ length: 50 }, () => refresh(tokens.refresh_token, client));
  const revocation = post(service, '/oauth/v2/revoke', { token: tokens.refresh_token }, client);
  const answers = await Promise.all(racing);
  expect((await revocation).status).toBe(200);
  for (const { status, body } of answers) {
    if (status !== 200) expect(body.error).toBe('invalid_grant');
    else {
      expect((await userinfo(service, body.access_token)).status).toBe(401);
      expect((await refresh(body.refresh_token, client)).body.error).toBe('invalid_grant');
    }
  }
  expect((await userinfo(service, tokens.access_token)).status).toBe(401);
});
