import { DomainError } from '../../common/primitives/domain-error.js';

/** The result of a mailed code: its person, or that it is wrong, used, replaced, expired or was tried too often. */
export type CodeOutcome = { kind: 'done'; userNo: number; userId: string; orgNo: number } | { kind: 'wrongCode' };

export const WRONG_CODE: CodeOutcome = { kind: 'wrongCode' };

/** For whoever reads the mail of the address: it is somebody else's, which nobody but its reader is told. */
export function takenIfConflict(error: unknown): 'taken' {
  if (error instanceof DomainError && error.kind === 'conflict') return 'taken';
  throw error;
}
