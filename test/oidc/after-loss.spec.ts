// What `gatehouse restore --after-loss` ends, with all that a person can hold. The command itself: test/cli/backup.spec.ts.
// On a server too: the command ends all sessions and tokens by statements of its own.
import { expect, it } from 'vitest';
import { Database } from '../../src/common/database/database.js';
import { insertRows } from '../../src/common/database/multi-row.js';
import { LostTime } from '../../src/users/organizations/lost-time.service.js';
import { answerOf, fill, follow } from '../support/browser.js';
import { letterTo } from '../support/mailed-service.js';
import { useMailedScene, type MailedScene } from '../support/mailed-scene.js';
import { authorize, authorizeUrl, clientToken, redeem, refresh, signIn, userinfo } from '../support/oauth.js';

let { service, world, client, browser, begin } = {} as MailedScene;
useMailedScene((scene) => ({ service, world, client, browser, begin } = scene));

const afterLoss = () => service.get(LostTime).endWhatWasIssued();

it('refresh tokens, access tokens, codes and sessions of browsers are good until a loss, and not after it', async () => {
  const { tokens, browser: signedIn } = await signIn(service, world, client, 'openid offline_access');
  const silently = async () => {
    const page = await signedIn.open(authorizeUrl(service.url, client.clientId, 'openid', { prompt: 'none' }));
    return answerOf(page).members;
  };
  expect(await silently()).toHaveProperty('code');
  expect((await userinfo(service, tokens.access_token)).status).toBe(200);
  const { code } = await authorize(service, world, client.clientId);
  await afterLoss();
  expect(await refresh(service, client, tokens.refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  expect((await userinfo(service, tokens.access_token)).status).toBe(401);
  expect(await redeem(service, client, code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  expect(await silently()).toMatchObject({ error: 'login_required' });
  expect((await signIn(service, world, client)).tokens).toHaveProperty('access_token');
});

it('the code and the link of a reset are good until a loss, and not after it', async () => {
  const forgotten = await follow(browser, await begin(), 'Forgot your password?');
  const page = await fill(browser, forgotten, { loginName: world.loginName });
  const { code, link } = await letterTo(service, world.loginName);
  expect((await browser.open(link)).html).toContain('Choose a new password');
  await afterLoss();
  expect((await fill(browser, page, { code })).html).not.toContain('name="newPassword"');
  expect((await browser.open(link)).html).toContain('This code is wrong or has expired.');
});

it('mailed codes end however many there are, and the loss leaves an event', async () => {
  const many = Array.from({ length: 1_234 }, (_, at) => [`lost-${at}`, 'resetPassword', 'x', 'a@example.com', 0, 0, 1]);
  await service
    .get(Database)
    .write('add codes', (tx) =>
      insertRows(tx, 'mailed_codes', ['id', 'purpose', 'code_digest', 'address', 'tries', 'created_us', 'expires_us'], many),
    );
  const { organizations, mailedCodes } = await afterLoss();
  expect(mailedCodes).toBe(1_234);
  expect(await service.get(Database).query.rows('SELECT id FROM mailed_codes')).toEqual([]);
  const search = { eventTypes: ['instance.tokens.revoked'], limit: 1 };
  const token = await clientToken(service, service.credentials.serviceUser);
  const { body } = await service.call('POST', '/admin/v1/events/_search', search, { token });
  expect(body.events[0]).toMatchObject({ payload: { organizations } });
});
