// How text is compared without case: the same on every engine, because we fold it and the engines compare bytes.

/** Sorts after every text: stands for "no value" (RFC 7644 section 3.4.2.3 puts missing values last when ascending). */
export const MISSING = '\u{10FFFF}';

/** Longest key a column holds. NFKC can make one character eighteen, so a text within its own bound may still be too long as a key. */
export const MAX_KEY = 400;

/** Most texts are; what follows costs several times as much for any other. */
const ASCII = /^[ -~]*$/;

/** The key under which a text is compared and ordered. */
export function foldKey(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.normalize('NFKC').toLowerCase();
}

/** A folded key backwards, so that "ends with" becomes "starts with". */
export function reverseKey(key: string): string {
  if (ASCII.test(key)) return Buffer.from(key, 'latin1').reverse().toString('latin1');
  return [...key].reverse().join('');
}

/** A key cut to what a search column holds; the full value stands beside it. */
export function searchKey(text: string | undefined, length = MAX_KEY): string {
  if (text === undefined) return MISSING;
  const key = foldKey(text);
  return key.length <= length ? key : [...key].slice(0, length).join('').slice(0, length);
}
