// The password hashes this service can check: how each is recognised, what it may cost, and how it is verified.
import { compare } from 'bcrypt';

interface HashFormat {
  name: string;
  /** Recognises the form; a hash that fits no form is refused when it is imported, not when somebody signs in. */
  form: RegExp;
  /** Why a hash of this form is too expensive to check at each sign-in, or undefined. */
  tooExpensive(hash: string): string | undefined;
  verify(password: string, hash: string): Promise<boolean>;
}

/** bcrypt looks at the first 72 bytes only; a longer new password is refused rather than cut. */
export const MAX_PASSWORD_BYTES = 72;
const MAX_BCRYPT_COST = 14;

const FORMATS: readonly HashFormat[] = [
  {
    name: 'bcrypt',
    form: /^\$2[aby]\$(0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/,
    tooExpensive: (hash) => (Number(hash.slice(4, 6)) > MAX_BCRYPT_COST ? `its bcrypt cost is over ${MAX_BCRYPT_COST}` : undefined),
    // `$2y$` is what PHP calls `$2b$`; the library knows the latter only.
    verify: (password, hash) => compare(password, hash.replace(/^\$2y\$/, '$2b$')),
  },
];

/** A hash that belongs to nobody and costs as much to check as a real one. */
function decoyHash(cost: number): string {
  return `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`;
}

/**
 * Hashes of nobody that, checked beside `stored`, bring the work up to that of a hash of `cost`: the steps of bcrypt double, so what is
 * missing from 2^c to 2^cost is the sum of c, c + 1, …, cost - 1. Without `stored`, the whole work.
 */
export function decoysBeside(stored: string | undefined, cost: number): string[] {
  if (stored === undefined) return [decoyHash(cost)];
  const own = Number(/^\$2[aby]\$(\d\d)\$/.exec(stored)?.[1] ?? cost);
  return Array.from({ length: Math.max(0, cost - own) }, (_, step) => decoyHash(own + step));
}

/** Whether a hash is what a new one would be: of the algorithm and the cost that are configured. */
export function isCurrentHash(hash: string, cost: number): boolean {
  return hash.startsWith(`$2b$${String(cost).padStart(2, '0')}$`);
}

/** @returns why `hash` cannot be used, or undefined when it can. */
export function hashFault(hash: string): string | undefined {
  const format = FORMATS.find(({ form }) => form.test(hash));
  if (!format) return `the hash is of no known kind (known: ${FORMATS.map(({ name }) => name).join(', ')})`;
  return format.tooExpensive(hash);
}

/** Whether `password` is the one that `hash` was made from; false for a hash of an unknown kind. */
export async function verifyHash(password: string, hash: string): Promise<boolean> {
  const format = FORMATS.find(({ form }) => form.test(hash));
  return format !== undefined && format.verify(password, hash);
}
