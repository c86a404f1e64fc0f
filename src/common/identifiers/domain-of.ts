import { domainToASCII } from 'node:url';
import { foldKey } from './fold.js';

/** Printable ASCII needs no conversion, and must not reach the library, which also accepts texts that are not domain names. */
const ASCII = /^[ -~]*$/;

/**
 * The part after the last `@` of a name, normalized like stored domains: all spellings result in the same domain (RFC 5890, UTS 46), as in
 * comparisons of names.
 */
export function domainOf(name: string): string {
  const folded = foldKey(name);
  const domain = folded.slice(folded.lastIndexOf('@') + 1).trim();
  return ASCII.test(domain) ? domain : domainToASCII(domain) || domain;
}
