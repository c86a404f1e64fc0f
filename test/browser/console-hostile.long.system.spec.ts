// Data that other people make hard to show: markup and bidirectional marks as names everywhere, very long metadata, and 200,000 groups.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ended } from '../support/imports.js';
import { addressOf, CONSOLE_PAGES, type ConsoleScene } from './console-pages.mjs';
import { useConsole } from './console-stage.js';

const MARKUP = `<img src=x onerror="document.title=1">`;
/** Only people may have marks of direction in their names. */
const HOSTILE = `${MARKUP} \u202Egro.live`;
const GROUPS = 200_000;
const METADATA_CHARACTERS = 10_000;

const stage = useConsole();
let scene: ConsoleScene;
let organization: string;

beforeAll(async () => {
  scene = await stage.makePages();
  organization = `/admin/v1/organizations/${scene.orgId}`;
});

/** Renames or describes a thing of the scene. */
async function patch(path: string, body: object): Promise<void> {
  const { status, text } = await stage.service.call('PATCH', `${organization}/${path}`, body);
  expect([status, text]).toEqual([200, expect.anything()]);
}

async function expectHarmless(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await page.locator('main img[src=x], main script').count()).toBe(0);
  expect(await page.title()).toMatch(/Gatehouse$/);
}

describe('hostile names', () => {
  it('are text on every page', async () => {
    await patch(`people/${scene.userId}`, { givenName: HOSTILE, familyName: 'A'.repeat(200), displayName: HOSTILE, title: HOSTILE });
    await patch(`groups/${scene.groupId}`, { displayName: MARKUP });
    await patch(`projects/${scene.projectId}`, { name: MARKUP });
    await patch(`projects/${scene.projectId}/applications/${scene.applicationId}`, { name: MARKUP });
    await patch(`service-users/${scene.serviceUserId}`, { name: MARKUP });
    const { page, faults } = await stage.open('');
    for (const one of CONSOLE_PAGES) {
      await page.goto(`${stage.service.url}/console${addressOf(one, scene)}`);
      await page.locator('main h1').waitFor();
      await expectHarmless(page);
    }
    expect(faults).toEqual([]);
  });

  it('fit a phone', async () => {
    const { page } = await stage.open('', stage.administrator(), { viewport: { width: 390, height: 844 } });
    for (const name of ['people', 'person', 'group', 'project', 'application', 'directory', 'service-user']) {
      const one = CONSOLE_PAGES.find((candidate) => candidate.name === name);
      if (!one) throw new Error(`There is no page ${name}`);
      await page.goto(`${stage.service.url}/console${addressOf(one, scene)}`);
      await page.locator('main h1').waitFor();
      await expectHarmless(page);
    }
  });
});

it('metadata of 10,000 characters does not widen the page of a person', async () => {
  const value = Buffer.from('<b>'.repeat(METADATA_CHARACTERS / 3)).toString('base64');
  const { status } = await stage.service.call('PUT', `${organization}/people/${scene.userId}/metadata/long`, { value });
  expect(status).toBeLessThan(300);
  const { page, faults } = await stage.open(`/orgs/${scene.orgId}/people/${scene.userId}`);
  await page.getByRole('tab', { name: 'Profile' }).click();
  await page.getByText('<b><b>').first().waitFor();
  await expectHarmless(page);
  expect(faults).toEqual([]);
});

it('200,000 groups are read page by page and found by a name', async () => {
  const lines = Array.from({ length: GROUPS }, (_, at) => JSON.stringify({ group: { displayName: `Group ${at}` } }));
  const path = `/admin/v1/imports?orgId=${scene.orgId}`;
  const { body: job } = await stage.service.call('POST', path, lines.join('\n'), { type: 'application/x-ndjson' });
  expect(await ended(stage.service, job.id)).toMatchObject({ state: 'done', groups: GROUPS });
  const { page, faults } = await stage.open(`/orgs/${scene.orgId}/groups`);
  await page
    .getByRole('link', { name: /^Group / })
    .first()
    .waitFor();
  expect(await page.locator('main tbody tr').count()).toBeLessThan(100);
  await page
    .locator('main input')
    .first()
    .fill(`Group ${GROUPS - 1}`);
  await page.getByRole('link', { name: `Group ${GROUPS - 1}` }).waitFor();
  await expectHarmless(page);
  expect(faults).toEqual([]);
}, 600_000);
