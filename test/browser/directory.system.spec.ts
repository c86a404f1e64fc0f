// A company's people sign in with their directory, in a real browser without scripts: from the name to the application.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { Organizations } from '../../src/users/organizations/organizations.service.js';
import { connectDirectory, type Directory } from '../support/directory.js';
import { freePort, startService, type TestService } from '../support/service.js';
import { useStage } from './browser.js';
import { authorizeUrl, PASSWORD, send, signIn } from './scene.mjs';

const port = String(await freePort());
// Two names, so that the browser keeps the cookies of both services apart.
const stage = useStage({ PORT: port, PUBLIC_URL: `http://localhost:${port}`, BACKCHANNEL_ALLOW_PRIVATE: 'true' });
let at: TestService;
let directory: Directory;
beforeAll(async () => {
  at = await startService();
  const orgId = stage.scene.organization.split('/').at(-1) ?? '';
  const organization = await stage.service.get(Organizations).findOrganization(orgId);
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
    await page.waitForURL(/\/callback\?code=/);

    const next = await stage.newPage();
    await typeName(next);
    await signIn(next, { loginName: directory.there.loginName });
    await next.waitForURL(/\/callback\?code=/);
  });

  it('meets no policy of a page that stops the way, with scripts as well', async () => {
    const faults: string[] = [];
    const page = await stage.newPage({ javaScriptEnabled: true });
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) faults.push(message.text());
    });
    await typeName(page);
    await signIn(page, { loginName: directory.there.loginName });
    await page.waitForURL(/\/callback\?code=/);
    expect(faults).toEqual([]);
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
