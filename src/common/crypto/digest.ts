import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * The stored digest of a generated secret: SHA-256, base64url. This is enough because such a secret has 256 random bits. Passwords that
 * people choose are hashed by `users/authentication/passwords` instead.
 */
export function secretDigest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Compares two digests of {@link secretDigest} in constant time. */
export function equalDigests(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Compares two strings in constant time. */
export function equalSecrets(a: string, b: string): boolean {
  const [left, right] = [createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest()];
  return timingSafeEqual(left, right);
}
