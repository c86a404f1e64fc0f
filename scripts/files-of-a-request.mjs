// `npm run request:files`: how many files of the service run for one ordinary request of each kind, of the built service on SQLite.
// `--list patch` prints their names as well. A file counts if one of its functions was called during each of several requests of the kind,
// so background work doesn't count. Nothing is asserted: a missed goal is printed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Cleanup } from '../bench/harness/processes.mjs';
import { basic, ground, Service } from '../bench/harness/service.mjs';
import { addApplication } from '../bench/rows/applications.mjs';
import { form, personName, scimPerson, usersPath } from '../bench/rows/requests.mjs';
import { addPerson, openSession } from '../bench/rows/sessions.mjs';

const COVERAGE = new URL('request-coverage.mjs', import.meta.url).href;
const WARM = 3;
const COUNTED = 4;

/**
 * `prepare` returns a function that does one request, or the requests of one sign-in.
 * @typedef {{ goal: number, prepare(service: Service): Promise<(serial: number) => Promise<unknown>> }} Kind
 */

/** @type {Record<string, Kind>} */
const KINDS = {
  patch: {
    goal: 55,
    async prepare(service) {
      const { id } = await service.call('POST', usersPath(service.credentials), scimPerson(personName(1)));
      return (serial) =>
        service.call('PATCH', `${usersPath(service.credentials)}/${id}`, {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
          Operations: [{ op: 'replace', path: 'title', value: `Title ${serial}` }],
        });
    },
  },
  token: {
    goal: 30,
    async prepare(service) {
      const { clientId, clientSecret } = service.credentials.serviceUser;
      const {
        method,
        path,
        headers = {},
        body = '',
      } = form('/oauth/v2/token', { grant_type: 'client_credentials' }, basic(clientId, clientSecret));
      return async () => assertOk(await fetch(service.url + path, { method, headers, body }));
    },
  },
  'sign-in': {
    goal: 75,
    async prepare(service) {
      const { clientId } = await addApplication(service);
      const loginName = await addPerson(service, 2);
      return () => openSession(service, clientId, loginName);
    },
  },
  import: {
    goal: 75,
    async prepare(service) {
      return (serial) => service.call('POST', '/admin/v1/import', importOf(service.credentials.orgId, personName(100 + serial)));
    },
  },
};

const { values } = parseArgs({ options: { list: { type: 'string', multiple: true, default: [] } } });
const cleanup = new Cleanup();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.once(signal, () => void cleanup.run().then(() => process.exit(130)));

try {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-files-'));
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }));
  const place = ground(`sqlite:${join(folder, 'gatehouse.db')}`, folder);
  const service = await Service.start(place, cleanup, { loaded: COVERAGE });
  for (const [name, kind] of Object.entries(KINDS)) {
    const files = await filesOf(service.child, await kind.prepare(service));
    const missed = files.length > kind.goal ? ', missed' : '';
    console.log(`${name.padEnd(8)} ${String(files.length).padStart(4)} files, goal ${kind.goal}${missed}`);
    if (values.list.includes(name)) console.log(files.map((file) => `  ${file}`).join('\n'));
  }
} finally {
  await cleanup.run();
}

/** @param {import('../bench/harness/processes.mjs').Child} child @param {(serial: number) => Promise<unknown>} act @returns {Promise<string[]>} the files that run each time, sorted */
async function filesOf(child, act) {
  for (let serial = 0; serial < WARM; serial++) await act(serial);
  /** @type {string[] | undefined} */
  let always;
  for (let serial = WARM; serial < WARM + COUNTED; serial++) {
    await child.ask({ do: 'filesThatRan' });
    await act(serial);
    const ran = /** @type {string[]} */ (await child.ask({ do: 'filesThatRan' }));
    always = always?.filter((file) => ran.includes(file)) ?? ran;
  }
  return (always ?? []).toSorted();
}

/** @param {string} orgId @param {string} userName */
function importOf(orgId, userName) {
  const email = { email: `${userName}@example.com`, isEmailVerified: true };
  const person = { userId: userName, user: { userName, profile: { firstName: 'Given', lastName: 'Family' }, email } };
  return { dataOrgs: { orgs: [{ orgId, humanUsers: [person] }] } };
}

/** @param {Response} answer */
async function assertOk(answer) {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The service answered ${answer.status}: ${text}`);
}
