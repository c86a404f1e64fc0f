// The words inside a person's names that no indexed column begins with, so that a console finds people by any word: `Berg` finds `van der Berg`.
// Words inside userNames and addresses aren't among them: most people have some, and each costs a create as much as an address.
import { foldKey } from '../../../../common/identifiers/fold.js';
import { wholeName, type PersonValues } from './person.js';

/** Most words of one person. */
const MAX_WORDS = 12;
/** Longest word, in UTF-16 units; a longer one is cut, and found by its beginning. */
const WORD_LENGTH = 60;
/** A shorter word is found among those that begin with it anyway. */
const MIN_LENGTH = 2;
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u;
const ASCII_END = 128;

/**
 * Folded, each from the beginning of a word to the next space: the name `anna jean-luc` has `jean-luc` and `luc`. A word that begins a key of the
 * person, or another word, isn't listed.
 */
export function innerWords(person: PersonValues): string[] {
  const names = [person.givenName, person.familyName, person.displayName].flatMap((text) => (text === undefined ? [] : foldKey(text)));
  const begun = [...names, foldKey(person.userName)];
  const whole = person.displayName === undefined ? wholeName(person) : undefined;
  const words: string[] = [];
  for (const text of whole === undefined ? names : [...names, foldKey(whole)])
    for (const word of wordsOf(text)) {
      if (words.length === MAX_WORDS) return words;
      if (!begun.some((one) => one.startsWith(word)) && !words.some((one) => one.startsWith(word))) words.push(word);
    }
  return words;
}

function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const name of text.split(' ')) {
    let isInside = false;
    for (let at = 0; at < name.length; at++) {
      const begins = !isInside;
      isInside = isOfWord(name, at);
      if (begins && isInside && name.length - at >= MIN_LENGTH) words.push(cutWord(name.slice(at)));
    }
  }
  return words;
}

/** A low surrogate continues the character before it. */
function isOfWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < ASCII_END) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  return (code >= 0xdc00 && code < 0xe000) || WORD_CHARACTER.test(String.fromCodePoint(text.codePointAt(at) ?? code));
}

/** A folded word as it is stored; never cut between the two units of a character. */
export function cutWord(word: string): string {
  if (word.length <= WORD_LENGTH) return word;
  const end = word.charCodeAt(WORD_LENGTH - 1);
  return word.slice(0, end >= 0xd800 && end < 0xdc00 ? WORD_LENGTH - 1 : WORD_LENGTH);
}
