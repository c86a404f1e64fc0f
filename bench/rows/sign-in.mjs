// People who sign in with a password and the code of their authenticator app, against nothing but the check of their passwords; and people who
// sign in with a passkey, against nothing but the check of such a signature.
import bcrypt from 'bcrypt';
import { availableParallelism } from 'node:os';
import { generateSecret, generateSync } from 'otplib';
import { Authenticator } from '../../test/support/authenticator.mjs';
import { firstForm } from '../../tour/browser.mjs';
import { scratchFolder } from '../harness/engines.mjs';
import { Child } from '../harness/processes.mjs';
import { ground, Service } from '../harness/service.mjs';
import { addApplication } from './applications.mjs';
import { bcryptAlone, hashCost } from './password-login.mjs';
import { form, personName } from './requests.mjs';
import { addPasskey, addPerson, beginSignIn, PASSWORD } from './sessions.mjs';

const VERIFIER = new URL('../limits/raw-signature-check.mjs', import.meta.url);
const FIRST_WITH_APP = 980_000_000;
const FIRST_WITH_PASSKEY = 981_000_000;
const WITH_APPS = 2;
const WITH_PASSKEYS = 8;
/** More sign-ins a second and core than a hash of cost 12 allows; a code is good once. */
const MOST_PER_SECOND = 8;
/** Both warm-ups and the time in which statements are recorded. */
const OTHER_SECONDS = 12;
const IMPORTED_AT_ONCE = 500;
const SENT_ON = 303;
const OK = 200;

/** @typedef {{ page: string, cookie: string }} Pending */

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = [
  {
    name: 'sign-in-totp',
    unit: 'people',
    // Few, so that a round ends with few who have given their password and not their code.
    connections: WITH_APPS,
    perAnswer: 0.5,
    async setup({ service, seconds, rounds }) {
      const people = Math.ceil((OTHER_SECONDS + seconds * rounds) * MOST_PER_SECOND * availableParallelism());
      const secret = generateSecret();
      await importWithApp(service, people, secret);
      const { clientId } = await addApplication(service);
      const pending = [];
      for (let i = 0; i < people; i++) pending.push(await beginSignIn(service, clientId));
      return { pending, secret };
    },
    request({ pending, secret }) {
      /** Who sends a code next, by connection. @type {Map<number, Pending>} */
      const half = new Map();
      return (serial, connection, last) => {
        const waiting = half.get(connection);
        if (half.delete(connection) && waiting) return codeForm(waiting, last, secret);
        const next = pending[serial];
        if (!next) throw new Error('Everybody has signed in: a shorter run.');
        half.set(connection, next);
        const loginName = `${personName(FIRST_WITH_APP + serial)}@example.com`;
        return posted(next, next.page, { loginName, password: PASSWORD }, OK);
      };
    },
    limit: bcryptAlone,
    goals: { sqlite: { ratio: 0.8, by: ['rate'] }, mariadb: { ratio: 0.8, by: ['rate'] } },
  },
  {
    name: 'sign-in-passkey',
    unit: 'people',
    connections: WITH_PASSKEYS,
    perAnswer: 0.5,
    // At an IP address browsers have no WebAuthn.
    async service({ engine, cleanup, cores }) {
      return Service.start(ground(await engine.freshDatabase(), scratchFolder(cleanup)), cleanup, {
        core: cores.service,
        host: 'localhost',
      });
    },
    async setup({ service }) {
      const { clientId } = await addApplication(service);
      const people = [];
      for (let i = 0; i < WITH_PASSKEYS; i++) {
        const key = new Authenticator(service.url);
        await addPasskey(service, await addPerson(service, FIRST_WITH_PASSKEY + i), key);
        const { credentialId, userHandle, keys } = key;
        const privateKey = keys.privateKey.export({ format: 'jwk' });
        people.push({ ...(await beginSignIn(service, clientId)), origin: service.url, credentialId, userHandle, privateKey });
      }
      return { people };
    },
    request({ people }) {
      const keys = people.map((/** @type {any} */ person) => Authenticator.restore(person));
      /** Connections that have a challenge. */
      const challenged = new Set();
      return (_serial, connection, last) => {
        const person = people[connection];
        const [path = ''] = person.page.split('?');
        if (challenged.delete(connection)) {
          const options = JSON.parse(last?.toString() ?? '{}');
          return posted(person, `${path}/passkey`, { credential: keys[connection].get(options) }, SENT_ON);
        }
        challenged.add(connection);
        return posted(person, `${path}/passkey-options`, {}, OK);
      };
    },
    limit: {
      name: 'signature alone',
      async start({ cleanup, cores }) {
        const child = new Child(VERIFIER, { core: cores.service, ipc: true });
        const stop = cleanup.add(() => child.end());
        return { worker: child, stop };
      },
    },
    goals: {},
  },
];

/** @param {Pending} pending @param {string} path @param {Record<string, string>} fields @param {number} status */
function posted({ cookie }, path, fields, status) {
  const request = form(path, fields);
  return { ...request, headers: { ...request.headers, cookie }, status };
}

/** The second step's form, with what the authenticator app shows now. @param {Pending} pending @param {Buffer | undefined} page @param {string} secret */
function codeForm(pending, page, secret) {
  const shown = firstForm(page?.toString() ?? '');
  if (!shown || !Object.hasOwn(shown.fields, 'code')) throw new Error('The page asks for no code.');
  return posted(pending, shown.action, { ...shown.fields, remember: '', code: generateSync({ secret }) }, SENT_ON);
}

/** Everybody with the same secret, which is no matter here. @param {Service} service @param {number} people @param {string} secret */
async function importWithApp(service, people, secret) {
  const value = await bcrypt.hash(PASSWORD, await hashCost());
  for (let from = 0; from < people; from += IMPORTED_AT_ONCE) {
    const humanUsers = Array.from({ length: Math.min(IMPORTED_AT_ONCE, people - from) }, (_, at) => {
      const userName = personName(FIRST_WITH_APP + from + at);
      const email = { email: `${userName}@example.com`, isEmailVerified: true };
      return {
        user: { userName, profile: { firstName: 'Benita', lastName: 'Benchley' }, email, hashedPassword: { value }, otpCode: secret },
      };
    });
    const { success } = await service.call('POST', '/admin/v1/import', {
      dataOrgs: { orgs: [{ orgId: service.credentials.orgId, humanUsers }] },
    });
    if (success.orgs[0]?.humanUserIds.length !== humanUsers.length) throw new Error('Not everybody was imported.');
  }
}
