import { domainToASCII, domainToUnicode } from 'node:url';

/** Longest address, and longest part before the @ (RFC 5321 section 4.5.3.1: 64 + 1 + 255). */
const MAX_LENGTH = 320;
const MAX_LOCAL = 64;
const LOCAL = /^[^\s\p{C}@"(),:;<>[\]\\]+$/u;
const LABEL = /^[\p{L}\p{M}\p{N}-]+$/u;
const ASCII = /^[ -~]*$/;

/** The definition of an e-mail address everywhere in this service: a mailbox whose domain is written in one way, see {@link hasOneSpelling}. */
export function isEmailAddress(text: string): boolean {
  return isMailbox(text) && hasOneSpelling(text.slice(text.indexOf('@') + 1));
}

/**
 * Whether mail can be sent to it as it is, and no part of it is interpreted: one mailbox and nothing around it, no name, no list, no quotes,
 * nothing that could end a header line. The domain is labels of letters, digits and hyphens in any script; one label is enough. People have kept
 * addresses from before domains had one spelling, and get their mail.
 */
export function isMailbox(text: string): boolean {
  const [local = '', domain = '', more] = text.length > MAX_LENGTH ? [] : text.split('@', 3);
  if (more !== undefined || !LOCAL.test(local) || [...local].length > MAX_LOCAL) return false;
  return domain.split('.').every((label) => LABEL.test(label) && !label.startsWith('-') && !label.endsWith('-'));
}

/**
 * Whether a domain is in ASCII, or in the letters that UTS 46 derives from its ASCII form; case and width make no difference.
 * Searches use these two spellings of a domain. Hidden characters, labels of both kinds in one domain and look-alike letters would add
 * more.
 */
function hasOneSpelling(domain: string): boolean {
  const folded = fold(domain);
  return ASCII.test(folded) || fold(domainToUnicode(domainToASCII(folded))) === folded;
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
