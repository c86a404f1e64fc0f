// Names that programs could turn into links. Mail and text message programs link what resembles an address, and names are chosen by others
// than the reader.

/** With a scheme, a share of files, an `@`, or a path or port behind a domain. A domain alone is a name that companies have (Booking.com). */
const ADDRESS = /:\/\/|\\\\|mailto:|www\.|[^\s@]@[^\s@]|\.\p{L}\p{L}+(?:\/|:\d)/iu;
const DOTS = '.\u3002\uFF0E\uFF61';

/**
 * `imported`: another system accepted the name, and only owners of the service import. Refusing it would refuse all that belongs to it, and
 * {@link unlinked} keeps it from becoming a link.
 */
export type NameOrigin = 'chosen' | 'imported';

/** Why a name that others will read is refused as a new one, in a sentence; undefined for one that is taken. */
export function nameFault(name: string, origin: NameOrigin = 'chosen'): string | undefined {
  if (name === '' || name.length > 200 || /\p{C}/u.test(name)) return 'The name must have 1 to 200 printable characters.';
  return origin === 'chosen' && ADDRESS.test(name) ? 'The name must not contain an address such as https://example.com.' : undefined;
}

/** The name with a space wherever a program would see an address: no program continues a link across one. */
export function unlinked(name: string): string {
  const characters = [...name];
  return characters
    .map((character, at) => (joins(character, characters[at - 1], characters[at + 1]) ? `${character} ` : character))
    .join('');
}

function joins(character: string, before = '', after = ''): boolean {
  if (after.trim() === '') return false;
  if (DOTS.includes(character)) return /\p{L}/u.test(after) || (/\p{N}/u.test(after) && !/\p{N}/u.test(before));
  return character === '@' || character === '\\' || (character === ':' && !/\p{N}/u.test(after));
}
