// Removals and the end of processes: whoever dies in the middle, everything is deleted in the end.
import { afterEach, expect, it } from 'vitest';
import { human } from '../support/imports.js';
import { openData } from '../support/open-database.js';
import { Ground } from '../support/processes.js';

const LONG = Boolean(process.env['LONG']);
const KILLS = LONG ? 10 : 2;
const PEOPLE = LONG ? 20_000 : 6_000;
/** After each kill the job is held for some seconds more. */
const PATIENCE_MS = 60_000 + KILLS * 40_000;

let ground: Ground;
afterEach(() => ground.clear());

/** Users that are left of the organization. */
async function usersLeft(): Promise<number> {
  const { database, close } = await openData(ground.env);
  try {
    return Number((await database.query.row<{ n: number }>("SELECT COUNT(*) AS n FROM users WHERE id LIKE 'k-%'"))?.n);
  } finally {
    await close();
  }
}

it(
  `a removed organization is deleted although its process is killed in the middle, ${KILLS} times`,
  async () => {
    ground = await Ground.make();
    let service = await ground.start();
    const authorization = `Bearer ${ground.credentials.serviceUser.personalAccessToken}`;
    const send = async (method: string, path: string, body?: string, type = 'application/json') => {
      const answer = await fetch(service.url + path, { method, headers: { authorization, 'content-type': type }, body: body ?? null });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    const create = () => send('POST', '/admin/v1/organizations', JSON.stringify({ name: 'Doomed', orgId: 'doomed' }));
    expect((await create()).status).toBe(201);
    const lines = Array.from({ length: PEOPLE }, (_, i) => JSON.stringify({ orgId: 'doomed', ...human(`k-${i}`) })).join('\n');
    const { body: job } = await send('POST', '/admin/v1/imports', lines, 'application/x-ndjson');
    while ((await send('GET', `/admin/v1/imports/${String(job['id'])}`)).body['state'] !== 'done')
      await new Promise((resolve) => setTimeout(resolve, 100));

    expect((await send('DELETE', '/admin/v1/organizations/doomed?confirmName=Doomed')).body).toMatchObject({ removed: { people: PEOPLE } });
    for (let kill = 0; kill < KILLS; kill++) {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
      await service.end('SIGKILL');
      if (kill === 0) expect(await usersLeft()).toBeGreaterThan(0);
      service = await ground.start();
      expect((await send('GET', '/admin/v1/organizations/doomed')).status).toBe(404);
    }
    // Its id is free as soon as nothing of it is left.
    while ((await create()).status !== 201) await new Promise((resolve) => setTimeout(resolve, 200));
    await service.end('SIGTERM');
    expect(await usersLeft()).toBe(0);
  },
  PATIENCE_MS,
);
