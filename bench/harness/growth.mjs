// Whether something grows that should not: the second half of a long run compared with the first.

/**
 * What was seen at one moment: figures of the process, rows by table, and how many flows there had been.
 * @typedef {{ figures: Record<string, number>, rows: Record<string, number>, flows: number }} Sample
 * `share` and `by`: by how much the second half may be above the first, whichever is more.
 * @typedef {{ share: number, by: number }} Bound
 */

/** The figures of the process, in the second half by so much above the first, at most. @type {Readonly<Record<string, Bound>>} */
export const BOUNDS = {
  'resident MiB': { share: 0.03, by: 8 },
  'heap MiB': { share: 0.1, by: 8 },
  handles: { share: 0.1, by: 5 },
  descriptors: { share: 0.1, by: 5 },
};

/** Rows that any table may have more at the end of the second half than at its start: what is just under way. */
const ROWS_UNDER_WAY = 100;
/** By so much more of the rows that are kept may a flow of the second half write than one of the first, or be there of those that are purged. */
const MORE_KEPT = 1.25;

/**
 * @param {readonly Sample[]} samples in the order of time
 * @param {ReadonlySet<string>} kept tables that grow with what is done, by intent
 * @param {{ residentSlack?: number, purged?: ReadonlySet<string> }} [options] `residentSlack`: so many times the bound of resident memory is
 * allowed; `purged`: tables that lose rows as fast as they get them before the second half begins, kept or not
 * @returns {string[]} what grew beyond its bound
 */
export function growthOf(samples, kept, { residentSlack = 1, purged = new Set() } = {}) {
  const middle = Math.floor(samples.length / 2);
  const halves = /** @type {const} */ ([samples.slice(0, middle), samples.slice(middle)]);
  const faults = Object.entries(BOUNDS).flatMap(([name, { share, by }]) => {
    const [first = [], second = []] = halves.map((half) => half.map(({ figures }) => figures[name] ?? 0));
    // Memory that a process has had comes back late or never, so what is usual is compared with the most there was; of the rest the least
    // counts, which is what lives on.
    const [before, after] = name === 'resident MiB' ? [Math.max(...first), median(second)] : [Math.min(...first), Math.min(...second)];
    const most = before + Math.max(before * share, by) * (name === 'resident MiB' ? residentSlack : 1);
    return after <= most ? [] : [`${name}: ${round(before)}, then ${round(after)}, more than ${round(most)}`];
  });
  const tables = Object.keys(samples.at(-1)?.rows ?? {});
  const ofTable = (/** @type {string} */ table) =>
    purged.has(table) ? growthOfPurged(table, halves) : growthOfTable(table, halves, kept.has(table));
  return [...faults, ...tables.flatMap(ofTable)];
}

/** @param {string} table @param {readonly [readonly Sample[], readonly Sample[]]} halves @param {boolean} isKept @returns {string[]} */
function growthOfTable(table, halves, isKept) {
  const over = (/** @type {(sample: Sample) => number} */ count) =>
    halves.map(([first, ...others]) => (first ? count(others.at(-1) ?? first) - count(first) : 0));
  const [first = 0, second = 0] = over(({ rows }) => rows[table] ?? 0);
  const [flowsBefore = 0, flows = 0] = over((sample) => sample.flows);
  // Who does more leaves more: the load is never quite the same.
  const most = isKept ? (Math.max(0, first) / Math.max(1, flowsBefore)) * flows * MORE_KEPT + ROWS_UNDER_WAY : ROWS_UNDER_WAY;
  return second <= most
    ? []
    : [
        `rows of ${table}: ${first} more in the first half with ${flowsBefore} flows, ${second} in the second with ${flows}, ` +
          `where ${round(most)} are allowed`,
      ];
}

/** @param {string} table @param {readonly [readonly Sample[], readonly Sample[]]} halves @returns {string[]} */
function growthOfPurged(table, halves) {
  const [first, second] = halves.map((half) => Math.max(0, ...half.map(({ rows }) => rows[table] ?? 0)));
  const most = (first ?? 0) * MORE_KEPT + ROWS_UNDER_WAY;
  return (second ?? 0) <= most
    ? []
    : [`rows of ${table}: ${first} at most in the first half, ${second} in the second, where ${round(most)} are allowed`];
}

/** @param {readonly number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;
