// Pictures of the pages, for docs/pages.md and docs/console.md: `npm run screenshots`, or with names of pages (`login`) or of pictures (`login-dark`) for only those. Needs Chromium.
// Without names, pictures of pages that are gone go too.
// The service runs from dist, on a free port, with a database that is thrown away.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { losslessCompressPng, pngQuantize } from '@napi-rs/image';
import { Cleanup } from '../bench/harness/processes.mjs';
import { scratchFolder } from '../bench/harness/engines.mjs';
import { ground, Service } from '../bench/harness/service.mjs';
import { launchChromium } from '../test/browser/chromium.mjs';
import { signInToConsole } from '../test/browser/console.mjs';
import { addressOf, CONSOLE_PAGES, makeConsoleScene } from '../test/browser/console-pages.mjs';
import { authorizeExplorer, tryOperation } from '../test/browser/explorer.mjs';
import { MAILS, PAGES } from '../test/browser/pages.mjs';
import { startParty } from '../test/browser/party.mjs';
import { makeScene, PASSWORD, textsBy } from '../test/browser/scene.mjs';

const IMAGES = fileURLToPath(new URL('../docs/images/', import.meta.url));
/** @type {Record<string, import('playwright-core').BrowserContextOptions>} */
const VARIANTS = {
  light: { viewport: { width: 960, height: 720 }, colorScheme: 'light' },
  dark: { viewport: { width: 960, height: 720 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 760 }, colorScheme: 'light', hasTouch: true },
};

/** @type {import('playwright-core').BrowserContextOptions} */
const CONSOLE_WINDOW = { viewport: { width: 1280, height: 800 }, colorScheme: 'light', locale: 'en-GB', reducedMotion: 'reduce' };
/** People of the organization that the console shows. */
const PEOPLE = [
  ['ada', 'Ada', 'Lovelace'],
  ['grace', 'Grace', 'Hopper'],
  ['alan', 'Alan', 'Turing'],
  ['edsger', 'Edsger', 'Dijkstra'],
  ['barbara', 'Barbara', 'Liskov'],
  ['donald', 'Donald', 'Knuth'],
];
/** People who have not come yet. */
const INVITED = [
  ['katherine', 'Katherine', 'Johnson'],
  ['margaret', 'Margaret', 'Hamilton'],
];

/** Pages that are shown in the look of an organization as well. */
const BRANDED = ['login', 'registration', 'second-step', 'account'];
/** Colours of a picture: text on a plain ground needs few. */
const QUALITY = { minQuality: 50, maxQuality: 95 };

const NAMES = [
  ...[...PAGES, ...MAILS].map(({ name }) => name),
  ...BRANDED.map(brandedName),
  'explorer',
  ...CONSOLE_PAGES.map(({ name }) => consoleName(name)),
];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !NAMES.includes(name) && !NAMES.includes(name.replace(/-[a-z]+$/, '')));
if (unknown.length > 0) throw new Error(`There is no page ${unknown.join(', ')}. The pages are: ${NAMES.join(', ')}.`);

const cleanup = new Cleanup();
try {
  const folder = scratchFolder(cleanup);
  const party = await startParty();
  cleanup.add(() => party.close());
  const place = ground(`sqlite:${folder}/gatehouse.db`, folder);
  const service = await Service.start(place, cleanup, { host: 'localhost', env: textsBy(party) });
  /** @type {import('../test/browser/scene.mjs').Http} */
  const http = { url: service.url, dataDir: folder, call: (method, path, body) => service.call(method, path, body) };
  const scene = await makeScene(http, party, { domain: 'acme.example' });
  const branded = await makeScene(http, party, { domain: 'boats.example', branded: {} });
  const browser = await launchChromium();
  cleanup.add(() => browser.close());
  if (wanted.length === 0) rmSync(IMAGES, { recursive: true, force: true });
  mkdirSync(`${IMAGES}console`, { recursive: true });
  for (const [variant, options] of Object.entries(VARIANTS)) {
    for (const { name, open } of [...PAGES, ...MAILS]) {
      if (isWanted(name, variant)) await takePicture(browser, options, (page) => open(page, scene), `${name}-${variant}`);
      if (BRANDED.includes(name) && isWanted(brandedName(name), variant))
        await takePicture(browser, options, (page) => open(page, branded), `${brandedName(name)}-${variant}`);
    }
  }
  if (isWanted('explorer', '')) await takeExplorer(browser, scene);
  await takeConsole(browser, scene);
} finally {
  await cleanup.run();
}

/**
 * As people see a page: with its script, in a browser that offers no passkey by itself.
 * @param {import('playwright-core').Browser} browser @param {import('playwright-core').BrowserContextOptions} options
 * @param {(page: import('playwright-core').Page) => Promise<unknown>} open @param {string} name
 */
async function takePicture(browser, options, open, name) {
  const context = await browser.newContext({ ...options, locale: 'en-GB', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await open(page);
  // The blinking mark in a field would make every picture another one.
  await keep(await page.screenshot({ fullPage: true, caret: 'hide' }), name);
  await context.close();
}

/** @param {Buffer} png @param {string} name */
async function keep(png, name) {
  writeFileSync(`${IMAGES}${name}.png`, await losslessCompressPng(await pngQuantize(png, QUALITY)));
}

/**
 * The API explorer after its user has signed in and added a person.
 * @param {import('playwright-core').Browser} browser @param {import('../test/browser/scene.mjs').Scene} scene
 */
async function takeExplorer(browser, scene) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, colorScheme: 'light', locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${scene.url}/docs`);
  const { loginName } = await scene.addOwner('school.example');
  await authorizeExplorer(page, { loginName, password: PASSWORD });
  await tryOperation(page, 'createScimUser');
  await page.locator('.received').evaluate((answer) => answer.scrollIntoView({ block: 'end' }));
  await keep(await page.screenshot({ caret: 'hide' }), 'explorer');
  await context.close();
}

/**
 * The pages of the console, as the owner of an organization sees them who has the whole service too.
 * @param {import('playwright-core').Browser} browser @param {import('../test/browser/scene.mjs').Scene} scene
 */
async function takeConsole(browser, scene) {
  const chosen = CONSOLE_PAGES.filter(({ name }) => isWanted(consoleName(name), ''));
  if (chosen.length === 0) return;
  const { loginName, orgId } = await scene.addOwner('yard.example');
  const organization = `/admin/v1/organizations/${orgId}`;
  const { members } = await scene.call('GET', `${organization}/members`);
  await scene.call('POST', '/admin/v1/members', { userId: members[0].userId, role: 'IAM_OWNER' });
  /** @param {string[]} names @param {object} more @returns {Promise<string>} */
  const add = async ([userName, givenName, familyName], more) => {
    const emails = [{ value: `${userName}@yard.example` }];
    return (await scene.call('POST', `${organization}/people`, { userName, givenName, familyName, emails, ...more })).userId;
  };
  let userId = '';
  for (const one of PEOPLE) {
    const id = await add(one, { password: PASSWORD });
    userId ||= id;
  }
  for (const one of INVITED) await scene.call('POST', `${organization}/people/${await add(one, {})}/_invite`);
  const objects = await makeConsoleScene(scene.call, orgId, userId);
  const context = await browser.newContext(CONSOLE_WINDOW);
  const page = await context.newPage();
  await signInToConsole(page, scene.url, { loginName, password: PASSWORD });
  for (const one of chosen) {
    await page.goto(`${scene.url}/console${addressOf(one, objects)}`);
    await page.getByRole('heading', { name: one.heading, level: 1 }).waitFor();
    if (one.name === 'new-import') await chooseFile(page);
    // What is at the top comes after the page.
    for (const name of [/^Search/, /^Account of/]) await page.getByRole('button', { name }).waitFor();
    await page.waitForLoadState('networkidle');
    await keep(await page.screenshot({ caret: 'hide' }), `console/${one.name}`);
  }
  await context.close();
}

/** A file of another system, so that the form for its columns shows. @param {import('playwright-core').Page} page */
async function chooseFile(page) {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'File' }).click();
  const csv = 'Login;First name;Last name;E-Mail;Locker\njoan;Joan;Clarke;joan@yard.example;17\n';
  await (await choosing).setFiles({ name: 'staff.csv', mimeType: '', buffer: Buffer.from(csv) });
  await page.getByText('Locker', { exact: true }).waitFor();
}

/** @param {string} name */
function consoleName(name) {
  return `console-${name}`;
}

/** @param {string} name @param {string} variant */
function isWanted(name, variant) {
  return wanted.length === 0 || wanted.includes(name) || wanted.includes(`${name}-${variant}`);
}

/** @param {string} name */
function brandedName(name) {
  return `branded-${name}`;
}
