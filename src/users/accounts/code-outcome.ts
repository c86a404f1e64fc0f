import { DomainError } from '../../common/primitives/domain-error.js';

/** The result of a mailed code: its person, or `wrongCode` if it is wrong, used, replaced, expired or was tried too often. */
export type CodeOutcome = { kind: 'done'; userNo: number; userId: string; orgNo: number } | { kind: 'wrongCode' };

export const WRONG_CODE: CodeOutcome = { kind: 'wrongCode' };

/** Turns a conflict into `taken`: another person has the address. Only for answers to a caller who has proved to read its mailbox. */
export function takenIfConflict(error: unknown): 'taken' {
  if (error instanceof DomainError && error.kind === 'conflict') return 'taken';
  throw error;
}
