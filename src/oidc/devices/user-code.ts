// The code that a person types to sign in on a device (RFC 8628 section 6.1).

/** No vowels, so that no code spells a word, and no characters that look alike. The library draws codes of this alphabet ("base-20"). */
const ALPHABET = /^[BCDFGHJKLMNPQRSTVWXZ]+$/;
const LENGTH = 8;
/** How the library shows a code. */
export const USER_CODE_MASK = '****-****';
/** Spaces, and hyphens and dashes of any kind. */
const SEPARATOR = /[\s\p{Pd}]/gu;
/** The most characters of a form field that are read. */
const MAX_TYPED = 50;

/** The code in what a person typed: case, spaces and hyphens don't matter. @returns undefined if it can't be a code */
export function readUserCode(typed: string): string | undefined {
  const code = typed.slice(0, MAX_TYPED).replaceAll(SEPARATOR, '').toUpperCase();
  return code.length === LENGTH && ALPHABET.test(code) ? code : undefined;
}

/** The code as devices and pages show it. */
export function shownUserCode(code: string): string {
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}
