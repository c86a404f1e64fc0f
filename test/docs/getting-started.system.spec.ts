// What a newcomer does first, command by command and page by page, with the service as it is built.
import { readdirSync, readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../browser/chromium.mjs';
import { authorizeExplorer, tryOperation } from '../browser/explorer.mjs';
import { send, signIn } from '../browser/scene.mjs';
import { blocksUnder } from '../support/guide-blocks.js';
import { Reader } from '../support/guide.js';
import { requirePrograms } from '../support/programs.js';
import { freePort } from '../support/service.js';

const GUIDE = readFileSync('docs/getting-started.md', 'utf8');
const TITLES = [...GUIDE.matchAll(/^## .*$/gm)].map(([title]) => title);
/** What a checkout has, and takes part in a start; the folder of the data is the newcomer's own. */
const CHECKOUT = new Set(['docs', 'dist', 'scripts', 'src', 'package.json']);

let reader: Reader;
let chromium: Browser;
let port: string;
let app: string;
beforeAll(async () => {
  requirePrograms('sh', 'curl');
  chromium = await launchChromium();
  [port, app] = [String(await freePort()), `http://localhost:${await freePort()}`];
  reader = new Reader({ 'http://localhost:8080': `http://localhost:${port}`, 'http://localhost:3000': app });
  for (const name of readdirSync('.').filter((one) => CHECKOUT.has(one))) reader.link(name);
});
afterAll(async () => {
  await chromium?.close();
  await reader?.leave();
});

const blocks = (title: string) => blocksUnder(GUIDE, title, 'sh');

/** Types every block under a title. @returns what the last one wrote */
async function typeAll(title: string): Promise<string> {
  let answer = '';
  for (const block of blocks(title)) answer = await reader.type(block);
  return answer;
}

// One sitting: each section goes on where the one before ended.
describe('getting started', () => {
  it('starts the service', async () => {
    const [start = '', ready = ''] = blocks('## Start the service');
    expect(start).toBe('npm ci\nnpm start\n');
    reader.set('PORT', port);
    await reader.launch('npm start').says(/http:\/\/localhost:\d+[^]*bootstrap\.json/);
    await reader.type(ready);
  });

  it('signs the administrator in to the explorer', async () => {
    const password = (await typeAll('## Sign in as the administrator')).trim();
    const page = await chromium.newPage({ viewport: { width: 1200, height: 900 } });
    await page.goto(`http://localhost:${port}/docs`);
    await authorizeExplorer(page, { loginName: 'admin@gatehouse.localhost', password });
    const { status, body } = await tryOperation(page, 'listOrganizations');
    expect([status, body.organizations]).toMatchObject([200, [{ name: 'Gatehouse' }]]);
  });

  it('gets a token, and adds a person and an application', async () => {
    expect(JSON.parse((await typeAll('## Get a token')).trim())).toMatchObject({ people: expect.anything() });
    await typeAll('## Add a person');
    await typeAll('## Add an application');
  });

  it('signs the person in to the application, and out again', async () => {
    const [block = ''] = blocks('## Sign in to it');
    expect(block).toMatch(/\nnode server\.mjs\n$/);
    await reader.type(block.replace(/node server\.mjs\n$/, ''));
    reader.set('APP_URL', app);
    await reader.launch('node server.mjs').says(/The application is at/);
    const page = await chromium.newPage();
    await page.goto(app);
    await page.click('text=Sign in');
    await signIn(page, { loginName: 'ada@gatehouse.localhost' }, 'Analytical-1843');
    expect(await page.textContent('p')).toBe('Hello, Ada Lovelace');
    await page.goto(`${app}/edit`);
    expect(await page.textContent('body')).toBe('You may edit.');
    await page.goto(app);
    await send(page, 'button');
    expect([page.url(), await page.textContent('body')]).toEqual([`${app}/`, expect.stringContaining('Sign in')]);
  });

  it('has no command that is not tried here', () => {
    const tried = ['## Start the service', '## Sign in as the administrator', '## Get a token', '## Add a person', '## Add an application'];
    expect(TITLES.filter((title) => blocks(title).length > 0)).toEqual([...tried, '## Sign in to it']);
    expect(blocks('## Sign in to it')).toHaveLength(1);
  });
});
