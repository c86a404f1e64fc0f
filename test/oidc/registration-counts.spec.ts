// How many clients register with a token, also at the same time, and how those end that no person uses.
import { expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { RegistrationReviews } from '../../src/oidc/registration/registration-reviews.service.js';
import { Browser } from '../support/browser.js';
import { authorizeUrl, codeIn, redeem } from '../support/oauth.js';
import { credentialsOf, newToken, own, refused, register, tokensPath } from '../support/registrations.js';
import { startService, startTwin } from '../support/service.js';
import { service, useWorld, world } from '../support/use-world.js';
import { PASSWORD } from '../support/world.js';

const DAY_MS = 86_400_000;

useWorld(startService);

it('an initial access token counts exactly, in parallel and over processes', async () => {
  const twin = await startTwin(service);
  try {
    const { token, tokenId } = await newToken({}, { maxApplications: 5 });
    const at = [service, twin ?? service];
    const answers = await Promise.all(Array.from({ length: 12 }, (_, one) => register(token, {}, at[one % 2])));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...Array(5).fill(201), ...Array(7).fill(403)]);
    refused(await register(token), 'access_denied', 403);
    expect((await service.call('GET', `${tokensPath()}/${tokenId}`)).body).toMatchObject({ registered: 5, maxApplications: 5 });
    const list = await service.call('GET', `${tokensPath().replace('registration-tokens', 'applications')}?registeredBy=${tokenId}`);
    expect(list.body.applications).toHaveLength(5);
  } finally {
    await twin?.close();
  }
});

it('registered applications that no person uses are removed after the days of the policy, and others are not', async () => {
  const { token } = await newToken({ unusedDays: 30, defaults: { consentRequired: false }, scopes: ['openid', 'offline_access'] });
  const [unused, used] = [
    (await register(token)).body,
    (await register(token, { grant_types: ['authorization_code', 'refresh_token'] })).body,
  ];
  const forever = (await register((await newToken()).token)).body;
  const review = service.get(RegistrationReviews).reviewNow;
  await review();
  expect((await own(unused, 'GET')).status).toBe(200);
  service.get(Clock).advance(25 * DAY_MS);
  const browser = new Browser(service.url);
  const { url } = await browser.submit(
    await browser.open(authorizeUrl(service.url, used.client_id, 'openid offline_access')),
    world.loginName,
    PASSWORD,
  );
  expect((await redeem(service, credentialsOf(used), codeIn(url))).status).toBe(200);
  service.get(Clock).advance(6 * DAY_MS);
  await review();
  refused(await own(unused, 'GET'), 'invalid_token', 401);
  expect((await own(used, 'GET')).status).toBe(200);
  expect((await own(forever, 'GET')).status).toBe(200);
  service.get(Clock).advance(400 * DAY_MS);
  await review();
  refused(await own(used, 'GET'), 'invalid_token', 401);
});
