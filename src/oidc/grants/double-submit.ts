// Double submits are common: within this time a second use of a code or refresh token counts as one, not as theft (docs/adr/0005-tokens.md).

const DOUBLE_SUBMIT_US = 2_000_000;
/** Longer than a request waits for its turn. A use still further ahead of the request was stamped before the clock was set back. */
const MOST_WAIT_US = 60_000_000;

/**
 * Whether a request repeats the one that used something.
 * @param usedUs when it was used. @param receivedUs when the request arrived: however long it waits then, it is no later. Both in microseconds since 1970 UTC
 */
export function isDoubleSubmit(usedUs: number, receivedUs: number): boolean {
  return arrivedWithin(DOUBLE_SUBMIT_US, usedUs, receivedUs);
}

/** Whether a request arrived so soon after a use, or while that was waiting for its turn. Times as for {@link isDoubleSubmit}. */
export function arrivedWithin(windowUs: number, usedUs: number, receivedUs: number): boolean {
  const afterUs = receivedUs - usedUs;
  return afterUs <= windowUs && afterUs >= -MOST_WAIT_US;
}
