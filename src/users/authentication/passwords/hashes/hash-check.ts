// What every hash format provides: the cost of verifying a hash, and the verification.
import { timingSafeEqual } from 'node:crypto';

export interface HashCheck {
  /** Work of one verification, in units of bcrypt: a bcrypt hash of cost c takes 2^c. Measured on one machine, so accurate to about a third. */
  steps: number;
  /** Whether `password` matches. Never blocks the event loop for more than a millisecond. */
  verify(password: string): Promise<boolean>;
}

/** Why a hash cannot be used: a clause without any part of the hash. */
export interface HashFault {
  fault: string;
}

export interface HashFormat {
  /** Its common name; several formats may share one. */
  name: string;
  /** The patterns of the table never overlap. */
  form: RegExp;
  read(match: Groups): HashCheck | HashFault;
}

/** The named groups of a match; a group that did not participate is empty. */
export type Groups = (name: string) => string;

export function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
