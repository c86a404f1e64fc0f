// The metrics and their names. Every label has only a few values and is never an id, name or path. No label is called `job` or `instance`:
// Prometheus replaces those with the values of the scrape target.
import cluster from 'node:cluster';
import prometheus from 'prom-client';
import {
  CLIENT_CLOSED_REQUEST,
  DEVICE_SIGN_IN_RESULTS,
  DEVICE_SIGN_INS,
  HASHES,
  JOB_RUNS,
  LOOKUPS,
  PROVIDER_STEP_KINDS,
  PROVIDER_STEP_RESULTS,
  PROVIDER_STEPS,
  CERTIFICATE_STATES,
  PROVIDER_CERTIFICATES,
  PROOF_RESULTS,
  PROOFS,
  REFUSALS,
  REPEATS,
  REQUESTS,
  SEALS,
  STATEMENTS,
  UNITS,
  type Topic,
} from '../observation/topics.js';

import { routeClass } from '../http/observed-requests.js';
import { answerPrimary } from './workers-metrics.js';

/** The number of running and of waiting tasks. */
export interface QueueLoad {
  running: number;
  waiting: number;
}

/** Seconds: from a token of the fast path to a request that has run into every limit. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

type PoolState = { open: number; idle: number; waiting: number } | undefined;

/** Metrics that are being collected. */
export interface Collected {
  text(): Promise<string>;
  end(): void;
}

/** Starts collecting. */
export function collectMetrics(queues: ReadonlyMap<string, () => QueueLoad>, pools: () => Record<string, PoolState>): Collected {
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  watchLoad(registry, queues, pools);
  const ends = [...countRequests(registry), ...countDatabase(registry), ...countWork(registry)];
  if (cluster.isWorker) ends.push(answerPrimary(registry));
  return {
    text: () => registry.metrics(),
    end() {
      for (const end of ends) end();
      registry.clear();
    },
  };
}

type Registry = InstanceType<typeof prometheus.Registry>;

function histogram<Label extends string>(registry: Registry, name: string, help: string, labelNames: readonly Label[]) {
  return new prometheus.Histogram({ name: `gatehouse_${name}`, help, labelNames, buckets: BUCKETS, registers: [registry] });
}

function counter<Label extends string>(registry: Registry, name: string, help: string, labelNames: readonly Label[]) {
  return new prometheus.Counter({ name: `gatehouse_${name}`, help, labelNames, registers: [registry] });
}

function countRequests(registry: Registry): Array<() => void> {
  const names = ['class', 'method', 'status'] as const;
  const durations = histogram(registry, 'http_request_duration_seconds', 'Requests, by class of route.', names);
  const refusals = counter(registry, 'limit_refusals_total', 'Requests beyond a quota, by class and whose it is.', [
    'class',
    'of',
  ] as const);
  return [
    REQUESTS.listen((request) => {
      const name = routeClass(request.route);
      const method = METHODS.has(request.method) ? request.method : 'other';
      durations.observe({ class: name, method, status: statusLabel(request.status) }, request.ms / 1_000);
    }),
    REFUSALS.listen((refusal) => refusals.inc(refusal)),
  ];
}

/** A caller that disconnects wasn't refused, so 499 is not counted as `4xx`. */
function statusLabel(status: number): string {
  return status === CLIENT_CLOSED_REQUEST ? String(status) : `${Math.floor(status / 100)}xx`;
}

function countDatabase(registry: Registry): Array<() => void> {
  const outcome = ({ failed }: { failed: boolean }) => (failed ? 'failed' : 'done');
  const statements = histogram(registry, 'database_statement_duration_seconds', 'SQL statements.', ['use', 'outcome'] as const);
  const units = histogram(registry, 'database_unit_duration_seconds', 'Units of work, with their wait in the line.', ['outcome'] as const);
  const repeats = counter(registry, 'database_repeats_total', 'What ran again after a deadlock or a lost connection.', ['of'] as const);
  const lookups = counter(registry, 'cache_lookups_total', 'Looks into the caches of configuration.', ['result'] as const);
  // Present from the start: Prometheus sees an increase only for a series that existed before.
  for (const kind of ['unit', 'read'] as const) repeats.inc({ of: kind }, 0);
  return [
    STATEMENTS.listen((one) => statements.observe({ use: one.use, outcome: outcome(one) }, one.ms / 1_000)),
    UNITS.listen((one) => units.observe({ outcome: outcome(one) }, one.ms / 1_000)),
    REPEATS.listen(({ of }) => repeats.inc({ of })),
    LOOKUPS.listen(({ found }) => lookups.inc({ result: found ? 'hit' : 'miss' })),
  ];
}

function countWork(registry: Registry): Array<() => void> {
  const hashes = histogram(registry, 'password_hash_duration_seconds', 'Password hashes, with their wait in the line.', [
    'worth',
    'outcome',
  ]);
  const runs = histogram(registry, 'job_run_duration_seconds', 'Runs of background jobs in this process.', ['task', 'outcome'] as const);
  const last = new prometheus.Gauge({
    name: 'gatehouse_job_last_success_timestamp_seconds',
    help: 'When a background job last succeeded in this process.',
    labelNames: ['task'],
    // With several workers, the latest value counts.
    aggregator: 'max',
    registers: [registry],
  });
  const seals = counter(registry, 'seal_operations_total', 'Sealing with data keys, by purpose.', ['operation', 'purpose', 'outcome']);
  const providers = counter(registry, 'identity_provider_steps_total', 'Steps of sign-ins with identity providers, by kind.', [
    'kind',
    'result',
  ] as const);
  const certificates = counter(
    registry,
    'identity_provider_certificates_total',
    'Certificates of SAML identity providers that end within 30 days or have ended, counted once an hour.',
    ['state'] as const,
  );
  const proofs = counter(registry, 'dpop_proofs_total', 'Proofs of possession (RFC 9449), by result.', ['result'] as const);
  const devices = counter(registry, 'device_sign_ins_total', 'Sign-ins for devices (RFC 8628), by step.', ['result'] as const);
  for (const result of PROOF_RESULTS) proofs.inc({ result }, 0);
  for (const result of DEVICE_SIGN_IN_RESULTS) devices.inc({ result }, 0);
  for (const state of CERTIFICATE_STATES) certificates.inc({ state }, 0);
  for (const kind of PROVIDER_STEP_KINDS) for (const result of PROVIDER_STEP_RESULTS) providers.inc({ kind, result }, 0);
  const listen = <Message extends { failed: boolean }>(topic: Topic<Message>, count: (message: Message, outcome: string) => void) =>
    topic.listen((message) => count(message, message.failed ? 'failed' : 'done'));
  return [
    listen(HASHES, ({ worth, ms }, outcome) => hashes.observe({ worth, outcome }, ms / 1_000)),
    listen(JOB_RUNS, ({ job, ms, failed }, outcome) => {
      runs.observe({ task: job, outcome }, ms / 1_000);
      if (!failed) last.set({ task: job }, Date.now() / 1_000);
    }),
    PROVIDER_STEPS.listen((step) => providers.inc(step)),
    PROOFS.listen((proof) => proofs.inc(proof)),
    DEVICE_SIGN_INS.listen((step) => devices.inc(step)),
    PROVIDER_CERTIFICATES.listen((found) => certificates.inc(found)),
    listen(SEALS, ({ operation, purpose }, outcome) => seals.inc({ operation, purpose, outcome })),
  ];
}

/** Reads queues and pools whenever the metrics are requested. */
function watchLoad(registry: Registry, queues: ReadonlyMap<string, () => QueueLoad>, pools: () => Record<string, PoolState>): void {
  gauge(registry, 'queue_tasks', 'Tasks of a queue.', ['queue', 'state'], (set) => {
    for (const [queue, read] of queues) for (const [state, count] of Object.entries(read())) set({ queue, state }, count);
  });
  gauge(registry, 'database_pool_connections', 'Connections of a pool, and callers that wait for one.', ['pool', 'state'], (set) => {
    for (const [pool, states] of Object.entries(pools()))
      for (const [state, count] of Object.entries(states ?? {})) set({ pool, state }, count);
  });
}

function gauge(
  registry: Registry,
  name: string,
  help: string,
  labelNames: string[],
  read: (set: (labels: Record<string, string>, value: number) => void) => void,
): void {
  const made: InstanceType<typeof prometheus.Gauge> = new prometheus.Gauge({
    name: `gatehouse_${name}`,
    help,
    labelNames,
    registers: [registry],
    collect: () => read((labels, value) => made.set(labels, value)),
  });
}
