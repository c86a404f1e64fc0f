import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/** A new public identifier: UUID version 7 (RFC 9562 section 5.7), so that consecutive keys are adjacent in an index. */
export function newId(): string {
  return v7({ random: uniqueBytes(16) });
}

const STOCK_BYTES = 4_096;
let stock = Buffer.alloc(0);
let taken = 0;

/**
 * `count` random bytes for values that are public but must never repeat: token ids, salts.
 * They come from a pool, because generating a few bytes costs as much as thousands. They stay in memory before they are used, so they must
 * not be used as secrets.
 */
export function uniqueBytes(count: number): Buffer {
  if (taken + count > stock.length) [stock, taken] = [randomBytes(STOCK_BYTES), 0];
  taken += count;
  return stock.subarray(taken - count, taken);
}

/** A new secret of `bytes` random bytes (default 256 bits), base64url. */
export function newSecret(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}
