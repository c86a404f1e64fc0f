// The table that a run ends with.
import type { Tally } from './histories.js';

/** What a fault of one kind did, each time. */
export interface Row extends Tally {
  fault: string;
  times: number;
  lost: number;
  doubled: number;
  stale: number;
  /** Because a client had lost an answer, or repeated a request after the time for it. */
  endedSignIns: number;
  /** Without a write that was acknowledged: by the service that was worse off, and by both at once. */
  silenceMs: number;
  commonSilenceMs: number;
  /** Without a read that was answered, by the service that was worse off. */
  readSilenceMs: number;
}

const COLUMNS: ReadonlyArray<[string, (row: Row) => string | number]> = [
  ['fault', ({ fault }) => fault],
  ['times', ({ times }) => times],
  ['answered', ({ answered }) => answered],
  ['refused', ({ refused }) => refused],
  ['no answer', ({ unknown }) => unknown],
  ['lost', ({ lost }) => lost],
  ['doubled', ({ doubled }) => doubled],
  ['stale reads', ({ stale }) => stale],
  ['sign-ins ended', ({ endedSignIns }) => endedSignIns],
  ['longest silence, one service', ({ silenceMs }) => seconds(silenceMs)],
  ['both', ({ commonSilenceMs }) => seconds(commonSilenceMs)],
  ['of reads, one service', ({ readSilenceMs }) => seconds(readSilenceMs)],
];

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Rows of one fault in one, and in one table. */
export function tableOf(rows: readonly Row[]): string {
  const merged = new Map<string, Row>();
  for (const row of rows) merged.set(row.fault, add(merged.get(row.fault), row));
  const lines = [COLUMNS.map(([name]) => name), ...[...merged.values()].map((row) => COLUMNS.map(([, of]) => String(of(row))))];
  const widths = COLUMNS.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function add(sum: Row | undefined, row: Row): Row {
  if (!sum) return row;
  const added = Object.fromEntries(
    (['times', 'answered', 'refused', 'unknown', 'lost', 'doubled', 'stale', 'endedSignIns'] as const).map((name) => [
      name,
      sum[name] + row[name],
    ]),
  );
  return {
    ...sum,
    ...added,
    silenceMs: Math.max(sum.silenceMs, row.silenceMs),
    commonSilenceMs: Math.max(sum.commonSilenceMs, row.commonSilenceMs),
    readSilenceMs: Math.max(sum.readSilenceMs, row.readSilenceMs),
  };
}
