// Measures one row: service, limit, service, limit … in turn, so that a noisy moment hits both sides; medians of the rounds.
import { cpuMs } from './processes.mjs';
import { median, medianSample } from './samples.mjs';

/**
 * What is alive while the rows of one engine run.
 * @typedef {{
 *   engine: import('./engines.mjs').Engine,
 *   service: import('./service.mjs').Service,
 *   generator: import('./processes.mjs').Child,
 *   cleanup: import('./processes.mjs').Cleanup,
 *   cores: import('./processes.mjs').Cores,
 *   seconds: number,
 *   warmUpSeconds: number,
 *   rounds: number,
 *   people: number,
 *   countsStatements: boolean,
 *   profile?: string | undefined,
 * }} Bench
 *
 * A program that answers HTTP, or does the work by itself on `run`.
 * @typedef {{ url: string, pid: number, context?: unknown } | { worker: import('./processes.mjs').Child }} Target
 *
 * From a serial number, the number of the connection and the body of the last good answer on it, which may be of an earlier round.
 * @typedef {(context: any) => (serial: number, connection: number, last: Buffer | undefined) => import('./connection.mjs').Request} Requests
 *
 * The best that could be hoped for, measured in the same run. `request` or `run`, when it differs from the row's; a row with `run` has a limit with `run` or a worker.
 * @typedef {{ name: string, request?: Requests, run?: Run, start(bench: Bench, context: any): Promise<Target & { stop?: () => Promise<void> }> }} Limit
 *
 * `needsPeople`: runs only where `--people` says how many there shall be, on MariaDB. `needsServer`: only there. `takesLong`: only by its name.
 * `service`: starts a service for this row instead of that of all rows; it ends with the row.
 * `perAnswer`: how much of `unit` one answer stands for. `by`: what must reach `ratio`, the rate alone or also CPU time per unit.
 * `p99` in ms, `growthMiB` and `mostMiB` of the process are not to be reached. `pace`: the rate at the end as a share of that at the beginning, at least.
 * @typedef {{ ratio?: number, by?: Array<'rate' | 'cpu'>, rate?: number, p99?: number, growthMiB?: number, mostMiB?: number, pace?: number }} Goal
 * What is no stream of requests: the row does the service's part itself; a shorter one to warm up.
 * @typedef {(bench: Bench, context: any, warmUp: boolean) => Promise<import('./samples.mjs').Run & import('./samples.mjs').OfLongRuns>} Run
 * @typedef {{
 *   name: string,
 *   unit: string,
 *   connections: number,
 *   perAnswer?: number,
 *   status?: number,
 *   check?: (body: Buffer) => boolean,
 *   needsPeople?: boolean,
 *   needsServer?: boolean,
 *   takesLong?: boolean,
 *   service?(bench: Bench): Promise<import('./service.mjs').Service>,
 *   setup(bench: Bench): Promise<any>,
 *   request?: Requests,
 *   run?: Run,
 *   limit: Limit,
 *   goals: Partial<Record<import('./engines.mjs').EngineName, Goal>>,
 * }} Row
 *
 * @typedef {{
 *   row: string, engine: string, unit: string, limitName: string,
 *   service: import('./samples.mjs').Sample, limit: import('./samples.mjs').Sample,
 *   rateRatio: number, cpuRatio: number | undefined, goal: Goal | undefined, met: boolean | undefined,
 *   rounds: Array<{ service: import('./samples.mjs').Sample, limit: import('./samples.mjs').Sample }>,
 *   statements?: import('./statements.mjs').Statements | undefined,
 * }} Result
 */

const RECORDED_SECONDS = 1;

/** @param {Row} row @param {Bench} all what every row is measured on @returns {Promise<Result>} */
export async function measureRow(row, all) {
  const own = await row.service?.(all);
  const bench = own ? { ...all, service: own } : all;
  try {
    return await measure(row, bench);
  } finally {
    await own?.end();
  }
}

/** @param {Row} row @param {Bench} bench @returns {Promise<Result>} */
async function measure(row, bench) {
  const context = await row.setup(bench);
  const { stop, ...target } = await row.limit.start(bench, context);
  try {
    const served = { url: bench.service.url, pid: bench.service.pid, context };
    const sides = {
      service: () => sample(row, 'service', served, bench, bench.seconds),
      limit: () => sample(row, 'limit', target, bench, bench.seconds),
    };
    // A service runs for months; what it does before its hot functions are compiled is no measure of it.
    await sample(row, 'service', served, bench, bench.warmUpSeconds, true);
    await sample(row, 'limit', target, bench, bench.warmUpSeconds, true);
    const rounds = [];
    for (let round = 0; round < bench.rounds; round++) rounds.push({ service: await sides.service(), limit: await sides.limit() });
    const result = judge(row, bench.engine.name, rounds);
    if (!bench.countsStatements || !bench.engine.recordStatements) return result;
    // After the rounds: a server that writes down what it is asked is slower.
    const recorded = await bench.engine.recordStatements(() => sample(row, 'service', served, bench, RECORDED_SECONDS, true));
    return { ...result, statements: recorded };
  } finally {
    await stop?.();
  }
}

/**
 * @param {Row} row @param {'service' | 'limit'} side @param {Target} target @param {Bench} bench @param {number} seconds @param {boolean} [isWarmUp]
 * @returns {Promise<import('./samples.mjs').Sample>}
 */
async function sample(row, side, target, bench, seconds, isWarmUp = false) {
  const pid = 'worker' in target ? target.worker.pid : target.pid;
  const before = cpuMs(pid);
  const work = side === 'service' ? row.run : row.limit.run;
  const { count, elapsedMs, p50, p99, busy, growthMiB, mostMiB, pace } =
    'worker' in target
      ? await target.worker.ask({ do: 'run', seconds })
      : work
        ? { busy: undefined, ...(await work(bench, target.context, isWarmUp)) }
        : await bench.generator.ask({ do: 'run', row: row.name, side, context: target.context, url: target.url, seconds });
  const after = cpuMs(pid);
  const cpuUs = before === undefined || after === undefined ? undefined : ((after - before) * 1000) / count;
  return { count, rate: (count / elapsedMs) * 1000, cpuUs, p50, p99, busy, growthMiB, mostMiB, pace };
}

/** Ratios are made in each round, so that both sides saw the same noise. @param {Row} row @param {import('./engines.mjs').EngineName} engine @param {Result['rounds']} rounds @returns {Result} */
export function judge(row, engine, rounds) {
  const [service, limit] = [medianSample(rounds.map((round) => round.service)), medianSample(rounds.map((round) => round.limit))];
  const rateRatio = median(rounds.map((round) => round.service.rate / round.limit.rate));
  const cpuRatio =
    service.cpuUs === undefined
      ? undefined
      : median(rounds.map((round) => (round.limit.cpuUs ?? Number.NaN) / (round.service.cpuUs ?? Number.NaN)));
  const goal = row.goals[engine];
  const ratios = { rate: rateRatio, cpu: cpuRatio };
  const met =
    goal &&
    (goal.by ?? []).every((by) => (ratios[by] ?? Infinity) >= (goal.ratio ?? 0)) &&
    service.rate >= (goal.rate ?? 0) &&
    (goal.p99 === undefined || service.p99 < goal.p99) &&
    (service.growthMiB ?? 0) < (goal.growthMiB ?? Infinity) &&
    (service.mostMiB ?? 0) < (goal.mostMiB ?? Infinity) &&
    (service.pace ?? Infinity) >= (goal.pace ?? 0);
  return { row: row.name, engine, unit: row.unit, limitName: row.limit.name, service, limit, rateRatio, cpuRatio, goal, met, rounds };
}
