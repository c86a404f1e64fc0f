// `npm run bench:sizes`: what an import, lists, creating a person, signing in and the way of a typed name cost in a database of 10,000, 100,000 and
// 1,000,000 people, and how much memory the service has by then. Prints one table for each engine; nothing is asserted.
import { parseArgs } from 'node:util';
import { hasMariadb, openEngine, scratchFolder } from './harness/engines.mjs';
import { chooseCores, Cleanup, cpuMs, residentMiB } from './harness/processes.mjs';
import { median } from './harness/samples.mjs';
import { ground, Service } from './harness/service.mjs';
import { number, table } from './harness/table.mjs';
import { addApplication } from './rows/applications.mjs';
import { runJob, writePeople } from './rows/import.mjs';
import { form, personName, scimPerson, usersPath } from './rows/requests.mjs';
import { addPerson, beginSignIn, openSession } from './rows/sessions.mjs';

/** Above every name of an import. */
let serial = 990_000_000;

/** `pending`: a sign-in whose page asks for a name; `domains`: of providers. @typedef {{ service: Service, clientId: string, loginName: string, known: string, pending: import('./rows/sessions.mjs').PendingSignIn, domains: string[] }} Place */

/** What is done at each size, one after the other, so many times. @type {Record<string, { times: number, act(place: Place): Promise<unknown> }>} */
const ACTS = {
  'SCIM by userName': { times: 200, act: ({ service, known }) => service.call('GET', `${users(service)}?filter=${equals(known)}`) },
  'SCIM first page of 100': { times: 50, act: ({ service }) => service.call('GET', `${users(service)}?count=100`) },
  'people, page of 20': { times: 100, act: ({ service }) => service.call('GET', `${people(service)}?limit=20`) },
  'people, found by text': { times: 100, act: ({ service, known }) => service.call('GET', `${people(service)}?limit=20&q=${known}`) },
  'people, found by an inner word': {
    times: 100,
    act: ({ service, known }) => service.call('GET', `${people(service)}?limit=20&q=${known.split('-').at(-1)}`),
  },
  'people, found by two words': {
    times: 100,
    act: ({ service, known }) => service.call('GET', `${people(service)}?limit=20&q=bench+${known.split('-').at(-1)}`),
  },
  'people, found by one letter': { times: 20, act: ({ service }) => service.call('GET', `${people(service)}?limit=20&q=b`) },
  'overview of an organization': {
    times: 50,
    act: ({ service }) => service.call('GET', `/admin/v1/organizations/${service.credentials.orgId}/overview`),
  },
  'overview of the service': { times: 50, act: ({ service }) => service.call('GET', '/admin/v1/overview') },
  'SCIM create': { times: 200, act: ({ service }) => service.call('POST', users(service), scimPerson(personName(serial++))) },
  'sign-in by password': { times: 8, act: ({ service, clientId, loginName }) => openSession(service, clientId, loginName) },
  'typed name, domain with a provider': {
    times: 100,
    act: (place) => typeName(place, place.domains[serial++ % place.domains.length] ?? '', 'to/'),
  },
  'typed name, no such domain': { times: 100, act: (place) => typeName(place, `no-${serial++}.example.com`, 'name="password"') },
};

const { values } = parseArgs({
  options: {
    engine: { type: 'string', multiple: true, default: hasMariadb() ? ['sqlite', 'mariadb'] : ['sqlite'] },
    size: { type: 'string', multiple: true, default: ['10000', '100000', '1000000'] },
    providers: { type: 'string', default: '100' },
  },
});
const cleanup = new Cleanup();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.once(signal, () => void cleanup.run().then(() => process.exit(130)));

try {
  for (const name of values.engine) await measureEngine(/** @type {import('./harness/engines.mjs').EngineName} */ (name));
} finally {
  await cleanup.run();
}

/** @param {import('./harness/engines.mjs').EngineName} name */
async function measureEngine(name) {
  const cores = chooseCores();
  const engine = await openEngine(name, cleanup, cores);
  const service = await Service.start(ground(await engine.freshDatabase(), scratchFolder(cleanup)), cleanup, { core: cores.service });
  const { clientId } = await addApplication(service);
  const loginName = await addPerson(service, serial++);
  const domains = await addProviders(service, Number(values.providers));
  const place = { service, clientId, loginName, known: personName(serial++), domains, pending: await beginSignIn(service, clientId) };
  await service.call('POST', users(service), scimPerson(place.known));
  /** @type {string[][]} */
  const columns = [];
  let present = 0;
  for (const size of values.size.map(Number)) {
    const imported = await importUpTo(service, present, size);
    present = size;
    const acts = [];
    for (const { times, act } of Object.values(ACTS)) acts.push(await measure(service, times, () => act(place)));
    columns.push([number(size), imported, ...acts, number(residentMiB(service.pid))]);
  }
  const titles = [
    'people',
    'import, people/s (CPU ms each) of the last tenth',
    ...Object.keys(ACTS).map((act) => `${act}, ms (CPU ms)`),
    'resident MiB',
  ];
  console.log(
    `\n${engine.about}\n${table(
      titles.map((title, row) => [title, ...columns.map((column) => column[row] ?? '')]),
      new Set([0]),
    )}`,
  );
  await service.end();
}

/** @param {Service} service @param {number} present @param {number} size @returns {Promise<string>} pace and CPU time of the last tenth of it */
async function importUpTo(service, present, size) {
  const count = size - present;
  const file = await writePeople(scratchFolder(cleanup), service.credentials.orgId, count);
  /** @type {Array<{ added: number, atMs: number, cpu: number }>} */
  const seen = [];
  const note = (/** @type {number} */ added) => seen.push({ added, atMs: performance.now(), cpu: cpuMs(service.pid) ?? Number.NaN });
  const headers = { ...service.bearer, 'content-type': 'application/json' };
  await runJob(service, headers, file, (job) => job.added === count, { note });
  const last = seen.at(-1);
  const first = seen.find(({ added }) => added >= count * 0.9 && added < count) ?? seen[0];
  if (!last || !first) return '–';
  const added = last.added - first.added;
  return `${number((added / (last.atMs - first.atMs)) * 1000)} (${number((last.cpu - first.cpu) / added, 2)})`;
}

/** @param {Service} service @param {number} times @param {() => Promise<unknown>} act @returns {Promise<string>} median and CPU time of one */
async function measure(service, times, act) {
  // What is compiled and cached by the first ones is no matter of size.
  for (let i = 0; i < times / 4; i++) await act();
  const waits = [];
  const before = cpuMs(service.pid) ?? Number.NaN;
  for (let i = 0; i < times; i++) {
    const sent = performance.now();
    await act();
    waits.push(performance.now() - sent);
  }
  return `${number(median(waits), 1)} (${number(((cpuMs(service.pid) ?? Number.NaN) - before) / times, 1)})`;
}

/** Identity providers, each of an organization and a domain of its own. @param {Service} service @param {number} count @returns {Promise<string[]>} their domains */
async function addProviders(service, count) {
  const domains = Array.from({ length: count }, (_, at) => `company-${at}.example.com`);
  for (const domain of domains) {
    const { orgId } = await service.call('POST', '/admin/v1/organizations', { name: domain, primaryDomain: domain });
    await service.call('POST', `/admin/v1/organizations/${orgId}/identity-providers`, {
      kind: 'oidc',
      name: domain,
      issuer: `https://${domain}`,
      clientId: 'gatehouse',
      clientSecret: 'of the benchmark',
      domains: [domain],
    });
  }
  return domains;
}

/** Sends the name alone, as the page that asks for it does. @param {Place} place @param {string} domain @param {string} expected on the next page */
async function typeName({ service, pending: { page, cookie } }, domain, expected) {
  const { method, headers = {}, body = '' } = form(page, { loginName: `${personName(serial++)}@${domain}` });
  const answer = await fetch(service.url + page, { method, headers: { ...headers, cookie }, body });
  if (!(await answer.text()).includes(expected)) throw new Error(`A name in ${domain} was answered ${answer.status}, without ${expected}.`);
}

/** @param {Service} service */
function users({ credentials }) {
  return usersPath(credentials);
}

/** @param {Service} service */
function people({ credentials: { orgId } }) {
  return `/admin/v1/organizations/${encodeURIComponent(orgId)}/people`;
}

/** @param {string} userName */
function equals(userName) {
  return encodeURIComponent(`userName eq "${userName}"`);
}
