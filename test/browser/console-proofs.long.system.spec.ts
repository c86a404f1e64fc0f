// The console and the explorer where the service asks for nonces, or the clock of the browser is wrong.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { Clock } from '../../src/common/primitives/clock.js';
import { authorizeExplorer, tryOperation } from './explorer.mjs';
import { useStage } from './browser.js';
import { firstAdministrator, visitConsole } from './console-visit.js';

const stage = useStage({ CONSOLE: 'true' });
/** Longer than a nonce is accepted. */
const NONCE_MS = 5 * 60_000;
const peoplePath = () => `/orgs/${stage.service.credentials.orgId}/people`;

async function addPerson(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a person' }).click();
  await page.getByLabel('First name').fill('Grace');
  await page.getByLabel('Last name').fill(name);
  await page.getByLabel('Email address').fill(`${name}@example.com`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('heading', { name: `Grace ${name}` }).waitFor();
}

it.each([10, -10])('the console signs in, reads and writes in a browser whose clock is %i minutes off', async (minutes) => {
  const { page } = await visitConsole(stage, peoplePath());
  await page.clock.setSystemTime(Date.now() + minutes * 60_000);
  await page.goto(`${stage.service.url}/console${peoplePath()}`);
  await addPerson(page, `Clock${Math.sign(minutes)}`);
});

it('the console reads and writes where each proof needs a nonce', async () => {
  const settings = stage.service.settings as { dpopNoncesRequired: boolean };
  settings.dpopNoncesRequired = true;
  try {
    const { page } = await visitConsole(stage, peoplePath());
    await addPerson(page, 'Nonce');
    await page.reload();
    await page.getByRole('heading', { name: 'Grace Nonce' }).waitFor();
    // The nonce of the page is too old now. The request is sent again with the new one; no token is needed.
    const tokens: string[] = [];
    page.on('request', (request) => new URL(request.url()).pathname === '/oauth/v2/token' && tokens.push(request.url()));
    stage.service.get(Clock).advance(NONCE_MS);
    await page.getByRole('link', { name: 'People', exact: true }).first().click();
    await addPerson(page, 'Later');
    expect(tokens).toEqual([]);
  } finally {
    settings.dpopNoncesRequired = false;
  }
});

it('the explorer signs in and sends requests where each proof needs a nonce', async () => {
  const settings = stage.service.settings as { dpopNoncesRequired: boolean };
  settings.dpopNoncesRequired = true;
  try {
    const page = await stage.newPage({ javaScriptEnabled: true });
    await page.goto(`${stage.service.url}/docs`);
    await authorizeExplorer(page, firstAdministrator(stage));
    expect((await tryOperation(page, 'createScimUser')).status).toBe(201);
    stage.service.get(Clock).advance(NONCE_MS);
    expect((await tryOperation(page, 'getScimUser')).status).toBe(200);
  } finally {
    settings.dpopNoncesRequired = false;
  }
});
