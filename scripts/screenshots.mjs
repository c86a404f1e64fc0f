// Pictures of the pages, for docs/pages.md: `npm run screenshots`, or with names of pages for only those. Needs Chromium.
// The service runs from dist, on a free port, with a database that is thrown away.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Cleanup } from '../bench/harness/processes.mjs';
import { scratchFolder } from '../bench/harness/engines.mjs';
import { ground, Service } from '../bench/harness/service.mjs';
import { launchChromium } from '../test/browser/chromium.mjs';
import { authorizeExplorer, tryOperation } from '../test/browser/explorer.mjs';
import { PAGES } from '../test/browser/pages.mjs';
import { makeScene, PASSWORD } from '../test/browser/scene.mjs';

const IMAGES = fileURLToPath(new URL('../docs/images/', import.meta.url));
/** @type {Record<string, import('playwright-core').BrowserContextOptions>} */
const VARIANTS = {
  light: { viewport: { width: 640, height: 540 }, colorScheme: 'light' },
  dark: { viewport: { width: 640, height: 540 }, colorScheme: 'dark' },
  phone: { viewport: { width: 320, height: 568 }, colorScheme: 'light', hasTouch: true },
};

const NAMES = [...PAGES.map(({ name }) => name), 'explorer'];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !NAMES.includes(name));
if (unknown.length > 0) throw new Error(`There is no page ${unknown.join(', ')}. The pages are: ${NAMES.join(', ')}.`);

const cleanup = new Cleanup();
try {
  const folder = scratchFolder(cleanup);
  const service = await Service.start(ground(`sqlite:${folder}/gatehouse.db`, folder), cleanup, {});
  const scene = await makeScene(
    { url: service.url, dataDir: folder, call: (method, path, body) => service.call(method, path, body) },
    'acme.example',
  );
  cleanup.add(() => scene.close());
  const browser = await launchChromium();
  cleanup.add(() => browser.close());
  mkdirSync(IMAGES, { recursive: true });
  for (const [variant, options] of Object.entries(VARIANTS)) await takePictures(browser, scene, variant, options);
  if (isWanted('explorer')) await takeExplorer(browser, scene);
} finally {
  await cleanup.run();
}

/**
 * @param {import('playwright-core').Browser} browser @param {import('../test/browser/scene.mjs').Scene} scene
 * @param {string} variant @param {import('playwright-core').BrowserContextOptions} options
 */
async function takePictures(browser, scene, variant, options) {
  for (const { name, open } of PAGES) {
    if (!isWanted(name)) continue;
    const context = await browser.newContext({ ...options, locale: 'en-GB', javaScriptEnabled: false });
    const page = await context.newPage();
    await open(page, scene);
    // The blinking mark in a field would make every picture another one.
    await page.screenshot({ path: `${IMAGES}${name}-${variant}.png`, caret: 'hide' });
    await context.close();
  }
}

/**
 * The API explorer after its user has signed in and added a person.
 * @param {import('playwright-core').Browser} browser @param {import('../test/browser/scene.mjs').Scene} scene
 */
async function takeExplorer(browser, scene) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${scene.url}/docs`);
  const { loginName, orgId } = await scene.addOwner('school.example');
  await authorizeExplorer(page, { loginName, password: PASSWORD });
  await tryOperation(page, 'SCIM', 'POST', '/scim/v2/{orgId}/Users', { orgId });
  await page
    .locator('.responses-wrapper')
    .first()
    .evaluate((answers) => answers.scrollIntoView());
  await page.screenshot({ path: `${IMAGES}explorer.png`, caret: 'hide' });
  await context.close();
}

/** @param {string} name */
function isWanted(name) {
  return wanted.length === 0 || wanted.includes(name);
}
