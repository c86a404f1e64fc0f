// Upper limits for the cost of a hash of any format: the work of bcrypt at cost 14. Every sign-in and every guess has this cost until the hash is
// replaced.

const KIB = 1024;
const MIB = 1024 * KIB;

export const HASH_LIMITS = {
  /** Characters of a hash, with its parameters. */
  length: 1_000,
  /** Longer passwords match no hash: some formats hash the whole password in every round. */
  passwordBytes: 512,
  /** bcrypt: 2^cost rounds. */
  bcryptCost: 14,
  /** The work of one check, in steps of bcrypt. */
  steps: 2 ** 14,
  /** argon2 and scrypt: bytes of memory times passes over it. */
  memoryPasses: 256 * MIB,
  /** argon2: lanes. scrypt: its p. */
  lanes: 64,
} as const;

/** Formats bytes for people. */
export function mebibytes(bytes: number): string {
  return `${Math.round(bytes / MIB)} MiB`;
}
