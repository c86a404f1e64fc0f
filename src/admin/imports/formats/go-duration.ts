// Durations in Go's notation ("5m30s", "1.5h"), as the import body has them (pkg.go.dev/time#ParseDuration).

const UNIT_MS: Readonly<Record<string, number>> = { ns: 1e-6, us: 1e-3, µs: 1e-3, μs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const PART = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)/y;

/** @returns milliseconds, or undefined when `text` is no positive duration */
export function parseGoDuration(text: string): number | undefined {
  const body = text.replace(/^\+/, '');
  if (body === '' || body.length > 100) return undefined;
  let total = 0;
  PART.lastIndex = 0;
  while (PART.lastIndex < body.length) {
    const part = PART.exec(body);
    if (!part) return undefined;
    total += Number(part[1]) * (UNIT_MS[part[2] ?? ''] ?? Number.NaN);
  }
  return Number.isFinite(total) && total > 0 ? total : undefined;
}
