// What a stored hash is to the rest of the service: how much work one check is, and the check.
import { timingSafeEqual } from 'node:crypto';

/** A hash that was read. */
export interface HashCheck {
  /** Work of one check, in steps of bcrypt: a bcrypt hash of cost c has 2^c. Measured on one machine, so right by a third or so. */
  steps: number;
  /** Whether `password` is the one. Never keeps the event loop busy for more than a millisecond. */
  verify(password: string): Promise<boolean>;
}

/** Why a hash cannot be used: half a sentence, without any part of the hash. */
export interface HashFault {
  fault: string;
}

/** One way to write a hash. */
export interface HashFormat {
  /** As people call it; several forms may share a name. */
  name: string;
  /** Nothing else may match it: the forms of the table never overlap. */
  form: RegExp;
  read(match: Groups): HashCheck | HashFault;
}

/** The named groups of a form; one that took no part is empty. */
export type Groups = (name: string) => string;

export function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
