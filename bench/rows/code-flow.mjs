// The whole code flow of a person who is signed in already: the browser is sent back with a code, and the application redeems it.
import { Child } from '../harness/processes.mjs';
import { addApplication } from './applications.mjs';
import { form } from './requests.mjs';
import { addPerson, authorizePath, openSession, redemption } from './sessions.mjs';

const PROVIDER = new URL('../limits/bare-code-flow.mjs', import.meta.url);
const PERSON = 960_000_000;
export const BROWSERS = 16;
/** The answer repeats in its body where it sends the browser. */
const CODE = /[?&;]code=([^&"'<\s]+)/;
const SENT_BACK = 303;
const ISSUED = Buffer.from('"id_token":"');

/** A code flow: what every row of one has in common. @type {Pick<import('../harness/measure.mjs').Row, 'unit' | 'connections' | 'perAnswer' | 'check' | 'request'>} */
export const CODE_FLOW = {
  unit: 'flows',
  connections: BROWSERS,
  perAnswer: 0.5,
  check: (body) => body.includes(ISSUED) || CODE.test(body.toString()),
  request({ path, authorization, sessions }) {
    /** Connections that were sent back with a code, in this run. @type {Set<number>} */
    const redeeming = new Set();
    const begin = sessions.map((/** @type {string} */ cookie) => ({ method: 'GET', path, headers: { cookie }, status: SENT_BACK }));
    return (_serial, connection, last) => {
      if (redeeming.delete(connection)) return form('/oauth/v2/token', redemption(codeIn(last)), authorization);
      redeeming.add(connection);
      return begin[connection];
    };
  },
};

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = [
  {
    ...CODE_FLOW,
    name: 'code-flow',
    async setup({ service }) {
      const { clientId, authorization } = await addApplication(service);
      const loginName = await addPerson(service, PERSON);
      const sessions = [];
      for (let i = 0; i < BROWSERS; i++) sessions.push(await openSession(service, clientId, loginName));
      return { path: authorizePath(clientId), authorization, sessions };
    },
    limit: {
      name: 'bare oidc-provider',
      async start({ cleanup, cores }) {
        const child = new Child(PROVIDER, { core: cores.service, ipc: true });
        const stop = cleanup.add(() => child.end());
        const { url, clientId, authorization, sessions } = await child.ask({ do: 'start', browsers: BROWSERS });
        return { url, pid: child.pid, context: { path: authorizePath(clientId), authorization, sessions }, stop };
      },
    },
    goals: { mariadb: { rate: 200 } },
  },
];

/** @param {Buffer | undefined} body */
function codeIn(body) {
  return decodeURIComponent(CODE.exec(body?.toString() ?? '')?.[1] ?? '');
}
