import { EXIT, type ExitCode } from './exit-code.js';

/** An error shown without a stack to the person who ran the command. */
export class CommandError extends Error {
  /** @param problem the service's own answer, for `--json` */
  constructor(
    message: string,
    readonly exitCode: ExitCode = EXIT.failed,
    readonly problem?: object,
  ) {
    super(message);
    this.name = 'CommandError';
  }
}

/** The arguments are wrong. */
export class UsageError extends CommandError {
  constructor(message: string) {
    super(message, EXIT.usage);
  }
}
