// WORKERS above 1: this process listens, and as many others like it answer. It replaces those that die, and sums up their metrics.
import cluster, { type Worker } from 'node:cluster';
import { JsonLog } from './common/logging/log.js';
import type { WorkersMetrics } from './common/metrics/workers-metrics.js';
import type { Settings } from './common/settings/settings.js';
import { onStopSignal } from './stop-signals.js';
import { closeUntakenConnections } from './untaken-connections.js';

/** What a worker tells this process once it listens. */
export interface WorkerReady {
  bootstrapped: boolean;
}

/** Between the end of a worker and its successor, so that one that cannot start is not started in a busy loop. */
const REPLACE_MS = 1_000;

/**
 * Starts the workers, the first one alone: it makes tables and keys that the others then find.
 * @param greet is called once, when the first one listens
 * @returns the exit code, once all of them have ended @throws Error when the port of the metrics is taken, before any worker starts
 */
export async function runWorkers(settings: Settings, greet: (ready: WorkerReady) => void): Promise<number> {
  const log = new JsonLog(settings.logLevel);
  const sum = await serveSum(settings);
  let stopping = false;
  // One that had not started yet has nothing to finish: the signal ends it at once.
  let failed = 0;
  const stop = (): void => {
    stopping = true;
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGTERM');
  };
  onStopSignal(stop);

  const fork = (): Worker => {
    const worker = cluster.fork();
    closeUntakenConnections(worker);
    void ready(worker).then(() => sum?.metrics.add(worker));
    return worker;
  };
  const keep = async (worker: Worker): Promise<void> => {
    for (let current = worker; ; current = fork()) {
      const code = await ended(current);
      if (stopping && code !== 0 && current.process.signalCode !== 'SIGTERM') failed++;
      if (stopping) return;
      log.error({ message: 'a worker ended and is replaced', code }, 'workers');
      await new Promise((resolve) => setTimeout(resolve, REPLACE_MS));
      if (stopping) return;
    }
  };

  const first = fork();
  const started = await Promise.race([ready(first), ended(first)]);
  if (typeof started === 'number') return started;
  greet(started);
  const others = stopping ? [] : Array.from({ length: settings.workers - 1 }, () => keep(fork()));
  await Promise.all([keep(first), ...others]);
  await sum?.close();
  return failed > 0 ? 1 : 0;
}

function ready(worker: Worker): Promise<WorkerReady> {
  return new Promise((resolve) => {
    worker.on('message', (message: Partial<WorkerReady>) => {
      if (message.bootstrapped !== undefined) resolve({ bootstrapped: message.bootstrapped });
    });
  });
}

/** @returns the exit code; 1 for a worker that was killed */
function ended(worker: Worker): Promise<number> {
  if (worker.isDead()) return Promise.resolve(worker.process.exitCode ?? 1);
  return new Promise((resolve) => worker.once('exit', (code: number | null) => resolve(code ?? 1)));
}

/** The metrics of all workers, if they are wanted. */
async function serveSum({ host, observation }: Settings): Promise<{ metrics: WorkersMetrics; close(): Promise<void> } | undefined> {
  if (observation.metricsPort === undefined) return undefined;
  const { serveMetrics } = await import('./common/metrics/metrics-server.js');
  const { WorkersMetrics } = await import('./common/metrics/workers-metrics.js');
  const metrics = new WorkersMetrics(() => Object.keys(cluster.workers ?? {}).length);
  const { close } = await serveMetrics({ host, port: observation.metricsPort }, () => metrics.text());
  return { metrics, close };
}
