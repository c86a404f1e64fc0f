// A pool of worker threads for the rounds of crypt(3) and similar hashes: created on demand, then reused.
import { Worker } from 'node:worker_threads';
import type { RoundsTask } from './rounds.worker.mjs';

const FILE = new URL('./rounds.worker.mjs', import.meta.url);
const idle: Worker[] = [];

/** The digest after all rounds. The caller limits how many run at once. */
export async function runRounds(task: RoundsTask): Promise<Uint8Array> {
  const worker = idle.pop() ?? new Worker(FILE);
  worker.ref();
  const digest = await answer(worker, task);
  // An idle thread must not keep the process alive.
  worker.unref();
  idle.push(worker);
  return digest;
}

function answer(worker: Worker, task: RoundsTask): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const onMessage = (digest: Uint8Array) => settle(() => resolve(digest));
    const onError = (error: unknown) => settle(() => reject(error));
    const onExit = (code: number) => settle(() => reject(new Error(`the worker thread for hashes ended with ${code}`)));
    const settle = (finish: () => void) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      finish();
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(task);
  });
}
