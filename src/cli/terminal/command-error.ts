/** An error to show to the person who typed the command, without a stack. */
export class CommandError extends Error {}
