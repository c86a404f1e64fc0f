/** What the command line exits with; scripts read it (docs/command-line.md). */
export const EXIT = {
  done: 0,
  /** The service refused, or something failed on the way. */
  failed: 1,
  /** The arguments are wrong; nothing was tried. */
  usage: 2,
  /** The service does not answer, or says that it cannot now. */
  unreachable: 3,
  /** Nobody is signed in, or whoever is may not do this. */
  forbidden: 4,
  /** Done for some, not for all: an import with errors. */
  partly: 5,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
