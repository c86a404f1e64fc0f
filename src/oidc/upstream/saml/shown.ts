// Texts of a provider in messages for administrators.
import { hasHiddenCharacter } from '../../../common/identifiers/hidden-characters.js';

const MAX_SHOWN = 200;

/** A text of a message that may have been made by anybody: on one line, of bounded length, without invisible characters. */
export function shown(text: string): string {
  const start = Array.from(text.slice(0, MAX_SHOWN), (character) => (character < ' ' || hasHiddenCharacter(character) ? ' ' : character));
  return `“${start.join('')}${text.length > MAX_SHOWN ? '…' : ''}”`;
}
