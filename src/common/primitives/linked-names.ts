// Names that programs could turn into links. Mail and text message programs link texts that look like addresses, and a name may be chosen
// by other people than the reader.

/**
 * A scheme, a file share, an `@`, or a path or port after a domain. A domain alone is allowed, because companies have such names
 * (Booking.com).
 */
const ADDRESS = /:\/\/|\\\\|mailto:|www\.|[^\s@]@[^\s@]|\.\p{L}\p{L}+(?:\/|:\d)/iu;
const DOTS = '.\u3002\uFF0E\uFF61';

/**
 * `imported`: another system accepted the name, and only owners of the service import. Refusing the name would refuse everything that
 * belongs to it, and {@link unlinked} keeps it from becoming a link.
 */
export type NameOrigin = 'chosen' | 'imported';

/** The reason, as a sentence, why a new name that others will read is refused; undefined if it is accepted. */
export function nameFault(name: string, origin: NameOrigin = 'chosen'): string | undefined {
  if (name === '' || name.length > 200 || /\p{C}/u.test(name)) return 'The name must have 1 to 200 printable characters.';
  return origin === 'chosen' && ADDRESS.test(name) ? 'The name must not contain an address such as https://example.com.' : undefined;
}

/** The name with a space wherever a program could detect an address: no program continues a link across a space. */
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
