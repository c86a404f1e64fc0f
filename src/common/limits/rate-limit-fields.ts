// The header fields RateLimit and RateLimit-Policy (draft-ietf-httpapi-ratelimit-headers-10): lists of strings with parameters (RFC 9651).
import type { OutgoingHttpHeaders } from 'node:http';
import { OverLimitError } from '../primitives/over-limit-error.js';
import { WINDOW_S, type QuotaState } from './windows.js';

const POLICY = 'RateLimit-Policy';
const LIMIT = 'RateLimit';

/** The state of quotas in a response: `q` requests in `w` seconds, of which `r` are left for `t` seconds. */
export function rateLimitFields(quotaStates: readonly QuotaState[]): Record<string, string> {
  if (quotaStates.length === 0) return {};
  return {
    [POLICY]: quotaStates.map(({ name, quota }) => `"${name}";q=${quota};w=${WINDOW_S}`).join(', '),
    [LIMIT]: quotaStates.map(({ name, left, seconds }) => `"${name}";r=${left};t=${seconds}`).join(', '),
  };
}

/** Adds the fields to those that a response already has. */
export function setRateLimitFields(
  response: { getHeader(name: string): OutgoingHttpHeaders[string]; setHeader(name: string, value: string): unknown },
  quotaStates: readonly QuotaState[],
): void {
  for (const [name, value] of Object.entries(rateLimitFields(quotaStates))) {
    const before = response.getHeader(name);
    response.setHeader(name, before === undefined ? value : `${String(before)}, ${value}`);
  }
}

/** @param whose owner of the quota, as in "this address" */
export function overLimit(refused: QuotaState, whose: string): OverLimitError {
  const message = `Too many requests of ${whose}: ${refused.quota} in ${WINDOW_S} seconds are allowed. Try again in ${refused.seconds} seconds.`;
  return new OverLimitError(message, refused.seconds, rateLimitFields([refused]));
}
