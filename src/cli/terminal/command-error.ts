import { EXIT, type ExitCode } from './exit-code.js';

/** An error to show to the person who typed the command, without a stack. */
export class CommandError extends Error {
  /** @param problem the service's own answer, for whoever asked for JSON */
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
