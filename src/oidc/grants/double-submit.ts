// Double submits are common: within this time a second use of a code or refresh token counts as one, not as theft (docs/adr/0005-tokens.md).

const DOUBLE_SUBMIT_US = 2_000_000;

/**
 * Whether a request repeats the one that used something.
 * @param usedUs when it was used. @param receivedUs when the request arrived: however long it waits then, it is no later. Both in microseconds since 1970 UTC
 */
export function isDoubleSubmit(usedUs: number, receivedUs: number): boolean {
  return receivedUs - usedUs <= DOUBLE_SUBMIT_US;
}
