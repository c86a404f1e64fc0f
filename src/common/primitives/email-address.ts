/** Longest address (RFC 5321 section 4.5.3.1: 64 + 1 + 255). */
const MAX_LENGTH = 320;
/**
 * One mailbox and nothing around it: no name, no list, no quotes, nothing that could end a header line. The domain is labels of letters,
 * digits and hyphens in any script; one label is enough.
 */
const MAILBOX =
  /^[^\s\p{C}@"(),:;<>[\]\\]{1,64}@(?:[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)*[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/** The definition of an e-mail address everywhere in this service: mail can be sent to it as it is, and no part of it is interpreted. */
export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_LENGTH && MAILBOX.test(text);
}
