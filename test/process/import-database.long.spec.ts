// Imports and the end of the database server: killed in the middle and started again, the job goes on by itself, everybody once with one event.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { SERVER_URL } from '../support/database.js';
import { ENDS, expectOnce, human } from '../support/imports.js';
import { Ground } from '../support/processes.js';
import { freePort } from '../support/service.js';

const ENGINE = SERVER_URL?.split(':')[0] ?? '';
const LONG = Boolean(process.env['LONG']);
const KILLS = LONG ? 10 : 2;
const PEOPLE = LONG ? 60_000 : 12_000;
/** Besides the work: the server comes back, and the lease of before runs out. */
const PATIENCE_MS = 90_000 + KILLS * 25_000;

/** A server of its own, of the engine under test, so that nobody else's is killed. */
class Server {
  private readonly folder = mkdtempSync(join(tmpdir(), 'gatehouse-server-'));
  private constructor(private readonly port: number) {
    // A server that gives up root's rights must still reach its folder.
    chmodSync(this.folder, 0o755);
  }

  static async start(): Promise<Server> {
    const server = new Server(await freePort());
    server.start();
    return server;
  }

  get url(): string {
    return this.run('url').trim();
  }

  start(): void {
    this.run('start');
  }

  /** Until it is gone: one that still listens for a moment would count as started. */
  async kill(): Promise<void> {
    process.kill(Number(readFileSync(join(this.folder, 'm.pid'), 'utf8')), 'SIGKILL');
    while (await listens(this.port)) continue;
    // MySQL does not start while the process of its lock is there, be it one that nobody has waited for yet.
    rmSync(join(this.folder, 'm.sock.lock'), { force: true });
  }

  end(): void {
    this.run('stop');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private run(command: string): string {
    const own = { DIR: this.folder, PORT: String(this.port), POOL: '256M' };
    const named = Object.entries(own).map(([name, value]) => [`${ENGINE.toUpperCase()}_TEST_${name}`, value]);
    const env = { ...process.env, ...Object.fromEntries(named) };
    return execFileSync(`test/support/${ENGINE}.sh`, [command], { env, stdio: ['ignore', 'pipe', 'inherit'] }).toString();
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

describe.skipIf(!SERVER_URL)('an import whose database server is killed', () => {
  let ground: Ground | undefined;
  let server: Server | undefined;
  afterEach(async () => {
    await ground?.clear();
    server?.end();
  });

  it(
    `goes on by itself when the server is back, ${KILLS} times, and adds everybody once with one event`,
    async () => {
      server = await Server.start();
      ground = await Ground.make({ DATABASE_URL: server.url });
      const service = await ground.start();
      const { orgId, serviceUser } = ground.credentials;
      const headers = { authorization: `Bearer ${serviceUser.personalAccessToken}`, 'content-type': 'application/x-ndjson' };
      const body = Array.from({ length: PEOPLE }, (_, i) => JSON.stringify({ orgId, ...human(`k-${i}`) })).join('\n');
      const { id } = (await (await fetch(`${service.url}/admin/v1/imports`, { method: 'POST', headers, body })).json()) as { id: string };
      /** Undefined while the database is away. */
      const read = async () => {
        const answer = await fetch(`${service.url}/admin/v1/imports/${id}`, { headers });
        const job = (await answer.json()) as Record<string, number | string>;
        return answer.ok ? job : undefined;
      };
      const until = async (reached: (job: Record<string, number | string>) => boolean) => {
        for (;;) {
          const job = await read();
          if (job && (reached(job) || ENDS.has(String(job['state'])))) return job;
        }
      };
      let kills = 0;
      for (let from = 0; kills < KILLS; kills++) {
        const share = (PEOPLE - from) / (KILLS - kills + 1);
        const { state, done } = await until((job) => Number(job['done']) > from + share * Math.random());
        if (ENDS.has(String(state))) break;
        await server.kill();
        server.start();
        from = Number(done);
      }
      expect(kills).toBe(KILLS);
      expect(await until(() => false)).toMatchObject({ state: 'done', records: PEOPLE + 1, done: PEOPLE + 1, added: PEOPLE, failed: 0 });
      await service.end('SIGTERM');
      await expectOnce(ground.env, PEOPLE);
    },
    PATIENCE_MS,
  );
});
