/** The result of a mailed code: its person, or that it is wrong, used, replaced, expired or was tried too often. */
export type CodeOutcome = { kind: 'done'; userNo: number; userId: string; orgNo: number } | { kind: 'wrongCode' };

export const WRONG_CODE: CodeOutcome = { kind: 'wrongCode' };
