/** Timestamps of resources: microseconds since 1970 UTC inside, RFC 3339 text outside. `Date` alone would lose the microseconds. */

const SECOND_US = 1_000_000;
const TIMESTAMP = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})?$/i;

/** 1795258800123456 -> `2026-11-21T11:00:00.123456Z`. */
export function formatTimestamp(us: number): string {
  const seconds = Math.floor(us / SECOND_US);
  const fraction = String(us - seconds * SECOND_US).padStart(6, '0');
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}.${fraction}Z`;
}

/**
 * The microseconds of an xsd:dateTime (RFC 7643 section 2.3.5), `undefined` for any other text.
 * Without a zone it counts as UTC; digits beyond microseconds are truncated.
 */
export function parseTimestamp(text: string): number | undefined {
  const match = TIMESTAMP.exec(text);
  if (!match) return undefined;
  const [, local, fraction = '', zone = 'Z'] = match;
  const atUtc = Date.parse(`${local}Z`.toUpperCase());
  const sameDay = !Number.isNaN(atUtc) && new Date(atUtc).toISOString().slice(0, 10) === local?.slice(0, 10);
  const ms = Date.parse(`${local}${zone}`.toUpperCase());
  return sameDay && !Number.isNaN(ms) ? ms * 1000 + Number(fraction.slice(0, 6).padEnd(6, '0')) : undefined;
}
