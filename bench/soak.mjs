// `npm run soak`: the built service for half an hour on both engines at once, with a mixed load of half of what it can do. Fails if the
// second half grows beyond the bounds of harness/growth.mjs. `-- --seconds 120` for a short one, `--engine sqlite` for one engine.
import { parseArgs } from 'node:util';
import { hasMariadb, openEngine, scratchFolder } from './harness/engines.mjs';
import { BOUNDS, growthOf } from './harness/growth.mjs';
import { mixedLoad } from './harness/mixed-load.mjs';
import { Cleanup } from './harness/processes.mjs';
import { freePort, ground, Service } from './harness/service.mjs';
import { number, table } from './harness/table.mjs';
import { sample } from './harness/vital-signs.mjs';
import { runJob, writePeople } from './rows/import.mjs';

const LANES = 8;
/**
 * People who are in an embedded database before the load: its file is larger than the page cache of its writer (64 MiB) then, so that the
 * cache is full and does not fill up while the memory is watched.
 */
const PEOPLE_BEFORE = 60_000;
/** Long enough for everything to be loaded and compiled; what grows in it is not held against the service. */
const WARM_UP_SHARE = 0.2;
const SAMPLES = 40;
const CALIBRATION_MS = 5_000;

/** Tables that grow with what is done, by intent, and what removes their rows. */
const KEPT = new Set([
  'events', // EVENT_RETENTION_DAYS
  'event_commits', // the same
  'user_tombstones', // never: an id is not given to another person
  'event_blankings', // after EVENT_PERSONAL_DAYS
  'browser_sessions', // the purge, after days
  'oidc_artifacts', // the same
  'provisioning_log', // the same
  'people_counts',
]);

/** As short as they may be, so that the rows of tokens expire within the run. */
const TOKEN_SECONDS = 60;
const LIFETIMES = ['ACCESS_TOKEN_OPAQUE', 'ACCESS_TOKEN_JWT', 'ID_TOKEN', 'REFRESH_TOKEN_IDLE', 'REFRESH_TOKEN'];
/** Rows of tokens outlive them by ten minutes, and the purge leaves one more. */
const AFTERMATH_SECONDS = 660;
/** Tables that the purge empties as fast as they are filled, once rows are as many seconds old. */
const PURGED = new Map([
  ['revoked_tokens', TOKEN_SECONDS + AFTERMATH_SECONDS],
  ['grants', 2 * TOKEN_SECONDS + AFTERMATH_SECONDS],
]);

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '1800' }, engine: { type: 'string' } } });
const seconds = Number(values.seconds);
if (!(seconds >= 20 && seconds <= 86_400)) throw new Error('--seconds is a number from 20 on');
const engines = values.engine === undefined ? ['sqlite', ...(hasMariadb() ? ['mariadb'] : [])] : [values.engine];
if (!hasMariadb()) console.log('NOT RUN: the soak on MariaDB, which is not installed');
const cleanup = new Cleanup();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.once(signal, () => void cleanup.run().then(() => process.exit(130)));

try {
  // It is about what grows, not about how fast it is.
  await Promise.all(engines.map((engine) => soak(/** @type {import('./harness/engines.mjs').EngineName} */ (engine))));
} finally {
  await cleanup.run();
}

/** @param {import('./harness/engines.mjs').EngineName} name */
async function soak(name) {
  const engine = await openEngine(name, cleanup, {});
  const metricsPort = await freePort();
  const lifetimes = Object.fromEntries(LIFETIMES.map((token) => [`${token}_SECONDS`, String(TOKEN_SECONDS)]));
  const env = { METRICS_PORT: String(metricsPort), PASSWORD_HASH_COST: '10', LOG_LEVEL: 'warn', ...lifetimes };
  const service = await Service.start(ground(await engine.freshDatabase(), scratchFolder(cleanup)), cleanup, { env, tellsHeap: true });
  if (name === 'sqlite') await addPeople(service, scratchFolder(cleanup));
  const flow = await mixedLoad(service);
  let serial = 0;
  let refused = 0;
  let done = 0;
  const next = () =>
    flow(++serial).then(
      () => void done++,
      (error) => {
        // A machine that others use may be too slow for a moment, and the service says so: that is counted. Anything else ends the soak.
        if (!(error instanceof Error) || !error.message.includes('was answered 503')) throw error;
        refused++;
      },
    );
  const most = await rateOf(next, CALIBRATION_MS, 0);
  const everyMs = (LANES / most) * 2_000;
  console.log(`${name}: ${engine.about}; ${number(most)} flows/s at most, so ${number(most / 2)} flows/s for ${seconds} s`);
  /** @type {import('./harness/growth.mjs').Sample[]} */
  const samples = [];
  const look = async () => {
    // By itself it runs every ten minutes.
    await service.call('POST', '/admin/v1/jobs/purge/_run');
    const flows = done;
    samples.push({ ...(await sample(service, metricsPort)), flows });
  };
  const timer = setInterval(() => void look().catch((error) => console.error(error)), (seconds * 1000) / SAMPLES);
  const rate = await rateOf(next, seconds * 1000, everyMs);
  clearInterval(timer);
  await look();
  const judged = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
  show(name, judged, rate, refused);
  const kept = new Set([...KEPT, ...PURGED.keys()]);
  for (const fault of growthOf(judged, kept, { residentSlack: residentSlack(), purged: purgedInTime() })) {
    console.log(`GREW on ${name}: ${fault}`);
    process.exitCode = 1;
  }
  await service.end();
}

/** @param {import('./harness/service.mjs').Service} service @param {string} folder */
async function addPeople(service, folder) {
  const { orgId } = await service.call('POST', '/admin/v1/organizations', { name: 'People before the load' });
  const file = await writePeople(folder, orgId, PEOPLE_BEFORE);
  await runJob(service, service.bearer, file, ({ added }) => added === PEOPLE_BEFORE);
}

/** Tables that lose rows before the second half begins; in a shorter run they are kept. */
function purgedInTime() {
  const middle = (seconds * (1 + WARM_UP_SHARE)) / 2;
  return new Set([...PURGED].filter(([, after]) => after < middle).map(([table]) => table));
}

/** A process still grows into its memory in its first minutes: a short run is for what leaks fast. */
function residentSlack() {
  return Math.min(4, Math.max(1, 900 / seconds));
}

/** Runs flows for some time, in each lane one every so many milliseconds or one after the other. @param {() => Promise<void>} next @param {number} forMs @param {number} everyMs @returns {Promise<number>} flows a second */
async function rateOf(next, forMs, everyMs) {
  const until = performance.now() + forMs;
  let flows = 0;
  const lane = async (/** @type {number} */ offset) => {
    for (let due = performance.now() + offset; due < until; due += everyMs) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      await next();
      flows++;
      // Who is late does not catch up: that would be more than the half.
      if (everyMs === 0 || performance.now() > due + everyMs) due = performance.now() - everyMs;
    }
  };
  await Promise.all(Array.from({ length: LANES }, (_, at) => lane((everyMs / LANES) * at)));
  return flows / (forMs / 1000);
}

/** @param {string} name @param {import('./harness/growth.mjs').Sample[]} samples @param {number} rate @param {number} refused */
function show(name, samples, rate, refused) {
  const at = [samples[0], samples[Math.floor(samples.length / 2)], samples.at(-1)];
  const heading = ['', 'start', 'middle', 'end'];
  const figures = Object.keys(BOUNDS).map((figure) => [figure, ...at.map((one) => number(one?.figures[figure]))]);
  const tables = Object.keys(at[2]?.rows ?? {}).toSorted();
  const rows = tables.map((name) => [`rows of ${name}`, ...at.map((one) => number(one?.rows[name]))]);
  const moving = rows.filter(([, start, middle, end]) => !(start === middle && middle === end));
  console.log(
    `${name}: ${number(rate)} flows/s, ${refused} flows refused with 503\n${table([heading, ...figures, ...moving], new Set([0]))}`,
  );
}
