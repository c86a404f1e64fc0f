// The limits a row can be measured against; each starts its program and says how it is asked.
import { Child } from '../harness/processes.mjs';
import { scratchFolder } from '../harness/engines.mjs';

const PROVIDER = new URL('./bare-provider.mjs', import.meta.url);
const FIXED = new URL('./fixed-answer.mjs', import.meta.url);
const WRITER = new URL('./raw-writer.mjs', import.meta.url);

/**
 * The running library. `seed` makes tokens as if a person had signed in, each with an authorization of its own.
 * @typedef {{
 *   url: string,
 *   clientId: string,
 *   authorization: string,
 *   seed(tokens: import('./bare-provider.mjs').Seeds): Promise<string[]>,
 * }} BareProvider
 */

/**
 * The library with its own in-memory storage, in a process of its own on the service's core; it takes the same request.
 * @param {(provider: BareProvider, context: any) => Promise<unknown>} contextOf what the row's `request` needs to ask it
 * @param {(context: any) => import('./bare-provider.mjs').Wishes} [wishesOf]
 * @returns {import('../harness/measure.mjs').Limit}
 */
export function bareProvider(contextOf, wishesOf = () => ({})) {
  return {
    name: 'bare oidc-provider',
    async start({ cleanup, cores }, context) {
      const child = new Child(PROVIDER, { core: cores.service, ipc: true });
      const stop = cleanup.add(() => child.end());
      const facts = await child.ask({ do: 'start', ...wishesOf(context) });
      /** @type {BareProvider['seed']} */
      const seed = (tokens) => child.ask({ do: 'seed', ...tokens });
      return { url: facts.url, pid: child.pid, context: await contextOf({ ...facts, seed }, context), stop };
    },
  };
}

/**
 * What the service answered once, from memory: the same bytes and headers.
 * @param {string} path @returns {import('../harness/measure.mjs').Limit}
 */
export function fixedAnswer(path) {
  return {
    name: 'fixed bytes',
    async start({ cleanup, cores, service }) {
      const answer = await fetch(service.url + path);
      const [headers, body] = [[...answer.headers], await answer.text()];
      const child = new Child(FIXED, { core: cores.service, ipc: true });
      const stop = cleanup.add(() => child.end());
      const { url } = await child.ask({ do: 'start', headers, body });
      return { url, pid: child.pid, stop };
    },
  };
}

/**
 * Another route of the same process.
 * @param {string} name @param {import('../harness/connection.mjs').Request} request
 * @returns {import('../harness/measure.mjs').Limit}
 */
export function sameService(name, request) {
  return { name, request: () => () => request, start: async ({ service: { url, pid } }) => ({ url, pid }) };
}

/**
 * The rows of a person, as the service wrote them, written again and again with nothing around them, into a schema of their own.
 * `context.template` names a person that the row's setup made. `changes`: one column of people who are there already, with the event.
 * @param {{ peopleInTransaction: number, connections: Record<import('../harness/engines.mjs').EngineName, number>, changes?: boolean }} shape
 * @returns {import('../harness/measure.mjs').Limit}
 */
export function rawWriter({ peopleInTransaction, connections, changes = false }) {
  return {
    name: changes ? 'raw change' : 'raw rows',
    async start({ cleanup, cores, engine, service }, { template }) {
      const child = new Child(WRITER, { core: cores.service, ipc: true });
      const stop = cleanup.add(() => child.end());
      await child.ask({
        do: 'prepare',
        sourceUrl: service.databaseUrl,
        scratchUrl: await engine.freshDatabase(),
        scratchDir: scratchFolder(cleanup),
        template,
        peopleInTransaction,
        changes,
        connections: connections[engine.name],
      });
      return { worker: child, stop };
    },
  };
}
