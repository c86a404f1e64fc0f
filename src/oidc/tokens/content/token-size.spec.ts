import { expect, it } from 'vitest';
import { carriedClaims } from './token-size.js';

const SOURCE = { userinfo: { endpoint: 'https://id.example/oidc/v1/userinfo' } };
const carried = (claims: object, bytes: number) => carriedClaims({ ...claims }, bytes, 'https://id.example');

it('carries what fits, and names what does not', () => {
  const claims = { small: 'x', big: 'x'.repeat(400), last: 'y' };
  expect(carried(claims, 1_000)).toEqual(claims);
  expect(carried(claims, 300)).toEqual({ small: 'x', last: 'y', _claim_names: { big: 'userinfo' }, _claim_sources: SOURCE });
});

it('never takes more bytes than there are, with the names of what is left', () => {
  const claims = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`claim-${at}`, '組'.repeat(at * 5)]));
  for (let bytes = 0; bytes < 4_000; bytes += 37) {
    const told = carried(claims, bytes);
    expect(Buffer.byteLength(JSON.stringify(told))).toBeLessThanOrEqual(Math.max(bytes, 2));
    if (Object.keys(told).length > 0) {
      const left = Object.keys((told as { _claim_names?: object })._claim_names ?? {});
      expect(new Set([...Object.keys(told), ...left]).size).toBeGreaterThanOrEqual(30);
    }
  }
});
