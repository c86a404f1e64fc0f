// `npm run bench:console`: how long people wait for the console, in Chromium: the first page of a slow laptop, and the people of a large
// organization. Prints one table; nothing is asserted. `--url` with `--data` measures a service that runs already, in which `--person` is the user name
// of a person to search.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { launchChromium } from '../test/browser/chromium.mjs';
import { signInToConsole } from '../test/browser/console.mjs';
import { openEngine, scratchFolder } from './harness/engines.mjs';
import { chooseCores, Cleanup } from './harness/processes.mjs';
import { median } from './harness/samples.mjs';
import { ground, Service } from './harness/service.mjs';
import { number, table } from './harness/table.mjs';
import { FIRST_OF_JOB, runJob, writePeople } from './rows/import.mjs';
import { personName } from './rows/requests.mjs';

/** Of Lighthouse for a desktop, and its "slow 4G", which DevTools called "fast 3G". Bytes per second. */
const NETWORKS = {
  '10 Mbit/s, 40 ms': { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 },
  '1.6 Mbit/s, 150 ms': { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 },
};
const CPU_SLOWDOWN = 4;
const KEY_PAUSE_MS = 80;

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite' },
    people: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    url: { type: 'string' },
    data: { type: 'string', default: 'data' },
    person: { type: 'string' },
  },
});
const rounds = Number(values.rounds);
/** Who is searched: one of the first that were imported, so that few people have the same first letters. */
const wanted = values.person ?? personName(FIRST_OF_JOB + Math.min(Number(values.people), 4_712) - 1);
const cleanup = new Cleanup();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.once(signal, () => void cleanup.run().then(() => process.exit(130)));

try {
  const { url, credentials, about } = values.url === undefined ? await startLarge() : running(values.url);
  const browser = await launchChromium();
  cleanup.add(() => browser.close());
  /** @type {string[][]} */
  const lines = [];
  const measure = async (/** @type {string} */ title, /** @type {() => Promise<number>} */ act) => {
    const waits = [];
    for (let round = 0; round < rounds; round++) waits.push(await act());
    lines.push([title, number(median(waits)), number(Math.max(...waits))]);
  };
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'en-GB' });
  const page = await context.newPage();
  const person = { loginName: `${credentials.admin.userName}@gatehouse.localhost`, password: credentials.admin.password };
  await signInToConsole(page, url, person);
  const home = page.url();
  await measure('people: from the click to the first rows', async () => {
    await page.goto(home);
    await page.waitForLoadState('networkidle');
    return page.evaluate(firstRows);
  });
  const search = page.locator('main input').first();
  await measure('people: longest wait for a letter on the screen', async () => {
    await page.goto(`${home.replace(/\/$/, '')}/people`);
    await page.locator('main tbody a').first().waitFor();
    await page.evaluate(watchKeys);
    await search.pressSequentially(wanted, { delay: KEY_PAUSE_MS });
    return page.evaluate(() => Math.max(.../** @type {{ waits: number[] }} */ (/** @type {unknown} */ (window)).waits));
  });
  await measure('people: from the last letter to what it finds', async () => {
    await page.goto(`${home.replace(/\/$/, '')}/people`);
    await page.locator('main tbody a').first().waitFor();
    await search.fill(wanted.slice(0, -1));
    await page.waitForLoadState('networkidle');
    await page.evaluate(watchSearch, wanted);
    await search.press(wanted.slice(-1));
    return page.evaluate(() => /** @type {{ foundMs: Promise<number> }} */ (/** @type {unknown} */ (window)).foundMs);
  });
  for (const [network, limits] of Object.entries(NETWORKS))
    for (const isWarm of [false, true])
      await measure(`first page, CPU 4 times slower, ${network}, ${isWarm ? 'visited before' : 'empty cache'}`, async () => {
        const tab = await context.newPage();
        const devtools = await context.newCDPSession(tab);
        await devtools.send('Network.enable');
        if (!isWarm) await devtools.send('Network.clearBrowserCache');
        await devtools.send('Network.emulateNetworkConditions', limits);
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
        await tab.addInitScript(watchFirstPage);
        await tab.goto(home, { waitUntil: 'commit' });
        await tab.locator('main h1').waitFor();
        const waited = await tab.evaluate(() => /** @type {{ firstPageMs: number }} */ (/** @type {unknown} */ (window)).firstPageMs);
        await tab.close();
        return waited;
      });
  console.log(`\n${about}\n${table([['', 'median, ms', 'longest, ms'], ...lines], new Set([0]))}`);
} finally {
  await cleanup.run();
}

/** @returns {Promise<{ url: string, credentials: any, about: string }>} */
async function startLarge() {
  const engine = await openEngine(/** @type {import('./harness/engines.mjs').EngineName} */ (values.engine), cleanup, chooseCores());
  const folder = scratchFolder(cleanup);
  const service = await Service.start(ground(await engine.freshDatabase(), folder), cleanup, { host: 'localhost' });
  const count = Number(values.people);
  const file = await writePeople(scratchFolder(cleanup), service.credentials.orgId, count);
  await runJob(service, { ...service.bearer, 'content-type': 'application/x-ndjson' }, file, (job) => job.added === count);
  return { url: service.url, credentials: service.credentials, about: `${engine.about}, ${number(count)} people` };
}

/** @param {string} url */
function running(url) {
  return { url, credentials: JSON.parse(readFileSync(`${values.data}/bootstrap.json`, 'utf8')), about: url };
}

// In the page:

/** @returns {Promise<number>} milliseconds from the click until the first person is drawn */
function firstRows() {
  const from = performance.now();
  const links = [...document.querySelectorAll('nav a')];
  /** @type {HTMLElement | undefined} */ (links.find(({ textContent }) => textContent === 'People'))?.click();
  return new Promise((resolve) => {
    const check = () => {
      const isThere = location.pathname.endsWith('/people') && document.querySelector('main tbody a') !== null;
      if (isThere) resolve(performance.now() - from);
      else requestAnimationFrame(check);
    };
    check();
  });
}

/** Notes the time of the first picture with the title of a page. */
function watchFirstPage() {
  const check = () => {
    if (document.querySelector('main h1') === null) requestAnimationFrame(check);
    else Object.assign(window, { firstPageMs: performance.now() });
  };
  requestAnimationFrame(check);
}

/** Notes for each key how long it takes until the next picture. */
function watchKeys() {
  /** @type {number[]} */
  const waits = [];
  Object.assign(window, { waits });
  addEventListener('keydown', ({ timeStamp }) => requestAnimationFrame(() => waits.push(performance.now() - timeStamp)), { capture: true });
}

/** Measures from the next key until the first row has this text. @param {string} text */
function watchSearch(text) {
  const foundMs = new Promise((resolve) => {
    const begin = (/** @type {KeyboardEvent} */ { timeStamp }) => {
      const check = () => {
        if (document.querySelector('main tbody tr:not([aria-hidden])')?.textContent?.includes(text)) resolve(performance.now() - timeStamp);
        else requestAnimationFrame(check);
      };
      check();
    };
    addEventListener('keydown', begin, { capture: true, once: true });
  });
  Object.assign(window, { foundMs });
}
