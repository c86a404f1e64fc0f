// Real processes of the built service: for what only a process can show (kill, restart, several on one database).
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootstrapFile, type BootstrapCredentials } from '../../src/bootstrap.js';
import { freshDatabase, type FreshDatabase } from './database.js';
import { found, isSearched, noteSecret, noteSecretsIn, secretsInFiles } from './secrets.js';
import { freePort, serviceEnv } from './service.js';

const READY_MS = 40_000;

export interface Process {
  url: string;
  child: ChildProcess;
  /** What it wrote so far, both streams. */
  output(): string;
  /** Sends a signal and waits for the end. @returns exit code, or the signal's name */
  end(signal: NodeJS.Signals): Promise<number | string>;
}

/** Starts Node with arguments. */
export type Launch = (args: readonly string[], options: SpawnOptions) => ChildProcess;

/** Of Node, with which the service is started everywhere (docs/operate.md#size). */
export const NODE_FLAGS = ['--max-semi-space-size=16'];

const launchNode: Launch = (args, options) => spawn(process.execPath, args, options);

/** A data folder and a database that several processes, one after the other or at once, can use. */
export class Ground {
  private readonly processes: Process[] = [];

  private constructor(
    readonly dataDir: string,
    private readonly database: FreshDatabase,
    readonly env: Record<string, string>,
  ) {}

  /** @param folder where the data folder is made */
  static async make(env: Record<string, string> = {}, folder = tmpdir()): Promise<Ground> {
    const dataDir = mkdtempSync(join(folder, 'gatehouse-ground-'));
    const database = await freshDatabase(dataDir);
    return new Ground(dataDir, database, { ...serviceEnv(dataDir, database, 0), ...env });
  }

  get masterKey(): string {
    return this.env['MASTER_KEY'] ?? '';
  }

  get credentials(): BootstrapCredentials {
    return JSON.parse(readFileSync(bootstrapFile(this.dataDir), 'utf8')) as BootstrapCredentials;
  }

  /** Starts one more process and waits until it is ready. `PUBLIC_URL` makes several look like one service. */
  async start(env: Record<string, string> = {}, launch: Launch = launchNode): Promise<Process> {
    const port = env['PORT'] ?? String(await freePort());
    const url = `http://${env['HOST'] ?? '127.0.0.1'}:${port}`;
    const started = this.spawn({ PORT: port, PUBLIC_URL: url, ...env }, url, launch);
    const deadline = Date.now() + READY_MS;
    while (!(await isReady(url))) {
      if (started.child.exitCode !== null || Date.now() > deadline) throw new Error(`The service did not start:\n${started.output()}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    noteSecret('master key', this.masterKey);
    if (existsSync(bootstrapFile(this.dataDir))) noteSecretsIn(this.credentials);
    return started;
  }

  /** Runs a process that is expected to end by itself. */
  async run(env: Record<string, string>): Promise<{ code: number | string; output: string }> {
    const started = this.spawn(env, '');
    return { code: await ended(started.child), output: started.output() };
  }

  /** @throws Error when a secret of this spec file lies in what a process wrote, or in a file */
  async clear(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.end('SIGKILL')));
    const output = () => this.processes.map((process) => process.output()).join('');
    const faults = isSearched() ? [...found('the log', output()), ...secretsInFiles(this.dataDir)] : [];
    await this.database.drop();
    rmSync(this.dataDir, { recursive: true, force: true });
    if (faults.length > 0) throw new Error(`Secrets lie in clear:\n${faults.join('\n')}`);
  }

  private spawn(env: Record<string, string>, url: string, launch: Launch = launchNode): Process {
    const child = launch([...NODE_FLAGS, 'dist/src/main.js'], {
      env: { PATH: process.env['PATH'], ...this.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
    const end = ended(child);
    const started: Process = {
      url,
      child,
      output: () => chunks.join(''),
      end: (signal) => {
        if (child.exitCode === null && child.signalCode === null) child.kill(signal);
        return end;
      },
    };
    this.processes.push(started);
    return started;
  }
}

/** The processes that a process has started. */
export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

function ended(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown')));
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}
