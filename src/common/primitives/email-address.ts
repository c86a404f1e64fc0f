/** Longest address, and longest part before the @ (RFC 5321 section 4.5.3.1: 64 + 1 + 255). */
const MAX_LENGTH = 320;
const MAX_LOCAL = 64;
const LOCAL = /^[^\s\p{C}@"(),:;<>[\]\\]+$/u;
const LABEL = /^[\p{L}\p{M}\p{N}-]+$/u;

/**
 * The definition of an e-mail address everywhere in this service: mail can be sent to it as it is, and no part of it is interpreted.
 * One mailbox and nothing around it: no name, no list, no quotes, nothing that could end a header line. The domain is labels of letters,
 * digits and hyphens in any script; one label is enough.
 */
export function isEmailAddress(text: string): boolean {
  const [local = '', domain = '', more] = text.length > MAX_LENGTH ? [] : text.split('@', 3);
  if (more !== undefined || !LOCAL.test(local) || [...local].length > MAX_LOCAL) return false;
  return domain.split('.').every((label) => LABEL.test(label) && !label.startsWith('-') && !label.endsWith('-'));
}
