/** A stored time (microseconds since 1970 UTC) as ISO 8601 with its microseconds. */
export function isoInstant(us: number): string {
  const seconds = new Date(Math.floor(us / 1000)).toISOString().slice(0, 19);
  return `${seconds}.${String(us % 1_000_000).padStart(6, '0')}Z`;
}

/** An ISO 8601 time as microseconds; further digits are dropped. */
export function usOfIso(text: string): number {
  const fraction = /\.(\d+)/.exec(text)?.[1] ?? '';
  return Math.floor(Date.parse(text) / 1000) * 1_000_000 + Number(fraction.padEnd(6, '0').slice(0, 6));
}
