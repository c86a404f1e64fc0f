// The built service as a process.
import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Child } from './processes.mjs';

const MAIN = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
const LIVE_HEAP = new URL('live-heap.mjs', import.meta.url).href;
const READY_MS = 180_000;
const POLL_MS = 10;

/**
 * @typedef {{ orgId: string, serviceUser: { clientId: string, clientSecret: string, personalAccessToken: string } }} Credentials
 * @typedef {{ databaseUrl: string, dataDir: string, masterKey: string }} Ground
 */

/** Where a service lives, before it is started. @param {string} databaseUrl @param {string} dataDir @returns {Ground} */
export function ground(databaseUrl, dataDir) {
  return { databaseUrl, dataDir, masterKey: randomBytes(32).toString('base64') };
}

/** A running service and the first way in. */
export class Service {
  /** From the start of the process to the first 200 of /readyz. */
  startMs = 0;

  /** @param {Child} child @param {string} url @param {Ground} place */
  constructor(child, url, { databaseUrl, dataDir }) {
    this.child = child;
    this.url = url;
    this.databaseUrl = databaseUrl;
    this.dataDir = dataDir;
  }

  /** @param {Ground} place @param {import('./processes.mjs').Cleanup} cleanup @param {{ core?: string | undefined, profile?: string | undefined, host?: string, env?: Record<string, string>, tellsHeap?: boolean, loaded?: string }} options `tellsHeap`: see {@link liveHeapMiB}; `loaded`: a module that the process loads first and that answers messages */
  static async start(place, cleanup, { core, profile, host = '127.0.0.1', env: more = {}, tellsHeap = false, loaded }) {
    const port = await freePort();
    const url = `http://${host}:${port}`;
    const env = {
      ...more,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.databaseUrl,
      MASTER_KEY: place.masterKey,
    };
    const profiled = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
    const extra = tellsHeap ? LIVE_HEAP : loaded;
    const nodeArgs = [
      '--max-semi-space-size=16',
      ...profiled,
      ...(tellsHeap ? ['--expose-gc'] : []),
      ...(extra === undefined ? [] : ['--import', extra]),
    ];
    const started = performance.now();
    const child = new Child(MAIN, { core, env, nodeArgs, ipc: extra !== undefined });
    const service = new Service(child, url, place);
    service.end = cleanup.add(() => child.end());
    while (!(await isReady(url))) {
      if (!child.running || performance.now() - started > READY_MS) throw new Error(`The service did not start:\n${child.output}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    service.startMs = performance.now() - started;
    return service;
  }

  /** @type {() => Promise<void>} */
  end = async () => undefined;

  get pid() {
    return this.child.pid;
  }

  /** What the heap holds after a collection that this asks for; of a service that was started with `tellsHeap`. @returns {Promise<number>} */
  liveHeapMiB() {
    return this.child.ask({ do: 'liveHeap' });
  }

  /** @returns {Credentials} */
  get credentials() {
    return JSON.parse(readFileSync(join(this.dataDir, 'bootstrap.json'), 'utf8'));
  }

  /** @returns {Record<string, string>} the header of a caller who may do everything */
  get bearer() {
    return { authorization: `Bearer ${this.credentials.serviceUser.personalAccessToken}` };
  }

  /** For preparing a row, not for measuring. @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>} the answer's body */
  async call(method, path, body) {
    const type = path.startsWith('/scim/') ? 'application/scim+json' : 'application/json';
    return fetchJson(this.url + path, {
      method,
      headers: { ...this.bearer, 'content-type': type },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}

/** @param {string} url @param {RequestInit} init @returns {Promise<any>} @throws Error with the answer, unless it is a 2xx */
export async function fetchJson(url, init) {
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${new URL(url).pathname} was answered ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** @param {string} id @param {string} secret */
export const basic = (id, secret) => `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;

/** @param {string} url @returns {Promise<boolean>} */
async function isReady(url) {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Below the ports that the system hands out by itself: no connection gets one between its choice and its use. */
const [FIRST_PORT, PORTS] = [20_000, 1_500];

/** A port that no program listens on now. @returns {Promise<number>} */
export async function freePort() {
  const server = createServer();
  const port = FIRST_PORT + randomInt(PORTS);
  const isFree = await new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
  return isFree ? port : freePort();
}
