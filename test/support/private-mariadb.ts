// A MariaDB of one test file's own, for what would disturb the others: a frozen server, a read-only one, certificates.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { requirePrograms } from './programs.js';
import { freePort } from './service.js';

export interface PrivateServer {
  port: number;
  /** Its folder, which the server may read. */
  folder: string;
  /** The address for an ordinary account, which may do everything in one database and nothing beside it. */
  url: string;
  /** Statements as the administrator of the server. @returns the rows of the last one */
  run(...statements: string[]): Promise<Array<Record<string, unknown>>>;
  /** Resolves once none of its threads runs any more. */
  freeze(): Promise<void>;
  signal(signal: 'SIGCONT' | 'SIGKILL'): void;
  start(): void;
  stop(): void;
}

/** @param settings lines of its configuration; `folder` is where it may find files @param place where its folder is made */
export async function startPrivateServer(
  settings: (folder: string) => string = () => '',
  place: string = tmpdir(),
): Promise<PrivateServer> {
  requirePrograms('mariadbd', 'bash');
  const folder = mkdtempSync(join(place, 'gatehouse-mariadb-'));
  chmodSync(folder, 0o711);
  const port = await freePort();
  const dir = join(folder, 'server');
  const lines = settings(folder);
  const server = (command: 'start' | 'stop') => {
    const env = {
      ...process.env,
      MARIADB_TEST_DIR: dir,
      MARIADB_TEST_PORT: String(port),
      MARIADB_TEST_POOL: '64M',
      MARIADB_TEST_SETTINGS: lines,
    };
    execFileSync('bash', ['test/support/mariadb.sh', command], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  const run = async (...statements: string[]) => {
    const connection = await mysql.createConnection({ socketPath: join(dir, 'm.sock'), user: 'root' });
    try {
      let found: unknown = [];
      for (const statement of statements) [found] = await connection.query(statement);
      return found as Array<Record<string, unknown>>;
    } finally {
      connection.destroy();
    }
  };
  const send = (signal: NodeJS.Signals): number => {
    const pid = Number(readFileSync(join(dir, 'm.pid'), 'utf8'));
    process.kill(pid, signal);
    return pid;
  };
  server('start');
  await run("CREATE USER app@'%' IDENTIFIED BY 'app'", "GRANT ALL ON gatehouse.* TO app@'%'");
  return {
    port,
    folder,
    url: `mariadb://app:app@127.0.0.1:${port}/gatehouse`,
    run,
    async freeze() {
      const pid = send('SIGSTOP');
      // One thread takes the signal and stops the others: until then they still answer.
      while (!isFrozen(pid)) await new Promise((resolve) => setTimeout(resolve, 1));
    },
    signal: (signal) => void send(signal),
    start: () => server('start'),
    stop() {
      server('stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isFrozen(pid: number): boolean {
  const tasks = readdirSync(`/proc/${pid}/task`);
  return tasks.every((task) => /^State:\s+T/m.test(readFileSync(`/proc/${pid}/task/${task}/status`, 'utf8')));
}
