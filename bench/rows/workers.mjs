// The same requests to a service of two processes and to one of a single process, each with a database of its own. Neither is pinned to a core,
// so generator and database take their part: with fewer than four cores the ratio says little.
import { scratchFolder } from '../harness/engines.mjs';
import { ground, Service } from '../harness/service.mjs';
import { rows as clientCredentials } from './client-credentials.mjs';
import { rows as codeFlow } from './code-flow.mjs';
import { rows as introspection } from './introspection.mjs';
import { rows as refresh } from './refresh.mjs';
import { rows as userinfo } from './userinfo.mjs';

const MEASURED = ['client-credentials', 'introspection', 'userinfo', 'refresh', 'code-flow'];

/** @param {import('../harness/measure.mjs').Bench} bench @param {number} workers */
async function serviceOf({ engine, cleanup }, workers) {
  const place = ground(await engine.freshDatabase(), scratchFolder(cleanup));
  return Service.start(place, cleanup, { env: { WORKERS: String(workers) } });
}

/** @param {import('../harness/measure.mjs').Row} row @returns {import('../harness/measure.mjs').Row} */
function withTwo(row) {
  return {
    ...row,
    name: `${row.name}-two-workers`,
    needsServer: true,
    service: (bench) => serviceOf(bench, 2),
    limit: {
      name: 'one process',
      async start(bench) {
        const service = await serviceOf(bench, 1);
        return { url: service.url, pid: service.pid, context: await row.setup({ ...bench, service }), stop: () => service.end() };
      },
    },
    goals: { mariadb: { ratio: 1.9, by: ['rate'] } },
  };
}

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = [...clientCredentials, ...introspection, ...userinfo, ...refresh, ...codeFlow]
  .filter(({ name }) => MEASURED.includes(name))
  .map(withTwo);
