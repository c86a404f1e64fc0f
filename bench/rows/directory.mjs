// People who sign in with the directory of their company, from the application to its code. The directory is a second service, or a SAML provider
// that the load generator plays. The limit is the same sign-in with a password that costs no hash.
import { scratchFolder } from '../harness/engines.mjs';
import { Child } from '../harness/processes.mjs';
import { newSamlKey } from '../harness/saml-answer.mjs';
import { ground, Service } from '../harness/service.mjs';
import { addApplication } from './applications.mjs';
import { personName } from './requests.mjs';
import { addPerson, openBrowser } from './sessions.mjs';

const VISITORS = new URL('../harness/visitors.mjs', import.meta.url);
const NO_HASH = new URL('../limits/no-hash.mjs', import.meta.url).href;
const FIRST = 982_000_000;
const LANES = 8;
/** A name has 60 passwords checked in ten minutes. */
const PEOPLE_OF_LANE = 40;
const PEOPLE_THERE = 4;
/** What is asked of a sign-in with a directory: at most half as much again as one with a password, without the hash. */
const MOST_BY_PASSWORD = 0.67;

/** @typedef {import('../harness/measure.mjs').Bench} Bench @typedef {import('../harness/measure.mjs').Limit} Limit */

/** @param {Bench} bench @param {{ core?: string | undefined, env?: Record<string, string>, loaded?: string, profile?: string | undefined }} options */
async function serviceOf({ engine, cleanup }, options) {
  return Service.start(ground(await engine.freshDatabase(), scratchFolder(cleanup)), cleanup, options);
}

/** The measured service is alone on its core. @param {Bench} bench */
const startHere = (bench) =>
  serviceOf(bench, { core: bench.cores.service, profile: bench.profile, env: { BACKCHANNEL_ALLOW_PRIVATE: 'true' } });

/** A directory, whose passwords are not what is measured. @param {Bench} bench @param {string | undefined} core */
const startThere = (bench, core) => serviceOf(bench, { core, loaded: NO_HASH });

/** @param {Bench} bench */
function startVisitors({ cleanup, cores }) {
  const child = new Child(VISITORS, { core: cores.load, ipc: true });
  cleanup.add(() => child.end());
  return child;
}

/** @param {string} way @returns {import('../harness/measure.mjs').Run} */
const visits =
  (way) =>
  ({ seconds, warmUpSeconds }, { visitors, job }, warmUp) =>
    visitors.ask({ do: 'run', way, seconds: warmUp ? warmUpSeconds : seconds, lanes: LANES, ...job });

/** @param {Service} service @param {object} provider @returns {Promise<{ providerId: string, callbackUrl: string }>} */
async function addProvider(service, provider) {
  const path = `/admin/v1/organizations/${service.credentials.orgId}/identity-providers`;
  const { identityProviderId, callbackUrl } = await service.call('POST', path, { name: 'Directory', creation: 'automatic', ...provider });
  return { providerId: identityProviderId, callbackUrl };
}

/** Connects both services, and signs people in there. @param {Bench} bench @param {Service} here @param {Service} there */
async function connected(bench, here, there) {
  const projects = `/admin/v1/organizations/${there.credentials.orgId}/projects`;
  const { projectId } = await there.call('POST', projects, { name: 'Directory' });
  const applications = `${projects}/${projectId}/applications`;
  const application = {
    name: 'Directory',
    type: 'web',
    redirectUris: ['https://app.example.com/callback'],
    grantTypes: ['authorization_code'],
  };
  const { applicationId, clientId, clientSecret } = await there.call('POST', applications, application);
  const { providerId, callbackUrl } = await addProvider(here, { kind: 'oidc', issuer: there.url, clientId, clientSecret });
  await there.call('PATCH', `${applications}/${applicationId}`, { redirectUris: [callbackUrl] });
  const own = await addApplication(there);
  const sessions = await lanesOf(PEOPLE_THERE, async (serial) => [
    ...(await openBrowser(there, own.clientId, await addPerson(there, FIRST + serial))),
  ]);
  const entrance = { url: here.url, clientId: (await addApplication(here)).clientId };
  return {
    visitors: startVisitors(bench),
    job: { here: entrance, providerId, there: { url: there.url, clientId: own.clientId, authorization: own.authorization }, sessions },
  };
}

/** @template Value @param {number} each @param {(serial: number) => Promise<Value>} make @returns {Promise<Value[][]>} some for each lane */
async function lanesOf(each, make) {
  /** @type {Value[][]} */
  const lanes = [];
  for (let lane = 0; lane < LANES; lane++) {
    lanes[lane] = [];
    for (let at = 0; at < each; at++) lanes[lane]?.push(await make(lane * each + at));
  }
  return lanes;
}

/** @type {Limit} */
const byPassword = {
  name: 'password, no hash',
  run: visits('password'),
  async start(bench, { visitors }) {
    const service = await serviceOf(bench, { core: bench.cores.service, loaded: NO_HASH });
    const { clientId } = await addApplication(service);
    const loginNames = await lanesOf(PEOPLE_OF_LANE, (serial) => addPerson(service, FIRST + serial));
    const job = { here: { url: service.url, clientId }, loginNames };
    return { url: service.url, pid: service.pid, context: { visitors, job }, stop: () => service.end() };
  },
};

/** @type {Pick<import('../harness/measure.mjs').Row, 'unit' | 'connections'>} */
const PEOPLE = { unit: 'people', connections: LANES };

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = [
  {
    ...PEOPLE,
    name: 'sign-in-directory',
    service: startHere,
    setup: async (bench) => connected(bench, bench.service, await startThere(bench, bench.cores.load)),
    run: visits('directory'),
    limit: byPassword,
    goals: { sqlite: { ratio: MOST_BY_PASSWORD, by: ['cpu'] }, mariadb: { ratio: MOST_BY_PASSWORD, by: ['cpu'] } },
  },
  {
    ...PEOPLE,
    name: 'sign-in-directory-there',
    service: (bench) => startThere(bench, bench.cores.service),
    setup: async (bench) => connected(bench, await startHere({ ...bench, cores: { service: bench.cores.load } }), bench.service),
    run: visits('directory'),
    limit: {
      name: 'code flow alone',
      run: visits('codeFlow'),
      start: async ({ service: { url, pid } }, context) => ({ url, pid, context }),
    },
    goals: {},
  },
  {
    ...PEOPLE,
    name: 'sign-in-saml',
    service: startHere,
    async setup(bench) {
      const { certificate, privateKey } = await newSamlKey();
      const entityId = 'https://idp.example.com/metadata';
      const provider = { kind: 'saml', entityId, ssoUrl: 'https://idp.example.com/sso', certificates: [certificate] };
      const { providerId } = await addProvider(bench.service, provider);
      const { clientId } = await addApplication(bench.service);
      const names = await lanesOf(PEOPLE_THERE, async (serial) => `${personName(FIRST + serial)}@example.com`);
      return {
        visitors: startVisitors(bench),
        job: { here: { url: bench.service.url, clientId }, providerId, entityId, privateKey, names },
      };
    },
    run: visits('saml'),
    limit: byPassword,
    goals: { sqlite: { ratio: MOST_BY_PASSWORD, by: ['cpu'] }, mariadb: { ratio: MOST_BY_PASSWORD, by: ['cpu'] } },
  },
];
