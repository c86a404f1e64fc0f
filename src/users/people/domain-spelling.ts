import { domainToUnicode } from 'node:url';
import { foldKey, reverseKey } from '../identifiers/fold.js';

/**
 * How addresses in a domain begin when they are read backwards, in the order of their index: in ASCII, and as people write domains with other letters
 * (UTS 46). `isEmailAddress` takes no other spelling.
 */
export function reversedEnds(domain: string): string[] {
  return [...new Set([domain, foldKey(domainToUnicode(domain)) || domain])].map((name) => reverseKey(`@${name}`)).sort();
}
