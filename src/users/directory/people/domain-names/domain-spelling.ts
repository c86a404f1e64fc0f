import { domainToUnicode } from 'node:url';
import { foldKey, reverseKey } from '../../../../common/identifiers/fold.js';

/**
 * The reversed prefixes of addresses in a domain, in index order: the domain in ASCII and in Unicode (UTS 46). `isEmailAddress` accepts no other
 * spelling.
 */
export function reversedEnds(domain: string): string[] {
  return [...new Set([domain, foldKey(domainToUnicode(domain)) || domain])].map((name) => reverseKey(`@${name}`)).sort();
}
