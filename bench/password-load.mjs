// `npm run load:passwords`: 20 people sign in, alone and beside one attacker with 80 connections; prints how long they wait.
// Loopback only, and bounded: each part ends after some seconds. The exit code is 1 if a sign-in was refused or a ratio is over its limit.
import { parseArgs } from 'node:util';
import { Connection, requestBytes } from './harness/connection.mjs';
import { openEngine, scratchFolder } from './harness/engines.mjs';
import { Cleanup } from './harness/processes.mjs';
import { ground, Service } from './harness/service.mjs';
import { addApplication } from './rows/applications.mjs';
import { form } from './rows/requests.mjs';
import { addPerson, beginSignIn, PASSWORD } from './rows/sessions.mjs';

const PEOPLE = 20;
const ATTACKERS = 80;
const FIRST = 950_000_000;
const SIGNED_IN = 303;
/** Between two sign-ins of one person: together they ask for five a second. */
const PAUSE_MS = 4_000;
const LIMIT = 3;
/** After an attack: the hashes that were already in line when its connections closed are still made, and belong to no other part. */
const REST_MS = 15_000;
/** Before the first part, which everything else is compared with: nothing is compiled or cached yet. */
const WARM_UP_SECONDS = 8;

/** @typedef {import('./harness/connection.mjs').Request} Request */
/** @typedef {(serial: number, connection: number) => Request} Attack */
/** @typedef {{ waits: number[], refused: number }} Crowd */
/** @typedef {{ loginName: string, cookie: string, request: Request }} Person */

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '20' }, only: { type: 'string', multiple: true } } });
const seconds = Math.min(120, Math.max(5, Number(values.seconds)));
const cleanup = new Cleanup();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.once(signal, () => void cleanup.run().then(() => process.exit(130)));

try {
  process.exitCode = (await measure()) ? 0 : 1;
} finally {
  await cleanup.run();
}

/** @returns {Promise<boolean>} whether every part kept its limit */
async function measure() {
  const engine = await openEngine('sqlite', cleanup, {});
  // The cheapest hash there is: on a machine that does other things as well, dearer ones alone would fill it.
  const env = { PASSWORD_HASH_COST: '10', TRUST_PROXY: '1', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'no-reply@example.com' };
  const service = await Service.start(ground(await engine.freshDatabase(), scratchFolder(cleanup)), cleanup, { env });
  const { orgId } = service.credentials;
  await service.call('PUT', `/admin/v1/organizations/${orgId}/policies/registration`, { enabled: true });
  const { clientId } = await addApplication(service);
  const people = [];
  for (let i = 0; i < PEOPLE; i++) people.push(await signInForm(service, clientId, FIRST + i));
  const attacks = await attacksOn(service, clientId, people[0]?.loginName ?? '');
  await part(service, people, 0, WARM_UP_SECONDS);
  const quiet = await part(service, people, 1);
  show('nobody else', quiet);
  let kept = quiet.refused === 0;
  for (const [index, [name, attack]] of Object.entries(attacks).entries()) {
    if (values.only && !values.only.includes(name)) continue;
    const { crowd, answers } = await beside(service, people, index + 2, attack);
    const ratio = percentile(crowd.waits, 0.99) / percentile(quiet.waits, 0.99);
    kept &&= crowd.refused === 0 && ratio < LIMIT;
    show(name, crowd, `p99 × ${ratio.toFixed(2)}; the attacker got ${answers}`);
  }
  return kept;
}

/** A person at the login page. @param {Service} service @param {string} clientId @param {number} number @returns {Promise<Person>} */
async function signInForm(service, clientId, number) {
  const loginName = await addPerson(service, number);
  const { page, cookie } = await beginSignIn(service, clientId);
  return { loginName, cookie, request: form(page, { loginName, password: PASSWORD }) };
}

/** @param {Service} service @param {string} clientId @param {string} victim @returns {Promise<Record<string, Attack>>} */
async function attacksOn(service, clientId, victim) {
  // An address for each: a limited address would be refused at once in the next attack.
  const [registers, guesses, repeats, forgets] = ['203.0.113.66', '203.0.113.67', '203.0.113.68', '203.0.113.69'];
  const mallory = await signInForm(service, clientId, FIRST + PEOPLE);
  const { page, cookie } = await beginSignIn(service, clientId);
  const applicant = { givenName: 'Mal', familyName: 'Lory', newPassword: PASSWORD };
  return {
    registrations: (serial) =>
      from(registers, cookie, form(`${page.replace(/\?.*/, '')}/register`, { ...applicant, email: `mal-${serial}@example.net` })),
    'wrong passwords': (serial) => from(guesses, cookie, form(page, { loginName: `nobody-${serial}`, password: 'Wrong-Horse-7' })),
    'its right password': () => from(repeats, mallory.cookie, mallory.request),
    resets: () => from(forgets, cookie, form('/password/forgotten', { loginName: victim })),
  };
}

/** @param {string} address @param {string} cookie @param {Request} request @returns {Request} */
function from(address, cookie, request) {
  return { ...request, headers: { ...request.headers, cookie, 'x-forwarded-for': address } };
}

/** @param {Service} service @param {readonly Person[]} people @param {number} number of the part @param {Attack} attack */
async function beside(service, people, number, attack) {
  /** @type {Map<number, number>} */
  const statuses = new Map();
  const stop = flood(service, attack, statuses);
  const crowd = await part(service, people, number);
  stop();
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const answers = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
  return { crowd, answers: answers.join(', ') || 'no answer' };
}

/** @param {Service} service @param {Attack} attack @param {Map<number, number>} statuses @returns {() => void} */
function flood(service, attack, statuses) {
  const { hostname, port, host } = new URL(service.url);
  let [serial, over] = [0, false];
  const connections = Array.from({ length: ATTACKERS }, (_, index) => {
    const connection = new Connection(hostname, Number(port));
    const send = () => {
      if (over) return;
      connection.exchange(requestBytes(attack(serial++, index), host), (_error, answer) => {
        if (answer) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        // What is turned away at once comes again ten times a second, as a program would that goes on.
        setTimeout(send, answer?.status === 200 || answer?.status === SIGNED_IN ? 0 : 100);
      });
    };
    send();
    return connection;
  });
  return () => {
    over = true;
    for (const connection of connections) connection.close();
  };
}

/**
 * Everybody signs in now and then, in each part from another address: one address may ask for the same name 60 times in ten minutes.
 * @param {Service} service @param {readonly Person[]} people @param {number} number of the part @param {number} [length] seconds
 * @returns {Promise<Crowd>}
 */
async function part(service, people, number, length = seconds) {
  /** @type {Crowd} */
  const crowd = { waits: [], refused: 0 };
  const end = performance.now() + length * 1_000;
  const { hostname, port, host } = new URL(service.url);
  await Promise.all(
    people.map(async (person, index) => {
      const request = from(`10.0.${number}.${index}`, person.cookie, person.request);
      const connection = new Connection(hostname, Number(port));
      await sleep((index * PAUSE_MS) / PEOPLE);
      while (performance.now() < end) {
        const sent = performance.now();
        const status = await new Promise((resolve) =>
          connection.exchange(requestBytes(request, host), (_error, answer) => resolve(answer?.status)),
        );
        if (status === SIGNED_IN) crowd.waits.push(performance.now() - sent);
        else crowd.refused++;
        await sleep(PAUSE_MS);
      }
      connection.close();
    }),
  );
  return crowd;
}

/** @param {number} ms @returns {Promise<void>} */
function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** @param {readonly number[]} sample @param {number} part of the whole */
function percentile(sample, part) {
  return sample.toSorted((a, b) => a - b)[Math.ceil(sample.length * part) - 1] ?? Number.NaN;
}

/** @param {string} name @param {Crowd} crowd @param {string} [more] */
function show(name, { waits, refused }, more = '') {
  const [p50, p99] = [0.5, 0.99].map((share) => `${Math.round(percentile(waits, share))} ms`);
  console.log(`${name.padEnd(20)} ${waits.length} signed in, ${refused} refused, p50 ${p50}, p99 ${p99}  ${more}`);
}
