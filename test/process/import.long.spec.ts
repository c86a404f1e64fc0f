// Imports and the end of processes: whoever dies in the middle, everybody is there once in the end, with one event.
import { describe, it } from 'vitest';
import { ENDS, expectOnce, human } from '../support/imports.js';
import { openData } from '../support/open-database.js';
import { Ground } from '../support/processes.js';

const LONG = Boolean(process.env['LONG']);
const KILLS = LONG ? 20 : 2;
const PEOPLE = LONG ? 20_000 : 6_000;
/** After each kill the job is held for some seconds more. */
const PATIENCE_MS = 60_000 + KILLS * 30_000;

const headersOf = (ground: Ground) => ({
  authorization: `Bearer ${ground.credentials.serviceUser.personalAccessToken}`,
  'content-type': 'application/x-ndjson',
});
const line = (orgId: string, i: number) => JSON.stringify({ orgId, ...human(`k-${i}`) });

// Both wait for the job of a killed process, at the same time.
describe.concurrent('an import whose process is killed', () => {
  it(
    `goes on where it was, ${KILLS} times, and adds everybody once with one event`,
    async ({ expect, onTestFinished }) => {
      const ground = await Ground.make();
      onTestFinished(() => ground.clear());
      let service = await ground.start();
      const headers = headersOf(ground);
      const { orgId } = ground.credentials;
      // Every seventh is somebody from before, so that faults must come once as well.
      const body = Array.from({ length: PEOPLE }, (_, i) => line(orgId, i % 7 === 6 ? i - 1 : i)).join('\n');
      const answer = await fetch(`${service.url}/admin/v1/imports`, { method: 'POST', headers, body });
      const { id } = (await answer.json()) as { id: string };
      const read = async () =>
        (await (await fetch(`${service.url}/admin/v1/imports/${id}`, { headers })).json()) as Record<string, number | string>;
      for (let kill = 0; kill < KILLS; kill++) {
        const from = Number((await read())['done']);
        // At a random point of what is left, also between two statements.
        const share = (PEOPLE - from) / (KILLS - kill + 1);
        while (Number((await read())['done']) < from + share * Math.random() && !ENDS.has(String((await read())['state'])));
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
        await service.end('SIGKILL');
        service = await ground.start();
      }
      while (!ENDS.has(String((await read())['state']))) await new Promise((resolve) => setTimeout(resolve, 100));
      const doubles = Math.floor(PEOPLE / 7);
      expect(await read()).toMatchObject({
        state: 'done',
        records: PEOPLE + 1,
        done: PEOPLE + 1,
        added: PEOPLE - doubles,
        failed: doubles,
      });
      const faults = (await (await fetch(`${service.url}/admin/v1/imports/${id}/errors`, { headers })).text()).split('\n').filter(Boolean);
      const lines = faults.map((fault) => JSON.parse(fault) as { line: number; type: string }).filter(({ type }) => type === 'human_user');
      expect(new Set(lines.map(({ line: at }) => at)).size).toBe(doubles);
      expect(lines).toHaveLength(doubles);
      await service.end('SIGTERM');
      await expectOnce(ground.env, PEOPLE - doubles);
    },
    PATIENCE_MS,
  );
});

describe.concurrent('an import of groups whose process is killed', () => {
  it(
    `goes on where it was, ${KILLS} times, and adds every group and every membership once with one event`,
    async ({ expect, onTestFinished }) => {
      const ground = await Ground.make();
      onTestFinished(() => ground.clear());
      let service = await ground.start();
      const headers = headersOf(ground);
      const { orgId } = ground.credentials;
      const [people, groups, each] = LONG ? [1_000, 6_000, 20] : [300, 1_500, 10];
      const body = [
        ...Array.from({ length: people }, (_, i) => line(orgId, i)),
        ...Array.from({ length: groups }, (_, i) =>
          JSON.stringify({
            orgId,
            groupId: `kg-${i}`,
            group: { displayName: `Group ${i}` },
            // One nobody, so that errors must come once as well, and a group for all but each fifth.
            members: [
              ...Array.from({ length: each }, (_member, n) => ({ userId: `k-${(i * 7 + n) % people}` })),
              { userId: 'nobody' },
              ...(i % 5 === 4 ? [] : [{ groupId: `kg-${i + 1}` }]),
            ],
          }),
        ),
      ].join('\n');
      const { id } = (await (await fetch(`${service.url}/admin/v1/imports`, { method: 'POST', headers, body })).json()) as {
        id: string;
      };
      const read = async () =>
        (await (await fetch(`${service.url}/admin/v1/imports/${id}`, { headers })).json()) as Record<string, number | string>;
      const records = Number((await read())['records']);
      for (let kill = 0; kill < KILLS; kill++) {
        const from = Math.max(people, Number((await read())['done']));
        const share = (records - from) / (KILLS - kill + 1);
        while (Number((await read())['done']) < from + share * Math.random() && !ENDS.has(String((await read())['state'])));
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
        await service.end('SIGKILL');
        service = await ground.start();
      }
      while (!ENDS.has(String((await read())['state']))) await new Promise((resolve) => setTimeout(resolve, 100));
      const memberships = groups * each + (groups * 4) / 5;
      expect(await read()).toMatchObject({
        state: 'done',
        done: records,
        added: people + groups,
        groups,
        members: memberships,
        failed: 0,
        errors: { 'group.memberUnknown': groups },
      });
      await service.end('SIGTERM');
      const { database, close } = await openData(ground.env);
      try {
        const count = async (sql: string) => Number((await database.query.row<{ n: number }>(`SELECT COUNT(*) AS n FROM ${sql}`))?.n);
        expect(await count("user_groups WHERE id LIKE 'kg-%'")).toBe(groups);
        expect(await count('group_members')).toBe(memberships);
        expect(await count("events WHERE aggregate_id LIKE 'kg-%'")).toBe(groups + memberships);
        // One query for each first digit: all of them at once take longer than the limit of a query on a busy machine.
        let distinct = 0;
        for (const digit of Array(10).keys())
          distinct += await count(
            `(SELECT DISTINCT aggregate_id, subject_id FROM events WHERE aggregate_id LIKE 'kg-${digit}%' AND subject_id IS NOT NULL) d`,
          );
        expect(distinct).toBe(memberships);
        expect(await count('import_seen')).toBe(0);
      } finally {
        await close();
      }
    },
    PATIENCE_MS,
  );
});
