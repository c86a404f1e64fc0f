// Plain text tables.

const BUSY = 0.9;

/** @param {string[][]} lines the first is the heading @param {ReadonlySet<number>} left columns of words; others are numbers */
export function table(lines, left) {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => (left.has(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** @param {number | undefined | null} value null, where a saved result had no number @param {number} [digits] */
export function number(value, digits = 0) {
  if (value === undefined || value === null || Number.isNaN(value)) return '–';
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

const HEADING = [
  'row',
  'engine',
  'rate/s',
  'CPU µs',
  'p50 ms',
  'p99 ms',
  'MiB more',
  'MiB most',
  'last/first',
  'limit',
  'rate/s',
  'CPU µs',
  'by rate',
  'by CPU',
  'target',
  'met',
];

/** @param {import('./measure.mjs').Goal} goal */
function target({ ratio, by = [], rate, p99, growthMiB, mostMiB, pace }) {
  return [
    // Nothing is to reach a ratio of nothing.
    ratio && `${ratio} ${by.join('+')}`.trim(),
    rate !== undefined && `${number(rate)}/s`,
    p99 !== undefined && `p99 ${p99} ms`,
    growthMiB !== undefined && `${growthMiB} MiB more`,
    mostMiB !== undefined && `${mostMiB} MiB`,
    pace !== undefined && `last/first ${pace}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** @param {Array<import('./measure.mjs').Result | { row: string, engine: string, failed: string }>} results */
export function resultTable(results) {
  const lines = results.map((result) => {
    if ('failed' in result) return [result.row, result.engine, 'failed'];
    const { service, limit, goal, met } = result;
    return [
      result.row,
      result.engine,
      number(service.rate),
      number(service.cpuUs),
      number(service.p50, 2),
      number(service.p99, 2),
      number(service.growthMiB),
      number(service.mostMiB),
      number(service.pace, 2),
      result.limitName,
      number(limit.rate) + ((limit.busy ?? 0) > BUSY ? '*' : ''),
      number(limit.cpuUs),
      number(result.rateRatio, 2),
      number(result.cpuRatio, 2),
      goal ? target(goal) : '–',
      met === undefined ? '–' : met ? 'yes' : 'no',
    ].map((cell, column) => (column === 2 && (service.busy ?? 0) > BUSY ? `${cell}*` : cell));
  });
  const reasons = results.flatMap((result) => ('failed' in result ? [`\n${result.engine}, ${result.row} failed: ${result.failed}`] : []));
  const starred = results.some((result) => !('failed' in result) && Math.max(result.service.busy ?? 0, result.limit.busy ?? 0) > BUSY);
  return (
    table([HEADING, ...lines], new Set([0, 1, 9, 14, 15])) +
    (starred ? '\n* the load generator was busy for more than 90 % of the time: the true rate is higher, judge by CPU' : '') +
    reasons.join('')
  );
}

/** What each row asks the database for. @param {Array<import('./measure.mjs').Result | { row: string, engine: string, failed: string }>} results */
export function statementTable(results) {
  const lines = results.flatMap((result) => {
    if ('failed' in result || !result.statements) return [];
    const { perUnit, top } = result.statements;
    return [
      [result.row, number(perUnit, 2), `a ${result.unit.replace(/s$/, '')}`],
      ...top.map(({ sql, perUnit: times }) => ['', number(times, 2), sql]),
    ];
  });
  return table([['row', 'statements', 'the most frequent'], ...lines], new Set([0, 2]));
}
