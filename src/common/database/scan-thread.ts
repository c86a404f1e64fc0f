import { Worker } from 'node:worker_threads';
import type { SqlValue } from './dialect.js';

const WORKER = new URL('./scan-worker.mjs', import.meta.url);

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
 * Long reads of an embedded database, beside the thread that serves everybody. The engine cannot be interrupted from here: a statement
 * whose time is up is given up by its caller and ends by itself, and those behind it wait, so there is never more than one.
 */
export class ScanThread {
  private worker: Worker | undefined;
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
      const timer = setTimeout(() => this.settle(id, () => reject(this.timeUp())), this.limitMs);
      this.waiting.set(id, { resolve, reject, timer });
      this.started().postMessage({ id, sql, values });
    });
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
  }

  private started(): Worker {
    if (this.worker) return this.worker;
    const worker = new Worker(WORKER, { workerData: { file: this.file } });
    // Neither a search nor its thread keeps the process alive.
    worker.unref();
    worker.on('message', ({ id, rows, error }: Answer) =>
      this.settle(id, ({ resolve, reject }) => (rows ? resolve(rows) : reject(new Error(error)))),
    );
    worker.on('error', (error) => this.end(error instanceof Error ? error : new Error(String(error))));
    worker.on('exit', () => this.end(new Error('The thread for searches has ended.')));
    return (this.worker = worker);
  }

  /** The next search starts another thread. */
  private end(error: Error): void {
    this.worker = undefined;
    for (const id of this.waiting.keys()) this.settle(id, ({ reject }) => reject(error));
  }

  private settle(id: number, how: (waiting: Waiting) => void): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    how(waiting);
  }
}
