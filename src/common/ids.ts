import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';

/** A new public identifier: UUID version 7 (RFC 9562 section 5.7), so that keys made one after the other lie beside each other. */
export function newId(): string {
  return v7();
}

/** A new secret of `bytes` random bytes (default 256 bits), base64url. */
export function newSecret(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}
