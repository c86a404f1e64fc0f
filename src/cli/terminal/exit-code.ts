/** The exit codes of the command line; scripts read them (docs/command-line.md). */
export const EXIT = {
  done: 0,
  /** The service refused, or the command failed halfway. */
  failed: 1,
  /** The arguments are wrong; no request was sent. */
  usage: 2,
  /** The service doesn't answer, or is temporarily unavailable. */
  unreachable: 3,
  /** No user is signed in, or the signed-in user lacks the permission. */
  forbidden: 4,
  /** Partly done, for example an import with errors. */
  partly: 5,
  /** A name that several things have; the list is in the error. */
  ambiguous: 6,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
