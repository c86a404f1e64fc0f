// People who send the login form, against nothing but the check of their passwords; and what others wait for meanwhile.
import { Child } from '../harness/processes.mjs';
import { addApplication } from './applications.mjs';
import { form } from './requests.mjs';
import { addPerson, beginSignIn, PASSWORD } from './sessions.mjs';

const BCRYPT = new URL('../limits/raw-bcrypt.mjs', import.meta.url);
const CROWD = new URL('../limits/login-crowd.mjs', import.meta.url);
const FIRST = 970_000_000;
const BROWSERS = 8;
/** So many take turns in each browser's place: one name and address has a limit of its own (docs/adr/0014-guessing-and-mailed-codes.md). */
const TURNS = 12;
const SENT_ON = 303;
const HEALTH = { method: 'GET', path: '/healthz' };
const KEY_SET = { method: 'GET', path: '/oauth/v2/keys' };

/** People at the login page, each with a browser. The same form may be sent again as long as the browser does not go on. @param {import('../harness/service.mjs').Service} service @param {number} first */
async function crowd(service, first) {
  const { clientId } = await addApplication(service);
  const people = [];
  for (let i = 0; i < BROWSERS * TURNS; i++) {
    const loginName = await addPerson(service, first + i);
    const { page, cookie } = await beginSignIn(service, clientId);
    const request = form(page, { loginName, password: PASSWORD });
    people.push({ ...request, headers: { ...request.headers, cookie } });
  }
  return people;
}

/** The cost of a hash that the service makes. @returns {Promise<number>} */
export async function hashCost() {
  // Built by now, and not there when types are checked.
  const settings = await import(new URL('../../dist/src/common/settings/settings.js', import.meta.url).href);
  return settings.loadSettings({}).passwordHashCost;
}

/** @type {import('../harness/measure.mjs').Limit} */
export const bcryptAlone = {
  name: 'bcrypt alone',
  async start({ cleanup, cores }) {
    const child = new Child(BCRYPT, { core: cores.service, ipc: true });
    const stop = cleanup.add(() => child.end());
    await child.ask({ do: 'prepare', cost: await hashCost() });
    return { worker: child, stop };
  },
};

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = [
  {
    name: 'password-login',
    unit: 'people',
    connections: BROWSERS,
    status: SENT_ON,
    setup: async ({ service }) => ({ people: await crowd(service, FIRST) }),
    request({ people }) {
      return (serial) => people[serial % people.length];
    },
    limit: bcryptAlone,
    goals: { sqlite: { ratio: 0.8, by: ['rate'] }, mariadb: { ratio: 0.8, by: ['rate'] } },
  },
  {
    name: 'key-set-beside-logins',
    unit: 'answers',
    connections: 1,
    setup: async ({ service }) => ({ people: await crowd(service, FIRST + BROWSERS * TURNS) }),
    request: () => () => KEY_SET,
    limit: {
      name: 'GET /healthz, beside them too',
      request: () => () => HEALTH,
      async start({ cleanup, cores, service: { url, pid } }, { people }) {
        const child = new Child(CROWD, { core: cores.load, ipc: true });
        const stop = cleanup.add(() => child.end());
        await child.ask({ do: 'start', url, people, status: SENT_ON });
        return { url, pid, stop };
      },
    },
    goals: {},
  },
];
