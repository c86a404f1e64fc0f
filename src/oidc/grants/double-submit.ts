// Double submits are common. Within this time, a second use of a code or refresh token counts as a double submit, not as theft
// (docs/adr/0005-tokens.md).

const DOUBLE_SUBMIT_US = 2_000_000;
/** Longer than a request waits in the queue. A use further ahead of the request was recorded before the clock was set back. */
const MOST_WAIT_US = 60_000_000;

/**
 * Whether a request is a double submit of an earlier use. Both times are microseconds since 1970 UTC.
 * @param usedUs when it was used
 * @param receivedUs when the request arrived; the time it waits afterwards does not count
 */
export function isDoubleSubmit(usedUs: number, receivedUs: number): boolean {
  return arrivedWithin(DOUBLE_SUBMIT_US, usedUs, receivedUs);
}

/**
 * Whether a request arrived this soon after a use, or while the request of that use was waiting in the queue. Times as for
 * {@link isDoubleSubmit}.
 */
export function arrivedWithin(windowUs: number, usedUs: number, receivedUs: number): boolean {
  const afterUs = receivedUs - usedUs;
  return afterUs <= windowUs && afterUs >= -MOST_WAIT_US;
}
