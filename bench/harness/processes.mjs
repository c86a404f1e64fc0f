// Child processes of the benchmark: started on a core of their own, asked over IPC, always stopped; and what /proc tells about them.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const STOP_MS = 12_000;
const KEPT_OUTPUT = 20_000;
/** /proc counts CPU time in hundredths of a second on every Linux that Node runs on. */
const TICK_MS = 10;

export const HAS_PROC = existsSync('/proc/self/stat');

/** What has to be undone, last thing first, however the run ends. */
export class Cleanup {
  /** @type {Array<() => unknown>} */
  #tasks = [];
  ended = false;
  /** @type {Promise<void> | undefined} */
  #running;

  /** @param {() => unknown} task @returns {() => Promise<void>} does it now instead of at the end */
  add(task) {
    // Ctrl-C was pressed while this was being started.
    if (this.ended) throw new Error('The benchmark is being stopped.');
    this.#tasks.push(task);
    return async () => {
      const at = this.#tasks.indexOf(task);
      if (at >= 0) await this.#tasks.splice(at, 1)[0]?.();
    };
  }

  /** Also when it is called twice: the second caller waits for the first. @returns {Promise<void>} */
  run() {
    this.ended = true;
    return (this.#running ??= this.#undo());
  }

  async #undo() {
    for (let task = this.#tasks.pop(); task; task = this.#tasks.pop()) {
      try {
        await task();
      } catch (error) {
        console.error(error);
      }
    }
  }
}

/** @param {string} program @returns {boolean} */
export function isInstalled(program) {
  return spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0;
}

/**
 * Which core each part runs on; undefined where nothing is pinned.
 * @typedef {{ service?: string, load?: string, database?: string }} Cores
 */

/** @returns {Cores} */
export function chooseCores() {
  if (!HAS_PROC || !isInstalled('taskset')) return {};
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
  const cores = list.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, i) => String(from + i));
  });
  const [service, load, database = load] = cores;
  return service !== undefined && load !== undefined && database !== undefined ? { service, load, database } : {};
}

/** @param {string | undefined} core @param {string} command @param {string[]} args @returns {[string, string[]]} */
export function pinned(core, command, args) {
  return core === undefined ? [command, args] : ['taskset', ['-c', core, command, ...args]];
}

/** A Node process and what it said. */
export class Child {
  #output = '';
  /** @type {Promise<void>} */
  #ended;

  /** @param {string | URL} file @param {{ core?: string | undefined, env?: Record<string, string>, ipc?: boolean, nodeArgs?: string[] }} options */
  constructor(file, { core, env = {}, ipc = false, nodeArgs = [] }) {
    const path = file instanceof URL ? fileURLToPath(file) : file;
    const [command, args] = pinned(core, process.execPath, [...nodeArgs, path]);
    this.child = spawn(command, args, {
      env: { PATH: process.env['PATH'] ?? '', NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? [/** @type {const} */ ('ipc')] : [])],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (chunk) => (this.#output = (this.#output + chunk).slice(-KEPT_OUTPUT)));
    this.#ended = new Promise((resolve) => {
      this.child.once('close', () => resolve());
      this.child.once('error', (error) => {
        this.#output += error.message;
        resolve();
      });
    });
  }

  get pid() {
    return this.child.pid ?? 0;
  }

  get running() {
    return this.child.pid !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  get output() {
    return this.#output.trim();
  }

  async end() {
    if (this.running) this.child.kill('SIGTERM');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), STOP_MS);
    await this.#ended;
    clearTimeout(timer);
  }

  /** Sends a message to a process that runs {@link answer}, one at a time. @param {Record<string, unknown>} message @returns {Promise<any>} */
  async ask(message) {
    const answered = new Promise((resolve, reject) => {
      this.child.once('message', (/** @type {{ value?: unknown, error?: string }} */ reply) =>
        reply.error === undefined ? resolve(reply.value) : reject(new Error(reply.error)),
      );
      void this.#ended.then(() => reject(new Error(`A process of the benchmark ended:\n${this.output}`)));
    });
    answered.catch(() => undefined);
    if (this.running) this.child.send(message);
    return answered;
  }
}

/** In a child: answers each message by its member `do`, and ends together with the parent. @param {Record<string, (message: any) => unknown>} handlers */
export function answer(handlers) {
  // Ctrl-C reaches the whole group; the parent decides what happens then.
  process.on('SIGINT', () => undefined);
  process.on('disconnect', () => process.exit());
  /** @param {unknown} message */
  const reply = async (message) => {
    const { do: name } = /** @type {{ do: string }} */ (message);
    try {
      process.send?.({ value: await handlers[name]?.(message) });
    } catch (error) {
      process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  };
  process.on('message', (message) => void reply(message));
}

/** CPU time a process and its children have used, all threads, user and system; undefined without /proc. @param {number} pid @returns {number | undefined} */
export function cpuMs(pid) {
  return HAS_PROC ? family(pid).reduce((sum, member) => sum + ownCpuMs(member), 0) : undefined;
}

/** A process and its children, theirs included. @param {number} pid @returns {number[]} */
function family(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [pid, ...(children === '' ? [] : children.split(' ').flatMap((child) => family(Number(child))))];
}

/** @param {number} pid @returns {number} */
function ownCpuMs(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may hold spaces; utime and stime are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Resident memory of one process in MiB; undefined without /proc. @param {number} pid @returns {number | undefined} */
export function residentMiB(pid) {
  if (!HAS_PROC) return undefined;
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
