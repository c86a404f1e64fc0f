// The command line as it is built, in a folder of its own.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { BootstrapCredentials } from '../../src/bootstrap.js';

const COMMAND = resolve('dist/src/cli/gatehouse.js');
const HOST = resolve('test/support/command-host.mjs');

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

export interface CommandLine {
  folder: string;
  /** The variables of its environment; none of this process but PATH. */
  env: Record<string, string>;
  /** Runs one command. Those of all specs of a worker share a process, one after the other: {@link program} does not. */
  run(...args: string[]): Promise<Ran>;
  /** The same with a text on standard input. */
  type(input: string, ...args: string[]): Promise<Ran>;
  /** What it answers with `--json`. @throws Error when it does not exit with 0 */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  json(...args: string[]): Promise<any>;
  /** Runs the program: for commands at the same time, and for what only the end of a process shows. */
  program(...args: string[]): Promise<Ran>;
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
  const runProgram = async (input: string, args: string[]): Promise<Ran> => {
    const child = start(...args);
    child.stdin.on('error', () => undefined).end(input);
    const code = new Promise<number>((ended) => child.once('close', (status) => ended(status ?? -1)));
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { code: await code, stdout, stderr };
  };
  const type = (input: string, ...args: string[]): Promise<Ran> =>
    // Node reads these options once, as it starts.
    env['NODE_OPTIONS'] === undefined ? inHost({ args, cwd: folder, env, input }) : runProgram(input, args);
  return {
    folder,
    env,
    start,
    program: (...args) => runProgram('', args),
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

let host: ChildProcess | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Runs a command in the process of this worker after those before it. It ends with the worker. */
function inHost(command: { args: string[]; cwd: string; env: Record<string, string>; input: string }): Promise<Ran> {
  const ran = last.then(async () => {
    host ??= startHost();
    const over = new AbortController();
    const ended = once(host, 'exit', { signal: over.signal }).then(([code]) => {
      throw new Error(`gatehouse ${command.args.join(' ')} ended the process with ${code}`);
    });
    host.send(command);
    const [answer] = await Promise.race([once(host, 'message', { signal: over.signal }), ended]).finally(() => over.abort());
    return answer as Ran;
  });
  last = ran.catch(() => undefined);
  return ran;
}

function startHost(): ChildProcess {
  return spawn(process.execPath, [HOST], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }).once('exit', () => (host = undefined));
}
