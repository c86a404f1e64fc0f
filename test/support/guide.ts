// Guides as their readers use them: the commands typed into one shell, the programs saved to files and started.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** One reader: a folder with the packages of this project, a shell that keeps its variables, and the programs they started. */
export class Reader {
  readonly folder = mkdtempSync(join(process.env['TEST_RUN_FOLDER'] ?? tmpdir(), 'gatehouse-guide-'));
  private readonly programs: Program[] = [];
  private variables = '';
  private readonly functions: string[] = [];

  /** @param written addresses of the guide, each with the one that stands for it here */
  constructor(private readonly written: Record<string, string>) {
    this.link('node_modules');
  }

  /** A text of the guide with the addresses of here. */
  here(text: string): string {
    return Object.entries(this.written).reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
  }

  /** Puts something of this project where a checkout has it. */
  link(name: string): void {
    symlinkSync(join(ROOT, name), join(this.folder, name));
  }

  save(name: string, content: string): void {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }

  read(name: string): string {
    return readFileSync(join(this.folder, name), 'utf8');
  }

  /** Types commands; variables and functions that they set stay. @returns what they wrote @throws Error for a command that fails */
  async type(code: string): Promise<string> {
    this.functions.push(...(code.match(/^\w+\(\) \{.*\}$/gm) ?? []));
    const script = this.here(
      `${this.variables}\n${this.functions.join('\n')}\nset -a\n${code}\nset +a\nprintf '\\n--- variables\\n'; export -p`,
    );
    const env = { PATH: `${join(this.folder, 'bin')}:${process.env['PATH'] ?? ''}`, HOME: this.folder };
    const { stdout } = await run('sh', ['-euc', script], { cwd: this.folder, env });
    const [answer = '', kept = ''] = stdout.split('\n--- variables\n');
    this.variables = kept.replaceAll(/^export (PATH|HOME|PWD|OLDPWD)=.*$/gm, '');
    return answer;
  }

  set(name: string, value: string): void {
    this.variables += `\nexport ${name}='${value}'`;
  }

  /** @throws Error when no command has set it */
  valueOf(name: string): string {
    const value = new RegExp(`^export ${name}='(.*)'$`, 'm').exec(this.variables)?.[1];
    if (value === undefined || value === 'undefined') throw new Error(`The guide has no value for ${name}.`);
    return value;
  }

  /** Starts a command that goes on, in a shell with the variables so far. */
  launch(command: string): Program {
    return this.start('sh', ['-euc', `${this.variables}\nexec ${command}`], {});
  }

  /** Starts a program in the folder, with an environment of its own. */
  start(command: string, args: readonly string[], env: Record<string, string>): Program {
    const whole = { PATH: process.env['PATH'] ?? '', HOME: this.folder, ...env };
    // A group of its own, so that what it starts ends with it.
    const program = new Program(spawn(command, args, { cwd: this.folder, env: whole, stdio: ['ignore', 'pipe', 'pipe'], detached: true }));
    this.programs.push(program);
    return program;
  }

  async leave(): Promise<void> {
    await Promise.all(this.programs.map((program) => program.stop()));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A running program, and what it writes. */
class Program {
  private written = '';
  private readonly ended: Promise<unknown>;

  constructor(readonly child: ChildProcess) {
    this.ended = new Promise((done) => child.once('close', done));
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (this.written += chunk.toString()));
  }

  /** What it has written that matches, as soon as it has. @throws Error with all it wrote when it ends before */
  async says(awaited: RegExp): Promise<string> {
    for (;;) {
      const [found] = awaited.exec(this.written) ?? [];
      if (found !== undefined) return found;
      const { child } = this;
      const more = [child.stdout, child.stderr].map((stream) => new Promise<string>((done) => stream?.once('data', () => done('more'))));
      if ((await Promise.race([...more, this.ended.then(() => 'ended')])) === 'ended' && !awaited.test(this.written))
        throw new Error(`The program ended before it wrote ${awaited}:\n${this.written}`);
    }
  }

  async stop(): Promise<void> {
    const { pid, exitCode, signalCode } = this.child;
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
    await this.ended;
  }
}
