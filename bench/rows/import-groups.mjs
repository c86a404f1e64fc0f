// A job of 100,000 groups of ten members each (BENCH_IMPORT_GROUPS for another number), against the same rows in statements of many rows.
import { join } from 'node:path';
import { scratchFolder } from '../harness/engines.mjs';
import { personId, groupsOf, SMALL } from '../harness/groups.mjs';
import { Child, residentMiB } from '../harness/processes.mjs';
import { runJob, writeLines } from './import.mjs';

const WRITER = new URL('../limits/raw-groups.mjs', import.meta.url);
const GROUPS = Number(process.env.BENCH_IMPORT_GROUPS ?? 100_000);
const WARM_UP_GROUPS = 2_000;
let nextGroup = 0;

/** @param {number} index */
const groupName = (index) => `Imported ${index}`;

/** @type {import('../harness/measure.mjs').Row[]} */
export const rows = [
  {
    name: 'import-groups',
    unit: 'memberships',
    connections: 1,
    needsServer: true,
    async setup(bench) {
      const { large: world } = await groupsOf(bench);
      const orgId = world.path.split('/').at(-1) ?? '';
      const context = { world, orgId, headers: bench.service.bearer };
      await importGroups(bench, context, 1);
      const filter = new URLSearchParams({ filter: `displayName eq "${groupName(nextGroup - 1)}"`, attributes: 'id' });
      const { Resources } = await bench.service.call('GET', `${world.path}/Groups?${filter}`);
      return { ...context, groupId: Resources[0].id };
    },
    run: (bench, context, isWarmUp) => importGroups(bench, context, isWarmUp ? Math.min(WARM_UP_GROUPS, GROUPS) : GROUPS),
    limit: {
      name: 'raw rows',
      async start({ cleanup, cores, engine, service }, { groupId }) {
        const child = new Child(WRITER, { core: cores.service, ipc: true });
        const stop = cleanup.add(() => child.end());
        await child.ask({ do: 'prepare', sourceUrl: service.databaseUrl, scratchUrl: await engine.freshDatabase(), groupId });
        return { worker: child, stop };
      },
    },
    goals: { mariadb: { ratio: 0.5, by: ['rate'] } },
  },
];

/**
 * New groups, each of ten of the people of the world.
 * @param {import('../harness/measure.mjs').Bench} bench
 * @param {{ world: import('../harness/groups.mjs').GroupWorld, orgId: string, headers: Record<string, string> }} context @param {number} groups
 */
async function importGroups({ service, cleanup }, { world, orgId, headers }, groups) {
  const file = join(scratchFolder(cleanup), 'groups.ndjson');
  await writeLines(file, groups, (index) => ({
    orgId,
    group: { displayName: groupName(nextGroup++) },
    members: Array.from({ length: SMALL }, (_, member) => ({ userId: personId(world, (index * SMALL + member) % world.members) })),
  }));
  const before = residentMiB(service.pid);
  let most = before;
  const memory = setInterval(() => (most = Math.max(most ?? 0, residentMiB(service.pid) ?? 0)), 20);
  try {
    const elapsedMs = await runJob(service, headers, file, (job) => job.groups === groups && job.members === groups * SMALL);
    const growthMiB = before === undefined || most === undefined ? undefined : most - before;
    return { count: groups * SMALL, elapsedMs, p50: Number.NaN, p99: Number.NaN, growthMiB };
  } finally {
    clearInterval(memory);
  }
}
