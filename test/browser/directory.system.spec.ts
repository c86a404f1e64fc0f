// A company's people sign in with their directory, in a real browser without scripts: from the name to the application.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { Organizations, type Organization } from '../../src/users/organizations/organizations.service.js';
import { connectDirectory, decideProvider, type Directory } from '../support/directory.js';
import { freePort, startService, type TestService } from '../support/service.js';
import { useStage } from './browser.js';
import { authorizeUrl, PASSWORD, send, signIn } from './scene.mjs';

const port = String(await freePort());
// Two names, so that the browser keeps the cookies of both services apart.
const stage = useStage({ PORT: port, PUBLIC_URL: `http://localhost:${port}`, BACKCHANNEL_ALLOW_PRIVATE: 'true' });
let at: TestService;
let directory: Directory;
let organization: Organization | undefined;
beforeAll(async () => {
  at = await startService();
  const orgId = stage.scene.organization.split('/').at(-1) ?? '';
  organization = await stage.service.get(Organizations).findOrganization(orgId);
  directory = await connectDirectory(stage.service, at, organization, { domains: [stage.scene.domain] });
});
afterAll(() => at?.close());

async function typeName(page: Page): Promise<void> {
  await page.goto(authorizeUrl(stage.scene));
  expect(await page.locator('input[name=password]').count()).toBe(0);
  await page.fill('input[name=loginName]', `ada@${stage.scene.domain}`);
  await page.press('input[name=loginName]', 'Enter');
  await page.waitForURL(`${at.url}/**`);
}

/** Waits for the end: the way back from the directory passes an address of this service that looks much the same. */
const inApplication = (page: Page) => page.waitForURL((url) => url.href.startsWith(`${stage.scene.party.url}/callback?code=`));

describe('a person with a directory', () => {
  it('types a name, signs in there, connects the account here once, and is in the application', async () => {
    const page = await stage.newPage();
    await typeName(page);
    await signIn(page, { loginName: directory.there.loginName });
    await page.waitForURL(`${stage.service.url}/**`);
    expect(await page.textContent('[role=status]')).toContain('isn’t connected to an account here yet');
    await signIn(page, { loginName: stage.scene.loginName });
    expect(await page.textContent('h1')).toBe('Connect your account');
    await page.click('button[value=yes]');
    await inApplication(page);

    const next = await stage.newPage();
    await typeName(next);
    await signIn(next, { loginName: directory.there.loginName });
    await inApplication(next);
  });

  it('meets no policy of a page that stops the way, with scripts as well', async () => {
    const faults: string[] = [];
    const page = await stage.newPage({ javaScriptEnabled: true });
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) faults.push(message.text());
    });
    await typeName(page);
    await signIn(page, { loginName: directory.there.loginName });
    await inApplication(page);
    expect(faults).toEqual([]);
  });

  it('signs out of the application, here and at the directory, and the application gets the browser back', async () => {
    await decideProvider(stage.service, organization, directory.providerId, { upstreamSignOut: true });
    const signedOutUrl = directory.callbackUrl.replace('/callback', '/signed-out');
    await at.call('PATCH', directory.applicationPath, { postLogoutRedirectUris: [signedOutUrl] });
    const page = await stage.newPage();
    await typeName(page);
    await signIn(page, { loginName: directory.there.loginName });
    await inApplication(page);
    const bye = `${stage.scene.party.url}/bye`;
    const query = new URLSearchParams({ client_id: stage.scene.clientId, post_logout_redirect_uri: bye, state: 'of-the-application' });
    await page.goto(`${stage.service.url}/oidc/v1/end_session?${query.toString()}`);
    await page.click('button[value=yes]');
    await page.waitForURL(`${bye}?state=of-the-application`);
    // Both ask again.
    await typeName(page);
    expect(await page.locator('input[name=password]').count()).toBe(1);
  });

  it('ends the connection on the page of the account, after the password', async () => {
    const page = await stage.newPage();
    await page.goto(`${stage.service.url}/account`);
    await page.fill('input[name=loginName]', stage.scene.loginName);
    await send(page, 'button[type=submit]');
    await signIn(page, { loginName: directory.there.loginName });
    await page.waitForURL(`${stage.service.url}/account`);
    await page.goto(`${stage.service.url}/account/identities`);
    await send(page, 'button[name=provider]');
    await page.fill('input[name=currentPassword]', PASSWORD);
    await send(page, 'button:text("Continue")');
    expect(await page.textContent('[role=status]')).toContain('The account has been disconnected.');
    expect(await page.locator('button[name=provider]').count()).toBe(0);
  });
});
