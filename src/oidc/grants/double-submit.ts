// Double submits are common: within this time a second use of a code or refresh token counts as one, not as theft (docs/adr/0005-tokens.md).

const DOUBLE_SUBMIT_US = 2_000_000;

/** Whether something that was used then may be the same request again. @param usedUs when it was used @param nowUs both in microseconds since 1970 UTC */
export function isDoubleSubmit(usedUs: number, nowUs: number): boolean {
  return nowUs - usedUs <= DOUBLE_SUBMIT_US;
}
