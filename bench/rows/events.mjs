// The event search in a log of a million events (BENCH_EVENTS for another number), and of ten million, against the same search in one of a thousand.
import Libsql from 'libsql';
import mysql from 'mysql2/promise';
import { scratchFolder } from '../harness/engines.mjs';
import { ground, Service } from '../harness/service.mjs';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 1_000_000);
const VERY_MANY = 10_000_000;
const FEW = 1_000;
const PAGE = 100;
const PATH = '/admin/v1/events/_search';
/** `user.human.added`; an eighth of all are. */
const TYPE = 'user.human.added';
/** Those below `user.removed`: after a removal the service blanks what the events of the person hold, which is not what is measured. */
const TYPES = 8;
/** Above every number the service gives. */
const FIRST_UNIT = 4e15;
const FIRST_US = Date.parse('2020-01-01T00:00:00Z') * 1000;
const INSERTED_AT_ONCE = 100_000;

/** The same service with few events. @type {import('../harness/measure.mjs').Limit} */
const fewEvents = {
  name: `${FEW} events`,
  async start(bench) {
    const service = await freshService(bench);
    await seed(service, FEW);
    return { url: service.url, pid: service.pid, context: await contextOf(service), stop: () => service.end() };
  },
};

/** One of its own, on the same core. @param {import('../harness/measure.mjs').Bench} bench */
async function freshService({ engine, cleanup, cores }) {
  return Service.start(ground(await engine.freshDatabase(), scratchFolder(cleanup)), cleanup, { core: cores.service });
}

/** What both rows need, made once for each service. @param {import('../harness/service.mjs').Service} service */
async function contextOf(service) {
  // The page starts where the events of the start are behind.
  const { cursor } = await service.call('POST', PATH, { follow: true, limit: PAGE });
  return { headers: { ...service.bearer, 'content-type': 'application/json' }, cursor };
}

/** @type {WeakSet<object>} */
const seeded = new WeakSet();

/** @param {number} events */
const setupOf =
  (events) =>
  /** @param {import('../harness/measure.mjs').Bench} bench */
  async ({ service }) => {
    if (!seeded.has(service)) await seed(service, events);
    seeded.add(service);
    return contextOf(service);
  };

/** @param {Buffer} body */
const isWholePage = (body) => JSON.parse(body.toString()).events.length === PAGE;

/** @param {number} events @returns {import('../harness/measure.mjs').Row[]} */
const rowsOf = (events) => [
  {
    name: 'events-newest',
    unit: 'answers',
    connections: 1,
    check: isWholePage,
    setup: setupOf(events),
    request({ headers }) {
      const request = { method: 'POST', path: PATH, headers, body: JSON.stringify({ limit: PAGE, event_types: [TYPE] }) };
      return () => request;
    },
    limit: fewEvents,
    // 200 a second, one after the other: 5 ms each.
    goals: { mariadb: { ratio: 0.8, by: ['rate'], rate: 200 }, sqlite: { ratio: 0.8, by: ['rate'], rate: 200 } },
  },
  {
    name: 'events-follow',
    unit: 'answers',
    connections: 1,
    setup: setupOf(events),
    request({ headers, cursor }) {
      /** @param {string} from */
      const after = (from) => ({ method: 'POST', path: PATH, headers, body: JSON.stringify({ follow: true, limit: PAGE, cursor: from }) });
      return (_serial, _connection, last) => {
        const answer = last && JSON.parse(last.toString());
        // At the end it begins again, so that each page is a full one, however few there are.
        return after(answer?.events.length === PAGE ? answer.cursor : cursor);
      };
    },
    limit: fewEvents,
    goals: { mariadb: { ratio: 0.8, by: ['rate'] }, sqlite: { ratio: 0.8, by: ['rate'] } },
  },
];

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = [
  ...rowsOf(EVENTS),
  ...rowsOf(VERY_MANY).map((row) => ({ ...row, name: `${row.name}-10m`, takesLong: true, service: freshService })),
];

/** Writes events, each in a unit of its own that has its position, with the driver. @param {import('../harness/service.mjs').Service} service @param {number} count */
async function seed(service, count) {
  // Whatever the service left itself gets its position first.
  await service.call('POST', PATH, { follow: true, limit: 1 });
  const { run, scalar, close } = await connect(service.databaseUrl);
  const head = Number(await scalar('SELECT position FROM event_head WHERE id = 1'));
  for (let from = 0; from < count; from += INSERTED_AT_ONCE) {
    const numbers = `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${Math.min(from + INSERTED_AT_ONCE, count)})`;
    const event = `${FIRST_UNIT} + i, 0, 1, ${FIRST_US} + i * 1000, 1 + (i % ${TYPES}), 'user', CONCAT('bench-', i % 50000), 1, 'bench', '{"userName":"benita","email":"benita@example.com"}'`;
    const columns = 'tx_no, ord, org_no, created_us, type_no, aggregate_type, aggregate_id, sequence, editor, payload';
    await run(`INSERT INTO events (${columns}) ${numbers} SELECT ${event} FROM n`);
    await run(`INSERT INTO event_commits (tx_no, position) ${numbers} SELECT ${FIRST_UNIT} + i, ${head} + 1 + i FROM n`);
  }
  await run(`UPDATE event_head SET position = ${head + count} WHERE id = 1`);
  await close();
}

/** @param {string} url @returns {Promise<{ run(sql: string): Promise<unknown>, scalar(sql: string): Promise<unknown>, close(): Promise<void> }>} */
async function connect(url) {
  if (!url.startsWith('sqlite:')) {
    const connection = await mysql.createConnection({ uri: url.replace(/^mariadb:/, 'mysql:') });
    await connection.query('SET SESSION max_recursive_iterations = 1000000000');
    return {
      run: (sql) => connection.query(sql),
      scalar: async (sql) => Object.values(/** @type {any[]} */ ((await connection.query(sql))[0])[0] ?? {})[0],
      close: () => connection.end(),
    };
  }
  const connection = new Libsql(url.slice('sqlite:'.length));
  connection.pragma('busy_timeout=5000');
  return {
    run: async (sql) => connection.exec(sql.replace(/CONCAT\((.*?), (.*?)\)/, '($1 || ($2))')),
    scalar: async (sql) => Object.values(/** @type {any} */ (connection.prepare(sql).get()) ?? {})[0],
    close: async () => void connection.close(),
  };
}
