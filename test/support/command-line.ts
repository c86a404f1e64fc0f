// The command line as it is built, as a program of its own in a folder of its own.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { BootstrapCredentials } from '../../src/bootstrap.js';

const COMMAND = resolve('dist/src/cli/gatehouse.js');

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

export interface CommandLine {
  folder: string;
  /** The variables of its environment; none of this process but PATH. */
  env: Record<string, string>;
  run(...args: string[]): Promise<Ran>;
  /** The same with a text on standard input. */
  type(input: string, ...args: string[]): Promise<Ran>;
  /** What it answers with `--json`. @throws Error when it does not exit with 0 */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  json(...args: string[]): Promise<any>;
  start(...args: string[]): ChildProcess;
  remove(): void;
}

/** @param credentials are put where the service puts them on its own host; without any nobody is known there */
export function commandLine(credentials?: BootstrapCredentials): CommandLine {
  const folder = mkdtempSync(join(process.env['TEST_RUN_FOLDER'] ?? tmpdir(), 'gatehouse-cli-'));
  const env: Record<string, string> = { PATH: process.env['PATH'] ?? '', HOME: folder };
  if (credentials) {
    mkdirSync(join(folder, 'data'));
    writeFileSync(join(folder, 'data/bootstrap.json'), JSON.stringify(credentials));
  }
  const start = (...args: string[]) => spawn(process.execPath, [COMMAND, ...args], { cwd: folder, env });
  const type = async (input: string, ...args: string[]): Promise<Ran> => {
    const child = start(...args);
    child.stdin.on('error', () => undefined).end(input);
    const code = new Promise<number>((ended) => child.once('close', (status) => ended(status ?? -1)));
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { code: await code, stdout, stderr };
  };
  return {
    folder,
    env,
    start,
    type,
    run: (...args) => type('', ...args),
    async json(...args) {
      const { code, stdout, stderr } = await type('', ...args, '--json');
      if (code !== 0) throw new Error(`gatehouse ${args.join(' ')} exits with ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
