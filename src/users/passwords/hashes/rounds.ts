// Worker threads for the rounds of crypt(3) and its kin: as many as are needed at once, kept for the next.
import { Worker } from 'node:worker_threads';
import type { RoundsTask } from './rounds.worker.mjs';

const FILE = new URL('./rounds.worker.mjs', import.meta.url);
const idle: Worker[] = [];

/** The digest after all rounds. Whoever calls bounds how many run at once. */
export function runRounds(task: RoundsTask): Promise<Uint8Array> {
  const worker = idle.pop() ?? new Worker(FILE);
  worker.ref();
  return new Promise<Uint8Array>((resolve, reject) => {
    const settle = (finish: () => void) => {
      worker.removeAllListeners();
      finish();
    };
    worker.once('message', (digest: Uint8Array) =>
      settle(() => {
        // A thread with nothing to do does not keep the process alive.
        worker.unref();
        idle.push(worker);
        resolve(digest);
      }),
    );
    worker.once('error', (error) => settle(() => reject(error)));
    worker.once('exit', (code) => settle(() => reject(new Error(`the worker thread for hashes ended with ${code}`))));
    worker.postMessage(task);
  });
}
