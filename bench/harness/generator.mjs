// The load generator, a process of its own: so many connections, each sending the next request as soon as it has its answer.
import { ROWS } from '../rows/index.mjs';
import { Connection, requestBytes } from './connection.mjs';
import { answer } from './processes.mjs';
import { summary } from './samples.mjs';

const SHOWN_BODY = 300;

/** How many requests each row has made; never starts again, so that every name is new. @type {Map<string, number>} */
const serials = new Map();
/** The last good answer on each connection, of each row and side: a chain of requests goes on from it in the next round. @type {Map<string, Buffer[]>} */
const lastAnswers = new Map();

answer({ run });

/**
 * @param {{ row: string, side: 'service' | 'limit', context: any, url: string, seconds: number }} job
 * @returns {Promise<import('./samples.mjs').Run & { busy: number }>}
 */
async function run({ row: name, side, context, url, seconds }) {
  const row = ROWS.find((candidate) => candidate.name === name);
  if (!row) throw new Error(`There is no row ${name}.`);
  const requests = side === 'limit' && row.limit.request ? row.limit.request : row.request;
  if (!requests) throw new Error(`The row ${name} has no requests.`);
  const next = requests(context);
  const { status = 200, check } = side === 'limit' && row.limit.request ? {} : row;
  const { hostname, port, host } = new URL(url);
  /** @type {WeakMap<import('./connection.mjs').Request, Buffer>} */
  const ready = new WeakMap();
  /** @type {number[]} */
  const latencies = [];
  /** What was wrong, how often, and the first answer of that kind. @type {Map<string, { count: number, first: string, atMs: number }>} */
  const wrong = new Map();
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  const deadline = started + seconds * 1000;
  const chain = `${name} ${side}`;
  const last = lastAnswers.get(chain) ?? [];
  lastAnswers.set(chain, last);

  /** @param {number} index of the connection */
  const nextOf = (index) => {
    const serial = serials.get(name) ?? 0;
    serials.set(name, serial + 1);
    const request = next(serial, index, last[index]);
    let bytes = ready.get(request);
    if (!bytes) ready.set(request, (bytes = requestBytes(request, host)));
    return { bytes, expected: request.status ?? status };
  };
  /** @param {Connection} connection @param {number} index @param {() => void} done */
  const drive = (connection, index, done) => {
    const { bytes, expected } = nextOf(index);
    const sent = performance.now();
    connection.exchange(bytes, (error, reply) => {
      const now = performance.now();
      latencies.push(now - sent);
      if (!reply || reply.status !== expected || check?.(reply.body) === false) {
        const kind = reply ? `status ${reply.status}` : String(error?.message);
        const seen = wrong.get(kind) ?? { count: 0, first: reply?.body.toString().slice(0, SHOWN_BODY) ?? '', atMs: now - started };
        wrong.set(kind, { ...seen, count: seen.count + 1 });
      } else last[index] = reply.body;
      if (now < deadline && !error) drive(connection, index, done);
      else done();
    });
  };

  const connections = Array.from({ length: row.connections }, () => new Connection(hostname, Number(port)));
  await Promise.all(connections.map((connection, index) => new Promise((resolve) => drive(connection, index, () => resolve(undefined)))));
  const elapsedMs = performance.now() - started;
  for (const connection of connections) connection.close();
  if (wrong.size > 0) {
    const kinds = [...wrong].map(([kind, { count, first, atMs }]) => `${kind}: ${count}, the first after ${Math.round(atMs)} ms ${first}`);
    throw new Error(`Of ${latencies.length} answers some were not as expected. ${kinds.join('; ')}`);
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    ...summary(latencies, latencies.length * (side === 'limit' && row.limit.request ? 1 : (row.perAnswer ?? 1)), elapsedMs),
    busy: (user + system) / 1000 / elapsedMs,
  };
}
