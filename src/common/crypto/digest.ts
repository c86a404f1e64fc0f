import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * What is stored of a secret this service made: SHA-256, base64url. Enough because such a secret has 256 random bits;
 * a password that a person chose is hashed by `users/passwords` instead.
 */
export function secretDigest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Compares two digests of {@link secretDigest} in a time that tells nothing about where they differ. */
export function equalDigests(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Compares two texts in a time that tells nothing about where they differ. */
export function equalSecrets(a: string, b: string): boolean {
  const [left, right] = [createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest()];
  return timingSafeEqual(left, right);
}
