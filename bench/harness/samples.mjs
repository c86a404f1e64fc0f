// Numbers of one run, and of several.

/**
 * @typedef {{ count: number, elapsedMs: number, p50: number, p99: number }} Run
 * By how much the resident memory of the process grew and the most it was, in MiB; the rate at the end as a share of that at the beginning.
 * @typedef {{ growthMiB?: number | undefined, mostMiB?: number | undefined, pace?: number | undefined }} OfLongRuns
 * @typedef {{ count: number, rate: number, cpuUs: number | undefined, p50: number, p99: number, busy: number | undefined } & OfLongRuns} Sample
 */

/** @param {number[]} latencies in ms @param {number} count what was done @param {number} elapsedMs @returns {Run} */
export function summary(latencies, count, elapsedMs) {
  const sorted = Float64Array.from(latencies).sort();
  const at = (/** @type {number} */ share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { count, elapsedMs, p50: at(0.5), p99: at(0.99) };
}

/** @param {number[]} values @returns {number} */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** The median of each member. @param {Sample[]} samples @returns {Sample} */
export function medianSample(samples) {
  const of = (/** @type {(sample: Sample) => number | undefined} */ member) =>
    median(samples.map((sample) => member(sample) ?? Number.NaN));
  const known = (/** @type {number} */ value) => (Number.isNaN(value) ? undefined : value);
  return {
    count: of(({ count }) => count),
    rate: of(({ rate }) => rate),
    cpuUs: known(of(({ cpuUs }) => cpuUs)),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    busy: known(of(({ busy }) => busy)),
    growthMiB: known(of(({ growthMiB }) => growthMiB)),
    mostMiB: known(of(({ mostMiB }) => mostMiB)),
    pace: known(of(({ pace }) => pace)),
  };
}
