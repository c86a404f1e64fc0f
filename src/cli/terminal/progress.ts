// Shows progress on one line of a terminal; elsewhere, prints a line now and then.

/** The progress at one moment. `secondsLeft` assumes the rate so far. */
export interface Progress {
  label: string;
  done: number;
  total: number;
  /** Per second. */
  rate: number;
  secondsLeft: number | null;
  errors: number;
}

const WIDTH = 24;
const LINE_EVERY_MS = 10_000;

/** `Importing [######------] 25 % · 25,000 of 100,000 · 12,300/s · 6 s left · 3 errors` */
export function progressLine({ label, done, total, rate, secondsLeft, errors }: Progress): string {
  const share = total > 0 ? Math.min(done / total, 1) : 0;
  const filled = Math.round(share * WIDTH);
  const parts = [
    `${label} [${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}] ${Math.floor(share * 100)} %`,
    `${grouped(done)} of ${grouped(total)}`,
    `${grouped(rate)}/s`,
    ...(secondsLeft === null ? [] : [`${timeOf(secondsLeft)} left`]),
    counted(errors, 'error'),
  ];
  return parts.join(' · ');
}

/** `1 person`, `2 people`. */
export function counted(value: number, one: string, several = `${one}s`): string {
  return `${grouped(value)} ${value === 1 ? one : several}`;
}

/** A rounded number with separators. */
export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function timeOf(seconds: number): string {
  // A growing file becomes longer than the total, so the result may be negative.
  const whole = Math.max(0, Math.ceil(seconds));
  return whole < 90 ? `${whole} s` : whole < 5_400 ? `${Math.ceil(whole / 60)} min` : `${Math.ceil(whole / 3_600)} h`;
}

/** Shows progress on a stream. */
export class ProgressBar {
  private shownMs = 0;

  constructor(
    private readonly out: NodeJS.WriteStream,
    private readonly nowMs: () => number,
  ) {}

  show(progress: Progress): void {
    const line = progressLine(progress);
    if (this.out.isTTY) {
      this.out.write(`\r\x1b[2K${line.slice(0, this.out.columns - 1)}`);
      return;
    }
    if (this.shownMs > 0 && this.nowMs() - this.shownMs < LINE_EVERY_MS) return;
    this.shownMs = this.nowMs();
    this.out.write(`${line}\n`);
  }

  /** Clears the line for other output. */
  end(): void {
    if (this.out.isTTY) this.out.write('\r\x1b[2K');
  }
}
