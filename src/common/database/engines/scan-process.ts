import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SqlValue } from './sql-value.js';

const CHILD = fileURLToPath(new URL('./scan-child.mjs', import.meta.url));

interface Answer {
  id: number;
  rows?: unknown[];
  error?: string;
}

interface Waiting {
  resolve: (rows: unknown[]) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/**
 * Runs long reads of an embedded database in a separate process, started on first use. The driver's statements can't be interrupted from
 * outside. Ending a thread in the middle of one crashes the whole process, but a child process can be ended.
 */
export class ScanProcess {
  private child: ChildProcess | undefined;
  private next = 0;
  private readonly waiting = new Map<number, Waiting>();

  constructor(
    private readonly file: string,
    private readonly limitMs: number,
    private readonly timeUp: () => Error,
  ) {}

  rows(sql: string, values: readonly SqlValue[]): Promise<unknown[]> {
    const id = this.next++;
    return new Promise<unknown[]>((resolve, reject) => {
      const timer = setTimeout(() => this.end(this.timeUp()), this.limitMs);
      this.waiting.set(id, { resolve, reject, timer });
      this.started().send({ id, sql, values });
    });
  }

  close(): void {
    this.end(new Error('The service is being stopped.'));
  }

  private started(): ChildProcess {
    if (this.child) return this.child;
    // It reads one file and gets no secrets.
    const child = fork(CHILD, [this.file], { env: {}, execArgv: [], stdio: 'ignore' });
    // A search and its process never keep the service alive.
    child.unref();
    child.channel?.unref();
    child.on('message', (answer: Answer) => this.settle(answer));
    child.on('error', (error) => this.forget(child, error));
    child.on('exit', () => this.forget(child, new Error('The process for searches has ended.')));
    return (this.child = child);
  }

  /** Callers queue their searches before they get here. Any further search that waits behind a slow one ends with it. */
  private end(reason: Error): void {
    const { child } = this;
    if (!child) return;
    this.forget(child, reason);
    child.kill('SIGKILL');
  }

  /** The next search starts a new process. */
  private forget(child: ChildProcess, reason: Error): void {
    if (this.child !== child) return;
    this.child = undefined;
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(reason);
    }
    this.waiting.clear();
  }

  private settle({ id, rows, error }: Answer): void {
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    this.waiting.delete(id);
    clearTimeout(waiting.timer);
    if (rows) waiting.resolve(rows);
    else waiting.reject(new Error(error));
  }
}
