// WORKERS above 1: this process listens, and that many worker processes answer requests. It replaces workers that die, and sums up their
// metrics.
import cluster, { type Worker } from 'node:cluster';
import { JsonLog } from './common/logging/log.js';
import type { WorkersMetrics } from './common/metrics/workers-metrics.js';
import type { Settings } from './common/settings/settings.js';
import { onStopSignal } from './stop-signals.js';
import { closeUntakenConnections } from './untaken-connections.js';

/** The message of a worker to this process once it listens. */
export interface WorkerReady {
  bootstrapped: boolean;
}

/** The pause between the end of a worker and its replacement, so that a worker that can't start isn't restarted in a busy loop. */
const REPLACE_MS = 1_000;

/**
 * Starts the workers, the first one alone: it creates tables and keys, which the others then find.
 * @param greet is called once, when the first worker listens
 * @returns the exit code, once all workers have ended @throws Error if the port of the metrics is taken, before any worker starts
 */
export async function runWorkers(settings: Settings, greet: (ready: WorkerReady) => void): Promise<number> {
  const log = new JsonLog(settings.logLevel);
  const sum = await serveSum(settings);
  let stopping = false;
  // Failures while stopping. A worker that has not started yet has no requests to finish, so its end by the signal is no failure.
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

/** Serves the metrics of all workers, if a port is configured. */
async function serveSum({ host, observation }: Settings): Promise<{ metrics: WorkersMetrics; close(): Promise<void> } | undefined> {
  if (observation.metricsPort === undefined) return undefined;
  const { serveMetrics } = await import('./common/metrics/metrics-server.js');
  const { WorkersMetrics } = await import('./common/metrics/workers-metrics.js');
  const metrics = new WorkersMetrics(() => Object.keys(cluster.workers ?? {}).length);
  const { close } = await serveMetrics({ host, port: observation.metricsPort }, () => metrics.text());
  return { metrics, close };
}
