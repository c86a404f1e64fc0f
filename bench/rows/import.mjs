// 1,000 people with bcrypt hashes in a request, one request at a time, and a job of 100,000 (BENCH_IMPORT for another number) or of 1,000,000 beside somebody who
// reads, against the same rows in statements of many rows.
import { createReadStream, createWriteStream, statfsSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { scratchFolder } from '../harness/engines.mjs';
import { residentMiB } from '../harness/processes.mjs';
import { summary } from '../harness/samples.mjs';
import { rawWriter } from '../limits/limits.mjs';
import { personName } from './requests.mjs';

const PEOPLE = 1_000;
/** Above every name of the row scim-create. */
const FIRST = 500_000_000;
const TEMPLATE = 920_000_000;
const JOB_PEOPLE = Number(process.env.BENCH_IMPORT ?? 100_000);
const MILLION = 1_000_000;
const WARM_UP_PEOPLE = 10_000;
/** The pace of the last so many people is compared with that of the first. */
const STRETCH = 100_000;
/** What a person takes on the disk, with every index, log and chunk, and again in the raw writer's tables. */
const DISK_PER_PERSON = 16_000;
const POLL_MS = 100;
const READ_EVERY_MS = 20;
/** Well formed; no sign-in uses it. */
const HASH = '$2a$12$abcdefghijklmnopqrstuvABCDEFGHIJKLMNOPQRSTUVWXYZ01234';

const limit = rawWriter({ peopleInTransaction: PEOPLE, connections: { sqlite: 1, mariadb: 4 } });

/** @param {import('../harness/measure.mjs').Bench} bench */
async function setup({ service }) {
  const { orgId } = service.credentials;
  const userName = personName(template++);
  const { success } = await service.call('POST', '/admin/v1/import', importBody(orgId, [userName]));
  const headers = { ...service.bearer, 'content-type': 'application/json' };
  return { orgId, headers, template: { id: success.orgs[0].humanUserIds[0], userName } };
}
/** Each row makes its own. */
let template = TEMPLATE;
/** Above every name of the row before. */
export const FIRST_OF_JOB = 700_000_000;
let nextOfJob = FIRST_OF_JOB;

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = [
  {
    name: 'import',
    unit: 'people',
    connections: 1,
    perAnswer: PEOPLE,
    check: (body) => JSON.parse(body.toString()).success.orgs[0]?.humanUserIds.length === PEOPLE,
    setup,
    request({ orgId, headers }) {
      return (serial) => {
        const names = Array.from({ length: PEOPLE }, (_, i) => personName(FIRST + serial * PEOPLE + i));
        return { method: 'POST', path: '/admin/v1/import', headers, body: JSON.stringify(importBody(orgId, names)) };
      };
    },
    limit,
    goals: { mariadb: { ratio: 0.65, by: ['rate'], rate: 12_000 }, sqlite: { ratio: 0.5, by: ['rate'], rate: 4_000 } },
  },
  jobRow('import-job', JOB_PEOPLE),
  { ...jobRow('import-million', MILLION, { pace: 0.5, mostMiB: 400 }), takesLong: true },
];

/**
 * @param {string} name @param {number} people in the file @param {import('../harness/measure.mjs').Goal} [more] goals on either engine
 * @returns {import('../harness/measure.mjs').Row}
 */
function jobRow(name, people, more) {
  return {
    name,
    unit: 'people',
    connections: 1,
    setup,
    run: (bench, context, isWarmUp) => importPeople(bench, context, isWarmUp ? WARM_UP_PEOPLE : people),
    limit,
    goals: {
      mariadb: { ratio: 0.65, by: ['rate'], rate: 12_000, p99: 100, growthMiB: 150, ...more },
      sqlite: { ratio: 0.5, by: ['rate'], rate: 4_000, p99: 100, growthMiB: 150, ...more },
    },
  };
}

/**
 * A job from the first byte of its body to its end. Times are those of the reader beside it: one person by id, every 20 ms.
 * @param {import('../harness/measure.mjs').Bench} bench @param {any} context @param {number} people @returns {ReturnType<import('../harness/measure.mjs').Run>}
 */
async function importPeople({ service, cleanup }, { orgId, headers, template: { id } }, people) {
  const file = await writePeople(scratchFolder(cleanup), orgId, people);
  const before = residentMiB(service.pid);
  let most = before;
  const memory = setInterval(() => (most = Math.max(most ?? 0, residentMiB(service.pid) ?? 0)), READ_EVERY_MS);
  const reader = readBeside(`${service.url}/scim/v2/${orgId}/Users/${id}`, { ...headers, accept: 'application/scim+json' });
  const progress = new Progress();
  const elapsedMs = await runJob(service, headers, file, (job) => job.added === people, progress);
  clearInterval(memory);
  const growthMiB = before === undefined || most === undefined ? undefined : most - before;
  return { ...summary(await reader.end(), people, elapsedMs), growthMiB, mostMiB: most, pace: progress.pace(people) };
}

/** How far a job was, and when. */
class Progress {
  /** @type {Array<{ added: number, atMs: number }>} */
  #seen = [];

  /** @param {number} added */
  note(added) {
    this.#seen.push({ added, atMs: performance.now() });
  }

  /** The rate over the last {@link STRETCH} people as a share of the rate over the first ones; undefined for a short job. @param {number} people */
  pace(people) {
    if (people < 3 * STRETCH) return undefined;
    const reached = (/** @type {number} */ added) => this.#seen.find((one) => one.added >= added);
    const [begun, first, last, end] = [reached(1), reached(STRETCH), reached(people - STRETCH), this.#seen.at(-1)];
    if (!begun || !first || !last || !end) return undefined;
    const rate = (/** @type {typeof begun} */ from, /** @type {typeof begun} */ to) => (to.added - from.added) / (to.atMs - from.atMs);
    return rate(last, end) / rate(begun, first);
  }
}

/**
 * A job of lines of JSON, from the first byte of its body to its end.
 * @param {import('../harness/service.mjs').Service} service @param {Record<string, string>} headers @param {string} file
 * @param {(job: any) => boolean} isComplete whether everything was written, once it is done
 * @param {{ note(added: number): void }} [progress] gets what was added, each time it is read
 * @returns {Promise<number>} how long it took, in ms
 */
export async function runJob(service, headers, file, isComplete, progress) {
  const started = performance.now();
  const { id } = await post(`${service.url}/admin/v1/imports`, { ...headers, 'content-type': 'application/x-ndjson' }, file);
  for (;;) {
    const job = await service.call('GET', `/admin/v1/imports/${id}`);
    progress?.note(job.added);
    if (job.state === 'done' && isComplete(job)) return performance.now() - started;
    if (job.state !== 'waiting' && job.state !== 'running') throw new Error(`The job ended otherwise: ${JSON.stringify(job)}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** @param {string} folder @param {string} orgId @param {number} people @returns {Promise<string>} the file */
export async function writePeople(folder, orgId, people) {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < people * DISK_PER_PERSON) throw new Error(`There is not enough free disk space for ${people} people.`);
  const file = join(folder, 'people.ndjson');
  await writeLines(file, people, () => ({ orgId, ...humanUser(personName(nextOfJob++)) }));
  return file;
}

/** @param {string} file @param {number} count @param {(index: number) => object} entryOf */
export async function writeLines(file, count, entryOf) {
  const stream = createWriteStream(file);
  for (let index = 0; index < count; index++) if (!stream.write(`${JSON.stringify(entryOf(index))}\n`)) await once(stream, 'drain');
  stream.end();
  await once(stream, 'close');
}

/** @param {string} url @param {Record<string, string>} headers @param {string} file @returns {Promise<{ id: string }>} */
function post(url, headers, file) {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url, { method: 'POST', headers: { ...headers, 'content-length': statSync(file).size } }, (answer) => {
      /** @type {Buffer[]} */
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString();
        if (answer.statusCode === 202) resolve(JSON.parse(text));
        else reject(new Error(`The import was answered ${answer.statusCode}: ${text}`));
      });
    });
    pipeline(createReadStream(file), sent).catch(reject);
  });
}

/** Reads on and on, at a steady pace. @param {string} url @param {Record<string, string>} headers */
function readBeside(url, headers) {
  /** @type {number[]} */
  const latencies = [];
  let reading = true;
  const ended = (async () => {
    while (reading) {
      const sent = performance.now();
      const answer = await fetch(url, { headers });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`The reader was answered ${answer.status}.`);
      const took = performance.now() - sent;
      latencies.push(took);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, READ_EVERY_MS - took)));
    }
    return latencies;
  })();
  return {
    end() {
      reading = false;
      return ended;
    },
  };
}

/** @param {string} orgId @param {string[]} names */
function importBody(orgId, names) {
  return { dataOrgs: { orgs: [{ orgId, humanUsers: names.map(humanUser) }] } };
}

/** @param {string} userName */
function humanUser(userName) {
  return {
    user: {
      userName,
      profile: { firstName: 'Benita', lastName: 'Benchley', displayName: 'Benita Benchley', preferredLanguage: 'en' },
      email: { email: `${userName}@example.com`, isEmailVerified: true },
      hashedPassword: { value: HASH },
    },
  };
}
