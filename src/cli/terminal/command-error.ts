/** What went wrong, in a sentence for whoever typed the command. */
export class CommandError extends Error {}
