// The API explorer in a real browser: from the page to a person made through SCIM, signed in as the first administrator.
import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { useStage } from './browser.js';
import { authorizeExplorer, tryOperation } from './explorer.mjs';

const stage = useStage();

/** The administrator that the first start made. */
const administrator = () => {
  const { userName, password } = stage.service.credentials.admin;
  return { loginName: `${userName}@gatehouse.localhost`, password };
};

/** An explorer that somebody has signed in to, and what went wrong in its page. */
async function openExplorer(): Promise<{ page: Page; errors: string[] }> {
  const page = await stage.newPage({ javaScriptEnabled: true, viewport: { width: 1200, height: 900 } });
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(`${stage.service.url}/docs`);
  await authorizeExplorer(page, administrator());
  return { page, errors };
}

it('signs an administrator in with one click, and the token reaches the admin API, SCIM and the OAuth endpoints', async () => {
  const { page, errors } = await openExplorer();
  const { orgId } = stage.service.credentials;
  const listed = await tryOperation(page, 'organizations', 'GET', '/admin/v1/organizations');
  expect([listed.status, listed.body.organizations[0].orgId]).toEqual([200, orgId]);
  const made = await tryOperation(page, 'SCIM', 'POST', '/scim/v2/{orgId}/Users', { orgId });
  expect([made.status, made.body.schemas]).toEqual([201, expect.arrayContaining(['urn:ietf:params:scim:schemas:core:2.0:User'])]);
  const found = await tryOperation(page, 'SCIM', 'GET', '/scim/v2/{orgId}/Users/{id}', { orgId, id: made.body.id });
  expect([found.status, found.body.userName]).toEqual([200, made.body.userName]);
  const claims = await tryOperation(page, 'OpenID Connect', 'GET', '/oidc/v1/userinfo');
  expect([claims.status, claims.body.sub]).toEqual([200, stage.service.credentials.admin.userId]);
  expect(errors).toEqual([]);
});

it('takes no document and no sign-in from its address', async () => {
  const page = await stage.newPage({ javaScriptEnabled: true });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).origin));
  await page.goto(`${stage.service.url}/docs?url=https://elsewhere.example/api.json&oauth2RedirectUrl=https://elsewhere.example/x`);
  await page.waitForSelector('.opblock-tag');
  expect(new Set(asked.filter((origin) => origin !== 'null'))).toEqual(new Set([stage.service.url]));
  expect(await page.textContent('.info .title')).toContain('Gatehouse');
});
