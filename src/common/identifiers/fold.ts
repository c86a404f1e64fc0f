// Folding: the comparison of texts without case. It is the same on every engine, because the engines only compare bytes of folded text.
import { domainToASCII } from 'node:url';

/** Sorts after every text; stands for "no value" (RFC 7644 section 3.4.2.3 puts missing values last when ascending). */
export const MISSING = '\u{10FFFF}';

/** Maximum length of a userName's key. NFKC can turn one character into eighteen, so the key of an allowed text may still be too long. */
export const MAX_KEY = 400;

/** Most texts are ASCII; any other text costs several times as much. */
const ASCII = /^[ -~]*$/;

/** The key by which a text is compared and ordered. */
export function foldKey(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.normalize('NFKC').toLowerCase();
}

/** The key of a name that is only used for order and search, cut to the length of its column. */
export function nameKey(name: string): string {
  return [...foldKey(name)].slice(0, MAX_KEY).join('');
}

/** A folded key reversed, so that "ends with" becomes "starts with". */
export function reverseKey(key: string): string {
  if (ASCII.test(key)) return Buffer.from(key, 'latin1').reverse().toString('latin1');
  return [...key].reverse().join('');
}

/** NFKC turns one character into at most eighteen (U+FDFA). */
const LONGEST_FOLD = 18;

/** Whether a key fits a column of `length` characters; NFKC can make a short text long. */
export function keyFits(text: string, length: number): boolean {
  if (text.length * LONGEST_FOLD <= length || (text.length <= length && ASCII.test(text))) return true;
  const key = foldKey(text);
  return key.length <= length || [...key].length <= length;
}

/** The key of a text that may be missing. */
export function searchKey(text: string | undefined): string {
  return text === undefined ? MISSING : foldKey(text);
}

/** Orders keys as the engines do: numbers by size, texts by code point, not by UTF-16 unit. */
export function compareKeys(a: string | number, b: string | number): number {
  if (a === b) return 0;
  if (typeof a === 'number' || typeof b === 'number') return Number(a) - Number(b);
  for (let index = 0; ; index++) {
    const [one, other] = [a.charCodeAt(index), b.charCodeAt(index)];
    // Past the end is NaN: the shorter text comes first.
    if (Number.isNaN(one)) return -1;
    if (Number.isNaN(other)) return 1;
    if (one !== other) return rank(one) - rank(other);
  }
}

/** A surrogate is part of a code point above all single units. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x1_0000 : unit;
}

/**
 * The part after the last `@` of a name, normalized like stored domains: all spellings result in the same domain (RFC 5890, UTS 46), as in
 * comparisons of names.
 */
export function domainOf(name: string): string {
  const folded = foldKey(name);
  const domain = folded.slice(folded.lastIndexOf('@') + 1).trim();
  // The library also accepts texts that are not domain names.
  return ASCII.test(domain) ? domain : domainToASCII(domain) || domain;
}
